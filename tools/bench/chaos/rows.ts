/** The rows of a migration, and what is told of them. */
import type { IDataObject } from 'n8n-workflow';

import type { Failed } from './auditResult';

/** One run of the node. */
export interface Migration {
	readonly url: string;
	readonly token: string;
	readonly lines: number;
	readonly batchSize: number;
	readonly fromFile: boolean;
	/** Where to go on with a file; 1 for all of it. */
	readonly startAtRow: number;
	/** Some milliseconds after a request was sent: the process is killed, or the execution is cancelled. */
	readonly interruption?: {
		readonly by: 'kill' | 'cancel';
		readonly request: number;
		readonly afterMs: number;
	};
}

/** What a run reported about one order. */
export interface Report {
	readonly order: string;
	/** The input rows that it was built from. */
	readonly rows: readonly number[];
	readonly failure?: Failed;
}

export const LINES = 4;
/** One order in so many is for a company that does not exist; the service has to reject it. */
const IMPOSSIBLE_EVERY = 50;
export const isImpossible = (order: number) => order % IMPOSSIBLE_EVERY === IMPOSSIBLE_EVERY - 1;

/** The order of a row: those of an order are far apart, in a file one below the other. */
const orderOf = (row: number, lines: number, fromFile: boolean) =>
	fromFile ? Math.floor(row / LINES) : row % (lines / LINES);

/** Rows of a spreadsheet; no two lines of an order are alike. */
export function rowsOf(lines: number, fromFile: boolean): IDataObject[] {
	return Array.from({ length: lines }, (_, row) => {
		const order = orderOf(row, lines, fromFile);
		return {
			order_external_id: `m-${order}`,
			item_external_id: `sku-${row % 503}`,
			quantity: String(1 + (row % 97)),
			...(isImpossible(order) && { company_external_id: 'nobody' }),
		};
	});
}

/** The same rows as a CSV file; the first of them is row 2. */
export const FIRST_ROW = 2;
export const csvOf = (lines: number) =>
	[
		'order_external_id,item_external_id,quantity,company_external_id',
		...rowsOf(lines, true).map(
			({
				order_external_id: order,
				item_external_id: item,
				quantity,
				company_external_id: company,
			}) => [order, item, quantity, company ?? ''].join(','),
		),
	].join('\n');
