// Calls of tools as models write them, and what each has to give: run by agents and over MCP, in one process and in queue mode.
import assert from 'node:assert/strict';

import { ours } from './workflows.mjs';

/** An ID that no record has. */
export const NOBODY = '0c2f4e7a-9f0b-4c57-9d5e-0d6f4a1b2c3d';
const ai = (key) => `={{ $fromAI('${key}', '', 'string') }}`;

/** Tools that are as n8n adds them, and one whose columns a person has left to the model. */
export const TOOLS = [
	['find_companies', 'Company', { resource: 'company', operation: 'getAll' }],
	['read_company', 'Company', { resource: 'company', operation: 'get' }],
	['archive_company', 'Company', { resource: 'company', operation: 'delete' }],
	[
		'create_company',
		'Company',
		{
			resource: 'company',
			operation: 'create',
			fields: {
				mappingMode: 'defineBelow',
				value: { name: ai('name'), email: ai('email'), phone_number: ai('phone_number') },
			},
		},
	],
	['find_deals', 'Deal', { resource: 'deal', operation: 'getAll' }],
	['read_order', 'Order', { resource: 'order', operation: 'get' }],
	['enrich_company', 'Enrich', { resource: 'company', operation: 'enrich' }],
	['score_deal', 'Score', { resource: 'deal', operation: 'score' }],
	['read_transfer', 'Transfer', { resource: 'transfer', operation: 'get' }],
	['error_rows', 'Transfer', { resource: 'transfer', operation: 'getErrorRows' }],
];

const ONCE = { requests: { maxRetries: 0, retryBudget: 0 } };
/** Their nodes. */
export const toolNodes = (credential) =>
	TOOLS.map(([name, type, parameters]) =>
		ours(name, `workspaceRecords${type}Tool`, { ...parameters, options: ONCE }, credential),
	);
/** The connections of such nodes to an agent, or to a server. */
export const toolsOf = (nodes, target) =>
	Object.fromEntries(
		nodes.map(({ name }) => [name, { ai_tool: [[{ node: target, type: 'ai_tool', index: 0 }]] }]),
	);

/** Arguments as models write them; what n8n's own check refuses before the node is counted apart. */
const ARGUMENTS = {
	right: (name) => (name === 'limit' ? 3 : name === 'next' ? '' : `a ${name}`),
	empty: (name) => (name === 'limit' ? 1 : ''),
	null: (name) => (name === 'limit' ? 1 : 'null'),
	nobody: (name) => (name === 'limit' ? 1 : NOBODY),
	several: (name) => (name === 'limit' ? 0 : '1, 2 and 3'),
	fenced: (name) => (name === 'limit' ? 1 : '```json\n{}\n```'),
	path: (name) => (name === 'limit' ? -1 : '../../companies?limit=1'),
	long: (name) => (name === 'limit' ? 1 : 'x'.repeat(20_000)),
	number: (name) => (name === 'limit' ? 2 : '2'),
	word: (name) => (name === 'limit' ? 1 : 'undefined'),
};

/** Every call of the sweep, by the arguments that the tools say they have. */
export const callsOf = (offered) =>
	offered.flatMap(({ name, parameters, inputSchema = parameters }) =>
		Object.entries(ARGUMENTS).map(([set, make]) => {
			const args = Object.keys(inputSchema.properties ?? {}).map((key) => [key, make(key)]);
			return { set, call: name, args: Object.fromEntries(args) };
		}),
	);

/** Expects every text to be a result, or to say what to do, of bounded length; and that no word for nothing was stored. */
export async function checkAnswers(answers, service) {
	let failed = 0;
	const faults = [];
	for (const { set, call, text } of answers) {
		const fault = (what) => faults.push(`${call}, ${set}: ${what}: ${text.slice(0, 200)}`);
		if (text.length > 21_500) fault(`${text.length} characters`);
		if (/did not match expected schema|Invalid arguments|validation/i.test(text)) continue;
		let result;
		try {
			[result] = [JSON.parse(text)].flat();
		} catch {
			fault('no JSON');
			continue;
		}
		if (result.error === undefined) continue;
		failed += 1;
		if (!/^(yes|no|no-later)$/.test(result.retry) || String(result.do).length < 20)
			fault('no advice');
	}
	assert.deepEqual(faults, []);
	assert.ok(failed > 20, `${failed} failed`);
	const companies = await service.records('companies');
	const words = companies.filter(({ fields }) =>
		Object.values(fields).some((one) => /^(null|none|undefined|n\/a)$/i.test(String(one))),
	);
	assert.deepEqual(words, []);
}
