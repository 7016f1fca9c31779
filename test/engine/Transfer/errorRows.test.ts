import { gzipSync } from 'node:zlib';

import type { INodeParameters } from 'n8n-workflow';

import { agentTypes, askAgent } from '../../../testing/agent';
import { byId } from '../../../testing/parameters';
import { jsonOf, type RunNodeOptions } from '../../../testing/runNode';
import { startFileServer } from '../../../testing/services/fileServer';
import { useEngine, useService } from '../../../testing/setUp';

const service = useService(startFileServer);
const { n8n, runNode, credentials } = useEngine(service, agentTypes);

const COUNTS = { total_number: 10, success_number: 8, failed_number: 2 };
/** Rows with their numbers in the file, from the first one on. */
const numbered = (first: number, ...rows: object[]) =>
	rows.map((row, index) => ({ _row: first + index, ...row }));
const [MISSING, SIZE] = [
	{ row: '3', error: 'Name is missing' },
	{ row: '7', error: 'Größe fehlt' },
];
const ROWS = numbered(2, MISSING, SIZE);
const CSV = 'row,error\n3,Name is missing\n7,Größe fehlt\n';

/** Has the service serve a file, and gets its rows. */
async function rowsOf(
	content: string | Buffer,
	{
		name = 'errors',
		type = 'application/octet-stream',
		encoding = '',
		record = COUNTS as object,
	} = {},
	parameters: INodeParameters = {},
	options: RunNodeOptions = {},
) {
	const headers = { 'Content-Type': type, ...(encoding && { 'Content-Encoding': encoding }) };
	service.responses[`/${name}`] = (response) => response.writeHead(200, headers).end(content);
	service.link(`/${name}`, record);
	const maxRetries = {
		options: { requests: { maxRetries: 0 }, ...(parameters.options as object) },
	};
	const all = { ...byId('t'), ...parameters, ...maxRetries };
	return await runNode('transfer', 'getErrorRows', all, options);
}

describe('the rows of', () => {
	const LATE = `row,error\n${'3,Name is missing\n'.repeat(9000)}7,Größe fehlt\n`;
	const EMAILS = ['a@example.com', 'b@example.com'];
	const own = (error: string, row: string) => ({ error, '_row in the file': row });
	const NDJSON = { name: 'a.ndjson', type: 'application/x-ndjson' };
	const tags = { row: 7, tags: ['b'] };
	test.each<[string, string | Buffer, object[], Parameters<typeof rowsOf>[1]?]>([
		['CSV', CSV, ROWS],
		['CSV in Windows-1252', Buffer.from(CSV, 'latin1'), ROWS],
		['CSV in Windows-1252, shown late', Buffer.from(LATE, 'latin1'), numbered(2, MISSING, MISSING)],
		['CSV below a title', `Errors of 2026-01-31\n\n${CSV}`, numbered(4, MISSING, SIZE)],
		[
			'CSV of one column',
			`email\n${EMAILS.join('\n')}\n`,
			numbered(2, ...EMAILS.map((email) => ({ email }))),
		],
		[
			'CSV with a column of that name',
			'_row,error\n9,a\n8,b\n',
			numbered(2, own('a', '9'), own('b', '8')),
		],
		['CSV without a line break at its end', CSV.trim(), ROWS],
		[
			'NDJSON',
			`{"row":3,"error":"a"}\n\n${JSON.stringify(tags)}\n`,
			[...numbered(1, { row: 3, error: 'a' }), ...numbered(3, tags)],
		],
		['one line of NDJSON', JSON.stringify(tags), numbered(1, tags), NDJSON],
		['CSV in gzip', gzipSync(CSV), ROWS, { encoding: 'gzip', name: 'a.csv', type: 'text/csv' }],
	])('%s', async (_, content, expected, more = {}) => {
		const { items, error } = await rowsOf(content, more, { limit: 2 });
		expect(error?.message).toBeUndefined();
		expect(jsonOf(items)).toEqual(expected);
	});
});

