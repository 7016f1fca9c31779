import { n8n, NODE, sandbox, sent, useMigrations } from '../../../testing/migrations';
import { accessWith } from '../../../testing/credential';

useMigrations();

const bootstrap = async (items: number, token = sandbox.tokens.fullAccess) => {
	const { last } = await n8n.run(
		{
			type: NODE,
			parameters: { resource: 'migrationUpsert', operation: 'bootstrap', partner: 'my-erp' },
		},
		{
			items: Array.from({ length: items }, (_, row) => ({ json: { row } })),
			credentials: accessWith(sandbox.url, token),
			onError: 'continueErrorOutput',
		},
	);
	return last.main;
};

describe('preparing a workspace', () => {
	it('happens once, however many items come in; its one output item belongs to all of them', async () => {
		const [done, failed] = await bootstrap(3);
		expect(sent()).toHaveLength(1);
		expect(failed).toEqual([]);
		expect(done).toMatchObject([
			{
				json: { workspace_id: expect.any(String) },
				pairedItem: [{ item: 0 }, { item: 1 }, { item: 2 }],
			},
		]);
	});

	it('fails every item when it is refused, after one request', async () => {
		const [done, failed] = await bootstrap(3, sandbox.tokens.regular);
		expect(sent()).toHaveLength(1);
		expect([done.length, failed.length]).toEqual([0, 3]);
	});
});
