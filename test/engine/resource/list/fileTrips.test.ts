/** Records that leave a workspace in files and come into another one, through n8n's own nodes or Input Mode File. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { storeFile } from '../../../../testing/binaryModes';
import { importWith } from '../../../../testing/fileRuns';
import { EXTRACT, extractFromFile, hasExtractFromFile } from '../../../../testing/extractFromFile';
import { upsertWith } from '../../../../testing/orderLines';
import { fromItem, mapped } from '../../../../testing/parameters';
import { jsonOf } from '../../../../testing/runNode';
import { useEngine, useSandbox } from '../../../../testing/setUp';
import { describeSince, itSince } from '../../../../testing/since';

const from = useSandbox({ seed: 'none' });
const to = useSandbox({ seed: 'none' });
const { n8n, runNode } = useEngine(
	from,
	hasExtractFromFile ? () => ({ [EXTRACT]: extractFromFile() }) : {},
);

/** Texts that a file, a spreadsheet program or a reader may change. */
const AWKWARD = [
	...['plain', '"quoted"', 'a "quote" in the middle', '"', "'apostrophe", '{"json": [1, 2]}'],
	...['one, two; three\tfour | five', 'first line\nsecond line\r\nthird', '\\n is no line break'],
	...['\nline break at the start', 'line break at the end\n', 'no-break\u00a0space'],
	...['007', '1e5', '1,234.50', '31/01/2026', 'true', 'null', 'N/A'],
	...['=1+1', '+49 30 123', '-5', '@name'],
	...['Größe ß ẞ', '漢字 😀 עברית', 'e\u0301 is not é'],
];

/** Companies with one awkward text each; those without a text, or with an empty one, have no address. */
const companies: Array<{ external_id: string; name: string; address?: string }> = [
	...AWKWARD.map((address, index) => ({
		external_id: `00${index}`,
		name: `${address.trim()} GmbH`,
		address,
	})),
	{ external_id: 'empty', name: 'Empty', address: '' },
	{ external_id: 'missing', name: 'Missing' },
];

/** What a service keeps of companies, by what is the external ID of the second one: lists do not tell that of the first. */
const companiesIn = (sandbox: typeof from, key: 'id' | 'external_id') =>
	Object.fromEntries(
		sandbox
			.records('companies')
			.map((company) => [company[key], [company.name, company.address ?? null]]),
	);

const COLUMNS = mapped({
	external_id: '={{ $json.id }}',
	name: '={{ $json.name }}',
	address: '={{ $json.address }}',
});

const create = async () => {
	const { failed, errorText } = await runNode('company', 'create', fromItem, { items: companies });
	expect([failed, errorText]).toEqual([[], '']);
	const created = companiesIn(from, 'id');
	expect(Object.values(created)).toEqual(
		companies.map(({ name, address }) => [name, address || null]),
	);
	return created;
};

/** All companies in files of ten. */
const exportCompanies = async (format: string) => {
	const options = { file: { format: format, recordsPerFile: 10 } };
	const { items } = await runNode('company', 'getAll', { returnAll: true, output: 'raw', options });
	expect(jsonOf(items).map(({ records }) => records)).toEqual([10, 10, 8]);
	return items;
};

const extract = async (items: INodeExecutionData[]) => {
	const parameters = { operation: 'csv', binaryPropertyName: 'data', options: {} };
	const { last, error } = await n8n.run({ type: EXTRACT, parameters }, { items });
	if (error) throw error;
	return last.main[0].map(({ json }) => json);
};

(hasExtractFromFile ? describeSince('nodesOfHost') : describe.skip)(
	'companies in CSV files',
	() => {
		it('come through Extract from File into another workspace as they were', async () => {
			const before = await create();
			const rows = await extract(await exportCompanies('csv'));
			expect(rows).toHaveLength(companies.length);
			const given = { items: rows, service: to };
			const { failed, errorText } = await runNode('company', 'upsert', COLUMNS, given);
			expect([failed, errorText]).toEqual([[], '']);
			expect(companiesIn(to, 'external_id')).toEqual(before);
		});
	},
);

