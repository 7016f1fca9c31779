// Nothing that a run leaves behind holds a secret.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { freePort } from '../../scripts/lib/ports.mjs';
import { START, ours, rowOf } from './lib/workflows.mjs';

const require = createRequire(import.meta.url);

/** Tokens that every sandbox has. */
const FIXED = [
	'sandbox-full-access-token',
	'sandbox-regular-token',
	'sandbox-refresh-token',
	'sandbox-workspace-code',
];

/** Secrets that open nothing, for runs that fail. */
const generated = { token: '', refreshToken: '', code: '', elsewhere: '' };
for (const name of Object.keys(generated))
	generated[name] = `e2e-${name}-${randomBytes(8).toString('hex')}`;

const create = (credential, more) =>
	ours(
		'Create Company',
		'workspaceRecordsCompany',
		{
			resource: 'company',
			operation: 'create',
			fields: { mappingMode: 'defineBelow', value: { name: 'Leak test' }, schema: [] },
			options: { requests: { maxRetries: 0 } },
		},
		credential,
		more,
	);

const enrich = (credential) =>
	ours(
		'Enrich Company',
		'workspaceRecordsEnrich',
		{
			authentication: 'workspaceCode',
			resource: 'company',
			operation: 'enrich',
			recordId: { __rl: true, mode: 'name', value: 'Microsoft' },
			options: { dryRun: true },
		},
		credential,
	);

/**
 * Runs that fail in every way that has to do with access; the leak test at the end looks at them too.
 *
 * @param {import('./lib/stand.mjs').Stand} stand
 */
export function accessFailureTests(stand) {
	const { client } = stand.n8n;
	const run = async (name, node, credential) => {
		const { id } = await stand.importWorkflow(rowOf(name, [node]), [credential]);
		return await client.runWorkflow(id, START);
	};
	const messageOf = ({ data }) => data.resultData.error?.message;

	describe('Refused access', () => {
		test('an unknown access token fails the credential test and the run', async () => {
			const credential = await stand.saveCredential('Unknown token', {
				authentication: 'accessToken',
				accessToken: generated.token,
			});
			const tested = await client.testCredential(credential.id);
			assert.match(tested.message, /does not accept the token/);
			const stopped = await run('Unknown token', create(credential), credential);
			assert.match(messageOf(stopped), /token/i);

			const onError = { onError: 'continueErrorOutput' };
			const gone = await run('To the error output', create(credential, onError), credential);
			assert.equal(gone.status, 'success');
			const [, [failed]] = gone.data.resultData.runData['Create Company'][0].data.main;
			assert.equal(failed.json.details.status, 401);
		});

		test('an unknown refresh token fails the run', async () => {
			const credential = await stand.saveCredential('Unknown refresh token', {
				authentication: 'refreshToken',
				refreshToken: generated.refreshToken,
			});
			const execution = await run('Unknown refresh token', create(credential), credential);
			assert.match(JSON.stringify(execution.data.resultData.error), /refused to refresh/);
		});

		test('an unknown workspace code is refused, a known one works', async () => {
			const type = 'workspaceRecordsInternalApi';
			const wrong = await stand.saveCredential(
				'Wrong code',
				{ workspaceSecret: generated.code },
				type,
			);
			const refused = await run('Wrong code', enrich(wrong), wrong);
			assert.equal(refused.status, 'error');
			const good = { workspaceSecret: 'sandbox-workspace-code' };
			const right = await stand.saveCredential('Right code', good, type);
			assert.equal((await run('Right code', enrich(right), right)).status, 'success');
		});

		test('an unreachable service fails the run', async () => {
			const credential = await stand.saveCredential('Nobody there', {
				baseUrl: `http://127.0.0.1:${await freePort()}`,
				authentication: 'accessToken',
				accessToken: generated.elsewhere,
			});
			const execution = await run('Nobody there', create(credential), credential);
			assert.equal(execution.status, 'error');
		});
	});
}

/**
 * To be called last: it ends n8n and the sandbox, and looks at all that is left of n8n.
 *
 * @param {import('./lib/stand.mjs').Stand} stand
 */
export function leakTests(stand) {
	describe('Leaks', () => {
		let secrets;

		test('the executions that the editor reads contain no secret', async () => {
			secrets = [...FIXED, ...Object.values(generated), ...issuedTokens(stand.folder)];
			const { client } = stand.n8n;
			const found = [];
			const executions = await client.executions();
			let all = '';
			for (const { id } of executions) {
				const text = JSON.stringify(await client.execution(id));
				found.push(...secretsIn(text, secrets).map((secret) => `execution ${id}: ${secret}`));
				all += text;
			}
			assert.ok(executions.length > 8);
			assert.ok(
				all.includes('acme-microsoft') && all.includes('Leak test'),
				'reads the wrong data',
			);
			assert.deepEqual(found, []);
		});

		test('no file that n8n has written (debug logs, database) contains a secret', async () => {
			await stand.n8n.stop();
			const files = filesOf(join(stand.folder, 'n8n'));
			const found = [];
			let all = '';
			for (const file of files) {
				const text = readFileSync(file, 'latin1');
				found.push(...secretsIn(text, secrets).map((secret) => `${file}: ${secret}`));
				if (/\.log$/.test(file)) all += text;
			}
			const names = files.join('\n');
			assert.ok(/n8n\.log/.test(names) && /database\.sqlite/.test(names), names);
			assert.match(all, /\bdebug\b/, 'the log is not at debug level');
			assert.deepEqual(found, []);
		});
	});
}

const secretsIn = (text, secrets) => secrets.filter((secret) => text.includes(secret));

/** Every token that the sandbox has handed out, dead ones included. */
function issuedTokens(folder) {
	const Database = require('libsql');
	const db = new Database(join(folder, 'sandbox.sqlite'));
	const tokens = db
		.prepare('SELECT token FROM tokens')
		.all()
		.map(({ token }) => token);
	db.close();
	assert.ok(tokens.length > 3);
	return tokens;
}

/** All files below n8n's folder, without the installed package and what n8n serves of itself. */
function filesOf(folder) {
	return readdirSync(folder, { withFileTypes: true, recursive: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath ?? entry.path, entry.name))
		.filter((file) => !/node_modules|[\\/]\.cache[\\/]/.test(file));
}
