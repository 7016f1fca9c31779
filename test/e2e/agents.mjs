// Agents and MCP in a real n8n, with scripted models: what they are told of a tool, and what they get from it on each path.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { itemsOf } from '../../scripts/lib/n8n-client.mjs';
import { HOST } from '../../scripts/lib/paths.mjs';
import { CREDENTIAL } from '../../scripts/lib/workspace.mjs';
import { mcpClient } from './lib/mcp.mjs';
import { exampleNamed } from './lib/stand.mjs';
import { openChatModel } from './lib/scripted-model.mjs';
import { NOBODY, TOOLS, callsOf, checkAnswers, toolNodes, toolsOf } from './lib/tool-sweep.mjs';

const OURS = 'n8n-nodes-workspace-records.workspaceRecords';
const LANGCHAIN = '@n8n/n8n-nodes-langchain';
/** What people ask a builder for, without the name of the service. */
const SEARCHES = JSON.parse(
	readFileSync(new URL('../data/search/builder.json', import.meta.url), 'utf8'),
);

/** @param {import('./lib/stand.mjs').Stand} stand */
export function agentTests(stand) {
	const node = (name, type, parameters, typeVersion = 1, credentials = {}) => ({
		...{ id: name, name, type, typeVersion, position: [0, 0], parameters, credentials },
	});
	const tools = toolNodes(CREDENTIAL).map((one) => ({ ...one, id: one.name, position: [0, 0] }));

	/** Lets a scripted model call the tools by an agent of this version; returns what it saw and got. */
	const askAgent = async (t, version, script) => {
		const model = await openChatModel(stand, script);
		t.after(model.close);
		const asked = { promptType: 'define', text: 'go', options: { maxIterations: 500 } };
		const chat = { model: { __rl: true, mode: 'id', value: 'x' }, responsesApiEnabled: false };
		const named = { openAiApi: { name: model.credential.name } };
		const workflow = {
			name: `Agent ${version}`,
			nodes: [
				node('Start', 'n8n-nodes-base.manualTrigger', {}),
				node('Agent', `${LANGCHAIN}.agent`, asked, version),
				node('Model', `${LANGCHAIN}.lmChatOpenAi`, { ...chat, options: {} }, 1.3, named),
				...tools,
			],
			connections: {
				Start: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
				Model: { ai_languageModel: [[{ node: 'Agent', type: 'ai_languageModel', index: 0 }]] },
				...toolsOf(tools, 'Agent'),
			},
			settings: { executionOrder: 'v1' },
		};
		const { id } = await stand.importWorkflow(workflow, [model.credential]);
		await stand.n8n.client.runWorkflow(id, 'Start', { timeoutMs: 400_000 });
		return model.requests;
	};

	/** Expects what a model is told before it calls. */
	const checkTold = (told) => {
		const by = Object.fromEntries(told.map((tool) => [tool.name, tool]));
		assert.deepEqual(Object.keys(by).sort(), TOOLS.map(([name]) => name).sort());
		assert.match(by.find_companies.description, /^Lists companies.*It changes nothing\.$/);
		assert.match(
			by.archive_company.description,
			/^Archives one company.*Needs its id\. It writes at once/,
		);
		assert.match(by.enrich_company.description, /every call may be billed/);
		assert.match(by.score_deal.description, /every call may be billed/);
		const schema = by.read_company.parameters ?? by.read_company.inputSchema;
		assert.deepEqual(schema.required, ['id']);
		assert.match(schema.properties.id.description, /^The id, as tools that list/);
		const list = by.find_companies.parameters ?? by.find_companies.inputSchema;
		assert.deepEqual(list.required ?? [], []);
		for (const name of ['limit', 'search', 'next'])
			assert.ok(list.properties[name].description, name);
	};

	describe('Agents', () => {
		for (const version of [3, 2.2]) {
			test(`an agent of version ${version} is told what tools do, and what to do when they fail`, async (t) => {
				let calls;
				const requests = await askAgent(t, version, (messages, offered) => {
					calls ??= callsOf(offered);
					const done = messages.filter(({ role }) => role === 'tool').length;
					return done === 0 ? { calls } : { say: 'done' };
				});
				checkTold(requests[0].tools);
				const answers = requests.at(-1).messages.filter(({ role }) => role === 'tool');
				assert.equal(answers.length, calls.length);
				await checkAnswers(
					calls.map((call, index) => ({ ...call, text: answers[index].content })),
					stand.service,
				);
			});
		}

		test('MCP tells what tools do, and what to do when they fail', async () => {
			const workflow = {
				name: 'MCP',
				nodes: [
					{
						...node('Server', `${LANGCHAIN}.mcpTrigger`, { path: 'records' }, 2),
						webhookId: 'records',
					},
					...tools,
				],
				connections: toolsOf(tools, 'Server'),
				settings: { executionOrder: 'v1' },
			};
			const imported = await stand.importWorkflow(workflow);
			await stand.n8n.client.activate(imported);
			try {
				const client = await mcpClient(`${stand.n8n.url}/mcp/records`);
				const told = await client.tools();
				checkTold(told);
				const answers = [];
				for (const call of callsOf(told)) {
					answers.push({ ...call, text: await client.call(call.call, call.args) });
				}
				await checkAnswers(answers, stand.service);
			} finally {
				await stand.n8n.client.deactivate(imported);
			}
		});

		test('Deal assistant: finds a deal, enriches one company, and moves a deal after a yes', async (t) => {
			const { say, close } = await openDealAssistant(stand);
			t.after(close);
			const stage = async () => {
				const deals = await stand.service.records('deals');
				return deals.find(({ fields }) => fields.name === 'Sony: support plan').fields.case_status;
			};
			const billed = async () => (await stand.service.calls(/^\/v1\/enrich$/)).length;
			const before = await stage();
			const calls = await billed();
			assert.match(await say('Which deal has Sony?'), /Sony: support plan/);
			assert.match(await say('Enrich Nintendo and Sony'), /Nintendo.*not Sony/s);
			assert.equal(await billed(), calls + 1);
			assert.match(await say('Move the deal of Sony to Proposal'), /Shall I/);
			assert.equal(await stage(), before);
			assert.match(await say('yes'), /Moved/);
			assert.equal(await stage(), 'proposal');
		});

		test('the search of the AI builder finds the node by what it is for', async () => {
			const types = await stand.n8n.client.allNodeTypes();
			const fromHost = createRequire(join(HOST, 'package.json'));
			const { NodeSearchEngine } = fromHost('@n8n/ai-utilities/node-catalog');
			const isFound = (ask, wanted, nodes) =>
				new NodeSearchEngine(nodes)
					.searchByName(ask, 5)
					.some(({ name }) => name.replace(/Tool$/, '') === wanted);
			const missed = SEARCHES.filter(
				({ ask, node: wanted }) => !isFound(ask, `${OURS}${wanted}`, types),
			);
			// A word in the names of five others (Customer.io, Salesforce) counts more than any alias could: the words themselves do.
			const better = missed.filter(({ ask }) => {
				const alias = ask.split(' ');
				const best = { name: 'x.best', displayName: '', codex: { alias } };
				return isFound(ask, best.name, [...types, best]);
			});
			assert.deepEqual(better, []);
			assert.ok(missed.length <= 4, `not found: ${missed.map(({ ask }) => ask).join('; ')}`);
		});
	});
}

