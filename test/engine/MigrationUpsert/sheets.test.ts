/**
 * Files in the shapes in which shops, ERPs and databases export orders (test/data/sheets), read by
 * n8n's own Extract from File and sent by Migration Upsert; what has to come out stands beside them.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { acceptOrders } from '../../../testing/orderLines';
import { useCustomService, useEngine } from '../../../testing/setUp';
import { engine, loadPackage } from '../../../testing/engine';
import { EXTRACT, extractFromFile, hasExtractFromFile } from '../../../testing/extractFromFile';
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
	const n8n = engine((await loadPackage()).with({ [EXTRACT]: extractFromFile() }));
	const extension = name.split('.').at(-1) as string;
	const operation = { json: 'fromJson', xlsx: 'xlsx' }[extension] ?? 'csv';
	const { last, error } = await n8n.run(
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

const service = useCustomService();
const { runNode } = useEngine(service);

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

			const sent = service.requests.flatMap(
				({ body }) => (body as { orders: IDataObject[] }).orders,
			);
			expect(sent).toEqual(expected.orders);
			for (const note of expected.notes ?? []) expect(real.hints.join('\n')).toContain(note);

			const rows = (among: INodeExecutionData[] = []) =>
				among
					.flatMap(({ pairedItem }) => pairedItem as Array<{ item: number }> | { item: number })
					.map(({ item }) => item)
					.sort((a, b) => a - b);
			const { items: written, failed } = real;
			expect(rows(failed)).toEqual(expected.rejected ?? []);
			const accounted = [...rows(written), ...rows(failed), ...(expected.skipped ?? [])];
			expect(accounted.sort((a, b) => a - b)).toEqual(items.map((_, index) => index));
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
