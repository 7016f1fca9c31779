/** The encodings that text files come in. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Decodes a file in parts that may end inside a character. */
export interface Decoder {
	/** The text of the next bytes; undefined when the encoding has no such bytes. */
	decode(bytes: Uint8Array): string | undefined;
	/** The text of what is left at the end, nothing unless the file ends inside a character. */
	end(): string | undefined;
	/** Whether characters beyond ASCII have been decoded, so that the encoding is no guess. */
	readonly hasShown: boolean;
}

/**
 * The encoding of a file by its byte order mark, by where its zero bytes stand, or by whether it is
 * UTF-8. UTF-8 may prove wrong further on; then it is Windows-1252.
 *
 * @param head the first bytes; the last of them may be part of a character
 * @returns undefined when it is no text
 */
export function detectEncoding(head: Uint8Array): Encoding | undefined {
	const [first, second, third] = head;
	if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
	if (first === 0xff && second === 0xfe) return 'utf-16le';
	if (first === 0xfe && second === 0xff) return 'utf-16be';
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
	return isUtf8 ? 'utf-8' : 'windows-1252';
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
			hasShown ||= NOT_ASCII.test(text);
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

/** Whether bytes that are not UTF-8 as a whole hold more of its longer characters than of other bytes. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
	const text = new TextDecoder('utf-8').decode(bytes);
	const replaced = text.split('\ufffd').length - 1;
	return (text.match(ALL_NOT_ASCII)?.length ?? 0) > 2 * replaced;
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
