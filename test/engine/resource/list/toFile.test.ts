import { createServer, type ServerResponse } from 'node:http';

import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import Papa from 'papaparse';

import { BINARY_MODES, setBinaryMode } from '../../../../testing/binaryModes';
import { jsonOf } from '../../../../testing/runNode';
import { listening } from '../../../../testing/services/listening';
import { useCustomService, useEngine, useService } from '../../../../testing/setUp';

type Respond = (response: ServerResponse, url: string) => void;

/** A service whose lists a test sends itself, in parts. */
async function startRaw() {
	const server = createServer((request, response) => raw.respond(response, request.url ?? ''));
	const raw = {
		...(await listening(server)),
		respond: ((response) => void response.end('[]')) as Respond,
	};
	return raw;
}

const service = useCustomService();
const raw = useService(startRaw);
const { n8n, runNode } = useEngine(service);

const company = (number: number) => ({
	id: `id-${number}`,
	company_id: number,
	name: `Company "${number}"\n=1+1`,
	phone_number: '+1 555 0100',
	balance: -number,
	created_at: new Date(1e12 + number).toISOString(),
	updated_at: new Date(1e12 + number).toISOString(),
});

const pagesOf =
	(rows: readonly object[]): typeof service.reply =>
	({ query }) => {
		const [page, limit] = [Number(query.page), Number(query.limit)];
		const ordered = query.sort?.startsWith('-') ? [...rows].reverse() : rows;
		return { body: { data: ordered.slice((page - 1) * limit, page * limit), total: rows.length } };
	};

const textsOf = async (items: readonly INodeExecutionData[]) =>
	await Promise.all(items.map(async (item) => (await n8n.readBinary(item)).toString()));
const toFile = (
	file: INodeParameters = {},
	requests: INodeParameters = { maxRetries: 1 },
): INodeParameters => ({
	returnAll: true,
	options: { file: { format: 'ndjson', ...file }, requests },
});

