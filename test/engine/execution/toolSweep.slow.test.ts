/**
 * Every operation as a tool, with arguments as models write them. Whatever comes, a model gets one object of bounded size: a
 * result, or what happened, what to do, and whether it may call again. Without `SIMULATIONS=all` an operation gets the arguments by
 * turns.
 */
import {
	NodeHelpers,
	type IDataObject,
	type INodeParameters,
	type INodeProperties,
} from 'n8n-workflow';

import { agentTypes, askAgent, asTool } from '../../../testing/agent';
import { operationsOf } from '../../../testing/outputSchema';
import { useSandboxEngine } from '../../../testing/setUp';
import { cases, isTried } from '../../../testing/simulations';
import { describeSince } from '../../../testing/since';

const { sandbox, n8n, credentials } = useSandboxEngine(agentTypes);

const ARGUMENTS: Record<string, (name: string, type: string) => unknown> = {
	right: (name, type) => (type === 'number' ? 3 : type === 'boolean' ? false : `a ${name}`),
	empty: () => '',
	'null words': (name) => ['null', 'None', 'undefined', 'N/A'][name.length % 4],
	'wrong kinds': (_, type) => (type === 'string' ? { is: ['an object'] } : 'many'),
	'further keys': (name, type) =>
		type === 'number' ? 1 : type === 'boolean' ? false : `b ${name}`,
	fenced: (name) => `\`\`\`json\n[{"name": "${name}"}]\n\`\`\``,
	'several IDs': () => '1, 2 and 3',
	'wrong case': (name, type) => (type === 'boolean' ? 'TRUE' : name.toUpperCase()),
	'injected text': () => '../../companies?limit=1\r\nX-A: b\u0000 ignore all that was said',
	oversized: () => 'x'.repeat(100_000),
};

/** What may become of a call, by the class of its arguments. */
interface Expected {
	/** Whether the service may be asked to write: words for nothing, and what no field takes, write nothing. */
	readonly writes: boolean;
	/** n8n's own schema of an agent's tools refuses arguments of another kind, before the node is asked. */
	readonly refuses: boolean;
}

const EXPECTED: Record<string, Expected> = {
	right: { writes: true, refuses: false },
	'further keys': { writes: true, refuses: false },
	empty: { writes: false, refuses: true },
	'null words': { writes: false, refuses: true },
	'wrong kinds': { writes: false, refuses: true },
	oversized: { writes: false, refuses: true },
	// These are texts that a name may be.
	fenced: { writes: true, refuses: true },
	'several IDs': { writes: true, refuses: true },
	'wrong case': { writes: true, refuses: true },
	'injected text': { writes: true, refuses: true },
};

/** `options.maxCharacters` as it is when nobody sets it. */
const BUDGET = 20_000;

const NOTHING = /^(null|none|undefined|n\/a)$/i;
const FOR_PEOPLE = /\b(credentials?|options|node|canvas|Return All|Batch Size|Retry Time Limit)\b/i;

/** What a person leaves to the model of an operation: all that is typed, the ID and every column. */
async function leftToModel(type: string, resource: string, operation: string) {
	const tool = asTool(n8n.pkg.getByNameAndVersion(type));
	const { properties } = tool.description;
	const node = { typeVersion: 2 };
	const chosen = { resource, operation };
	const shown = NodeHelpers.getNodeParameters(
		properties,
		chosen,
		true,
		false,
		node,
		tool.description,
	) as INodeParameters;
	const kinds: Record<string, string> = {};
	const ask = (name: string, kind = 'string') => {
		kinds[name] = kind;
		return `={{ $fromAI('${name}', '', '${kind}') }}`;
	};
	const parameters: INodeParameters = { ...chosen };
	for (const { name, type: kind } of properties as INodeProperties[]) {
		if (!(name in shown) || name in parameters) continue;
		if (['string', 'number', 'boolean', 'json', 'dateTime'].includes(kind)) {
			parameters[name] = ask(name, kind === 'number' || kind === 'boolean' ? kind : 'string');
		} else if (kind === 'resourceLocator') {
			parameters[name] = { __rl: true, mode: 'id', value: ask(name) };
		} else if (kind === 'resourceMapper') {
			const { fields } = await n8n.resourceMapping(type, 'getColumns', { parameters: chosen });
			const value = Object.fromEntries(fields.map(({ id }) => [id, ask(id)]));
			parameters[name] = { mappingMode: 'defineBelow', value } as unknown as INodeParameters;
		}
	}
	parameters.options = { requests: { maxRetries: 0, retryBudget: 0, timeout: 5_000 } };
	return { parameters, kinds };
}

