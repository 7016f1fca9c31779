import type { INodeExecutionData } from 'n8n-workflow';

import { inOrder, type BulkRecord, type Outcome, type Steps } from '../shared/execution';
import type { GatheredOrders } from './gatherOrders';

/** Shows what a run would send and what it would not: one output item per order, in input order. */
export function* showOrders({ records, invalid }: GatheredOrders): Steps<INodeExecutionData[]> {
	const output: INodeExecutionData[] = [];
	const outcomes = yield* inOrder<BulkRecord | Outcome>(records, invalid);
	for (const outcome of outcomes) {
		yield;
		const { externalId = null, items } = outcome;
		const order = 'record' in outcome ? outcome.record : null;
		const problem =
			'result' in outcome && !outcome.result.ok ? outcome.result.failure.message : null;
		output.push({
			json: {
				external_id: externalId,
				would_send: order !== null,
				problem,
				items: [...items],
				order,
			},
			pairedItem: items.map((item) => ({ item })),
		});
	}
	return output;
}

/** The dry run in one sentence. */
export function dryRunSummary({ records, invalid }: GatheredOrders, batchSize: number): string {
	const lines = records.reduce((sum, { record }) => sum + countLines(record.items), 0);
	const requests = Math.ceil(records.length / batchSize);
	return (
		`Dry run: nothing was sent. A real run would send ${counted(records.length, 'order')} with ` +
		`${counted(lines, 'line')} in ${counted(requests, 'request')}. ` +
		`${counted(invalid.length, 'order')} with errors would not be sent.`
	);
}

/** `1 order`, `2 orders` */
const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

const countLines = (lines: unknown) => (Array.isArray(lines) ? lines.length : 0);
