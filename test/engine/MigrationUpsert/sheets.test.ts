/**
 * Files in the shapes in which shops, ERPs and databases export orders (test/data/sheets), read by
 * n8n's own Extract from File, or as they are by Input Mode File; what has to come out stands beside them.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { BINARY_MODES, setBinaryMode } from '../../../testing/binaryModes';
import { importWith } from '../../../testing/fileRuns';
import { acceptOrders, ordersIn } from '../../../testing/orderLines';
import { useCustomEngine } from '../../../testing/setUp';
import { engine, loadPackage } from '../../../testing/engine';
import { EXTRACT, extractFromFile, hasExtractFromFile } from '../../../testing/extractFromFile';
import { isTried } from '../../../testing/simulations';
import { describeSince } from '../../../testing/since';

const ROOT = resolve(__dirname, '../../..');
const SHEETS = join(ROOT, 'test/data/sheets');

interface Expected {
	/** The orders that are sent, in input order. */
	readonly orders: IDataObject[];
	/** Rows that are reported as errors, from 0. */
	readonly rejected?: number[];
	/** Rows that hold no order: empty ones, and those of totals. */
	readonly skipped?: number[];
	/** Options of Migration Upsert. */
	readonly options?: INodeParameters;
	/** Options of Extract from File. */
	readonly extract?: INodeParameters;
	/** The workflow's time zone, where times are given with one. */
	readonly timezone?: string;
	/** Parts of hints. */
	readonly notes?: string[];
	/** Why Extract from File cannot read the file; it waits for a mode that reads files. */
	readonly onlyInFileMode?: string;
}

const sheets = Object.entries(
	JSON.parse(readFileSync(join(SHEETS, 'expected.json'), 'utf8')) as Record<string, Expected>,
);

/** What Extract from File makes of a file. */
async function extract(name: string, options: INodeParameters = {}): Promise<INodeExecutionData[]> {
	const host = engine((await loadPackage()).with({ [EXTRACT]: extractFromFile() }));
	const extension = name.split('.').at(-1) as string;
	const operation = { json: 'fromJson', xlsx: 'xlsx' }[extension] ?? 'csv';
	const { last, error } = await host.run(
		{ type: EXTRACT, parameters: { operation, binaryPropertyName: 'data', options } },
		{
			items: [
				{
					json: {},
					binary: {
						data: {
							data: readFileSync(join(SHEETS, name)).toString('base64'),
							mimeType: extension === 'json' ? 'application/json' : 'text/csv',
							fileName: name,
						},
					},
				},
			],
		},
	);
	if (error) throw error;
	const [items] = last.main;
	const [{ json }] = items;
	// A JSON file comes as one item, which Split Out would make into rows.
	return Array.isArray(json.data)
		? json.data.map((row) => ({ json: row as IDataObject }))
		: items.map(({ json: row }) => ({ json: row }));
}

const ascending = (one: number, other: number) => one - other;

const { service, runNode, n8n } = useCustomEngine();
const importFile = importWith(n8n, service);

const readable = sheets.filter(([, { onlyInFileMode }]) => onlyInFileMode === undefined);
const others = sheets.filter(([, { onlyInFileMode }]) => onlyInFileMode !== undefined);

