/**
 * Bad answers of a service, by name. Each is sent by a server made of `node:http` alone: what the sandbox
 * would refuse to send is what is wanted here.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const MB = 1_000_000;

export interface Answer {
	send(response: ServerResponse, request: IncomingMessage): void;
	/** It ends only with the time limit of the node. */
	readonly isSlow?: boolean;
	/** Larger than what the targets for the event loop are for. */
	readonly isBeyond?: boolean;
}

type Options = Omit<Answer, 'send'>;

const JSON_TYPE = { 'content-type': 'application/json' };

/** A body as it is, made when it is first sent. */
function body(
	make: () => string | Buffer,
	options: Options & { status?: number; headers?: Record<string, string | string[]> } = {},
): Answer {
	return {
		...options,
		send: (response) => {
			if (last.make !== make) last = { make, made: make() };
			response.writeHead(options.status ?? 200, { ...JSON_TYPE, ...options.headers });
			response.end(last.made);
		},
	};
}

/** The body that was sent last: most are asked for several times in a row, and all at once are a gigabyte. */
let last: { make?: () => string | Buffer; made?: string | Buffer } = {};

const json = (value: unknown, options?: Parameters<typeof body>[1]) =>
	body(() => JSON.stringify(value), options);

/** Rows that are good in every way, until there are so many bytes of them. */
function rows(bytes: number): string[] {
	const all: string[] = [];
	for (let size = 0, n = 1; size < bytes; n += 1) {
		const row = `{"id":"00000000-0000-4000-8000-${String(n).padStart(12, '0')}","company_id":${n},"id_est":${n},"name":"Company ${n}","status":"open","currency":"EUR","total_price":${n}.5,"created_at":"2026-11-21T10:00:00Z","updated_at":"2026-11-21T10:00:00Z"}`;
		all.push(row);
		size += row.length + 1;
	}
	return all;
}

const list = (bytes: number) => `[${rows(bytes).join(',')}]`;
const listInData = (bytes: number) => `{"data":${list(bytes)},"total":1,"ctx_id":"c"}`;
const record = (more: string) =>
	`{"ok":true,"id":"00000000-0000-4000-8000-000000000001","company_id":1,"external_id":"b","access":"token-new",${more}}`;
const nested = (levels: number, open: string, close: string) =>
	open.repeat(levels) + close.repeat(levels);
const times = (count: number, make: (n: number) => string) =>
	Array.from({ length: count }, (_, n) => make(n)).join(',');

/** So much stands for an answer without end. */
const ENDLESS_BYTES = 4_000 * MB;

/** Writes the same again and again until the client is gone. */
function endless(start: string, chunk: string): Answer['send'] {
	return (response) => {
		response.writeHead(200, JSON_TYPE);
		response.write(start);
		let left = ENDLESS_BYTES;
		const more = () => {
			do left -= chunk.length;
			while (left > 0 && !response.destroyed && response.write(chunk));
			if (left <= 0) response.destroy();
			if (!response.destroyed) response.once('drain', more);
		};
		more();
	};
}

/** Sends a byte at a time. */
function trickle(text: string): Answer['send'] {
	return (response) => {
		response.writeHead(200, JSON_TYPE);
		let at = 0;
		const timer = setInterval(() => {
			if (response.destroyed) clearInterval(timer);
			else response.write(text[(at += 1) % text.length]);
		}, 50);
	};
}

function cutOff(start: string): Answer['send'] {
	return (response) => {
		response.writeHead(200, { ...JSON_TYPE, 'content-length': '100000' });
		response.write(start, () => response.destroy());
	};
}

const packed = (
	pack: (data: Buffer) => Buffer,
	encoding: string,
	data: () => Buffer,
	options = {},
) => body(() => pack(data()), { headers: { 'content-encoding': encoding }, ...options });

const spaces = (bytes: number) => Buffer.concat([Buffer.from('['), Buffer.alloc(bytes, ' ')]);
const brotli = (data: Buffer) =>
	brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });

const page = (bytes: number) =>
	`<!doctype html><html><head><title>${'<'.repeat(1000)}</title></head><body>${'<p>word</p>'.repeat(bytes / 11)}`;