describe('get error rows', () => {
	const many = `row,error\n${Array.from({ length: 120 }, (_, row) => `${row},x\n`).join('')}`;

	test('gives 50 rows, as many as Limit says, or all', async () => {
		expect((await rowsOf(many)).items).toHaveLength(50);
		expect((await rowsOf(many, {}, { limit: 7 })).items).toHaveLength(7);
		expect((await rowsOf(many, {}, { returnAll: true })).items).toHaveLength(120);
		const { errorText } = await rowsOf(many, {}, { limit: 0 });
		expect(errorText).toContain('Limit is 0');
	});

	test('pairs each row with the item of its transfer', async () => {
		const { items, failed } = await rowsOf(CSV, {}, byId('={{ $json.id }}'), {
			items: [{ id: 't' }, { id: '' }, { id: 't' }],
			onError: 'continueErrorOutput',
		});
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 0, 2, 2].map((item) => ({ item })),
		);
		expect(failed.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }]);
	});

	test('gives no item for a transfer that ended without failed rows', async () => {
		const good = { total_number: 3, success_number: 3, failed_number: 0 };
		const none = { ...good, error_file_url: null };
		for (const [content, record] of [
			['row,error\n', good],
			['', good],
			['', none],
		] as const)
			expect(await rowsOf(content, { record })).toMatchObject({ items: [], error: undefined });
	});

	test.each([
		['is running', { status: 'running', failed_number: 0 }],
		['counts failed rows', { failed_number: 2, total_number: 5 }],
		['counts nothing', {}],
	])('fails without an error file for a transfer that %s', async (_, more) => {
		const { error } = await rowsOf('', { record: { ...more, error_file_url: null } });
		expect(error?.message).toMatch(/^The transfer has no error file\. /);
	});

	test.each<[string, string | Buffer, RegExp, boolean?]>([
		['a workbook', Buffer.from('504b0304140000', 'hex'), /Excel workbook or another ZIP archive/],
		['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /Excel workbook in the old format/],
		['a file that is gzip itself', gzipSync(CSV), /compressed with gzip/],
		['a PDF document', '%PDF-1.7\n…', /PDF document/],
		['other bytes', Buffer.from([1, 2, 0, 0, 0, 9]), /no text file/],
		['JSON', '[{"row":3},{"row":7}]', /JSON, and not an object on each line/],
		['CSV with headings only', 'row,error\nx'.slice(0, 10), /no rows/],
		['CSV with an open quote', 'row,error\n3,"a\n7,b\n', /quote that is not closed/],
		['no bytes', '', /no bytes, although the transfer counts 2 rows/, false],
		['a page', '<!doctype html><title>Sign in</title>', /a page/, false],
	])('refuses %s with one sentence', async (_, content, words, canBeDownloaded = true) => {
		const { items, error, errorText } = await rowsOf(content, {}, { returnAll: true });
		expect(items).toEqual([]);
		const hint = canBeDownloaded ? '; use Download Error File' : '';
		expect(error?.message).toMatch(new RegExp(words.source + hint));
		expect(errorText).not.toContain('Nothing was sent');
	});

	test('refuses what is larger than Max File Size', async () => {
		const { error } = await rowsOf(many.repeat(2), {}, { options: { maxFileSize: 0.001 } });
		expect(error?.message).toBe('The file is larger than 0.001 MB');
	});
});

describe('as a tool of an agent', () => {
	const ask = async (operation: string) => {
		service.responses['/errors.csv'] = (response) =>
			response.writeHead(200, { 'Content-Type': 'text/csv' }).end(CSV);
		service.link('/errors.csv', COUNTS);
		const ai = byId("={{ $fromAI('id') }}");
		const parameters = { resource: 'transfer', operation, descriptionType: 'auto', ...ai };
		const name = 'tool';
		const { tools, responses } = await askAgent(
			n8n,
			credentials('token'),
			[{ type: 'Transfer', name, parameters }],
			[{ tool: name, args: { id: 't' } }],
		);
		return { description: tools[0].description, ...responses[0] };
	};

	test('get error rows gives the rows', async () => {
		const { response, description } = await ask('getErrorRows');
		expect(description).toMatch(/^Lists the rows of an import that failed/);
		expect(response).toMatchObject([{ records: ROWS, shown: 2 }]);
	});

	test('download says what the file is and what to use instead', async () => {
		const { response } = await ask('downloadErrorFile');
		expect(response).toMatchObject([
			{
				id: 't',
				file: {
					name: 'errors.csv',
					type: 'text/csv',
					hint: expect.stringContaining('Get Error Rows'),
				},
			},
		]);
	});
});
