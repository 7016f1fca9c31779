import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IDataObject, INode } from 'n8n-workflow';

import type { Fault, TransferPlan } from '../../../sandbox';
import type { WorkflowJson } from '../../../testing/engine';
import { flowNodes } from '../../../testing/flowNodes';
import { useEngine, useSandbox } from '../../../testing/setUp';

const sandbox = useSandbox({ transferClock: 'simulated', seed: 'none' });
const { n8n, credentials } = useEngine(sandbox, flowNodes);

const EXAMPLE = join(__dirname, '../../../examples/transfer-alert.json');
const { nodes, connections } = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as WorkflowJson;
const steps = nodes.filter(({ type }) => !type.endsWith('.stickyNote'));
const trigger = steps.find(({ name }) => name === 'Transfer Ended') as INode;

/** Transfers that come to this end, polled and put through the example as n8n does it; faults come after the poll. */
async function alertsOf(plans: TransferPlan[], faults: Fault[] = []) {
	for (const plan of plans) sandbox.startTransfer({ queuedSeconds: 0, runningSeconds: 1, ...plan });
	sandbox.advance(10_000);
	const transferIds = [...plans.map(({ id }) => id), 'gone'].join();
	const parameters = { ...trigger.parameters, transferIds };
	const { main } = await n8n.poll({ ...trigger, parameters }, { credentials: credentials() });
	sandbox.requests.length = 0;
	sandbox.setFaults({ faults });
	const input = { items: main?.[0] ?? [], credentials: credentials() };
	const output = await n8n.runWorkflow({ nodes: steps, connections }, input);
	expect(output.error).toBeUndefined();
	const runs = output.nodes.Alert?.runs ?? [];
	return runs
		.flatMap(({ data }) => data?.main[0] ?? [])
		.map(({ json, binary }): IDataObject => ({ ...json, file: binary?.data?.fileName }));
}

const event = { event_id: expect.stringMatching(/^[0-9a-f]{32}$/) as string };
const gone = {
	...event,
	subject: expect.stringMatching(/^gone: Unreachable: .*No transfer gone$/) as string,
	text: expect.stringMatching(/^Unreachable: .*No transfer gone\.$/) as string,
};

describe('the example that alerts', () => {
	it('alerts for a failed transfer, without a file', async () => {
		const alerts = await alertsOf([
			{ id: 'a', name: 'Items', outcome: 'failed', errorMessage: 'No disk' },
		]);
		expect(alerts).toEqual([
			{ ...event, subject: 'Items: Failed: No disk', text: 'Failed: No disk.', file: undefined },
			gone,
		]);
		expect(sandbox.requests).toEqual([]);
	});

	it('alerts for failed rows, with their file', async () => {
		const alerts = await alertsOf([{ id: 'b', name: 'Items', total: 10, failedRows: 3 }]);
		expect(alerts).toEqual(
			expect.arrayContaining([
				{
					...event,
					subject: 'Items: Finished with 3 failed rows of 10',
					text: 'Finished with 3 failed rows of 10. The rows that failed are attached.',
					file: 'errors-b.csv',
				},
				gone,
			]),
		);
		expect(alerts).toHaveLength(2);
	});

	it('alerts also without the file, and says why it could not be fetched', async () => {
		const transfer = { id: 'c', name: 'Items', total: 10, failedRows: 1 };
		const alerts = await alertsOf([transfer], [{ kind: 'error', status: 403 }]);
		expect(alerts).toContainEqual(
			expect.objectContaining({
				text: expect.stringMatching(
					/^Finished with 1 failed row of 10\. The error file could not be fetched: /,
				) as string,
				file: undefined,
			}),
		);
	});

	it('alerts for each of several events with its own transfer', async () => {
		const alerts = await alertsOf([
			{ id: 'fine', name: 'Fine', total: 10 },
			{ id: 'failed', name: 'Failed', outcome: 'failed', errorMessage: 'No disk' },
			{ id: 'rows', name: 'Rows', total: 10, failedRows: 2 },
		]);
		const subjects = alerts.map(({ subject, file }) => [String(subject).split(':')[0], file]);
		expect(subjects.sort()).toEqual([
			['Failed', undefined],
			['Rows', 'errors-rows.csv'],
			['gone', undefined],
		]);
	});
});
