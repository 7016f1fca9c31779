/** What n8n hands to the tries of a node with Retry On Fail; nodes/shared/execution/tries.ts rests on it. */
import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

import { agentTypes, asTool, askAgent } from '../../../testing/agent';
import { described } from '../../../testing/described';
import { useCustomService, useEngine } from '../../../testing/setUp';
import { itSince } from '../../../testing/since';

/** The first input item of each try, in order. */
const seen: INodeExecutionData[] = [];
/** What the first output item of each try has; an Error is thrown. */
let outcomes: unknown[] = [];

const WATCHER = 'test.watcher';
const watcher = {
	description: described(WATCHER, {
		description: 'Watches',
		properties: [
			{ displayName: 'Name', name: 'name', type: 'string', default: '' },
			{ displayName: 'Text', name: 'toolDescription', type: 'string', default: 'Watches' },
		],
	}),
	async execute(this: IExecuteFunctions) {
		const items = this.getInputData();
		seen.push(items[0]);
		const outcome = outcomes.shift();
		if (outcome instanceof Error) throw outcome;
		return [items.map(({ json }, item) => ({ json: item === 0 && outcome ? outcome : json }))];
	},
} as unknown as INodeType;

const standIn = useCustomService();
const { n8n, credentials } = useEngine(standIn, (pkg) => ({
	...agentTypes(pkg),
	[WATCHER]: watcher,
	'n8n-nodes-workspace-records.workspaceRecordsWatcherTool': asTool(watcher),
}));

beforeEach(() => {
	seen.length = 0;
	outcomes = [];
});

const spec = { type: WATCHER, retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const items = [{ json: { n: 1 } }, { json: { n: 2 } }];
const failing = (values: readonly unknown[]) => values.map((error) => ({ error }));

describe('n8n, trying a node again', () => {
	it.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
		'hands over the same items after an error that is thrown: %s',
		async (onError) => {
			outcomes = [new Error('one'), new Error('two')];
			await n8n.run({ ...spec, onError }, { items });
			expect(seen).toHaveLength(3);
			expect(new Set(seen).size).toBe(1);
		},
	);

	it.each(['a text', '', 0, {}])(
		'tries again when the first item has the error %j',
		async (error) => {
			outcomes = failing([error, error]);
			await n8n.run({ ...spec, onError: 'continueRegularOutput' }, { items });
			expect(seen).toHaveLength(3);
			expect(new Set(seen).size).toBe(1);
		},
	);

	itSince('errorOfFirstItem').each([undefined, null, false])(
		'does not when the first item has the error %j',
		async (error) => {
			outcomes = failing([error]);
			await n8n.run({ ...spec, onError: 'continueRegularOutput' }, { items });
			expect(seen).toHaveLength(1);
		},
	);

	it('hands over the same first item where the node runs for it alone', async () => {
		outcomes = [new Error('one')];
		await n8n.run({ ...spec, executeOnce: true }, { items });
		expect(seen).toHaveLength(2);
		expect(new Set(seen).size).toBe(1);
	});

	it('makes other items for every node and for every run of one, of the same JSON', async () => {
		await n8n.run([spec, spec], { items });
		expect(seen).toHaveLength(2);
		expect(new Set(seen).size).toBe(2);
		expect(new Set(seen.map(({ json }) => json)).size).toBe(1);
		expect(seen.every(({ pairedItem }) => pairedItem !== undefined)).toBe(true);
	});

	it('makes another item for every try of a tool, of the same arguments; others for every call', async () => {
		outcomes = [new Error('one'), new Error('two')];
		const tool = { ...spec, type: 'Watcher', name: 'watch', parameters: { name: 'x' } };
		const call = { tool: 'watch', args: { name: 'x' } as IDataObject };
		await askAgent(n8n, credentials(), [tool], [call, call]);
		expect(seen).toHaveLength(4);
		expect(new Set(seen).size).toBe(4);
		expect(seen.map(({ json }) => seen.findIndex((one) => one.json === json))).toEqual([
			0, 0, 0, 3,
		]);
		expect(seen.every(({ pairedItem }) => pairedItem === undefined)).toBe(true);
	});
});
