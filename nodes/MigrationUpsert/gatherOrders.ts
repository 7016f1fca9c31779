import type { IExecuteFunctions } from 'n8n-workflow';

import { gatherShares, type Entry, type Gathered } from '../shared/run';
import { orderChecks } from './checkFields';
import type { InputMode } from './columns';
import { headerFields, lineFields } from './fields';
import { groupLines } from './groupLines';
import { columnMatcher } from './matchColumns';
import { orderOf, ordersOf } from './readOrders';

export const orderWords = { one: 'order', many: 'orders' };

export interface GatheredOrders extends Gathered {
	/** Columns that held something and that no field takes. */
	readonly leftOver: readonly string[];
}

/** Reads all input items as orders, each mode in its way; sends nothing. */
export function gatherOrders(context: IExecuteFunctions, mode: InputMode): GatheredOrders {
	switch (mode) {
		case 'line':
			return gatherLines(context);
		case 'order':
			return gatherWholeOrders(context);
		case 'json':
			return gatherJson(context);
	}
}

function gatherLines(context: IExecuteFunctions): GatheredOrders {
	const checks = orderChecks(context.getTimezone());
	const columns = columnMatcher([...headerFields, ...lineFields]);
	const rowOf = rowReader(context);
	const gathered = groupLines(context.getInputData().length, (item) => {
		const values = columns.match(rowOf(item));
		return { header: checks.header(values), line: checks.line(values) };
	});
	return { ...gathered, leftOver: [...columns.leftOver] };
}

function gatherWholeOrders(context: IExecuteFunctions): GatheredOrders {
	const checks = orderChecks(context.getTimezone());
	const columns = columnMatcher(headerFields);
	const lineColumns = columnMatcher(lineFields);
	const rowOf = rowReader(context);
	const entries = everyItem(context, (item) => {
		const lines = context.getNodeParameter('items', item, '');
		return [orderOf(item, columns.match(rowOf(item)), lines, checks, lineColumns.match)];
	});
	const gathered = gatherShares(entries, orderWords);
	const leftOver = [
		// The lines stand in a column of the item, usually under this name.
		...[...columns.leftOver].filter((name) => name !== 'items'),
		...[...lineColumns.leftOver].map((name) => `items.${name}`),
	];
	return { ...gathered, leftOver };
}

function gatherJson(context: IExecuteFunctions): GatheredOrders {
	const checks = orderChecks(context.getTimezone(), true);
	const entries = everyItem(context, (item) =>
		ordersOf(item, context.getNodeParameter('orders', item, ''), checks),
	);
	return { ...gatherShares(entries, orderWords), leftOver: [] };
}

function* everyItem(context: IExecuteFunctions, read: (item: number) => Entry[]) {
	const count = context.getInputData().length;
	for (let item = 0; item < count; item += 1) yield* read(item);
}

type Row = Readonly<Record<string, unknown>>;

/** What an item gives: its columns as they are, or the values mapped by hand. */
function rowReader(context: IExecuteFunctions): (item: number) => Row {
	const items = context.getInputData();
	const mapper = (item: number) =>
		context.getNodeParameter('fields', item, {}) as { mappingMode?: string; value?: Row | null };
	if (mapper(0).mappingMode === 'defineBelow') return (item) => mapper(item).value ?? {};
	return (item) => items[item].json;
}
