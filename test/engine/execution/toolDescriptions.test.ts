/** What a model knows of a tool before it calls it: its name, its text and its arguments, as n8n makes them. */
import { NodeHelpers, nodeNameToToolName, type INodeParameters } from 'n8n-workflow';

import { agentTypes, askAgent, asTool, type AgentRun } from '../../../testing/agent';
import { operationsOf } from '../../../testing/outputSchema';
import { byId } from '../../../testing/parameters';
import { useSandboxEngine } from '../../../testing/setUp';
import { itSince } from '../../../testing/since';

const { n8n, credentials } = useSandboxEngine(agentTypes);

/** Operations that only read, and those that need the ID of a record. */
const READS = /^(find$|get|whoami|download|wait)/;
const NEED_ID = ['get', 'update', 'delete', 'enrich', 'score', 'wait', 'getErrorRows'];

interface Described {
	type: string;
	parameters: INodeParameters;
	/** As the editor names the node. */
	name: string;
}

/** Every operation as a tool that nobody has touched. */
const untouched = (): Described[] =>
	n8n.pkg
		.nodeNames()
		.map((type) => asTool(n8n.pkg.getByNameAndVersion(type)).description)
		.filter(({ group }) => !group.includes('trigger'))
		.flatMap((description) =>
			operationsOf(description.properties).map(([resource, operation]) => {
				const parameters = { resource, operation };
				const name = NodeHelpers.makeNodeName(parameters, description);
				return { type: description.name.replace(/^workspaceRecords|Tool$/g, ''), parameters, name };
			}),
		);

describe('a tool that nobody has touched', () => {
	let run: AgentRun;
	let tools: Described[];
	beforeAll(async () => {
		tools = untouched();
		run = await askAgent(n8n, credentials(), tools);
	});
	const textOf = (node: string) =>
		run.tools.find(({ name }) => name === nodeNameToToolName(node))?.description ?? '';
	const of = (wanted: (operation: string, type: string) => boolean) =>
		tools.flatMap(({ type, parameters, name }) =>
			wanted(String(parameters.operation), type)
				? [[`${type} ${String(parameters.operation)}`, textOf(name)]]
				: [],
		);

	itSince('toolNames')('has a name of its own that a model’s provider takes whole', () => {
		const names = tools.map(({ name }) => nodeNameToToolName(name));
		expect(new Set(names).size).toBe(tools.length);
		expect(names.filter((name) => !/^[\w-]{1,64}$/.test(name))).toEqual([]);
		expect(run.tools.map(({ name }) => name).sort()).toEqual([...names].sort());
	});

	it('has a text of its own, short and whole', () => {
		expect(new Set(run.tools.map(({ description }) => description)).size).toBe(tools.length);
		for (const { description } of run.tools) {
			expect(description).toMatch(/^[A-Z].{40,300}\.$/);
			expect(description).not.toMatch(/undefined|\$|credential|canvas| node/);
		}
	});

	it('says whether it writes', () => {
		for (const [which, text] of of((operation) => READS.test(operation))) {
			expect([which, text]).toEqual([which, expect.not.stringContaining('writes')]);
		}
		const writes = of((operation, type) => {
			if (type === 'Calendar' || operation === 'score') return false;
			return !READS.test(operation) && !['sync', 'upsertOrders'].includes(operation);
		});
		expect(writes.length).toBeGreaterThan(80);
		for (const [which, text] of writes) {
			const expected = [which, expect.stringMatching(/It writes (what it finds )?at once/)];
			expect([which, text]).toEqual(expected);
		}
		// These write only where a person has said so.
		for (const [which, text] of of((operation) => /^(sync|upsertOrders)$/.test(operation))) {
			const expected = [which, expect.stringMatching(/unless a person lets agents write/)];
			expect([which, text]).toEqual(expected);
		}
	});

	it('says which ID it needs, what is billed, archived and started', () => {
		for (const [which, text] of of((operation) => NEED_ID.includes(operation))) {
			const expected = [which, expect.stringMatching(/Needs its [a-z_]*id|the id of/)];
			expect([which, text]).toEqual(expected);
		}
		const said = (wanted: Parameters<typeof of>[0], words: RegExp) => {
			const texts = of(wanted);
			expect(texts.length).toBeGreaterThan(0);
			for (const [which, text] of texts)
				expect([which, text]).toEqual([which, expect.stringMatching(words)]);
		};
		said((operation) => /^(enrich|score)$/.test(operation), /every call may be billed/);
		said((operation) => operation === 'delete', /^Archives/);
		said((operation, type) => type === 'Order' && /^create/.test(operation), /may start workflows/);
	});

	it.each(['name', 'website'])('has another text where Enrich takes a %s', async (mode) => {
		const bySeed = { resource: 'company', operation: 'enrich', ...byId('x', mode) };
		const seed = await askAgent(n8n, credentials(), [
			{ type: 'Enrich', name: 'by name', parameters: bySeed },
		]);
		const [[, ofId]] = of((operation) => operation === 'enrich');
		expect(seed.tools[0].description).toMatch(new RegExp(`by its ${mode}.*at once.*billed`));
		expect(ofId).toMatch(/Needs its id/);
	});

	it('takes the text that a person writes instead', async () => {
		const toolDescription = 'Finds our customers.';
		const { tools: seen } = await askAgent(n8n, credentials(), [
			{ type: 'Company', name: 'find', parameters: { operation: 'getAll', toolDescription } },
		]);
		expect(seen[0].description).toBe(toolDescription);
	});
});
