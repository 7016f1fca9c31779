import { useEngine, useSandbox } from '../../testing/setUp';
import { version } from '../../package.json';
import { packageNodes } from '../../scripts/lib/definitions';
import { releases, triggersOf, workflowsOf } from './fixture';
import { pollSaved, runSaved, TRIGGER_PORT } from './run';

const sandbox = useSandbox();
const atFixedPort = useSandbox({ port: TRIGGER_PORT });
const { n8n } = useEngine(sandbox);

it('every node has a saved workflow or trigger of this version: npm run check saved', () => {
	const saved = [...workflowsOf(version), ...triggersOf(version)].map(({ name }) => name);
	expect(saved).toHaveLength(packageNodes().length);
});

describe.each(releases())('saved with %s', (release) => {
	it.each(workflowsOf(release))('$name runs, and gives what it gave', async ({ fixture }) => {
		const output = await runSaved(n8n, sandbox, fixture);
		for (const [name, { items, keys }] of Object.entries(fixture.output)) {
			expect([name, output[name]?.items]).toEqual([name, items]);
			// There may be more.
			expect([name, output[name].keys]).toEqual([name, expect.arrayContaining([...keys])]);
		}
	});

	it.each(triggersOf(release))('$name goes on from its state', async ({ name, fixture }) => {
		const { before, after } = await pollSaved(n8n, atFixedPort, name, fixture);
		expect([before.error, before.main]).toEqual([undefined, null]);
		expect(after.error).toBeUndefined();
		const events = after.main?.[0] ?? [];
		expect(events).toHaveLength(1);
		expect(Object.keys(events[0].json)).toEqual(expect.arrayContaining([...fixture.keys]));
	});
});