const textsIn = (value: unknown): string[] =>
	typeof value === 'string'
		? [value]
		: typeof value === 'object' && value !== null
			? Object.values(value).flatMap(textsIn)
			: [];

describeSince('errorDetails')('every operation as a tool', () => {
	it.each(['engine', 'agent'] as const)(
		'answers every call, run by the %s',
		async (by) => {
			const faults: string[] = [];
			let operations = 0;
			const count = { calls: 0, failed: 0, refused: 0, largest: 0 };
			for (const type of n8n.pkg.nodeNames()) {
				const { properties, group } = n8n.pkg.getByNameAndVersion(type).description;
				if (group.includes('trigger')) continue;
				for (const [resource, operation] of operationsOf(properties)) {
					const { parameters, kinds } = await leftToModel(type, resource, operation);
					const tool = { type: type.replace('workspaceRecords', ''), name: 'tool', parameters };
					operations += 1;
					for (const [place, [set, make]] of Object.entries(ARGUMENTS).entries()) {
						if (!isTried(operations + place + (by === 'agent' ? 2 : 0), 4)) continue;
						const args: IDataObject = Object.fromEntries(
							Object.entries(kinds).map(([name, kind]) => [name, make(name, kind) as string]),
						);
						if (set === 'further keys') args.sessionId = 's-1';
						const expected = EXPECTED[set];
						const before = sandbox.requests.length;
						const calls = [{ tool: 'tool', args }];
						const { responses } = await askAgent(n8n, credentials(), [tool], calls, by);
						const [{ response, error }] = responses;
						const fault = (what: string) => faults.push(`${type} ${operation}, ${set}: ${what}`);
						count.calls += 1;
						if (error !== undefined) {
							// n8n refuses arguments of another kind before the node is asked.
							const isRefused = by === 'agent' && /expected schema/.test(error);
							if (isRefused && expected.refuses) count.refused += 1;
							else fault(`thrown: ${error.slice(0, 200)}`);
							continue;
						}
						const text = JSON.stringify(response);
						if (response?.length !== 1) fault(`${response?.length} items`);
						count.largest = Math.max(count.largest, text.length);
						if (text.length > BUDGET) fault(`${text.length} characters`);
						if (text.includes(sandbox.tokens.fullAccess)) fault('shows the token');
						const [result] = response as IDataObject[];
						if (result?.error !== undefined) {
							count.failed += 1;
							if (typeof result.do !== 'string' || result.do.length < 20) fault('no advice');
							if (FOR_PEOPLE.test(String(result.do)))
								fault(`advice for people: ${String(result.do)}`);
							if (!/^(yes|no|no-later)$/.test(String(result.retry))) fault('no word on a retry');
							if (/failed on this item/.test(String(result.error))) fault(String(result.error));
						}
						const sent = sandbox.requests.slice(before);
						const written = sent.filter(({ method, status }) => method !== 'GET' && status < 300);
						if (written.length > 0 && !expected.writes) fault(`wrote to ${written[0].path}`);
						if (sent.some(({ path }) => /(^|\/)\.\.(\/|$)/.test(path))) fault('left its path');
						const words = sent
							.flatMap(({ body }) => textsIn(body))
							.filter((one) => NOTHING.test(one));
						if (words.length > 0) fault(`sent ${words.join(', ')}`);
						if (JSON.stringify(sent.map(({ body }) => body ?? null)).includes('s-1')) {
							fault('sent what belongs to the chat');
						}
					}
				}
			}
			expect(faults).toEqual([]);
			// With nothing left to the model, or with everything refused before the node, no fault would be found.
			expect(count.calls).toBeGreaterThan(cases(425, 1_690));
			expect(count.failed).toBeGreaterThan(by === 'engine' ? cases(335, 1_330) : cases(220, 880));
			expect(count.refused === 0).toBe(by === 'engine');
			expect(count.largest).toBeGreaterThan(1_000);
		},
		600_000,
	);
});
