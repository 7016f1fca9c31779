/**
 * Stands where bytes were read in another encoding than the file's (Unicode: REPLACEMENT CHARACTER). What
 * was there is lost, so that nothing here can bring it back.
 */
const REPLACEMENT = '\ufffd';

/** Whether characters of a text, or of the texts in a list, were lost when its file was read. */
export const hasLostCharacters = (value: unknown): boolean =>
	typeof value === 'string'
		? value.includes(REPLACEMENT)
		: Array.isArray(value) &&
			value.some((each) => typeof each === 'string' && hasLostCharacters(each));

/** What it means and what to do, after the character. */
export const LOST_CHARACTERS =
	'stands for a lost character. Set Options → Encoding in Extract from File (Latin1 for most files from Windows), or export the file again';