describe('companies in NDJSON files', () => {
	it('have every value as it was', async () => {
		const before = await create();
		const files = await exportCompanies('ndjson');
		const texts = await Promise.all(files.map(async (file) => String(await n8n.readBinary(file))));
		const lines = texts.join('').trimEnd().split('\n');
		const items = lines.map((line) => JSON.parse(line) as IDataObject);
		await runNode('company', 'upsert', COLUMNS, { items, service: to });
		expect(companiesIn(to, 'external_id')).toEqual(before);
	});
});

describe('rejected rows', () => {
	const importFile = importWith(n8n, to);
	const HEADINGS = ['Order No.', 'SKU', 'Qty', 'Company External ID', 'Memo'];

	/** Two lines for each text, of an order whose company does not exist. */
	const rows = (company: string) =>
		AWKWARD.flatMap((memo, order) =>
			[1, 2].map((line) => [`0${order}`, `00${line}`, `${line}`, company, memo]),
		);
	const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
	const textOf = (lines: string[][], separator: string) =>
		lines.map((cells) => `${cells.map(cell).join(separator)}\n`).join('');
	const ordersOf = () =>
		to
			.records('orders')
			.map(({ external_id: id, memo, lines }) => [
				id,
				memo,
				(lines as IDataObject[]).map(({ quantity }) => quantity),
			]);
	const expected = AWKWARD.map((memo, order) => [`0${order}`, memo, [1, 2]]);

	it.each([
		['with commas', ',', (text: string) => Buffer.from(text)],
		['with semicolons, in UTF-16', ';', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
		['with tabs and a byte order mark', '\t', (text: string) => Buffer.from(`\ufeff${text}`)],
	])('of a file %s are accepted when they are corrected', async (_, separator, encode) => {
		const titles = [['Report', '', '', '', '']];
		const total = [['Total', '', '78', '', '']];
		const file = textOf([...titles, HEADINGS, ...rows('nobody'), ...total], separator);
		const first = await importFile(encode(file));
		expect(first.summary).toMatchObject({ orders: 26, rejected: 26, skipped_rows: 1 });
		expect(ordersOf()).toEqual([]);
		const corrected = (first.rejected as string).replaceAll('nobody', '');
		const second = await importFile(corrected);
		expect(second.summary).toMatchObject({ ok: true, orders: 26, created: 26, rows: 52 });
		expect(ordersOf()).toEqual(expected);
	});

	(hasExtractFromFile ? itSince('nodesOfHost') : it.skip)(
		'are accepted through Extract from File, too',
		async () => {
			const file = textOf([HEADINGS, ...rows('nobody')], ',');
			const { rejected } = await importFile(file);
			const corrected = (rejected as string).replaceAll('nobody', '');
			const items = await extract([
				{ json: {}, binary: { data: await storeFile(Buffer.from(corrected), 'rejected.csv') } },
			]);
			const run = await upsertWith(runNode)(items, {}, { service: to });
			expect(run.errorText).toBe('');
			expect(run.items).toHaveLength(26);
			expect(ordersOf()).toEqual(expected);
		},
	);

	it('of an NDJSON file are accepted when they are corrected', async () => {
		const file = rows('nobody')
			.map((cells) =>
				JSON.stringify(Object.fromEntries(cells.map((text, at) => [HEADINGS[at], text]))),
			)
			.join('\n');
		const first = await importFile(file);
		expect(first.summary).toMatchObject({ rejected: 26, decisions: { format: 'ndjson' } });
		const corrected = (first.rejected as string).replaceAll('nobody', '');
		const second = await importFile(corrected);
		expect(second.summary).toMatchObject({ ok: true, created: 26 });
		expect(ordersOf()).toEqual(expected);
	});
});
