/**
 * A loop on the canvas, with n8n's own Loop Over Items, whose batches cut an order in two: an upsert
 * replaces the lines of an order, so that the second batch would remove those of the first.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

import type { INodeType } from 'n8n-workflow';

import { canvas } from '../../../testing/canvas';
import { accessWith } from '../../../testing/credential';
import { engine, loadPackage } from '../../../testing/engine';
import { fromItem } from '../../../testing/parameters';
import { useSandbox } from '../../../testing/setUp';

const LOOP = 'n8n-nodes-base.splitInBatches';
const loopFile = join(
	resolve(__dirname, '../../..'),
	'.local/host/node_modules/n8n-nodes-base/dist/nodes/SplitInBatches/v3/SplitInBatchesV3.node.js',
);

const workflow = (batchSize: number) => {
	const parameters = {
		...{ resource: 'migrationUpsert', operation: 'upsertOrders', partner: 'my-erp' },
		...{ inputMode: 'line', ...fromItem },
	};
	const upsert = { name: 'Upsert', type: 'workspaceRecordsMigrationUpsert', parameters };
	const loop = { name: 'Loop', type: LOOP, typeVersion: 3, parameters: { batchSize, options: {} } };
	return canvas([loop, { ...upsert, onError: 'continueErrorOutput' }], {
		Start: [['Loop']],
		Loop: [[], ['Upsert']],
		Upsert: [['Loop'], ['Loop']],
	});
};

const items = [
	{ order_number: 'A', sku: 's-1', qty: 1 },
	{ order_number: 'A', sku: 's-2', qty: 2 },
	{ order_number: 'B', sku: 's-3', qty: 3 },
	{ order_number: 'A', sku: 's-4', qty: 4 },
	{ order_number: 'C', sku: 's-5', qty: 5 },
];

const sandbox = useSandbox();

async function run(batchSize: number) {
	// Only where n8n is installed.
	const { SplitInBatchesV3 } = require(loopFile) as { SplitInBatchesV3: new () => INodeType };
	const n8n = engine((await loadPackage()).with({ [LOOP]: new SplitInBatchesV3() }));
	const { nodes, status } = await n8n.runWorkflow(workflow(batchSize), {
		items: items.map((json) => ({ json })),
		credentials: accessWith(sandbox.url, sandbox.tokens.fullAccess),
	});
	const runs = nodes.Upsert.runs.map(({ data }) => data?.main ?? []);
	const failed = runs.flatMap(([, errors]) => errors ?? []);
	return { status, failed, batches: runs.length };
}

(existsSync(loopFile) ? describe : describe.skip)('a loop on the canvas', () => {
	it('does not replace the lines of an order that an earlier batch has sent', async () => {
		const { status, failed, batches } = await run(2);
		expect([status, batches]).toEqual(['success', 3]);
		expect(failed.map(({ json }) => String(json.error))).toEqual([
			expect.stringContaining('The order A was sent by this node before in the same execution'),
		]);
		expect(linesOf('A')).toEqual(['s-1', 's-2']);
		expect(linesOf('B')).toEqual(['s-3']);
		expect(linesOf('C')).toEqual(['s-5']);
	});

	it('sends every order once and whole when all its lines come together', async () => {
		const { failed, batches } = await run(100);
		expect([failed, batches]).toEqual([[], 1]);
		expect(linesOf('A')).toEqual(['s-1', 's-2', 's-4']);
	});
});

/** The lines that the last request with the order has left it with. */
function linesOf(externalId: string) {
	const sent = sandbox.requests.flatMap(({ body }) => (body as { orders?: Order[] })?.orders ?? []);
	const last = sent.filter((order) => order.order_external_id === externalId).at(-1);
	return last?.items.map((line) => line.item_external_id);
}

interface Order {
	order_external_id: string;
	items: Array<{ item_external_id: string }>;
}
