import type { IDataObject } from 'n8n-workflow';

import { takeLog } from '../../../testing/engine';
import { storeFile } from '../../../testing/binaryModes';
import { importWith } from '../../../testing/fileRuns';
import { sentTo } from '../../../testing/orderLines';
import { useEngine, useSandbox } from '../../../testing/setUp';
import { itSince } from '../../../testing/since';

const sandbox = useSandbox({ seed: 'none' });
const { n8n } = useEngine(sandbox);
const importFile = importWith(n8n, sandbox);

const HEADINGS = 'Order No.,SKU,Qty,Company ID\n';
const LINES = 2;

/** Orders whose lines stand together, the first below the headings in row 2. */
const csvOf = (orders: number, company: (order: number) => string = () => '') =>
	HEADINGS +
	Array.from(
		{ length: orders * LINES },
		(_, index) =>
			`A-${Math.floor(index / LINES)},sku-${index % 7},${1 + (index % 5)},${company(Math.floor(index / LINES))}\n`,
	).join('');
const idsIn = () => sandbox.records('orders').map((order) => String(order.external_id));
const outcomes = (lines: readonly IDataObject[]) =>
	lines.map(({ external_id: id, outcome }) => [id, outcome]);

describe('a file', () => {
	it('becomes orders, a summary and a result for each order, in their order', async () => {
		const { summary, results, rejected } = await importFile(csvOf(25), {
			options: { batchSize: 4 },
		});
		expect(summary).toMatchObject({
			file: 'orders.csv',
			ok: true,
			rows: 50,
			orders: 25,
			created: 25,
			rejected: 0,
			requests: 7,
			continue_at_row: null,
			decisions: { encoding: 'utf-8', separator: ',', lines_of_orders: 'together' },
		});
		expect(results.map(({ rows }) => rows)).toEqual(
			Array.from({ length: 25 }, (_, order) => [2 * order + 2, 2 * order + 3]),
		);
		expect(results[0]).toMatchObject({ external_id: 'A-0', outcome: 'created', row: 2 });
		expect(rejected).toBeUndefined();
		expect(idsIn()).toHaveLength(25);
	});

	it('is read as NDJSON when its lines are objects', async () => {
		const lines = [1, 2].map((n) => JSON.stringify({ 'Order No': `N-${n}`, SKU: 's', Qty: n }));
		const { summary } = await importFile(`${lines.join('\n')}\n`, {}, { name: 'orders.ndjson' });
		expect(summary).toMatchObject({ created: 2, decisions: { format: 'ndjson' } });
	});

	it('gives its rejected rows in its own shape, which can be corrected and sent again', async () => {
		const wrong = csvOf(6, (order) => (order === 2 || order === 4 ? 'nobody' : ''));
		const given = wrong.replace(/A-5,sku-3,\d/, 'A-5,"s;""3",many');
		const { summary, results, rejected } = await importFile(given.replace(/,/g, ';'));
		expect(summary).toMatchObject({ ok: false, orders: 6, created: 3, rejected: 3 });
		expect(results.filter(({ outcome }) => outcome === 'rejected').map(({ rows }) => rows)).toEqual(
			[
				[6, 7],
				[10, 11],
				[12, 13],
			],
		);
		const lines = (rejected as string).split('\r\n');
		expect(lines[0]).toBe('\ufeffOrder No.;SKU;Qty;Company ID;_row;_error;_remedy');
		expect(lines).toHaveLength(1 + 6 + 1);
		const expected = ['6', '7', '10', '11', '12', '13'];
		expect(lines.slice(1, 7).map((line) => /;(\d+);[^;]{10,};?/.exec(line)?.[1])).toEqual(expected);
		const half = (rejected as string).replace(/nobody/g, '');
		const once = await importFile(half);
		expect(once.summary).toMatchObject({ created: 2, rejected: 1 });
		expect(once.hints.join()).not.toContain('_row');
		// The rows that are rejected again say why only once.
		expect((once.rejected as string).split('\r\n')[0]).toBe(lines[0]);
		const again = await importFile((once.rejected as string).replace(/many/, '3'));
		expect(again.summary).toMatchObject({ ok: true, created: 1 });
		expect(new Set(idsIn())).toEqual(new Set(['A-0', 'A-1', 'A-2', 'A-3', 'A-4', 'A-5']));
	});

	itSince('errorDetails')(
		'sends its rejected rows to the error output, where that is chosen',
		async () => {
			const given = csvOf(3, (order) => (order === 1 ? 'nobody' : ''));
			const { items } = await importFile(given, {}, { onError: 'continueErrorOutput' });
			const [done, refused, ...others] = items;
			expect(done.json).toMatchObject({ ok: false, created: 2, rejected: 1 });
			expect(refused.json.error).toContain('orders.csv: 1 of 3 orders');
			expect(refused.json.details).toMatchObject({ rejections: [{ external_id: 'A-1' }] });
			const rows = String(await n8n.readBinary(refused, 'rejected'));
			expect(rows.match(/^A-\d/gm)).toEqual(['A-1', 'A-1']);
			expect(others).toEqual([]);
			const clean = await importFile(csvOf(1), {}, { onError: 'continueErrorOutput' });
			expect(clean.items).toHaveLength(1);
		},
	);

	it('in NDJSON gives its rejected rows with all digits, and reads them again', async () => {
		const lines = [
			'{"Order No":"N-1","SKU":"s","Qty":2}',
			'{"Order No":"N-2","SKU":"s","Qty":"x","No":1.00}',
		];
		const { rejected } = await importFile(lines.join('\n'), {}, { name: 'orders.ndjson' });
		const row = (rejected as string).trim();
		expect(row.startsWith(`${lines[1].slice(0, -1)},"_row":2,"_error":"Order N-2`)).toBe(true);
		expect(Object.keys(JSON.parse(row) as object).slice(-3)).toEqual(['_row', '_error', '_remedy']);
		const again = await importFile(row.replace('"x"', '3'), {}, { name: 'again.ndjson' });
		expect(again.summary).toMatchObject({ ok: true, created: 1 });
	});

	it('whose orders are scattered is grouped in memory', async () => {
		const rows = Array.from({ length: 12 }, (_, row) => `B-${row % 4},s-${row},1,\n`).join('');
		const { summary, results } = await importFile(HEADINGS + rows);
		expect(summary).toMatchObject({ created: 4, decisions: { lines_of_orders: 'apart' } });
		expect(results.map(({ rows: of }) => of)).toEqual([
			[2, 6, 10],
			[3, 7, 11],
			[4, 8, 12],
			[5, 9, 13],
		]);
	});

	it('whose many orders are scattered is refused, with the advice to sort', async () => {
		const text = Array.from({ length: 100_001 }, (_, row) => `B-${row % 50_000},s,1,\n`).join('');
		const { errorText } = await importFile(HEADINGS + text);
		expect(errorText).toMatch(
			/order B-0 comes again.*100001 rows.*Sort the file by the order number/,
		);
		expect(sentTo(sandbox)).toEqual([]);
	});

	it('goes on at a row, with the whole order that it stands in', async () => {
		const { summary, results } = await importFile(csvOf(5), { options: { startAtRow: 7 } });
		expect(outcomes(results)).toEqual([
			['A-2', 'created'],
			['A-3', 'created'],
			['A-4', 'created'],
		]);
		expect(summary).toMatchObject({ orders: 3, started_at_row: 7 });
	});

	itSince('errorDetails')('says where to go on when the service stops taking orders', async () => {
		sandbox.setFaults({ faults: [{ kind: 'error', status: 403, skip: 2 }] });
		const parameters = { options: { batchSize: 2, requests: { maxParallelRequests: 1 } } };
		const first = await importFile(csvOf(10), parameters, { onError: 'continueErrorOutput' });
		const details = first.items[0].json.details as IDataObject;
		sandbox.setFaults({ faults: [] });
		expect(first.items[0].json.error).toEqual(expect.any(String));
		const row = details.continue_at_row as number;
		const done = idsIn().length;
		expect(row).toBe(2 + done * LINES);
		const second = await importFile(csvOf(10), { options: { startAtRow: row } });
		expect(second.summary).toMatchObject({ created: 10 - done });
		expect(idsIn()).toHaveLength(10);
	});

	it('shows its progress in the log', async () => {
		takeLog();
		await importFile(csvOf(100), { options: { batchSize: 10 } });
		const lines = takeLog().filter(({ message }) => message.includes('Start at Row'));
		expect(lines.length).toBeGreaterThanOrEqual(5);
		expect(lines[0].message).toMatch(/orders of orders\.csv done, 0 of them rejected/);
	});

	it('can be cancelled', async () => {
		sandbox.setFaults({ faults: [{ kind: 'latency', ms: 200 }] });
		const options = { batchSize: 5, requests: { maxParallelRequests: 1 } };
		const { status } = await importFile(csvOf(2000), { options }, { cancelAfterMs: 500 });
		expect(status).toBe('canceled');
		// Of 100 batches and more.
		expect(sandbox.requests.length).toBeLessThan(10);
	});

	it('that has an order of an earlier file with other lines rejects that order', async () => {
		const files = [csvOf(2), csvOf(3).replace('A-1,sku-2,3', 'A-1,sku-2,4')];
		const items = await Promise.all(
			files.map(async (text) => ({
				json: {},
				binary: { data: await storeFile(Buffer.from(text), 'orders.csv') },
			})),
		);
		const { items: output } = await importFile('', {}, { inputs: items });
		expect(output.map(({ json }) => [json.created, json.updated, json.rejected])).toEqual([
			[2, 0, 0],
			[1, 1, 1],
		]);
	});

	it('that cannot be read says that files before it were imported', async () => {
		const inputs = await Promise.all(
			[csvOf(1), 'no columns\n'].map(async (text) => ({
				json: {},
				binary: { data: await storeFile(Buffer.from(text), 'orders.csv') },
			})),
		);
		const { errorText } = await importFile('', {}, { inputs });
		expect(errorText).toContain('Before this file, 1 other was imported.');
		expect(idsIn()).toEqual(['A-0']);
	});
});

