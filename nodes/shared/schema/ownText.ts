/** Shorter texts are copied by V8 whenever they are cut out of others. */
const MIN_CUT = 13;

/**
 * The same text, to be kept for long: one that was cut out of a larger text would keep all of that in
 * memory.
 */
export const ownText = (text: string): string =>
	text.length < MIN_CUT ? text : Buffer.from(text, 'utf16le').toString('utf16le');
