// Automatic token refresh (docs/credentials.md), in a real n8n.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { failuresOf, itemsOf } from '../../scripts/lib/n8n-client.mjs';
import { runN8nCommand } from '../../scripts/lib/n8n.mjs';
import { exampleCompanies } from '../../scripts/lib/example-checks.mjs';
import { temporaryFolder } from './lib/stand.mjs';
import { START, ours, rowOf } from './lib/workflows.mjs';

const REFRESH_TOKEN = 'sandbox-refresh-token';

/** @param {import('./lib/stand.mjs').Stand} stand */
export function accessTests(stand) {
	const { client } = stand.n8n;
	let credential;
	let workflows;

	const run = async ({ id }) => {
		const execution = await client.runWorkflow(id, START);
		assert.deepEqual(failuresOf(execution), []);
		return execution;
	};

	describe('Automatic token refresh', () => {
		test('the first use fetches a token', async () => {
			await stand.service.setTokens({ rotate: true });
			credential = await stand.saveCredential('Renewing', {
				authentication: 'refreshToken',
				refreshToken: REFRESH_TOKEN,
			});
			assert.equal((await client.testCredential(credential.id)).status, 'OK');
			assert.equal(await stand.service.refreshes(), 1);

			const companies = exampleCompanies().map(({ company_external_id: id }) => ({ id }));
			const read = (name) =>
				rowOf(
					name,
					[
						ours(
							'Read Company',
							'workspaceRecordsCompany',
							{
								resource: 'company',
								operation: 'get',
								recordId: { __rl: true, mode: 'externalId', value: '={{ $json.id }}' },
								options: { requests: { maxParallelRequests: 20 } },
							},
							credential,
						),
					],
					companies,
				);
			workflows = [
				await stand.importWorkflow(read('Read companies'), [credential]),
				await stand.importWorkflow(read('Read companies once more'), [credential]),
			];
		});

		test('two workflows with an expired token share one refresh and succeed', async () => {
			await stand.service.expireTokens();
			const before = await stand.service.refreshes();
			const executions = await Promise.all(workflows.map(run));
			for (const execution of executions) {
				assert.equal(itemsOf(execution, 'Read Company').length, exampleCompanies().length);
			}
			assert.equal(await stand.service.refreshes(), before + 1);
		});

		test('the stored credential holds the new tokens', async () => {
			const { accessToken, refreshToken } = await sessionOf(stand, credential);
			assert.match(refreshToken, /^sandbox-refresh-[0-9a-f]{16}$/);
			const whoami = await fetch(`${stand.sandbox.url}/v1/public/auth/whoami`, {
				headers: { authorization: `Bearer ${accessToken}` },
			});
			assert.equal(whoami.status, 200);
		});

		test('a second run needs no refresh', async () => {
			const before = await stand.service.refreshes();
			await run(workflows[0]);
			assert.equal(await stand.service.refreshes(), before);
		});

		test('after another expiry the rotated refresh token is used', async () => {
			const { refreshToken: earlier } = await sessionOf(stand, credential);
			await stand.service.expireTokens();
			await run(workflows[0]);
			const { refreshToken: later } = await sessionOf(stand, credential);
			assert.notEqual(later, earlier);
			// What was entered stays as it is.
			assert.equal((await decrypted(stand, credential)).refreshToken, REFRESH_TOKEN);
		});
	});
}

/** The tokens that came from refreshes, as the credential keeps them. */
async function sessionOf(stand, credential) {
	const { sessionToken } = await decrypted(stand, credential);
	assert.match(sessionToken, /^v2:/);
	return JSON.parse(sessionToken.slice(3));
}

/** What is stored in a credential, as n8n itself decrypts it. */
async function decrypted({ folder }, { id }) {
	const file = join(temporaryFolder('credential'), 'credential.json');
	const args = ['export:credentials', '--decrypted', `--id=${id}`, `--output=${file}`];
	await runN8nCommand({ userFolder: join(folder, 'n8n'), args });
	return JSON.parse(readFileSync(file, 'utf8'))[0].data;
}
