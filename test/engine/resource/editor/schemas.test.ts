import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { nodeTypeOf } from '../../../../testing/columns';
import {
	expectMatch,
	expectShown,
	operationsOf,
	servedSchema,
} from '../../../../testing/outputSchema';
import { byId, fromItem } from '../../../../testing/parameters';
import { jsonOf } from '../../../../testing/runNode';
import { useSandboxEngine } from '../../../../testing/setUp';
import { describeSince, itSince } from '../../../../testing/since';

const { sandbox, n8n, runNode, credentials } = useSandboxEngine();

type JsonSchema = { type?: unknown; properties?: Record<string, JsonSchema>; items?: JsonSchema };

/** The kinds of values that the editor can show, at every place of a schema. */
function kindsIn({ type, properties = {}, items }: JsonSchema): unknown[] {
	const first = Array.isArray(type) ? type[0] : type;
	// It looks into an object or array only when `type` is that one word.
	const opens = typeof type === 'string' || !['object', 'array'].includes(first);
	return [
		opens ? first : `hidden ${first}`,
		...Object.values(properties).flatMap(kindsIn),
		...(items ? kindsIn(items) : []),
	];
}

itSince('outputSchemas')(
	'every operation of every node has a schema that the editor can show',
	() => {
		let count = 0;
		for (const node of n8n.pkg.nodeNames()) {
			const { properties } = n8n.pkg.getByNameAndVersion(node).description;
			for (const [resource, operation] of operationsOf(properties)) {
				const schema = servedSchema(n8n.pkg, node, resource, operation) as JsonSchema | undefined;
				expect([node, operation, schema?.type]).toEqual([node, operation, 'object']);
				// The columns of an error file are those of the file.
				const least = operation === 'getErrorRows' ? 1 : 2;
				expect(Object.keys(schema?.properties ?? {}).length).toBeGreaterThanOrEqual(least);
				for (const kind of kindsIn(schema!)) {
					expect(['string', 'number', 'boolean', 'object', 'array', undefined]).toContain(kind);
				}
				count += 1;
			}
		}
		expect(count).toBeGreaterThan(118);
	},
);

describeSince('outputSchemas')('the output of a supporting node is what the editor shows', () => {
	const show = async (
		type: string,
		resource: string,
		operation: string,
		more: INodeParameters,
		items: IDataObject[] = [{}],
	) => {
		const run = await runNode(type, operation, { resource, ...more }, { items });
		expect([run.status, run.error?.message]).toEqual(['success', undefined]);
		expect(run.items.length).toBeGreaterThan(0);
		const node = nodeTypeOf({ name: type });
		expectShown(n8n.pkg, node, resource, operation, jsonOf(run.items));
	};
	const first = (object: string) => byId(String(sandbox.records(object)[0].id));
	const ended = () =>
		byId(sandbox.startTransfer({ queuedSeconds: 0, runningSeconds: 0, failedRows: 3 }).id);

	it.each([
		['account', 'account', 'whoami', () => ({})],
		['calendar', 'calendar', 'bootstrap', () => ({})],
		['enrich', 'company', 'enrich', () => first('companies')],
		['score', 'company', 'score', () => first('companies')],
		['score', 'deal', 'score', () => first('deals')],
		['transfer', 'transfer', 'get', ended],
		['transfer', 'transfer', 'wait', ended],
		['transfer', 'transfer', 'downloadDataFile', ended],
		['transfer', 'transfer', 'downloadErrorFile', ended],
		['migrationUpsert', 'migrationUpsert', 'bootstrap', () => ({ partner: 'erp' })],
	])('%s: %s %s', async (type, resource, operation, parameters) => {
		await show(type, resource, operation, parameters());
	});

	it('workspaceRecordsMigrationUpsert: migrationUpsert upsertOrders', async () => {
		const items = '={{ $json.lines }}';
		const parameters = { partner: 'erp', inputMode: 'order', ...fromItem, items };
		await show('migrationUpsert', 'migrationUpsert', 'upsertOrders', parameters, [
			{
				order_external_id: 'schema-1',
				lines: [{ item_external_id: 'sku-1', quantity: 1, unit_price: 5 }],
			},
		]);
	});

	it('workspaceRecordsOrder: order createMany', async () => {
		const parameters = { ...fromItem, itemsSource: 'json', itemsJson: '={{ $json.items }}' };
		const order = (n: number) => ({
			externalId: `schema-${n}`,
			items: [{ itemExternalId: 'acme-item-desk', quantity: n }],
		});
		const orders = [order(1), order(2)];
		await show('order', 'order', 'createMany', parameters, orders);
	});

	it('workspaceRecordsTransferTrigger', async () => {
		const { id } = sandbox.startTransfer({ queuedSeconds: 0, runningSeconds: 0 });
		const { main } = await n8n.poll(
			{
				type: 'workspaceRecordsTransferTrigger',
				parameters: { transferIds: id, events: ['finished'] },
			},
			{ credentials: credentials(), mode: 'manual' },
		);
		expect(main?.[0]).toHaveLength(1);
		const schema = servedSchema(n8n.pkg, 'workspaceRecordsTransferTrigger');
		expectMatch(schema!, jsonOf(main![0]));
	});
});
