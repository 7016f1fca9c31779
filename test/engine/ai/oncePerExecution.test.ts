import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { canvas } from '../../../testing/canvas';
import { accessWith } from '../../../testing/credential';
import { byId } from '../../../testing/parameters';
import { useCustomEngine } from '../../../testing/setUp';

const { service, n8n } = useCustomEngine();

const seedOf = (body: unknown) => (body as { seed: { name: string } }).seed.name;
const enriched = (body: unknown) => ({
	data: { run_id: 'r', updated_builtin_fields: { industry: seedOf(body) } },
	message: 'OK',
});

/** A workflow in which the node runs four times with the same items, as it does in a loop. */
const loop = (options: INodeParameters) => {
	const branches = ['A', 'B', 'C', 'D'];
	const own = { resource: 'company', operation: 'enrich', ...byId('={{ $json.name }}', 'name') };
	const enrich = {
		...{ name: 'Enrich', type: 'workspaceRecordsEnrich', parameters: { ...own, options } },
		onError: 'continueRegularOutput' as const,
	};
	return canvas([...branches.map((name) => ({ name, type: 'n8n-nodes-base.noOp' })), enrich], {
		Start: [branches],
		...Object.fromEntries(branches.map((name) => [name, [['Enrich']]])),
	});
};

const once = { calls: { oncePerExecution: true } };

async function run(options: INodeParameters) {
	const { nodes } = await n8n.runWorkflow(loop(options), {
		credentials: accessWith(service.url, 'a-token'),
		items: ['k1', 'k2', 'k3', 'k4'].map((name) => ({ json: { name } })),
	});
	return nodes.Enrich.runs.map(
		({ data }) => data?.main[0]?.map(({ json }) => json) as IDataObject[],
	);
}

describe('four companies in four runs of the node', () => {
	beforeEach(() => {
		service.reply = ({ body }) => ({ body: enriched(body) });
	});

	it('are asked for in every run, unless the option is on', async () => {
		const runs = await run({});
		expect(runs).toHaveLength(4);
		expect(service.requests).toHaveLength(16);
		expect(runs.flat().some((json) => 'shared' in json)).toBe(false);
	});

	it('are asked for once with Once per Execution; further results say that they are shared', async () => {
		const runs = await run(once);
		expect(service.requests).toHaveLength(4);
		const [first, ...others] = runs;
		expect(first.some((json) => 'shared' in json)).toBe(false);
		for (const again of others) {
			expect(again).toEqual(first.map((json) => ({ ...json, shared: true })));
		}
		await run(once);
		expect(service.requests).toHaveLength(8);
	});

	it('are asked for again where they failed', async () => {
		service.reply = ({ body }) =>
			seedOf(body) === 'k1' ? { status: 422, body: { message: 'No' } } : { body: enriched(body) };
		await run(once);
		expect(service.requests.filter(({ body }) => seedOf(body) === 'k1')).toHaveLength(4);
		expect(service.requests).toHaveLength(7);
	});

	it('are not asked for again where the outcome is unknown', async () => {
		service.reply = ({ body }) =>
			seedOf(body) === 'k1' ? { status: 500, body: {} } : { body: enriched(body) };
		const [first, second] = await run(once);
		expect(service.requests).toHaveLength(4);
		expect(first[0].error).toMatch(/^Outcome unknown/);
		expect(second[0]).toMatchObject({ name: 'k1', skipped: true });
		const calls = { oncePerExecution: true, retryUnknownOutcome: true };
		await run({ calls, requests: { maxRetries: 0 } });
		expect(service.requests).toHaveLength(11);
	});
});
