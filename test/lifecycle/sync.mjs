// Sync in a real n8n that is killed in the midst of a Mirror, while it creates and updates, and while it archives, and that
// runs it again. Takes about three minutes.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { failuresOf } from '../../scripts/lib/n8n-client.mjs';
import { installPackage } from '../../scripts/lib/package.mjs';
import { startSandbox } from '../../scripts/lib/sandbox.mjs';
import { stopServices } from '../../scripts/lib/services.mjs';
import { CREDENTIAL, credentialData } from '../../scripts/lib/workspace.mjs';
import { controlApi } from '../e2e/lib/sandbox.mjs';
import { startSignedIn, temporaryFolder } from '../e2e/lib/stand.mjs';
import { until } from '../e2e/lib/until.mjs';
import { START, ours, rowOf } from '../e2e/lib/workflows.mjs';

const NODE = 'Mirror';

const row = (number, name = `Company ${number}`) => ({
	url: `https://company-${number}.example`,
	name,
});
const rowsOf = (from, to, nameOf) =>
	Array.from({ length: to - from }, (_, index) => row(from + index, nameOf?.(from + index)));

/** What the service has: the last 60 are not in the table. */
const BEFORE = rowsOf(0, 160);
/** What the table has: of the first 100, every second one has another name; 60 are new. */
const TABLE = [
	...rowsOf(0, 100, (number) => `Company ${number}${number % 2 ? ', renamed' : ''}`),
	...rowsOf(200, 260),
];
const WRITES = 50 + 60;

/** Declares the tests; they run one after another. */
export function syncLifecycleTests() {
	describe('Mirror in an n8n that is killed', () => {
		let folder;
		let service;
		let n8n;
		let workflow;
		/** Companies that are not archived. */
		const stored = async () => {
			const all = await service.records('companies');
			return all.filter(({ archived }) => !archived).map(({ fields }) => fields);
		};
		/** How many requests of these kinds the service has had. */
		const count = async (...methods) => {
			return (await service.calls(/^\/v1\/public\/companies/, ...methods)).length;
		};

		before(async () => {
			folder = temporaryFolder('sync');
			const sandbox = await startSandbox({ file: join(folder, 'sandbox.sqlite') });
			service = controlApi(sandbox);
			await installPackage(join(folder, 'n8n'));
			n8n = await startSignedIn(folder);
			const data = credentialData(sandbox);
			const credential = await n8n.client.saveCredential({ ...CREDENTIAL, data });
			const parameters = {
				...{ resource: 'company', operation: 'sync', mode: 'mirror', matchBy: 'url' },
				fields: { mappingMode: 'autoMapInputData', value: null },
				options: {
					requests: { maxParallelRequests: 4 },
					guards: { maxArchived: 1000, maxArchivedPercent: 100 },
				},
			};
			const node = ours(NODE, 'workspaceRecordsCompany', parameters, credential);
			workflow = await n8n.client.importWorkflow(rowOf('Mirror', [node], TABLE), [credential]);
			for (const each of BEFORE) await service.call('POST', 'companies', each);
		});
		after(stopServices);

		/** Starts the Mirror, kills n8n when so many requests of these kinds were sent, and starts n8n again. */
		const killAfter = async (wanted, ...methods) => {
			await service.setFaults([{ kind: 'latency', ms: 100, methods: ['POST', 'PUT', 'DELETE'] }]);
			const already = await count(...methods);
			const running = n8n.client.runWorkflow(workflow.id, START).catch(() => {});
			const areSent = async () => (await count(...methods)) - already >= wanted;
			await until('the requests', areSent, { interval: 50 });
			await n8n.kill();
			await running;
			await service.setFaults([]);
			const sent = (await count(...methods)) - already;
			n8n = await startSignedIn(folder, { before: n8n });
			return sent;
		};
		const websites = new Set(TABLE.map(({ url }) => url));
		/** Every company of the table that the service had is still there, and none is there twice. */
		const check = async () => {
			const now = (await stored()).map(({ url }) => url);
			assert.equal(new Set(now).size, now.length, 'doubled');
			const lost = BEFORE.filter(({ url }) => websites.has(url) && !now.includes(url));
			assert.deepEqual(lost, [], 'archived although the table has it');
		};

		test('while it creates and updates: nothing is archived or doubled', async () => {
			const sent = await killAfter(30, 'POST', 'PUT');
			assert.ok(sent < WRITES, `${sent} of ${WRITES} writes were sent`);
			await check();
			assert.equal(await count('DELETE'), 0);
		});

		test('while it archives: what the table has stays', async () => {
			const sent = await killAfter(10, 'DELETE');
			assert.ok(sent < 60, `${sent} of 60 were archived`);
			await check();
		});

		test('run again, the service has what the table has, and then nothing is written', async () => {
			const execution = await n8n.client.runWorkflow(workflow.id, START);
			assert.deepEqual(failuresOf(execution), []);
			const plain = ({ url, name }) => `${url} ${name}`;
			assert.deepEqual((await stored()).map(plain).sort(), TABLE.map(plain).sort());
			const writes = await count('POST', 'PUT', 'DELETE');
			const again = await n8n.client.runWorkflow(workflow.id, START);
			assert.deepEqual(failuresOf(again), []);
			assert.equal(await count('POST', 'PUT', 'DELETE'), writes);
		});
	});
}
