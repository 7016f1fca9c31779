import type { INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox';
import { byId } from '../../../testing/parameters';

/** A transfer that the sandbox has from the start. */
const TRANSFER = 'example-import';

/** The polls of the triggers, by node name. */
export const polls: Readonly<Record<string, INodeParameters>> = {
	workspaceRecordsTransferTrigger: { transferIds: TRANSFER, events: ['finished'] },
	workspaceRecordsTrigger: { resource: 'company', events: ['created'], startFrom: 'all' },
};

interface OtherRun {
	readonly node: string;
	readonly resource: string;
	readonly operation: string;
	readonly parameters?: INodeParameters;
	readonly item?: object;
}

/** The runs of the nodes that are not about one kind of record. */
export function otherRuns(sandbox: Sandbox): OtherRun[] {
	const company = String(sandbox.records('companies')[0].id);
	const deal = String(sandbox.records('deals')[0].id);
	const partner = 'my-erp';
	const transfers = ['get', 'wait', 'downloadDataFile', 'downloadErrorFile', 'getErrorRows'];
	return [
		{ node: 'account', resource: 'account', operation: 'whoami' },
		{ node: 'calendar', resource: 'calendar', operation: 'bootstrap' },
		...transfers.map((operation) => ({
			node: 'transfer',
			resource: 'transfer',
			operation,
			parameters: byId(TRANSFER),
		})),
		{ node: 'score', resource: 'company', operation: 'score', parameters: byId(company) },
		{ node: 'score', resource: 'deal', operation: 'score', parameters: byId(deal) },
		{ node: 'enrich', resource: 'company', operation: 'enrich', parameters: byId(company) },
		{
			node: 'migrationUpsert',
			resource: 'migrationUpsert',
			operation: 'bootstrap',
			parameters: { partner },
		},
		{
			node: 'migrationUpsert',
			resource: 'migrationUpsert',
			operation: 'upsertOrders',
			parameters: { partner, inputMode: 'line' },
			item: {
				'Order No.': 'order-001',
				'Order Date': '2026-01-31',
				SKU: 'acme-item-desk',
				Quantity: 2,
				'Unit Price': 480,
			},
		},
	];
}
