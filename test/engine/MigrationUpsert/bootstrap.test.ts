import { sentTo } from '../../../testing/orderLines';
import { useCustomService, useSandboxEngine } from '../../../testing/setUp';

const { sandbox, runNode } = useSandboxEngine();
const service = useCustomService();

const bootstrap = async (count: number, token = sandbox.tokens.fullAccess) =>
	await runNode(
		'migrationUpsert',
		'bootstrap',
		{ partner: 'my-erp' },
		{
			items: Array.from({ length: count }, (_, row) => ({ row })),
			token,
			onError: 'continueErrorOutput',
		},
	);

describe('preparing a workspace', () => {
	it('happens once, however many items come in; its one output item belongs to all of them', async () => {
		const { items, failed } = await bootstrap(3);
		expect(sentTo(sandbox)).toHaveLength(1);
		expect(failed).toEqual([]);
		const pairedItem = [{ item: 0 }, { item: 1 }, { item: 2 }];
		expect(items).toMatchObject([{ json: { workspace_id: expect.any(String) }, pairedItem }]);
	});

	it.each([{}, [], true])('fails where an ID is none: %j', async (id) => {
		service.reply = () => ({ body: { workspace_id: 'w-1', item_external_id_field_id: id } });
		const parameters = { partner: 'e' };
		const { errorText } = await runNode('migrationUpsert', 'bootstrap', parameters, { service });
		expect(errorText).toContain('no ID: item_external_id_field_id');
		expect(errorText).toContain('Sending it again is safe');
	});

	it('fails every item when it is refused, after one request', async () => {
		const { items, failed } = await bootstrap(3, sandbox.tokens.regular);
		expect(sentTo(sandbox)).toHaveLength(1);
		expect([items.length, failed.length]).toEqual([0, 3]);
	});
});
