import type { IncomingMessage } from 'node:http';

import type { Request } from './caseFile';

/** Headers that n8n and Node.js add by themselves, and that say nothing of this package. */
const FOREIGN_HEADERS = new Set([
	'host',
	'user-agent',
	'connection',
	'content-length',
	'accept-encoding',
	'transfer-encoding',
]);

/** A request as the case files have it. */
export function recorded(
	{ method = '', url = '', headers }: IncomingMessage,
	body: string,
	server?: 'other',
): Request {
	const [path, search = ''] = url.split(/\?(.*)/s);
	const kept = Object.entries(headers).filter(([name]) => !FOREIGN_HEADERS.has(name));
	return {
		method,
		path,
		...(server ? { server } : {}),
		...(search === '' ? {} : { query: queryOf(new URLSearchParams(search)) }),
		headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)]).sort()),
		...(body === '' ? {} : { body: fromJson(body) }),
	};
}

/** A name that comes more than once has a list. */
function queryOf(search: URLSearchParams): Record<string, unknown> {
	const names = [...new Set(search.keys())];
	return Object.fromEntries(
		names.map((name) => {
			const values = search.getAll(name);
			return [name, values.length === 1 ? values[0] : values];
		}),
	);
}

function fromJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
