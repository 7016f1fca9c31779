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
const json = (value: unknown, more: Record<string, string> = {}, status = 200) =>
	send(JSON.stringify(value), as('application/json', more), status);
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
	const options = { requests: { maxRetries: 0, timeout: 5000 } };
	return await runNode('transfer', operation, { ...byId('t'), options });
}

const LARGE =
	'row,error\n' + Array.from({ length: 20_000 }, (_, row) => `${row},e${row * 7}\n`).join('');

const csvWith = (body: string | Buffer, more: Record<string, string> = {}, status = 200) =>
	send(body, as('text/csv', more), status);
const encoded = (encoding: string) => ({ 'Content-Encoding': encoding });
const page = (more = {}) => send(PAGE, as('text/html', more));

/** What is no file, and the words of the message by which a person knows. */
const NO_FILES: Array<[title: string, name: string, respond: Respond, words: RegExp]> = [
	['no content', '1.csv', send('', {}, 204), /HTTP 204/],
	['status 202', '1.csv', json({ message: 'being made' }, {}, 202), /HTTP 202.*being made/],
	['a part', '1.csv', csvWith(CSV, { 'Content-Range': 'bytes 0-45/900' }, 206), /HTTP 206/],
	['no bytes', '1.csv', csvWith(''), /no bytes, although the transfer counts [28] rows/],
	['a login page', '1.csv', page(), /a page.*Sign in/],
	['a redirect to a page', '1.csv', send('', { Location: '/login.html' }, 302), /a page/],
	['ok that is false', '1.csv', json({ ok: false, message: 'link expired' }), /expired/],
	['a no in 60 KB', '1.json', json({ rows: 'x'.repeat(60_000), ok: 0, message: 'Gone' }), /Gone/],
	['a problem', '1', json({ title: 'Gone', status: 410 }), /a JSON object.*Gone/],
	['a link instead of the file', '1', json({ url: 'http://a/1.csv' }), /a JSON object/],
	['no gzip though it says so', '1.csv', csvWith(CSV, encoded('gzip')), /complete|damaged/],
];

/** What looks as if it was none, and is a file. */
const ODD_FILES: Array<[title: string, name: string, respond: Respond, content: string]> = [
	['a page that is named as one', '1.html', page(), PAGE],
	['a page that Content-Disposition names', '1', page(attachment('report.htm')), PAGE],
	['an object named as JSON', '1.json', json({ ok: true, data: [3] }), '{"ok":true,"data":[3]}'],
	['gzip as a whole', '1.csv', csvWith(gzipSync(LARGE), encoded('gzip')), LARGE],
	['deflate as a whole', '1.csv', csvWith(deflateSync(CSV), encoded('deflate')), CSV],
	['Brotli as a whole', '1.csv', csvWith(brotliCompressSync(LARGE), encoded('br')), LARGE],
];

beforeAll(() => {
	service.responses['/login.html'] = send(PAGE, as('text/html'));
});

describe.each(OPERATIONS)('%s', (operation) => {
	test.each(NO_FILES)('does not take for a file: %s', async (_, name, respond, words) => {
		const { items, error } = await download(operation, `/f/${name}`, respond);
		expect(items).toEqual([]);
		expect(error?.message).toMatch(words);
		expect(error?.message).not.toContain('\n');
	});

	test.each(ODD_FILES)('takes for a file: %s', async (_, name, respond, content) => {
		const { items, error } = await download(operation, `/g/${name}`, respond);
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
		const reply = send(CSV, as('text/csv', attachment('a.csv')));
		const { items } = await download(operation, '/g/1', reply);
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
