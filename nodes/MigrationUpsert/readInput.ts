import type { IExecuteFunctions } from 'n8n-workflow';

import type { InputMode } from './columns';
import { gatherJson, gatherLines, gatherWholeOrders, type GatheredOrders } from './gatherOrders';

/** Reads all input items as orders, each mode in its way; sends nothing. */
export function readInput(context: IExecuteFunctions, mode: InputMode): GatheredOrders {
	const count = context.getInputData().length;
	const zone = context.getTimezone();
	const parameter = (name: string) => (item: number) => context.getNodeParameter(name, item, '');
	switch (mode) {
		case 'line':
			return gatherLines({ count, at: rowReader(context), zone });
		case 'order': {
			const header = rowReader(context);
			const lines = parameter('items');
			const at = (item: number) => ({ header: header(item), lines: lines(item) });
			return gatherWholeOrders({ count, at, zone });
		}
		case 'json':
			return gatherJson({ count, at: parameter('orders'), zone });
	}
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
