/** The encodings that text files come in, by their labels for TextDecoder, with their names in texts. */
export const ENCODING_NAMES = {
	'utf-8': 'UTF-8',
	'utf-16le': 'UTF-16 LE',
	'utf-16be': 'UTF-16 BE',
	'windows-1250': 'Windows-1250',
	'windows-1251': 'Windows-1251',
	'windows-1252': 'Windows-1252',
	'windows-1254': 'Windows-1254',
	'iso-8859-2': 'ISO-8859-2',
	'iso-8859-15': 'ISO-8859-15',
	shift_jis: 'Shift_JIS',
	'euc-jp': 'EUC-JP',
	gbk: 'GBK',
	big5: 'Big5',
	'euc-kr': 'EUC-KR',
} as const;

export type Encoding = keyof typeof ENCODING_NAMES;

/** Decodes a file in parts that may end inside a character. */
export interface Decoder {
	/** The text of the next bytes; undefined when the encoding has no such bytes. */
	decode(bytes: Uint8Array): string | undefined;
	/** The text of what is left at the end, nothing unless the file ends inside a character. */
	end(): string | undefined;
	/** Whether characters beyond ASCII have been decoded, so that the encoding is no guess. */
	readonly hasShown: boolean;
}

/** The encoding by a byte order mark, which is certain. */
export function markedEncoding([first, second, third]: Uint8Array): Encoding | undefined {
	if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
	if (first === 0xff && second === 0xfe) return 'utf-16le';
	return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/**
 * The encoding of a file if it is Unicode: by its byte order mark, by where its zero bytes stand, or by whether it is
 * UTF-8. UTF-8 may prove wrong further on.
 *
 * @param head the first bytes; the last of them may be part of a character
 * @returns `other` when it is not Unicode, undefined when it is no text
 */
export function detectUnicode(head: Uint8Array): Encoding | 'other' | undefined {
	const marked = markedEncoding(head);
	if (marked) return marked;
	/** Zero bytes at even and at odd places: separators and line breaks have one in UTF-16. */
	const zeros = [0, 0];
	head.forEach((byte, at) => {
		if (byte === 0) zeros[at % 2] += 1;
	});
	const [even, odd] = zeros;
	if (odd > even * CLEARLY) return 'utf-16le';
	if (even > odd * CLEARLY) return 'utf-16be';
	if (even + odd > 0) return undefined;
	const isUtf8 = createDecoder('utf-8').decode(head) !== undefined || isMostlyUtf8(head);
	return isUtf8 ? 'utf-8' : 'other';
}

/** Some characters end in a zero byte, most do not. */
const CLEARLY = 4;

/** Decodes a file from its beginning; a byte order mark is left out. */
export function createDecoder(encoding: Encoding): Decoder {
	if (encoding === 'windows-1252') {
		const decode = (bytes: Uint8Array) => fromWindows1252(bytes);
		return { decode, end: () => '', hasShown: true };
	}
	const decoder = new TextDecoder(encoding, { fatal: true });
	let hasShown = encoding !== 'utf-8';
	const attempt = (bytes?: Uint8Array) => {
		try {
			const text = bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
			hasShown ||= isBeyondAscii(text);
			return text;
		} catch {
			hasShown ||= bytes !== undefined && isMostlyUtf8(bytes);
			return undefined;
		}
	};
	return {
		decode: attempt,
		end: () => attempt(),
		get hasShown() {
			return hasShown;
		},
	};
}

const NOT_ASCII = /[\u0080-\uffff]/;

/** Whether a text holds other characters than ASCII. */
export const isBeyondAscii = (text: string) => NOT_ASCII.test(text);

/** Whether bytes that are not UTF-8 as a whole hold more of its longer characters than of other bytes. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
	const text = new TextDecoder('utf-8').decode(bytes);
	const replaced = text.split('\ufffd').length - 1;
	return (text.match(ALL_NOT_ASCII)?.length ?? 0) > 3 * replaced;
}

const ALL_NOT_ASCII = /[\u0080-\uffff]/g;

/** Not by TextDecoder, which takes Latin-1 for it in some versions of Node.js. */
const fromWindows1252 = (bytes: Uint8Array) =>
	Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
		.toString('latin1')
		.replace(C1, (sign) => WINDOWS_1252[sign.charCodeAt(0) - 0x80]);

const C1 = /[\u0080-\u009f]/g;
/** The characters of 0x80 to 0x9f (WHATWG Encoding, index windows-1252). */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
