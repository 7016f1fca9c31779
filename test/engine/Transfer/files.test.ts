import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

import { byId } from '../../../testing/parameters';
import { startFileServer } from '../../../testing/services/fileServer';
import { useEngine, useService } from '../../../testing/setUp';

const service = useService(startFileServer);
const { n8n, runNode } = useEngine(service);

type Respond = (response: ServerResponse, request: IncomingMessage) => void;

const send =
	(body: string | Buffer, headers: Record<string, string> = {}, status = 200): Respond =>
	(response) =>
		response.writeHead(status, headers).end(body);
const as = (type: string, more: Record<string, string> = {}) => ({ 'Content-Type': type, ...more });
const json = (value: unknown, more: Record<string, string> = {}) =>
	send(JSON.stringify(value), as('application/json', more));
const attachment = (name: string) => ({ 'Content-Disposition': `attachment; filename="${name}"` });

/** Two rows failed, and eight did not. */
const COUNTS = { total_number: 10, success_number: 8, failed_number: 2 };
const CSV = 'row,error\n1,Name is missing\n3,Name is missing\n';
const PAGE = '<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body></body></html>';

const OPERATIONS = ['downloadErrorFile', 'downloadDataFile'];

/** Downloads what the service has at a link. */
async function download(
	operation: string,
	link: string,
	respond: Respond,
	record: object = COUNTS,
) {
	const [path] = link.split('?');
	service.responses[path] = respond;
	service.link(link, record);
	return await runNode('transfer', operation, {
		...byId('t'),
		options: { requests: { maxRetries: 0, timeout: 5000 } },
	});
}

const LARGE =
	'row,error\n' + Array.from({ length: 20_000 }, (_, row) => `${row},e${row * 7}\n`).join('');

/** What is no file, and the words of the message by which a person knows. */
const NO_FILES: Array<[title: string, link: string, respond: Respond, words: RegExp]> = [
	['no content', '/f/1.csv', send('', {}, 204), /HTTP 204/],
	[
		'status 202',
		'/f/1.csv',
		send('{"message":"being made"}', as('application/json'), 202),
		/HTTP 202.*being made/,
	],
	[
		'a part',
		'/f/1.csv',
		send(CSV, as('text/csv', { 'Content-Range': 'bytes 0-45/900' }), 206),
		/HTTP 206/,
	],
	[
		'no bytes',
		'/f/1.csv',
		send('', as('text/csv')),
		/no bytes, although the transfer counts [28] rows/,
	],
	['a login page', '/f/1.csv', send(PAGE, as('text/html')), /a page.*Sign in/],
	[
		'a page behind a redirect to a page',
		'/f/1.csv',
		send('', { Location: '/login.html' }, 302),
		/a page/,
	],
	['ok that is false', '/f/1.csv', json({ ok: false, message: 'link expired' }), /expired/],
	[
		'a problem',
		'/f/1',
		json({ type: 'about:blank', title: 'Gone', status: 410 }),
		/a JSON object.*Gone/,
	],
	[
		'a link instead of the file',
		'/f/1',
		json({ url: 'https://files.example/1.csv' }),
		/a JSON object/,
	],
	[
		'no gzip though it says so',
		'/f/1.csv',
		send(CSV, as('text/csv', { 'Content-Encoding': 'gzip' })),
		/complete|damaged/,
	],
];

/** What looks as if it was none, and is a file. */
const ODD_FILES: Array<[title: string, link: string, respond: Respond, content: string]> = [
	['a page that is named as one', '/g/1.html', send(PAGE, as('text/html')), PAGE],
	[
		'a page that Content-Disposition names',
		'/g/1',
		send(PAGE, as('text/html', attachment('report.htm'))),
		PAGE,
	],
	[
		'an object named as JSON',
		'/g/1.json',
		json({ ok: true, data: { exported: 3 } }),
		'{"ok":true,"data":{"exported":3}}',
	],
	[
		'gzip as a whole',
		'/g/1.csv',
		send(gzipSync(LARGE), as('text/csv', { 'Content-Encoding': 'gzip' })),
		LARGE,
	],
	[
		'deflate as a whole',
		'/g/1.csv',
		send(deflateSync(CSV), as('text/csv', { 'Content-Encoding': 'deflate' })),
		CSV,
	],
	[
		'Brotli as a whole',
		'/g/1.csv',
		send(brotliCompressSync(LARGE), as('text/csv', { 'Content-Encoding': 'br' })),
		LARGE,
	],
];

beforeAll(() => {
	service.responses['/login.html'] = send(PAGE, as('text/html'));
});

describe.each(OPERATIONS)('%s', (operation) => {
	test.each(NO_FILES)('does not take for a file: %s', async (_, link, respond, words) => {
		const { items, error } = await download(operation, link, respond);
		expect(items).toEqual([]);
		expect(error?.message).toMatch(words);
		expect(error?.message).not.toContain('\n');
	});

	test.each(ODD_FILES)('takes for a file: %s', async (_, link, respond, content) => {
		const { items, error } = await download(operation, link, respond);
		expect(error).toBeUndefined();
		const bytes = await n8n.readBinary(items[0]);
		expect(bytes.toString().replace(/""/g, '"')).toBe(content);
	});

	test('takes an empty file where the transfer counts no rows', async () => {
		const none = { total_number: 0, success_number: 0, failed_number: 0 };
		const { items } = await download(operation, '/f/1.csv', send('', as('text/csv')), none);
		expect(items).toHaveLength(1);
	});

	test('says name, type and size beside the record', async () => {
		const { items } = await download(
			operation,
			'/g/1',
			send(CSV, as('text/csv', attachment('a.csv'))),
		);
		expect(items[0].json).toMatchObject({
			id: 't',
			file: {
				field: 'data',
				name: 'a.csv',
				type: 'text/csv',
				size: expect.stringMatching(/^\d+ B$/i),
			},
		});
		expect(items[0].json).not.toHaveProperty('file.hint');
	});

	test.each<[string, string, number, unknown]>([
		['the words of the service', '/h/1.csv', 403, { message: 'The link has expired' }],
		[
			'a link with a signature',
			'/h/1.csv?signature=abc&expires=1700000000',
			403,
			{ message: 'Forbidden' },
		],
		['a link signed for AWS', '/h/1.csv?X-Amz-Signature=abc&X-Amz-Expires=60', 403, ''],
		['a link with a token', '/h/1.csv?token=abc', 401, { detail: 'Not authenticated' }],
		['410 with words', '/h/1.csv', 410, { message: 'Expired' }],
	])('names an expired link as one, by %s', async (_, link, status, body) => {
		const { errorText } = await download(operation, link, (response) =>
			response.writeHead(status, as('application/json')).end(JSON.stringify(body)),
		).then(({ errorText: text }) => ({ errorText: text }));
		expect(errorText).toMatch(/^The link to the file has expired/);
		expect(errorText).toContain('reads the transfer again');
		expect(errorText).not.toContain('permission');
	});

	test('finds a file below a base URL with a path', async () => {
		const below = { url: `${service.url}/tenant/a`, token: 't', requests: service.requests };
		service.responses['/tenant/a/files/1.csv'] = send(CSV, as('text/csv'));
		for (const link of ['/files/1.csv', 'files/1.csv', '/tenant/a/files/1.csv']) {
			service.link(link, COUNTS);
			const { items, error } = await runNode('transfer', operation, byId('t'), { service: below });
			expect([link, error?.message, items.length]).toEqual([link, undefined, 1]);
		}
	});
});
