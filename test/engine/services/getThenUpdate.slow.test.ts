import { resources } from '../../../scripts/lib/definitions';
import { byId, fromItem, mapped } from '../../../testing/parameters';
import { jsonOf, runNodeWith } from '../../../testing/runNode';
import { startGenerous } from '../../../testing/services/generous';
import { startLiteral } from '../../../testing/services/literal';
import type { Kept } from '../../../testing/services/recordService';
import { useSandboxEngine, useService } from '../../../testing/setUp';

const { sandbox, runNode, n8n } = useSandboxEngine();
const generous = useService(startGenerous);
const literal = useService(startLiteral);

const OBJECT = { objectName: 'orders' };
const MODES = ['id', 'externalId'] as const;
const table = resources
	.filter(({ operations }) => (operations as readonly string[]).includes('update'))
	.flatMap((resource) =>
		MODES.filter((mode) => mode === 'id' || resource.identifiers.external !== undefined).map(
			(mode) => ({ resource, label: resource.label, mode }),
		),
	);
const settings = { timezone: 'UTC' };

/** What a record says, apart from IDs and times: an update of panels makes new ones. */
const contentOf = (record: object): unknown =>
	JSON.parse(
		JSON.stringify(record, (key, value: unknown) =>
			value === null || ['id', 'created_at', 'updated_at'].includes(key) ? undefined : value,
		),
	);

/** What Get shows of it has no field that an update could write. */
const INCOMPLETE: Readonly<Record<string, string>> = {
	subscription: 'No field of the subscription is set',
};
/** The literal service shows their ID and status, no more. */
const NAMELESS = ['property', 'report', 'inventoryTransaction'];

describe('what Get returned', () => {
	it.each(table)(
		'$label by $mode › goes into Update as it is, mapped automatically',
		async ({ resource, mode }) => {
			const { name, path } = resource;
			const object = path.split('/')[3];
			if (name === 'property')
				await runNode(name, 'create', { ...OBJECT, ...mapped({ name: 'P' }) });
			const [record] = sandbox
				.records(object)
				.filter((each) => mode === 'id' || each.external_id)
				.filter((each) => each.object === undefined || each.object === OBJECT.objectName);
			const reference = mode === 'id' ? record.id : record.external_id;
			const got = await runNode(name, 'get', { ...byId(String(reference), mode), ...OBJECT });
			expect(got.errorText).toBe('');
			const updated = await runNode(
				name,
				'update',
				{ ...byId('={{ $json.id }}'), ...fromItem, ...OBJECT },
				{ items: jsonOf(got.items), settings },
			);
			expect(updated.errorText).toBe('');
			const [after] = sandbox.records(object).filter(({ id }) => id === record.id);
			expect(contentOf(after)).toEqual(contentOf(record));
		},
	);

	it('items of Get Many › go into Update by ID when they are corrected', async () => {
		const listed = await runNode('item', 'getAll', { limit: 3 });
		const items = jsonOf(listed.items).map((json) => ({ ...json, name: `${String(json.name)}!` }));
		const parameters = { ...byId('={{ $json.id }}'), ...fromItem };
		const updated = await runNode('item', 'update', parameters, { items, settings });
		expect(updated.errorText).toBe('');
		const after = sandbox.records('items');
		for (const { id, name } of items as Array<{ id?: string; name: string }>) {
			const before = after.find((record) => record.id === id);
			expect([before?.name, before?.external_id]).toEqual([name, expect.any(String)]);
		}
	});

	it('an item › is made without an external ID, where the service takes it', async () => {
		const { items, errorText } = await runNode('item', 'create', mapped({ name: 'Plain' }));
		expect(errorText).toBe('');
		expect(items[0].json.id).toEqual(expect.any(String));
		const upsert = await runNode('item', 'upsert', mapped({ name: 'Plain' }));
		expect(upsert.errorText).toContain('External ID is required');
	});

	it.each([
		['item', 'items'],
		['inventory', 'inventories'],
	])(
		'%s by ID › goes into an Update By External ID, which sends that ID by itself',
		async (name, object) => {
			const [record] = sandbox.records(object);
			const got = await runNode(name, 'get', byId(String(record.id)));
			const { external_id: own } = record;
			const parameters = { ...byId(String(own), 'externalId'), ...fromItem };
			const items = jsonOf(got.items);
			const updated = await runNode(name, 'update', parameters, { items, settings });
			expect(updated.errorText).toBe('');
			expect(updated.items[0].json.external_id).toBe(own);
		},
	);

	describe.each([
		['generous', generous],
		['literal', literal],
	] as const)('from the %s service', (service, records) => {
		it.each(table.filter(({ mode }) => mode === 'id'))(
			'$label › goes into Update as it is',
			async ({ resource: { name, path } }) => {
				records.reset();
				const isNumbered = ['estimates', 'purchase-orders', 'disbursements'].includes(
					path.split('/')[3],
				);
				const id =
					service === 'generous' || !isNumbered ? '00000000-0000-4000-8000-000000000001' : '1';
				const kept = { id, number: 1, externalId: 'own', fields: {}, archived: false };
				(records.records(path.split('/')[3]) as Kept[]).push(kept);
				const run = runNodeWith(n8n, records);
				const got = await run(name, 'get', { ...byId(id), ...OBJECT });
				expect(got.errorText).toBe('');
				const parameters = { ...byId('={{ $json.id }}'), ...fromItem, ...OBJECT };
				const updated = await run(name, 'update', parameters, {
					items: jsonOf(got.items),
					settings,
				});
				// What these services show of such a record has no field that could be written, or not all.
				const isNameless = service === 'literal' && NAMELESS.includes(name);
				const problem = isNameless ? 'is set | Map at least one field' : INCOMPLETE[name];
				if (problem) expect(updated.errorText).toContain(problem);
				else expect([name, updated.errorText]).toEqual([name, '']);
			},
		);
	});
});
