import type { Headers } from './retry';

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

function namedBy(disposition: string): string {
	const parameters = new Map<string, string>();
	// A quoted value may hold a semicolon; outside of quotes it ends the parameter.
	for (const [parameter] of disposition.matchAll(/(?:"(?:\\.|[^"\\])*"|[^;"])+/g)) {
		const [name, ...value] = parameter.split('=');
		parameters.set(name.trim().toLowerCase(), value.join('=').trim());
	}
	const [charset = '', language, ...extended] = (parameters.get('filename*') ?? '').split("'");
	if (language !== undefined && /^(utf-8|iso-8859-1)$/i.test(charset)) {
		return decoded(extended.join("'").trim());
	}
	const given = parameters.get('filename') ?? '';
	return given.startsWith('"') ? given.slice(1, -1).replace(/\\(.)/g, '$1') : given.split(' ')[0];
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

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