export const answers: Record<string, Answer> = {
	'1 MB of rows': body(() => list(MB)),
	'10 MB of rows': body(() => list(10 * MB)),
	'10 MB of rows under data': body(() => listInData(10 * MB)),
	'10 MB in one text': body(() => record(`"name":"${'x'.repeat(10 * MB)}"`)),
	'10 MB in 600,000 keys': body(() => record(times(600_000, (n) => `"key_${n}":${n}`))),
	'10 MB in 12 objects of 49,000 keys': body(() =>
		record(
			times(12, (object) => `"object_${object}":{${times(49_000, (n) => `"key_${n}":${n}`)}}`),
		),
	),
	'10 MB of rows with 49,000 keys': body(
		() =>
			`{"data":[${times(12, (row) => `{"id":"${row}","updated_at":"2026-11-21T10:00:00Z",${times(49_000, (n) => `"key_${n}":${n}`)}}`)}]}`,
	),
	'10 MB of empty lists': body(() => `[${times(3_000_000, () => '[]')}]`),
	'10 MB of rows with a list each': body(
		() =>
			`{"data":[${times(100_000, (n) => `{"id":"${n}","items":[{"a":[${n}]}],"x":"${'y'.repeat(60)}"}`)}]}`,
	),
	'10 MB of digits': body(() => record(`"amount":${'9'.repeat(10 * MB)},"status":1`)),
	'60 MB of rows': body(() => list(60 * MB), { isBeyond: true }),
	'100 MB of rows': body(() => list(100 * MB), { isBeyond: true }),
	'60 MB of empty lists': body(() => `[${times(20_000_000, () => '[]')}]`, { isBeyond: true }),
	'rows without end': {
		send: endless('[', `${rows(100_000).join(',')},`),
		isBeyond: true,
	},
	'a text without end': { send: endless('{"name":"', 'x'.repeat(100_000)), isBeyond: true },
	'spaces without end': { send: endless('', ' '.repeat(100_000)), isBeyond: true },
	'a byte at a time': {
		send: trickle(`{"name":"${'x'.repeat(1000)}`),
		isSlow: true,
	},
	'a beginning, and nothing more': {
		send: (response) => void response.writeHead(200, JSON_TYPE).write('{"name":'),
		isSlow: true,
	},
	'nothing at all': { send: () => {}, isSlow: true },
	'lists in lists, 10,000': body(() => nested(10_000, '[', ']')),
	'lists in lists, 5,000,000': body(() => nested(5_000_000, '[', ']')),
	'objects in objects, 10,000': body(() =>
		record(`"deep":${nested(10_000, '{"a":', '}').replace(/:}/, ':1}')}`),
	),
	'rows with 2,000 levels': body(() => `{"data":[{"id":"1","deep":${nested(2000, '[', ']')}}]}`),
	'an error of 10,000 levels': body(() => `{"message":"no","errors":${nested(10_000, '[', ']')}}`, {
		status: 422,
	}),
	'gzip that unpacks to 300 MB': packed(gzipSync, 'gzip', () => spaces(300 * MB), {
		isBeyond: true,
	}),
	'brotli that unpacks to 300 MB': packed(brotli, 'br', () => spaces(300 * MB), { isBeyond: true }),
	'gzip that unpacks to 10 MB of rows': packed(gzipSync, 'gzip', () => Buffer.from(list(10 * MB))),
	'gzip that is none': body(() => '{"ok":true}', {
		headers: { 'content-encoding': 'gzip' },
	}),
	'gzip that breaks off': packed(
		(data) => gzipSync(data).subarray(0, 1000),
		'gzip',
		() => Buffer.from(list(MB)),
	),
	'an unknown encoding': body(() => list(1000), { headers: { 'content-encoding': 'x-own' } }),
	'a web page': body(() => page(10_000), {
		headers: { 'content-type': 'text/html' },
	}),
	'a web page of 10 MB': body(() => page(10 * MB), { headers: { 'content-type': 'text/html' } }),
	'an error page of 10 MB': body(() => page(10 * MB), {
		status: 502,
		headers: { 'content-type': 'text/html' },
	}),
	'a refusal with 10 MB of message': body(
		() => JSON.stringify({ message: 'x'.repeat(10 * MB), ctx_id: 'y'.repeat(MB) }),
		{ status: 400 },
	),
	'a refusal with 10 MB of errors': body(
		() => `{"message":"no","errors":{${times(600_000, (n) => `"key_${n}":${n}`)}}}`,
		{ status: 422 },
	),
	'`ok: false` with 10 MB of message': json({ ok: false, message: 'x'.repeat(10 * MB) }),
	nothing: body(() => ''),
	null: json(null),
	true: json(true),
	'a number': json(42),
	'a text': json('text'),
	'an empty list': json([]),
	'a list of nulls': json([null, null]),
	'a list of lists': json([[], [1]]),
	'data that is null': json({ data: null }),
	'data that is a text': json({ data: 'text', results: 'text', pipelines: 'text' }),
	'data that is a list of texts': json({ data: ['a', 'b'], results: ['a'] }),
	'every value of another type': json({
		ok: 'yes',
		status: {},
		id: [],
		company_id: {},
		external_id: 7,
		created_at: 5,
		updated_at: {},
		name: [],
		data: [{ id: {}, company_id: [], name: {}, statuses: 5, updated_at: [], created_at: {} }],
		total: 'many',
		results: [{ external_id: {}, errors: 5, created: 'x' }, 5, null],
		access: {},
		refresh: [],
		access_token: 5,
		progress: 'x',
		error_file_url: {},
		total_number: [],
	}),
	'pipelines that hold no lists': json({
		data: [{ name: 'A', statuses: 5 }, { statuses: 'x' }, { statuses: [null, 1] }],
	}),
	'`__proto__` and `constructor`': body(
		() =>
			`{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"id":"1","ok":true,"data":[{"__proto__":{"polluted":true},"id":"1","hasOwnProperty":1,"toString":2}],"results":[{"__proto__":{"polluted":true}}]}`,
	),
	'the same key twice': body(
		() => '{"ok":false,"ok":true,"id":"1","id":"2","data":[],"data":[{"id":"1"}]}',
	),
	'lone surrogates': body(() => record('"name":"\\ud800","\\udfff":"\\ud83d"')),
	'bytes that are no UTF-8': body(() =>
		Buffer.concat([
			Buffer.from('{"name":"'),
			Buffer.from([0xff, 0xfe, 0xc3, 0x28]),
			Buffer.from('"}'),
		]),
	),
	'UTF-16': body(() => Buffer.from('{"name":"x"}', 'utf16le'), {
		headers: { 'content-type': 'application/json; charset=utf-16' },
	}),
	'a charset that does not exist': body(() => record('"name":"é"'), {
		headers: { 'content-type': 'application/json; charset=own-8' },
	}),
	'a byte order mark': body(() => `\ufeff${record('"name":"x"')}`),
	'JSON that breaks off': body(() => '{"data":[{"id":"1","name":"'),
	'a connection that breaks off': { send: cutOff('{"data":[{"id":"1"') },
	'a connection that is closed at once': { send: (response) => void response.socket?.destroy() },
	'a length that is too small': {
		send: (response) => {
			response.socket?.end('HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\n{"ok":true}');
		},
	},
	'no HTTP': { send: (response) => void response.socket?.end('SSH-2.0-OpenSSH_9.6\r\n') },
	'headers of 100 KB': {
		send: (response) => {
			response.socket?.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n{}`);
		},
	},
	'1,000 headers': body(() => record('"a":1'), {
		headers: Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`x-${n}`, 'y'])),
	}),
	'odd numbers in headers': body(() => '{"message":"wait"}', {
		status: 429,
		headers: {
			'retry-after': '-1',
			'x-ratelimit-remaining': '1e999',
			'x-ratelimit-reset': 'NaN',
			ratelimit: ',;='.repeat(300),
		},
	}),
	'a retry after 10,000 years': body(() => '{"message":"wait"}', {
		status: 429,
		headers: { 'retry-after': '315360000000' },
	}),
	'a date to retry that is none': body(() => '{}', {
		status: 503,
		headers: { 'retry-after': 'x'.repeat(8000) },
	}),
	'a redirect to itself': {
		send: (response, { url }) => void response.writeHead(302, { location: url }).end(),
	},
	'a redirect to a file': {
		send: (response) => void response.writeHead(307, { location: 'file:///etc/passwd' }).end(),
	},
	'a redirect to nowhere': {
		send: (response) => void response.writeHead(301, { location: 'http://[::1' }).end(),
	},
	'status 204 with a body': body(() => '', { status: 204 }),
	'status 206': body(() => list(1000), { status: 206 }),
	'status 299': body(() => 'fine', { status: 299 }),
	'status 401': json({ message: 'no' }, { status: 401 }),
	'status 418': json({ message: 'no' }, { status: 418 }),
	'status 999': json({ message: 'no' }, { status: 999 }),
};
