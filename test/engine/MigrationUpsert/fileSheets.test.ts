/** The files of test/data/sheets as they are, read by Input Mode File: the same orders as through Extract from File. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { BINARY_MODES, setBinaryMode } from '../../../testing/binaryModes';
import { importWith } from '../../../testing/fileRuns';
import { acceptOrders, ordersIn } from '../../../testing/orderLines';
import { useCustomService, useEngine } from '../../../testing/setUp';
import { isTried } from '../../../testing/simulations';

const SHEETS = join(resolve(__dirname, '../../..'), 'test/data/sheets');

interface Expected {
	readonly orders: IDataObject[];
	readonly rejected?: number[];
	readonly skipped?: number[];
	readonly options?: INodeParameters;
	readonly timezone?: string;
	readonly notes?: string[];
}

const sheets = Object.entries(
	JSON.parse(readFileSync(join(SHEETS, 'expected.json'), 'utf8')) as Record<string, Expected>,
);
const texts = sheets.filter(([name]) => /\.(csv|txt)$/.test(name));

const service = useCustomService();
const { n8n } = useEngine(service);
const importFile = importWith(n8n, service);

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
					.sort((a, b) => a - b);
			expect(rows(({ outcome }) => outcome === 'rejected')).toEqual(expected.rejected ?? []);
			const accounted = [...rows(() => true), ...(expected.skipped ?? [])].sort((a, b) => a - b);
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
