import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { accessWith } from '../../../testing/credential';
import { engine, loadPackage, type CredentialsByType, type Engine } from '../../../testing/engine';
import {
	expectMatch,
	expectShown,
	operationsOf,
	servedSchema,
} from '../../../testing/outputSchema';
import { describeSince, itSince } from '../../../testing/since';

let sandbox: Sandbox;
let n8n: Engine;

beforeAll(async () => {
	sandbox = await startSandbox();
	n8n = engine(await loadPackage());
	credentials = accessWith(sandbox.url, sandbox.tokens.fullAccess);
});
afterAll(async () => await sandbox.close());

let credentials: CredentialsByType;

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
				expect(Object.keys(schema?.properties ?? {}).length).toBeGreaterThan(1);
				for (const kind of kindsIn(schema!)) {
					expect(['string', 'number', 'boolean', 'object', 'array', undefined]).toContain(kind);
				}
				count += 1;
			}
		}
		expect(count).toBeGreaterThan(118);
	},
);

describeSince('outputSchemas')('what the supporting nodes give is what the editor shows', () => {
	const show = async (
		node: string,
		resource: string,
		operation: string,
		more: INodeParameters,
		items: IDataObject[] = [{}],
	) => {
		const { status, error, last } = await n8n.run(
			{ type: node, parameters: { resource, operation, ...more } },
			{ credentials, items: items.map((json) => ({ json })) },
		);
		expect([status, error?.message]).toEqual(['success', undefined]);
		const given = last.main[0].map(({ json }) => json);
		expect(given.length).toBeGreaterThan(0);
		expectShown(n8n.pkg, node, resource, operation, given);
	};
	const pick = (id: unknown) => ({ recordId: { __rl: true, mode: 'id', value: String(id) } });
	const first = (object: string) => pick(sandbox.records(object)[0].id);
	const ended = () =>
		pick(sandbox.startTransfer({ queuedSeconds: 0, runningSeconds: 0, failedRows: 3 }).id);

	it.each([
		['workspaceRecordsAccount', 'account', 'whoami', () => ({})],
		['workspaceRecordsCalendar', 'calendar', 'bootstrap', () => ({})],
		['workspaceRecordsEnrich', 'company', 'enrich', () => first('companies')],
		['workspaceRecordsScore', 'company', 'score', () => first('companies')],
		['workspaceRecordsScore', 'deal', 'score', () => first('deals')],
		['workspaceRecordsTransfer', 'transfer', 'get', ended],
		['workspaceRecordsTransfer', 'transfer', 'wait', ended],
		['workspaceRecordsTransfer', 'transfer', 'downloadDataFile', ended],
		['workspaceRecordsTransfer', 'transfer', 'downloadErrorFile', ended],
		['workspaceRecordsMigrationUpsert', 'migrationUpsert', 'bootstrap', () => ({ partner: 'erp' })],
	])('%s: %s %s', async (node, resource, operation, parameters) => {
		await show(node, resource, operation, parameters());
	});

	it('workspaceRecordsMigrationUpsert: migrationUpsert upsertOrders', async () => {
		const fields = { mappingMode: 'autoMapInputData', value: null };
		const parameters = { partner: 'erp', inputMode: 'order', fields, items: '={{ $json.lines }}' };
		await show('workspaceRecordsMigrationUpsert', 'migrationUpsert', 'upsertOrders', parameters, [
			{
				order_external_id: 'schema-1',
				lines: [{ item_external_id: 'sku-1', quantity: 1, unit_price: 5 }],
			},
		]);
	});

	it('workspaceRecordsOrder: order createMany', async () => {
		const fields = { mappingMode: 'autoMapInputData', value: null };
		const parameters = { fields, itemsSource: 'json', itemsJson: '={{ $json.items }}' };
		const order = (n: number) => ({
			externalId: `schema-${n}`,
			items: [{ itemExternalId: 'sku-1', quantity: n }],
		});
		const orders = [order(1), order(2)];
		await show('workspaceRecordsOrder', 'order', 'createMany', parameters, orders);
	});

	it('workspaceRecordsTransferTrigger', async () => {
		const { id } = sandbox.startTransfer({ queuedSeconds: 0, runningSeconds: 0 });
		const { main } = await n8n.poll(
			{
				type: 'workspaceRecordsTransferTrigger',
				parameters: { transferIds: id, events: ['finished'] },
			},
			{ credentials, mode: 'manual' },
		);
		expect(main?.[0]).toHaveLength(1);
		const schema = servedSchema(n8n.pkg, 'workspaceRecordsTransferTrigger');
		expectMatch(
			schema!,
			main![0].map(({ json }) => json),
		);
	});
});
