// An agent over MCP, in queue mode: n8n hands each call of a tool to a worker, and drops all of a failure but one text.
import pWaitFor from 'p-wait-for';

import { CREDENTIAL } from '../../scripts/lib/workspace.mjs';
import { mcpClient } from '../e2e/lib/mcp.mjs';
import { TOOLS as SWEPT, callsOf, checkAnswers } from '../e2e/lib/tool-sweep.mjs';
import { ours } from '../e2e/lib/workflows.mjs';

const PATH = 'queue-agents';
const SERVER = 'Server';
const NAME = 'Written over MCP';
const ai = (key) => `={{ $fromAI('${key}', '', 'string') }}`;
/** Tools of the sweep are named apart from those of the other check. */
const sweptName = (name) => `swept_${name}`;
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
	const { sandbox } = cluster;
	let workflow;

	const begin = async () => {
		const credential = await cluster.client.saveCredential({
			...CREDENTIAL,
			name: 'Tools of an agent',
			data: { baseUrl: sandbox.url, authentication: 'accessToken', accessToken: sandbox.token },
		});
		const server = {
			...{ name: SERVER, type: '@n8n/n8n-nodes-langchain.mcpTrigger', typeVersion: 2 },
			...{ webhookId: PATH, parameters: { path: PATH } },
		};
		const tools = TOOLS.map(([name, parameters]) =>
			ours(name, 'workspaceRecordsCompanyTool', { resource: 'company', ...parameters }, credential),
		);
		const swept = SWEPT.map(([name, type, parameters]) =>
			ours(
				sweptName(name),
				`workspaceRecords${type}Tool`,
				{ ...parameters, options: { requests: { maxRetries: 0, retryBudget: 0 } } },
				credential,
			),
		);
		const nodes = [server, ...tools, ...swept].map((node) => ({
			id: node.name,
			position: [0, 0],
			...node,
		}));
		const toServer = { ai_tool: [[{ node: SERVER, type: 'ai_tool', index: 0 }]] };
		const connections = Object.fromEntries(
			[...tools, ...swept].map(({ name }) => [name, toServer]),
		);
		const settings = { executionOrder: 'v1' };
		const json = { name: 'MCP', nodes, connections, settings };
		workflow = await cluster.client.importWorkflow(json, [credential]);
		await cluster.client.activate(workflow);
	};

	/** It responds some time after it was published. */
	const connect = async () => {
		const open = async () => {
			const client = await mcpClient(`${cluster.main.url}/mcp/${PATH}`).catch(() => undefined);
			return client ? pWaitFor.resolveWith(client) : false;
		};
		return await pWaitFor(open, { interval: 200, timeout: 60_000 });
	};

	return {
		async overMcp() {
			await begin();
			const client = await connect();
			const call = async (name, args) => {
				const { content } = await client.request('tools/call', { name, arguments: args });
				return [JSON.parse(content.map(({ text }) => text).join(''))].flat()[0];
			};
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
			const { tools } = await client.request('tools/list', {});
			const calls = callsOf(tools.filter(({ name }) => name.startsWith(sweptName(''))));
			const answers = [];
			for (const { call: name, args, set } of calls) {
				const { content } = await client.request('tools/call', { name, arguments: args });
				answers.push({ call: name, set, text: content.map(({ text }) => text).join('') });
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