(hasExtractFromFile ? describeSince('nodesOfHost') : describe.skip)(
	'files as others export them',
	() => {
		it.each(readable)('%s', async (name, expected) => {
			const items = await extract(name, expected.extract);
			service.reply = acceptOrders;
			const parameters = {
				partner: 'my-erp',
				inputMode: 'line',
				fields: { mappingMode: 'autoMapInputData', value: null },
				options: expected.options ?? {},
			};
			const run = async (more: INodeParameters = {}) =>
				await runNode(
					'migrationUpsert',
					'upsertOrders',
					{ ...parameters, ...more },
					{
						items: items.map(({ json }) => json),
						service,
						onError: 'continueErrorOutput',
						settings: { timezone: expected.timezone ?? 'America/New_York' },
					},
				);
			const real = await run();
			const dry = await run({ dryRun: true });

			expect(ordersIn(service.requests)).toEqual(expected.orders);
			for (const note of expected.notes ?? []) expect(real.hints.join('\n')).toContain(note);

			const rows = (among: INodeExecutionData[] = []) =>
				among
					.flatMap(({ pairedItem }) => pairedItem as Array<{ item: number }> | { item: number })
					.map(({ item }) => item)
					.sort(ascending);
			const { items: written, failed } = real;
			expect(rows(failed)).toEqual(expected.rejected ?? []);
			const accounted = [...rows(written), ...rows(failed), ...(expected.skipped ?? [])];
			expect(accounted.sort(ascending)).toEqual(items.map((_, index) => index));
			if (expected.skipped) expect(real.hints.join('\n')).toContain('Skipped');

			// A dry run says what the real one did.
			const verdicts = dry.items.filter(({ json }) => json.would_send === true);
			expect(verdicts.map(({ json }) => json.order)).toEqual(expected.orders);
		});
	},
);

describe('files that wait for a mode that reads files', () => {
	it('say why', () => {
		for (const [name, { onlyInFileMode }] of others) expect([name, onlyInFileMode]).toBeTruthy();
	});

	it('are the fewer ones of at least 25', () => {
		expect(sheets.length).toBeGreaterThanOrEqual(25);
		expect(others.length).toBeLessThan(readable.length / 5);
	});
});

const texts = sheets.filter(([name]) => /\.(csv|txt)$/.test(name));

/** In `npm test`, each file is kept in one of the ways by turns. */
describe.each([...BINARY_MODES.entries()])('files in binary mode %i, %s', (turn, mode) => {
	beforeAll(async () => await setBinaryMode(mode));
	afterAll(async () => await setBinaryMode('filesystem'));

	it.each(texts.filter((_, at) => isTried(at + turn, BINARY_MODES.length)))(
		'%s',
		async (name, expected) => {
			service.reply = acceptOrders;
			const content = readFileSync(join(SHEETS, name));
			const run = async (more: INodeParameters = {}) =>
				await importFile(
					content,
					{ options: expected.options ?? {}, ...more },
					{
						name,
						onError: 'continueErrorOutput',
						settings: { timezone: expected.timezone ?? 'America/New_York' },
					},
				);
			const real = await run();
			expect(ordersIn(service.requests)).toEqual(expected.orders);
			for (const note of expected.notes ?? []) expect(real.hints.join('\n')).toContain(note);
			if (!('decisions' in real.summary)) {
				// The file is refused as a whole; so were all its rows.
				expect(expected.orders).toEqual([]);
				expect(real.summary.error).toEqual(expect.any(String));
				return;
			}
			const first =
				(real.summary.decisions as { column_names_in_row: number }).column_names_in_row + 1;
			const rows = (fits: (line: IDataObject) => boolean) =>
				real.results
					.filter(fits)
					.flatMap((line) => line.rows as number[])
					.map((row) => row - first)
					.sort(ascending);
			expect(rows(({ outcome }) => outcome === 'rejected')).toEqual(expected.rejected ?? []);
			const accounted = [...rows(() => true), ...(expected.skipped ?? [])].sort(ascending);
			expect(accounted).toEqual(
				Array.from({ length: real.summary.rows as number }, (_, row) => row),
			);
			expect(real.summary).toMatchObject({ orders: expect.any(Number), continue_at_row: null });

			service.requests.length = 0;
			const dry = await run({ dryRun: true });
			expect(service.requests).toEqual([]);
			expect(dry.results.filter(({ outcome }) => outcome === 'would_send')).toHaveLength(
				expected.orders.length,
			);
		},
	);
});

it.each(sheets.filter(([name]) => name.endsWith('.xlsx')))(
	'%s is refused with what to do',
	async (name) => {
		const { errorText } = await importFile(readFileSync(join(SHEETS, name)), {}, { name });
		expect(errorText).toMatch(
			/Excel workbook.*Save the sheet as CSV, or read it with Extract from File/,
		);
		expect(service.requests).toEqual([]);
	},
);
