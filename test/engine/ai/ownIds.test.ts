import { byId } from '../../../testing/parameters';
import { jsonOf } from '../../../testing/runNode';
import { useSandboxEngine } from '../../../testing/setUp';

const { sandbox, runNode } = useSandboxEngine();

describe.each([
	['enrich', 'company', 'companies', 'company_id'],
	['score', 'company', 'companies', 'company_id'],
	['score', 'deal', 'deals', 'deal_id'],
] as const)('%s › a %s', (node, resource, object, number) => {
	const own = () => sandbox.records(object)[0];
	const run = async (value: unknown, mode?: string) => {
		const given = { resource, ...byId(String(value), mode) };
		const { items, failed, requests } = await runNode(node, node, given, {
			onError: 'continueErrorOutput',
		});
		return { item: jsonOf(items)[0], failed: jsonOf(failed)[0], requests };
	};

	it('is named by ID, by number and by external ID', async () => {
		const { id, external_id: externalId } = own() as { id: string; external_id: string };
		const { json } = (await runNode(resource, 'get', { resource, ...byId(id) })).items[0];
		for (const [value, mode] of [[id], [json[number]], [externalId, 'externalId']] as const) {
			const { item, failed } = await run(value, mode);
			expect(failed).toBeUndefined();
			expect(item.id).toBe(id);
			const keyed = mode ? { external_id: externalId } : {};
			if (value !== id) expect(item).toMatchObject({ name: json.name, ...keyed });
		}
	});

	it('costs no call where no record has the external ID', async () => {
		const { failed, requests } = await run('nobody', 'externalId');
		expect(failed.error).toMatch(/^Could not get the .* nobody/);
		expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);
	});
});