/** The recipe Deal assistant, with a model that follows its rules: `ask` gives the execution, `say` the answer. */
export async function openDealAssistant(stand) {
	const model = await openChatModel(stand, salesperson());
	const recipe = exampleNamed('Deal assistant');
	const question = { sessionId: 'e2e-deals', action: 'sendMessage', chatInput: '' };
	const pinned = { ...recipe, pinData: { Question: [{ json: question }] } };
	const { id } = await stand.importWorkflow(pinned, [model.credential]);
	const ask = async (chatInput) => {
		const { client } = stand.n8n;
		const pinData = { Question: [{ json: { ...question, chatInput } }] };
		await client.saveWorkflow(id, { ...(await client.workflow(id)), pinData });
		return await client.runWorkflow(id, 'Question');
	};
	const say = async (chatInput) => itemsOf(await ask(chatInput), 'Deal Assistant')[0].json.output;
	return { ask, say, close: model.close };
}

/** A model that works for a salesperson, as the recipe's system message asks it to. */
function salesperson() {
	return (messages) => {
		const last = messages.findLastIndex(({ role }) => role === 'user');
		const asked = messages[last].content;
		const results = messages
			.slice(last)
			.filter(({ role }) => role === 'tool')
			.map(({ content }) => [JSON.parse(content)].flat()[0]);
		const [first, second, third] = results;
		if (/Which deal/.test(asked)) {
			if (!first) return { call: 'Find_Deals', args: { company: 'Sony' } };
			return { say: first.records.map(({ name }) => name).join() };
		}
		if (/^Enrich/.test(asked)) {
			if (!first) return { call: 'Find_Companies', args: { search: 'Nintendo' } };
			if (!second) return { call: 'Enrich_Company', args: { id: first.records[0].id } };
			if (!third) return { call: 'Enrich_Company', args: { id: NOBODY } };
			return { say: `Nintendo: ${JSON.stringify(second)}, not Sony: ${JSON.stringify(third)}` };
		}
		if (/^Move/.test(asked)) return { say: 'Shall I move Sony: support plan to Proposal?' };
		if (!first) return { call: 'List_Stages', args: {} };
		if (!second) return { call: 'Find_Deals', args: { limit: 100 } };
		const deal = second.records.find(({ name }) => name === 'Sony: support plan');
		if (!third) return { call: 'Move_Deal', args: { id: deal.id, stage: 'proposal' } };
		return { say: third.error ? `Not moved: ${third.error}` : 'Moved' };
	};
}
