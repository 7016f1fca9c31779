import type { IExecuteFunctions, INodeParameters, INodeType } from 'n8n-workflow';

import { canvas } from '../../../testing/canvas';
import { described } from '../../../testing/described';
import { byId } from '../../../testing/parameters';
import { jsonOf } from '../../../testing/runNode';
import { useCustomEngine } from '../../../testing/setUp';

const PAUSE = 'test.pause';
/** Waits for so long that n8n stores the execution; it goes on with what is stored, in any process. */
const pause: INodeType = {
	description: described(PAUSE),
	async execute(this: IExecuteFunctions) {
		await this.putExecutionToWait(new Date(Date.now() + 3_600_000));
		return [this.getInputData()];
	},
};

const { service, n8n, storedCredentials } = useCustomEngine({ [PAUSE]: pause });

/** Two runs of Enrich with the same two companies, and a wait between them. */
const workflow = (calls: INodeParameters) => {
	const seed = byId('={{ $json.name }}', 'name');
	const own = { resource: 'company', operation: 'enrich', ...seed, options: { calls } };
	const enrich = { name: 'Enrich', type: 'workspaceRecordsEnrich', parameters: own };
	// The upper branch runs first, to its end.
	const lower = { name: 'Pause', type: PAUSE, position: [0, 1] as [number, number] };
	const first = { name: 'First', type: 'n8n-nodes-base.noOp' };
	return canvas([first, lower, { ...enrich, onError: 'continueRegularOutput' }], {
		Start: [['First', 'Pause']],
		First: [['Enrich']],
		Pause: [['Enrich']],
	});
};

/** Runs it up to the wait; `goOn` runs the rest, in the same execution or in a Retry of it. */
async function untilWait(calls: INodeParameters) {
	const credentials = await storedCredentials();
	const items = ['k1', 'k2'].map((name) => ({ json: { name } }));
	const json = workflow(calls);
	const { status, execution, executionId } = await n8n.runWorkflow(json, { credentials, items });
	expect(status).toBe('waiting');
	const goOn = async (isRetry = false) => {
		const options = { credentials, resume: execution, ...(!isRetry && { executionId }) };
		const { nodes } = await n8n.runWorkflow(json, options);
		return jsonOf(nodes.Enrich.runs[1].data?.main[0] ?? []);
	};
	return goOn;
}

const enriched = {
	data: { run_id: 'r', updated_builtin_fields: { industry: 'x' } },
	message: 'OK',
};

describe('after a wait', () => {
	beforeEach(() => {
		service.reply = () => ({ body: enriched });
	});

	it('Once per Execution still knows what was asked; a Retry of the execution asks again', async () => {
		const goOn = await untilWait({ oncePerExecution: true });
		const again = await goOn();
		expect(service.requests).toHaveLength(2);
		const reason = expect.stringContaining('Asked before in this execution');
		const skipped = { outcome: 'skipped', skipped: true, reason };
		expect(again).toEqual(['k1', 'k2'].map((name) => ({ name, ...skipped })));
		await goOn(true);
		expect(service.requests).toHaveLength(4);
	});

	it('Max Calls counts on; a Retry of the execution counts anew', async () => {
		const goOn = await untilWait({ maxCalls: 3 });
		expect(await goOn()).toMatchObject([{ changes: [{}] }, { skipped: true }]);
		expect(service.requests).toHaveLength(3);
		await goOn(true);
		expect(service.requests).toHaveLength(5);
	});
});