describe('a file that cannot be read sends nothing', () => {
	const NO_ID = 'No row has the Order External ID; the columns are';
	const NO_TEXT = /No row among the first 1 has column names|The file is no text file/;
	const utf8 = Buffer.from(`${HEADINGS}Ä,s,1,\nÖ,s,1,\nÜ,s,1,\n`);
	const TWO_ENCODINGS = Buffer.concat([utf8, Buffer.from([0xfc, 0x0a])]);
	it.each([
		['an empty file', '', /The file is empty/],
		['spaces only', ' \n\n', /The file is empty/],
		['headings only', HEADINGS, /no rows below its column names/],
		['no headings', '1,2,3\n4,5,6\n', /No row among the first 2 has column names.*"1", "2", "3"/],
		[
			'headings in row 51',
			`${'a\n'.repeat(50)}${HEADINGS}A,s,1,\n`,
			/No row among the first 50 has/,
		],
		['no column with the order', 'SKU,Qty\ns,1\n', `${NO_ID} "SKU", "Qty"`],
		['no order number', 'Order No,SKU,Qty\n,s,1\n,t,2\n', `${NO_ID} "Order No"`],
		['bytes that are no text', Buffer.from([1, 0, 0, 0, 2, 0, 3, 0, 0]), NO_TEXT],
		['a PDF document', '%PDF-1.7', /a PDF document/],
		['gzip', Buffer.from([0x1f, 0x8b, 8, 0]), /compressed with gzip/],
		['JSON', '[{"a": 1}]', /The file is JSON, and not an object on each line/],
		['a line that is no object', '{"Order No": 1}\n{oops\n', /Row 2 is no JSON object/],
		['a quote that is not closed', `${HEADINGS}A,"b,1,\n`, /Row 2 has a quote that is not closed/],
		['a bare comma', `${HEADINGS}A,Desk, oak,1,x\n`, /Row 2 has 5 cells, but there are 4 columns/],
		['two encodings', TWO_ENCODINGS, /The file is not UTF-8, and nothing says in which encoding/],
	])('%s', async (_, content, message) => {
		const { errorText } = await importFile(content);
		expect(errorText).toMatch(message);
		expect(errorText).toContain('Nothing was sent');
		expect(sentTo(sandbox)).toEqual([]);
	});

	it('a missing one names the fields that are there', async () => {
		const { data } = { data: await storeFile(Buffer.from(csvOf(1)), 'orders.csv') };
		const parameters = { binaryPropertyName: 'file' };
		const wrong = await importFile('', parameters, { binary: { data } });
		expect(wrong.errorText).toMatch(/no file in the input data field "file".*The item has "data"/);
		const none = await importFile('', {}, { binary: {} });
		expect(none.errorText).toMatch(/no file in the input data field "data".*no binary data/);
	});

	/** Czech text in Windows-1250, and Japanese text in Shift_JIS. */
	const CZECH = Buffer.from('5a2d312c9e6c7574fd206bf9f22c312c0a', 'hex');
	const JAPANESE = Buffer.from('5a2d312c8adb96d82c312c0a', 'hex');
	const withRows = (...rows: Buffer[]) => Buffer.concat([Buffer.from(csvOf(1)), ...rows]);

	it.each([
		['Windows-1250', CZECH, 'žlutý kůň', 'windows-1250'],
		['Shift_JIS', JAPANESE, '丸木', 'shift_jis'],
	])('bytes in %s are shown as four encodings read them, until one is set', async (...given) => {
		const [name, row, words, encoding] = given;
		const late = Buffer.concat([Buffer.from(csvOf(9000)), row]);
		for (const content of [withRows(row), late]) {
			const { errorText } = await importFile(content);
			expect(errorText).toMatch(/^The file is not UTF-8/);
			expect(errorText).toContain(`${words},1," in ${name}`);
			expect(errorText.match(/" in /g)).toHaveLength(4);
			expect(errorText).toContain('Set Encoding in the options');
		}
		expect(sentTo(sandbox)).toEqual([]);
		const { summary } = await importFile(withRows(row), { options: { encoding } });
		expect(summary).toMatchObject({ ok: true, decisions: { encoding, ignored_columns: [] } });
		const orders = sentTo(sandbox).flatMap(({ body }) => (body as { orders: unknown[] }).orders);
		expect(JSON.stringify(orders)).toContain(words);
	});

	it('two stray quotes swallow no rows: the lines between them are named', async () => {
		const names = 'Order No,Order Date,SKU,Item Name,Quantity,Unit Price,Memo';
		const rows = Array.from({ length: 9 }, (_, at) => `Z-${at},2026-01-31,s,Lamp,1,2,x`);
		const stray = rows.map((row, at) =>
			at === 2 || at === 6 ? row.replace('Lamp', '"Lamp') : row,
		);
		const closed = stray.map((row, at) => (at === 6 ? row.replace('"Lamp', '"') : row));
		const { errorText } = await importFile([names, ...closed].join('\n'));
		expect(errorText).toContain('The lines 4 to 8 stand in one cell in quotes');
		const narrow = [names, ...closed].map((line) => line.slice(0, line.lastIndexOf(',')));
		expect((await importFile(narrow.join('\n'))).summary).toMatchObject({ orders: 5 });
		const note = rows.map((row, at) => (at === 2 ? row.replace('x', '"a\nb, c\nd"') : row));
		expect((await importFile([names, ...note].join('\n'))).summary).toMatchObject({ orders: 9 });
	});

	it('a NUL rejects its row, and makes no other encoding of the file; 20 are in the item', async () => {
		const rows = Array.from({ length: 21 }, (_, at) => `Z-${at + 1},s\0,1,\n`).join('');
		const { summary, results } = await importFile(`${csvOf(1)}${rows}Z-0,s,1,\n`);
		expect(summary).toMatchObject({ orders: 23, rejected: 21, decisions: { encoding: 'utf-8' } });
		expect(summary.rejections).toHaveLength(20);
		expect(results[1]).toMatchObject({ external_id: 'Z-1', outcome: 'rejected' });
	});

	it('bytes that the chosen encoding does not have are refused', async () => {
		const options = { encoding: 'utf-8' };
		const { errorText } = await importFile(withRows(CZECH), { options });
		expect(errorText).toMatch(/not UTF-8/);
		expect(sentTo(sandbox)).toEqual([]);
	});
});
