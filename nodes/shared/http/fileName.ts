import type { Headers } from './request';

const MAX_NAME_LENGTH = 200;

/**
 * The name of a file that was fetched: from Content-Disposition (RFC 6266), else the last segment of
 * its address, else `file`. Never with a folder in it.
 */
export function fileNameOf(headers: Headers, url: string): string {
	const disposition = headers['content-disposition'];
	const { pathname } = new URL(url);
	const candidates = [
		typeof disposition === 'string' ? namedBy(disposition) : '',
		decoded(pathname.slice(pathname.lastIndexOf('/') + 1)),
	];
	return candidates.map(safe).find((name) => name !== '') ?? 'file';
}

/** The type of a file that was fetched; undefined where the response gives no useful type. */
export function fileTypeOf(headers: Headers): string | undefined {
	const given = headers['content-type'];
	if (typeof given !== 'string') return undefined;
	const type = given.split(';')[0].trim().toLowerCase();
	const means =
		/^[\w.+-]+\/[\w.+-]+$/.test(type) && !/^(application|binary)\/octet-stream$/.test(type);
	return means ? type : undefined;
}

/** The file name of a Content-Disposition: `filename*` (RFC 8187), else `filename` in whichever form it came. */
function namedBy(disposition: string): string {
	const parameters = new Map<string, string>();
	// A quoted value may hold a semicolon; outside of quotes it ends the parameter.
	for (const [parameter] of disposition.matchAll(/(?:"(?:\\.|[^"\\])*"|[^;"])+/g)) {
		const [name, ...value] = parameter.split('=');
		const text = value.join('=').trim();
		const isQuoted = text.startsWith('"');
		const plain = isQuoted ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text;
		parameters.set(name.trim().toLowerCase(), plain);
	}
	const [charset, , ...extended] = (parameters.get('filename*') ?? '').split("'");
	return (
		(extended.length > 0 ? fromBytes(unescaped(extended.join("'"), '%'), charset) : undefined) ??
		decoded((parameters.get('filename') ?? '').replace(/\?=\s+=\?/g, '?==?')).replace(
			ENCODED_WORD,
			(word, set: string, form: string, text: string) => {
				const isBase64 = form.toLowerCase() === 'b';
				const bytes = isBase64 ? atob(text) : unescaped(text.replace(/_/g, ' '), '=');
				return fromBytes(bytes, set) ?? word;
			},
		)
	);
}

/** Words of mail headers in other character sets (RFC 2047), which servers send too. */
const ENCODED_WORD = /=\?([\w-]+)(?:\*[\w-]*)?\?([bq])\?([^?]*)\?=/gi;

/** Bytes, one in each character, of a text that has some of them as hexadecimal digits behind a sign. */
const unescaped = (text: string, sign: '%' | '='): string =>
	text.replace(new RegExp(`${sign}([0-9a-f]{2})`, 'gi'), (_, code: string) =>
		String.fromCharCode(parseInt(code, 16)),
	);

/** The text of bytes, one in each character; undefined where they are none in that character set. */
function fromBytes(bytes: string, charset: string): string | undefined {
	try {
		const isBytes = !/[^\0-\xff]/.test(bytes);
		return isBytes
			? new TextDecoder(charset, { fatal: true }).decode(Buffer.from(bytes, 'latin1'))
			: undefined;
	} catch {
		return undefined;
	}
}

/** Headers and addresses hold UTF-8 as bytes, percent-encoded or not; any other text stays as it is. */
const decoded = (text: string): string => fromBytes(unescaped(text, '%'), 'utf-8') ?? text;

/** Control characters, those that turn the direction of a text, ends of lines, and halves of characters. */
const UNSAFE = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** What comes after the last slash of either kind, without unsafe characters; '' for `.` and `..`. */
function safe(name: string): string {
	const base = name
		.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
		.replace(UNSAFE, '')
		.trim();
	return /^\.{0,2}$/.test(base) ? '' : base.slice(-MAX_NAME_LENGTH);
}
