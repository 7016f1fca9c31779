// Where the secrets of our credentials go when n8n's own HTTP Request node uses them.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';

import { startRecorder } from './lib/recorder.mjs';
import { START, rowOf } from './lib/workflows.mjs';

// The leak test at the end looks for these in what is left of the executions.
const TOKEN = 'sandbox-full-access-token';
const CODE = 'sandbox-workspace-code';

const CREDENTIALS = [
	{
		type: 'workspaceRecordsApi',
		data: { authentication: 'accessToken', accessToken: TOKEN },
		path: '/v1/companies',
		header: 'authorization',
		value: `Bearer ${TOKEN}`,
	},
	{
		type: 'workspaceRecordsInternalApi',
		// A stray line break from the clipboard is no part of the code.
		data: { workspaceSecret: `${CODE}\n` },
		// It goes to the two calls that take it, and nowhere else.
		path: '/v1/enrich',
		header: 'x-workspace-code',
		value: CODE,
	},
];

/** @param {import('./lib/stand.mjs').Stand} stand */
export function credentialOriginTests(stand) {
	let own;
	let foreign;
	before(async () => {
		[own, foreign] = await Promise.all([startRecorder(), startRecorder()]);
	});
	after(async () => await Promise.all([own.close(), foreign.close()]));
	beforeEach(() => {
		for (const recorder of [own, foreign]) {
			recorder.requests.length = 0;
			// The credential test, which n8n runs before the first use, asks for evidence of an owner.
			recorder.response = { body: { user_id: 1 } };
		}
	});

	for (const { type, data, path, header, value } of CREDENTIALS) {
		describe(`HTTP Request with ${type}`, () => {
			let credential;
			const send = async (url, options = {}) => {
				credential ??= await stand.saveCredential(
					`Origin of ${type}`,
					{ ...data, baseUrl: own.url },
					type,
				);
				const node = {
					name: 'HTTP Request',
					type: 'n8n-nodes-base.httpRequest',
					typeVersion: 4.2,
					parameters: {
						url,
						authentication: 'predefinedCredentialType',
						nodeCredentialType: type,
						options,
					},
					credentials: { [type]: { name: credential.name } },
				};
				const workflow = rowOf(`HTTP Request with ${type}`, [node]);
				const { id } = await stand.importWorkflow(workflow, [credential]);
				const { status } = await stand.n8n.client.runWorkflow(id, START);
				assert.ok(!/sandbox-/.test(JSON.stringify(foreign.requests)), 'a secret went elsewhere');
				return status;
			};
			const secrets = () => own.requests.map(({ headers }) => headers[header]);

			test('the own origin of the credential receives the secret', async () => {
				assert.equal(await send(own.url + path), 'success');
				const [sent, ...checks] = own.requests.toReversed();
				assert.equal(sent.url, path);
				// Before its first use the credential is checked, at the same origin.
				assert.ok(checks.length <= 1);
				assert.equal(sent.headers[header], value);
			});

			test('another origin receives the request without the secret', async () => {
				assert.equal(await send(foreign.url + path), 'success');
				assert.equal(foreign.requests.length, 1);
				const disguised = foreign.url.replace('//', `//${new URL(own.url).host}@`);
				assert.equal(await send(disguised), 'success');
				assert.equal(foreign.requests.length, 2);
				assert.deepEqual(secrets(), []);
			});

			test('a redirect to another origin is not followed', async () => {
				own.response = { status: 302, headers: { location: `${foreign.url}/collect` } };
				assert.equal(await send(own.url + path), 'error');
				assert.ok(secrets().includes(value));
				assert.deepEqual(foreign.requests, []);
			});

			test('a next page on another origin is requested without the secret', async () => {
				own.response = { body: { next: `${foreign.url}/page-2` } };
				const pagination = {
					paginationMode: 'responseContainsNextURL',
					nextURL: '={{ $response.body.next }}',
					paginationCompleteWhen: 'other',
					completeExpression: '={{ !$response.body.next }}',
				};
				const options = { pagination: { pagination } };
				assert.equal(await send(own.url + path, options), 'success');
				assert.deepEqual(secrets(), [value]);
				assert.deepEqual(
					foreign.requests.map(({ url }) => url),
					['/page-2'],
				);
			});
		});
	}
}
