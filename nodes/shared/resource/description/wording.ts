const SPELLING: Readonly<Record<string, string>> = {
	id: 'ID',
	ids: 'IDs',
	in: 'in',
	url: 'URL',
	uuid: 'UUID',
};

/** The editor's spelling of a record's key: `created_at` → `Created At`. */
export const titleCase = (wireName: string): string =>
	wireName
		.split('_')
		.map((word) => SPELLING[word] ?? word.charAt(0).toUpperCase() + word.slice(1))
		.join(' ');

/** `a` or `an`, before a label. */
export const article = (label: string) => (/^[aeiou]/i.test(label) ? 'an' : 'a');
