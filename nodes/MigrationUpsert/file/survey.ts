import {
	createPause,
	DigestTable,
	runInSlices,
	SlidingArray,
	type Loaded,
	type Outcome,
	type BulkRecord,
} from '../../shared/execution';
import { cancelled, type Failure } from '../../shared/http';
import { type InputFile, readHead, readSheet } from '../../shared/file/sheetRows';
import { unreadable } from '../../shared/file/csv';
import { findLayout, type Encoding, type Layout } from '../../shared/file/layout';
import { nameReader } from '../../shared/schema/columns/names';
import { allFields } from '../fields';
import { lineReader, type LineOptions, type LineReader } from '../lineReader';
import { openOrders } from '../groupLines';

/** What the first pass over a file has found. */
export interface Survey extends ReturnType<LineReader['decisions']> {
	readonly layout: Layout;
	/** Reads its rows, by the evidence of all of them. */
	readonly lines: LineReader;
	/** Rows that hold something, the one with the headings left out. */
	readonly rows: number;
	/** The number of the last row. */
	readonly lastRow: number;
	/** The lines of each order stand one below the other. */
	readonly together: boolean;
}

/** How a file is read. */
interface SurveyOptions extends LineOptions {
	readonly encoding?: Encoding | 'auto';
	readonly signal?: AbortSignal;
}

/** Rows that are held in memory at once: of a file whose orders are scattered, or of one order. */
export const MAX_HELD_ROWS = 100_000;

/**
 * Reads a file to its end and sends nothing: finds how it is written, which column holds what, and
 * whether the lines of an order stand together. Memory does not grow with the file, but for some bytes
 * for each order.
 */
export async function surveyFile(file: InputFile, options: SurveyOptions): Promise<Survey> {
	const head = await readHead(file);
	const { encoding = 'auto' } = options;
	const layout = findLayout(head, nameReader(allFields, options.columnNames), encoding);
	return await readOnce(file, layout, options);
}

/** @param again the reader by all rows, where that is known already */
async function readOnce(
	file: InputFile,
	layout: Layout,
	options: SurveyOptions,
	again?: LineReader,
): Promise<Survey> {
	const standing = watchOrders();
	const pause = createPause();
	let lines = again;
	let rows = 0;
	let lastRow = 0;
	for await (const part of readSheet(file, layout)) {
		if (options.signal?.aborted) throw cancelled();
		if (part.length === 0) continue;
		lines ??= lineReader(
			part.map(({ values }) => values),
			options,
		);
		for (const { row, values } of part) {
			standing.see(lines.observe(values, row), lines.orderId);
			rows += 1;
			lastRow = row;
		}
		await pause();
	}
	if (!lines)
		throw unreadable(
			'The file has no rows below its column names',
			'Check the node that gives it.',
		);
	const sure = lines.again();
	if (sure) return await readOnce(file, layout, options, sure);
	const { refusal, ...decided } = lines.decisions();
	const problem = refusal ?? standing.problem(rows);
	if (problem) throw problem;
	return { ...decided, layout, lines, rows, lastRow, together: standing.together() };
}

/** Watches which order follows which. */
export function watchOrders() {
	const known = new DigestTable();
	let lastCell: unknown;
	let last: string | undefined;
	let apart: string | undefined;
	/** Rows since an order began, and the order with the most. */
	let run = 0;
	let longest = { rows: 0, order: '' };
	const begin = (order: string) => {
		run = 0;
		last = order;
		if (!known.add(order)) apart ??= order;
	};
	return {
		see(cell: unknown, orderId: (cell: unknown) => string | undefined) {
			if (cell !== undefined && cell !== lastCell) {
				lastCell = cell;
				// Whether all end in .0 is known at the end only.
				const order = orderId(cell)?.replace(/\.0$/, '');
				if (order !== undefined && order !== last) begin(order);
			}
			run += 1;
			if (run > longest.rows) longest = { rows: run, order: last ?? '' };
		},
		together: () => apart === undefined,
		problem(rows: number): Failure | undefined {
			if (apart !== undefined && rows > MAX_HELD_ROWS) {
				return unreadable(
					`The lines of an order do not stand together (order ${apart} comes again further down), and the file has ${rows} rows: at most ${MAX_HELD_ROWS} can be grouped in memory`,
					'Sort the file by the order number.',
				);
			}
			if (longest.rows > MAX_HELD_ROWS) {
				return unreadable(
					`${longest.order === '' ? 'The rows before the first order number' : `The order ${longest.order} and the rows without an order number below it`} are more than ${MAX_HELD_ROWS}`,
					'Check the column of the order numbers.',
				);
			}
			return undefined;
		},
	};
}

/** How the orders of a file are made. */
interface FileOrderOptions {
	readonly fillDown: boolean;
	/** Orders that stand above this row as a whole are left out. */
	readonly startAtRow: number;
	/** The rejection of an order that must not be sent; undefined for all others. */
	readonly reject: (order: BulkRecord) => Outcome | undefined;
	readonly signal?: AbortSignal;
}

/**
 * The second pass over a file: groups its rows and checks them. Where the lines of orders stand
 * together, each order is given as soon as the next one begins.
 */
export function fileOrders(
	file: InputFile,
	{ layout, lines, together }: Survey,
	{ fillDown, startAtRow, reject, signal }: FileOrderOptions,
) {
	const parts = readSheet(file, layout);
	/** Until their orders are written; few of them are read again. */
	const texts = new SlidingArray<string>();
	const textOf = (row: number) => texts.get(row);
	const forget = (rows: readonly number[]) => rows.forEach((row) => texts.delete(row));
	const open = openOrders(fillDown, 'row');
	const pause = createPause();
	let skipped = 0;
	let isRead = false;

	/** Orders that are finished, and rows that belong to none, in the order of the file. */
	const take = async (which: 'all' | 'finished'): Promise<readonly Loaded[]> => {
		const taken = await runInSlices(open.take(which), signal);
		const { records, invalid } = taken;
		skipped += taken.skipped.length;
		forget(taken.skipped);
		const ordered = [...records, ...invalid].sort((one, other) => one.items[0] - other.items[0]);
		return ordered.flatMap((order) => {
			if (order.items.some((row) => row >= startAtRow)) {
				return ['result' in order ? order : (reject(order) ?? order)];
			}
			forget(order.items);
			return [];
		});
	};

	return {
		/** The text of a row of which an order was given that is not finished yet. */
		textOf,
		/** Forgets rows whose order is finished. */
		forget,
		/** Rows that hold no order, empty or with totals. */
		get skipped() {
			return skipped;
		},
		/** Closes the file before its end. */
		close: async () => void (await parts.return()),
		/** @see RecordSource */
		async next() {
			while (!isRead) {
				if (signal?.aborted) throw cancelled();
				const part = await parts.next();
				isRead = part.done === true;
				for (const { row, values, text } of part.done ? [] : part.value) {
					texts.add(row, text);
					open.add(row, lines.read(values, row));
				}
				const isDue = isRead || (together && open.count > 1);
				const loaded = isDue ? await take(isRead ? 'all' : 'finished') : [];
				await pause();
				if (loaded.length > 0) return loaded;
			}
			return undefined;
		},
	};
}