describe.each(BINARY_MODES)('in the binary mode %s', (mode) => {
	beforeAll(async () => await setBinaryMode(mode));
	afterAll(async () => await setBinaryMode('filesystem'));

	it('Get Many gives the same records in files as in items', async () => {
		const rows = Array.from({ length: 250 }, (_, index) => company(index + 1));
		service.reply = pagesOf(rows);
		const items = jsonOf((await runNode('company', 'getAll', { returnAll: true })).items);
		const ndjson = await runNode('company', 'getAll', toFile({ recordsPerFile: 100 }));
		expect(jsonOf(ndjson.items)).toMatchObject([
			{ file_name: 'companies-001.ndjson', part: 1, parts: 3, records: 100, total_records: 250 },
			{ part: 2, records: 100, complete: true },
			{ part: 3, records: 50, complete: true },
		]);
		const [stored] = ndjson.items[0].binary?.data.id?.split(':') ?? ['default'];
		expect(stored.replace('-v2', '')).toBe(mode);
		const lines = (await textsOf(ndjson.items)).join('').trim().split('\n');
		expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(items);

		const options = toFile({ format: 'csv', binaryPropertyName: 'list' });
		const { items: files } = await runNode('company', 'getAll', options);
		expect(files).toHaveLength(1);
		const cells = rowsOf(await n8n.readBinary(files[0], 'list'));
		expect(cells).toEqual(items.map((item) => expect.objectContaining(asTexts(item)) as unknown));
	});

	it('a list in one response goes to files while it comes in', async () => {
		const deals = Array.from({ length: 5000 }, (_, index) => ({ id: `d-${index}`, name: 'ä"\n' }));
		service.reply = () => ({ body: deals });
		const { items } = await runNode('deal', 'getAll', toFile({ recordsPerFile: 3000 }));
		const expected = [{ records: 3000 }, { records: 2000, total_records: 5000 }];
		expect(jsonOf(items)).toMatchObject(expected);
		const lines = (await textsOf(items)).join('').trim().split('\n');
		expect(lines.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(
			deals.map(({ id }) => id),
		);
	});
});

/** The rows of a CSV file by their headings. */
function rowsOf(file: Buffer): Array<Record<string, string>> {
	const { data, errors } = Papa.parse<Record<string, string>>(String(file), {
		header: true,
		skipEmptyLines: true,
	});
	expect(errors).toEqual([]);
	return data;
}

const asTexts = (record: object) =>
	Object.fromEntries(Object.entries(record).map(([key, value]) => [key, String(value)]));

describe('Get Many to files', () => {
	it('puts fields that later records have into the last column of a CSV file', async () => {
		const rows = Array.from({ length: 120 }, (_, index) => ({
			...company(index + 1),
			...(index === 3 && { early: true }),
			...(index === 110 && { late: [1] }),
		}));
		service.reply = pagesOf(rows);
		const { items } = await runNode('company', 'getAll', toFile({ format: 'csv' }));
		const cells = rowsOf(await n8n.readBinary(items[0]));
		expect(cells[3]).toMatchObject({ early: 'true', additional_fields: '' });
		expect(cells[110]).toMatchObject({ early: '', additional_fields: '{"late":[1]}' });
	});

	it('says when a limit leaves records out, and gives one empty file for none', async () => {
		service.reply = pagesOf(Array.from({ length: 60 }, (_, index) => company(index + 1)));
		const limited = { ...toFile(), returnAll: false, limit: 20 };
		const { items } = await runNode('company', 'getAll', limited);
		expect(jsonOf(items)).toMatchObject([
			{ records: 20, complete: false, note: '20 of 60 companies, as many as the limit.' },
		]);
		service.reply = pagesOf([]);
		const none = await runNode('company', 'getAll', toFile());
		expect(jsonOf(none.items)).toMatchObject([{ records: 0, complete: true }]);
	});

	it('begins anew when a response breaks off, and gives each record once', async () => {
		const deals = Array.from({ length: 3001 }, (_, index) => ({ id: `d-${index}`, name: 'deal' }));
		const text = JSON.stringify(deals);
		let requests = 0;
		raw.respond = (response) => {
			requests += 1;
			if (requests > 1) return void response.end(text);
			response.write(text.slice(0, text.length / 2));
			setTimeout(() => response.destroy(), 50);
		};
		const options = toFile({ recordsPerFile: 1000 });
		const { items } = await runNode('deal', 'getAll', options, { service: raw });
		expect(requests).toBe(2);
		const lines = (await textsOf(items)).join('').trim().split('\n');
		expect(lines).toHaveLength(3001);
		expect(new Set(lines).size).toBe(3001);
	});

	it('fails when a response stands still, is no list, or has a record that is none', async () => {
		raw.respond = (response) => void response.write('[{"id":"1"},');
		const options = toFile({}, { timeout: 1, maxRetries: 0 });
		const still = await runNode('deal', 'getAll', options, { service: raw });
		expect(still.errorText).toContain('the request timed out');
		raw.respond = (response) => void response.end('<html><body>Sign in</body></html>');
		const page = await runNode('deal', 'getAll', toFile({}, { maxRetries: 0 }), { service: raw });
		expect(page.errorText).toContain('a web page instead of JSON');
		raw.respond = (response) => void response.end('[{"id":"1"},7]');
		const number = await runNode('deal', 'getAll', toFile(), { service: raw });
		expect(number.errorText).toContain('a list whose entry 2 is not an object');
	});

	it.each([
		['format', 'xlsx'],
		['recordsPerFile', 0],
		['maxFileSize', -1],
		['binaryPropertyName', ' '],
	])('rejects a wrong %s before any request', async (name, value) => {
		const { error, requests } = await runNode('company', 'getAll', toFile({ [name]: value }));
		expect(error?.context).toMatchObject({ parameter: `options.file.${name}` });
		expect(requests).toEqual([]);
	});
});
