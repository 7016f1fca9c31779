// Two workspaces in one run: a credential whose values are expressions, in a real n8n.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';

import { failuresOf, itemsOf } from '../../scripts/lib/n8n-client.mjs';
import { startRecorder } from './lib/recorder.mjs';
import { START, ours, rowOf } from './lib/workflows.mjs';

/** @param {import('./lib/stand.mjs').Stand} stand */
export function workspaceTests(stand) {
	const { client } = stand.n8n;
	const services = {};
	before(async () => {
		[services.alpha, services.beta] = await Promise.all([startRecorder(), startRecorder()]);
	});
	after(async () => await Promise.all(Object.values(services).map((one) => one.close())));
	beforeEach(() => {
		for (const [name, service] of Object.entries(services)) {
			service.requests.length = 0;
			service.response = { body: { ok: true, status: 'created', company_id: `${name}-id` } };
		}
	});

	/** Items of both by turns, each with the address and the token of its own workspace. */
	const byTurns = (count) =>
		Array.from({ length: count }, (_, index) => {
			const name = index % 2 === 0 ? 'alpha' : 'beta';
			return { name: `${name} ${index}`, url: services[name].url, token: `${name}-token` };
		});
	const run = async (name, data, items) => {
		const expressions = { baseUrl: '={{ $json.url }}', ...data };
		const credential = await stand.saveCredential(name, expressions);
		const fields = { mappingMode: 'defineBelow', value: { name: '={{ $json.name }}' }, schema: [] };
		const parameters = { resource: 'company', operation: 'create', fields };
		const more = { onError: 'continueErrorOutput' };
		const node = ours('Create Company', 'workspaceRecordsCompany', parameters, credential, more);
		const { id } = await stand.importWorkflow(rowOf(name, [node], items), [credential]);
		return await client.runWorkflow(id, START);
	};
	const created = (execution) => itemsOf(execution, 'Create Company').map(({ json }) => json.id);
	const failed = (execution) => itemsOf(execution, 'Create Company', 1).map(({ json }) => json);
	const byToken = { authentication: 'accessToken', accessToken: '={{ $json.token }}' };

	describe('Two workspaces in one run', () => {
		test('each item is written to its own workspace, with its own token', async () => {
			const execution = await run('A token and an address per item', byToken, byTurns(10));
			assert.deepEqual(failuresOf(execution), []);
			assert.deepEqual(created(execution), Array(5).fill(['alpha-id', 'beta-id']).flat());
			for (const [name, { requests }] of Object.entries(services)) {
				assert.equal(requests.length, 5);
				for (const { headers, body } of requests) {
					assert.equal(headers.authorization, `Bearer ${name}-token`);
					assert.match(JSON.parse(body).name, new RegExp(`^${name} `));
				}
			}
		});

		test('an item without a token fails alone', async () => {
			const items = byTurns(4);
			delete items[2].token;
			const execution = await run('A token that is missing', byToken, items);
			assert.deepEqual(created(execution), ['alpha-id', 'beta-id', 'beta-id']);
			assert.match(failed(execution)[0].error, /gives no access token/);
			assert.equal(services.alpha.requests.length, 1);
		});

		test('an item whose expression fails fails alone, by the words of n8n', async () => {
			const accessToken =
				'={{ $json.name === "beta 1" ? $("Nowhere").first().json.a : $json.token }}';
			const execution = await run('A failing expression', { ...byToken, accessToken }, byTurns(4));
			assert.deepEqual(created(execution), ['alpha-id', 'alpha-id', 'beta-id']);
			assert.match(failed(execution)[0].error, /doesn't exist/);
		});

		test('with a refresh token nothing is sent', async () => {
			const renewing = { authentication: 'refreshToken', refreshToken: '={{ $json.token }}' };
			const execution = await run('A refresh token per item', renewing, byTurns(4));
			assert.equal(failed(execution).length, 4);
			assert.match(failed(execution)[0].error, /items differ in its Base URL, Refresh Token/);
			assert.deepEqual([services.alpha.requests, services.beta.requests], [[], []]);
		});
	});
}
