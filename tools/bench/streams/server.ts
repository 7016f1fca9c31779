/**
 * Responds with lists and files of any size, made while they are sent: companies in pages, deals in one
 * response, and the data file of a transfer.
 *
 *     tsx tools/bench/streams/server.ts <records> <megabytes of the file>
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';

const [records, megabytes] = process.argv.slice(2).map(Number);

const record = (index: number) =>
	JSON.stringify({
		id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
		company_id: index + 1,
		deal_id: index + 1,
		name: `Company "${index}", Ltd`,
		address: `${index} Main Street, Springfield`,
		email: `hello@company-${index}.example`,
		phone_number: '+1 555 0100',
		url: `https://company-${index}.example`,
		status: 'active',
		created_at: '2026-11-21T10:00:00Z',
		updated_at: '2026-11-21T10:00:00Z',
	});

function page(url: URL): string {
	const number = Number(url.searchParams.get('page') ?? 1);
	const limit = Math.min(100, Number(url.searchParams.get('limit') ?? 20));
	const isReversed = url.searchParams.get('sort')?.startsWith('-') ?? false;
	const rows: string[] = [];
	for (let at = (number - 1) * limit; at < Math.min(records, number * limit); at += 1) {
		rows.push(record(isReversed ? records - 1 - at : at));
	}
	return `{"data":[${rows.join(',')}],"page":${number},"total":${records}}`;
}

function* oneResponse() {
	for (let at = 0; at < records; at += 100) {
		const rows: string[] = [];
		for (let index = at; index < Math.min(records, at + 100); index += 1) rows.push(record(index));
		yield `${at === 0 ? '[' : ','}${rows.join(',')}`;
	}
	yield records === 0 ? '[]' : ']';
}

/** Whole lines of 16 bytes: a file without a length that ends within one counts as cut. */
function* file() {
	for (let sent = 0; sent < megabytes; sent += 1)
		yield Buffer.alloc(1_000_000, 'line of a file.\n');
}

function respond(url: URL, response: ServerResponse) {
	const { pathname } = url;
	if (pathname === '/file.csv') return void Readable.from(file()).pipe(response);
	response.setHeader('Content-Type', 'application/json');
	if (pathname.endsWith('/deals')) return void Readable.from(oneResponse()).pipe(response);
	if (/\/deals\/\d+$/.test(pathname)) return void response.end(record(0));
	response.end(
		pathname.includes('/transfers/')
			? JSON.stringify({ id: 'transfer', status: 'finished', data_file_url: '/file.csv' })
			: page(url),
	);
}

const server = createServer(({ url = '/' }, response) => {
	respond(new URL(url, 'http://localhost'), response);
});
server.listen(0, '127.0.0.1', () => {
	process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
