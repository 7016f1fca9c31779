import {
	createPause,
	inOrder,
	runInSlices,
	SlidingArray,
	type Loaded,
	type Outcome,
	type BulkRecord,
	type RecordSource,
} from '../../shared/execution';
import { cancelled } from '../../shared/http';
import type { InputFile } from '../../shared/file/inputFile';
import { readSheet, valuesOf } from '../../shared/file/sheetRows';
import { openOrders } from '../groupLines';
import type { Survey } from './survey';

/** The orders of a file, as its rows are read. */
export interface FileOrders extends RecordSource {
	/** The text of a row of which an order was given that is not finished yet. */
	textOf(row: number): string;
	/** Forgets rows whose order is finished. */
	forget(rows: readonly number[]): void;
	/** Rows that hold no order, empty or with totals. */
	readonly skipped: number;
	/** Closes the file before its end. */
	close(): Promise<void>;
}

/** How the orders of a file are made. */
export interface FileOrderOptions {
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
): FileOrders {
	const parts = readSheet(file, layout);
	/** Until their orders are written; few of them are read again. */
	const texts = new SlidingArray<string>();
	const textOf = (row: number) => texts.get(row);
	const forget = (rows: readonly number[]) => rows.forEach((row) => texts.delete(row));
	const open = openOrders({
		read: (row) => lines.read(valuesOf(layout, textOf(row))),
		fillDown,
		noun: 'row',
	});
	const pause = createPause();
	let skipped = 0;
	let isRead = false;

	/** Orders that are finished, and rows that belong to none, in the order of the file. */
	const take = async (which: 'all' | 'finished'): Promise<readonly Loaded[]> => {
		const taken = await runInSlices(open.take(which), signal);
		const { records, invalid } = taken;
		skipped += taken.skipped.length;
		forget(taken.skipped);
		// Few of them are sorted; those of a whole file are put in order in steps.
		const ordered = together
			? [...records, ...invalid].sort((one, other) => one.items[0] - other.items[0])
			: await runInSlices(inOrder<Loaded>(records, invalid), signal);
		return ordered.flatMap((order) => {
			if (order.items.some((row) => row >= startAtRow)) {
				return ['result' in order ? order : (reject(order) ?? order)];
			}
			forget(order.items);
			return [];
		});
	};

	return {
		textOf,
		forget,
		get skipped() {
			return skipped;
		},
		close: async () => void (await parts.return()),
		async next() {
			const loaded: Loaded[] = [];
			while (loaded.length === 0) {
				if (isRead) return;
				if (signal?.aborted) throw cancelled();
				const part = await parts.next();
				if (part.done) isRead = true;
				else {
					for (const { row, values, text } of part.value) {
						texts.add(row, text);
						open.add(row, lines.read(values));
					}
					if (together && open.count > 1) {
						const finished = await take('finished');
						loaded.push(...finished);
					}
				}
				if (isRead) {
					const rest = await take('all');
					for (const order of rest) loaded.push(order);
				}
				await pause();
			}
			return loaded;
		},
	};
}
