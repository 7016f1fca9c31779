// An agent over MCP, in queue mode: n8n hands each call of a tool to a worker, and drops all of a failure but one text.
import { mcpClient } from '../e2e/lib/mcp.mjs';
import { callsOf, checkAnswers, toolNodes, toolsOf } from '../e2e/lib/tool-sweep.mjs';
import { ours } from '../e2e/lib/workflows.mjs';

const PATH = 'queue-agents';
const SERVER = 'Server';
const NAME = 'Written over MCP';
const ai = (key) => `={{ $fromAI('${key}', '', 'string') }}`;
const SWEPT = 'swept_';
const TOOLS = [
	[
		'create_company',
		{ operation: 'create', fields: { mappingMode: 'defineBelow', value: { name: ai('name') } } },
	],
	['read_company', { operation: 'get' }],
];
/** What cannot be done, and what a model is told to do instead. */
const REFUSED = [
	['create_company', { name: 'null' }, /^Correct the argument name/],
	[
		'read_company',
		{ id: '0c2f4e7a-9f0b-4c57-9d5e-0d6f4a1b2c3d' },
		/Look the record up with a tool/,
	],
];

/** @param {Awaited<ReturnType<typeof import('./cluster.mjs').openCluster>>} cluster */
export function agentChecks(cluster) {
	let workflow;

	const begin = async () => {
		const credential = await cluster.saveAccess('Tools of an agent');
		const server = {
			...{ name: SERVER, type: '@n8n/n8n-nodes-langchain.mcpTrigger', typeVersion: 2 },
			...{ webhookId: PATH, parameters: { path: PATH } },
		};
		const tools = TOOLS.map(([name, parameters]) =>
			ours(name, 'workspaceRecordsCompanyTool', { resource: 'company', ...parameters }, credential),
		);
		// Named apart from those of the other check.
		const swept = toolNodes(credential).map((one) => ({ ...one, name: SWEPT + one.name }));
		const nodes = [server, ...tools, ...swept].map((node) => ({
			id: node.name,
			position: [0, 0],
			...node,
		}));
		const connections = toolsOf([...tools, ...swept], SERVER);
		const settings = { executionOrder: 'v1' };
		const json = { name: 'MCP', nodes, connections, settings };
		workflow = await cluster.client.importWorkflow(json, [credential]);
		await cluster.client.activate(workflow);
	};

	return {
		async overMcp() {
			await begin();
			const client = await mcpClient(`${cluster.main.url}/mcp/${PATH}`);
			const call = async (name, args) => [JSON.parse(await client.call(name, args))].flat()[0];
			const made = await call('create_company', { name: NAME });
			const refused = [];
			for (const [name, args, advice] of REFUSED) {
				const result = await call(name, args);
				if (result.error && result.retry && advice.test(result.do)) refused.push(result);
			}
			const companies = await cluster.service.records('companies');
			const stored = companies.filter(({ fields }) => [NAME, 'null'].includes(fields.name));
			const executions = await cluster.client.executions(workflow.id);
			const onWorkers = executions.filter(({ id }) => cluster.workerOf(id) !== undefined);
			const swept = (await client.tools()).filter(({ name }) => name.startsWith(SWEPT));
			const answers = [];
			for (const one of callsOf(swept)) {
				answers.push({ ...one, text: await client.call(one.call, one.args) });
			}
			await cluster.client.deactivate(workflow);
			await checkAnswers(answers, cluster.service);
			return {
				ok:
					made.error === undefined &&
					stored.length === 1 &&
					refused.length === REFUSED.length &&
					onWorkers.length > REFUSED.length,
				found: `${stored.length} of 1 company stored, ${refused.length} of ${REFUSED.length} refusals with advice, ${onWorkers.length} of ${1 + REFUSED.length} calls on workers, ${answers.length} calls of a sweep`,
			};
		},
	};
}
