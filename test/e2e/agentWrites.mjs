// Sync and Migration Upsert as tools of n8n's own agent: they write nothing, unless a person has allowed it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { failuresOf } from '../../scripts/lib/n8n-client.mjs';
import { CREDENTIAL } from '../../scripts/lib/workspace.mjs';
import { openChatModel } from './lib/scripted-model.mjs';
import { exampleNamed } from './lib/stand.mjs';

const NAME = 'Written by an agent';
const ORDER = 'agent-order-1';
const TOOLS = ['Sync_Companies', 'Import_Orders'];

const company = {
	...{ resource: 'company', operation: 'sync', mode: 'upsert', matchBy: 'name' },
	fields: {
		mappingMode: 'defineBelow',
		value: { name: "={{ $fromAI('name', 'Name of the company', 'string') }}" },
	},
};
const migration = {
	...{ resource: 'migrationUpsert', operation: 'upsertOrders', partner: 'shop', inputMode: 'json' },
	orders: JSON.stringify([{ order_external_id: ORDER, memo: 'by an agent' }]),
};

/** The agent of the example, with these tools instead of its own. */
function agentWith(version, options) {
	const workflow = structuredClone(exampleNamed('Ask about invoices'));
	const [agent] = workflow.nodes.filter(({ type }) => type.endsWith('.agent'));
	agent.typeVersion = version;
	const tools = workflow.nodes.filter(({ type }) => type.endsWith('InvoiceTool'));
	for (const [at, [type, parameters]] of [
		['Company', company],
		['MigrationUpsert', migration],
	].entries()) {
		const name = TOOLS[at].replace('_', ' ');
		workflow.connections[name] = workflow.connections[tools[at].name];
		delete workflow.connections[tools[at].name];
		Object.assign(tools[at], {
			...{ name, type: `n8n-nodes-workspace-records.workspaceRecords${type}Tool` },
			parameters: { ...parameters, options },
			credentials: { [CREDENTIAL.type]: { name: CREDENTIAL.name } },
		});
	}
	const question = { sessionId: `e2e-${version}`, action: 'sendMessage', chatInput: 'Write.' };
	const pinData = { Question: [{ json: question }] };
	return { ...workflow, ...{ name: `Agent ${version} that writes`, pinData } };
}

/** Calls each tool once, then repeats what they gave. */
function callBoth(messages) {
	const given = messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
	const call = TOOLS[given.length];
	if (call) return { call, args: call === TOOLS[0] ? { name: NAME } : {} };
	return { say: given.join('\n') };
}

/** @param {import('./lib/stand.mjs').Stand} stand */
export function agentWriteTests(stand) {
	const written = async () => {
		const companies = await stand.service.records('companies');
		const orders = await stand.service.records('orders');
		return [
			companies.filter(({ fields }) => fields.name === NAME).length,
			orders.filter(({ externalId }) => externalId === ORDER).length,
		];
	};

	describe('Sync and Migration Upsert as tools of an agent', () => {
		const ask = async (t, version, options) => {
			const model = await openChatModel(stand, callBoth);
			t.after(model.close);
			const { id } = await stand.importWorkflow(agentWith(version, options), [model.credential]);
			const execution = await stand.n8n.client.runWorkflow(id, 'Question');
			assert.deepEqual(failuresOf(execution), []);
			return model.requests.at(-1).messages.filter(({ role }) => role === 'tool');
		};

		for (const version of [2.2, 3]) {
			test(`write nothing, and say so, to an agent of version ${version}`, async (t) => {
				const results = await ask(t, version, {});
				assert.equal(results.length, TOOLS.length);
				for (const { content } of results) assert.match(content, /this was a dry run/);
				assert.deepEqual(await written(), [0, 0]);
			});
		}

		test('write where a person has allowed it', async (t) => {
			const results = await ask(t, 3, { allowAgentWrites: true });
			for (const { content } of results) assert.doesNotMatch(content, /dry run/);
			assert.deepEqual(await written(), [1, 1]);
		});
	});
}
