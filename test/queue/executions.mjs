// What is shown about executions that go through the queue.
import { setTimeout as sleep } from 'node:timers/promises';

import { checkRecords, exampleCompanies } from '../../scripts/lib/example-checks.mjs';
import { failuresOf, itemsOf } from '../../scripts/lib/n8n-client.mjs';
import { CREDENTIAL, exampleWorkflows } from '../../scripts/lib/workspace.mjs';
import { compare, idsOf, SAVE, START, upsertWorkflow } from './upserts.mjs';

const TIMEOUT_MS = 240_000;
const REFRESH_TOKEN = 'sandbox-refresh-token';
const REFRESH_PATH = '/api/token/refresh/';
const COMPANIES_PER_REFRESH = 40;

/**
 * Each check gives what it found, and whether that is as it should be.
 *
 * @param {Awaited<ReturnType<typeof import('./cluster.mjs').openCluster>>} cluster
 */
export function executionChecks(cluster) {
	const { client, sandbox, service } = cluster;
	let byToken;

	const credentialFor = async (name, data) =>
		await client.saveCredential({
			name,
			type: CREDENTIAL.type,
			data: { baseUrl: sandbox.url, ...data },
		});

	/** Runs all at the same time; how they ended, and which worker had each. */
	const runAll = async (workflows) => {
		const ran = await Promise.all(
			workflows.map(
				async ({ id }) => await client.runWorkflow(id, START, { timeoutMs: TIMEOUT_MS }),
			),
		);
		const shares = {};
		for (const { id } of ran) {
			const name = cluster.workerOf(id) ?? 'no worker';
			shares[name] = (shares[name] ?? 0) + 1;
		}
		return { ran, failures: ran.flatMap(failuresOf), shares };
	};

	const bothWorked = (shares) =>
		Object.keys(shares).length === cluster.settings.workers && !shares['no worker'];
	const inWords = (shares) =>
		Object.entries(shares)
			.sort()
			.map(([name, count]) => `${name}: ${count}`)
			.join(', ');

	return {
		async prepare() {
			byToken = await credentialFor(CREDENTIAL.name, {
				authentication: 'accessToken',
				accessToken: sandbox.token,
			});
		},

		/** The examples that need nothing but the service; the second one twice, to the same end. */
		async examples() {
			const run = async (name, trigger) => {
				const example = exampleWorkflows().find((one) => one.name === name);
				const { id } = await client.importWorkflow(example, [byToken]);
				return await client.runWorkflow(id, trigger, { timeoutMs: TIMEOUT_MS });
			};
			const scored = await run('Enrich, score and route deals', 'Start');
			const report = itemsOf(scored, 'Report').map(({ json }) => json);
			const first = await run('New contact to deal', 'New Contact');
			const second = await run('New contact to deal', 'New Contact');
			const all = [scored, first, second];
			const problems = [...all.flatMap(failuresOf), ...(await checkRecords(report, sandbox))];
			const workers = all.map(({ id }) => cluster.workerOf(id) ?? 'no worker');
			const made = [first, second].map((one) => itemsOf(one, 'Create Deal').length);
			return {
				ok:
					!problems.length &&
					report.length === exampleCompanies().length &&
					made[0] > 0 &&
					made[1] === 0 &&
					!workers.includes('no worker'),
				found:
					problems[0] ??
					`${report.length} deals scored and moved, records as they should be; contacts: ${made[0]} deals made, ${made[1]} the second time; on ${workers.join(', ')}`,
			};
		},

		/** As many batches as there are places, so that one worker alone could not have run them. */
		async manyItems(total) {
			const batches = Array.from({ length: cluster.places }, (_, n) => `many${n}`);
			const each = total / batches.length;
			const workflows = [];
			for (const batch of batches) {
				workflows.push(
					await client.importWorkflow(upsertWorkflow(batch, each, byToken), [byToken]),
				);
			}
			const since = Date.now();
			const { ran, failures, shares } = await runAll(workflows);
			const seconds = ((Date.now() - since) / 1000).toFixed(1);
			const items = ran.reduce((sum, one) => sum + itemsOf(one, SAVE).length, 0);
			const ids = batches.flatMap((batch) => idsOf(batch, each));
			const { held, doubled } = compare(await service.records('companies'), ids);
			return {
				ok:
					!failures.length &&
					bothWorked(shares) &&
					items === total &&
					held === total &&
					!doubled.length,
				found:
					failures[0] ??
					`${items} items out, ${held} held, ${doubled.length} doubled; executions on ${inWords(shares)}; ${seconds} s`,
			};
		},

		async killedWorker(total) {
			const ids = idsOf('killed', total);
			const workflow = await client.importWorkflow(upsertWorkflow('killed', total, byToken), [
				byToken,
			]);
			await service.setFaults([{ kind: 'latency', ms: 20, operations: ['createCompany'] }]);
			const held = async () => compare(await service.records('companies'), ids).held;
			const first = client.runWorkflow(workflow.id, START, { timeoutMs: TIMEOUT_MS });
			first.catch(() => {});
			while ((await held()) < total / 4) await sleep(50);
			const [running] = await client.executions(workflow.id);
			const killed = cluster.workerOf(running.id);
			await cluster.kill(killed);
			const before = await held();
			await service.setFaults([]);

			// What n8n makes of it: an execution that has crashed.
			const crashed = await first;
			const again = await client.runWorkflow(workflow.id, START, { timeoutMs: TIMEOUT_MS });
			const by = cluster.workerOf(again.id);
			const { held: after, lost, doubled } = compare(await service.records('companies'), ids);
			await cluster.startWorker(killed);
			const ok =
				crashed.status !== 'success' &&
				before < total &&
				!failuresOf(again).length &&
				by !== undefined &&
				by !== killed &&
				after === total &&
				!doubled.length;
			return {
				ok,
				found: `${killed} killed with ${before} of ${total} held (${crashed.status}); run again on ${by}: ${again.status}, ${lost.length} lost, ${doubled.length} doubled`,
			};
		},

		/** All workers hold the same token, which has expired, and each refresh token is good for once. */
		async refresh() {
			await service.setTokens({ rotate: true });
			// Slow enough for the second worker to ask before the first one knows.
			await service.setFaults([{ kind: 'latency', ms: 300, path: REFRESH_PATH }]);
			const byRefresh = await credentialFor('Renewing', {
				authentication: 'refreshToken',
				refreshToken: REFRESH_TOKEN,
				accessToken: '',
			});
			const workflows = [];
			for (let n = 0; n < cluster.places; n += 1) {
				const workflow = upsertWorkflow(`refresh${n}`, COMPANIES_PER_REFRESH, byRefresh);
				workflows.push(await client.importWorkflow(workflow, [byRefresh]));
			}
			const count = async () => {
				const asked = (await service.requests()).filter(({ path }) => path === REFRESH_PATH);
				return {
					asked: asked.length,
					granted: asked.filter(({ status }) => status === 200).length,
				};
			};
			const failures = [];
			const rounds = [];
			for (let round = 0; round < 3; round += 1) {
				await service.expireTokens();
				const before = await count();
				const ran = await runAll(workflows);
				const after = await count();
				failures.push(...ran.failures);
				const granted = after.granted - before.granted;
				rounds.push({ granted, asked: after.asked - before.asked, shares: ran.shares });
			}
			await service.setFaults([]);
			const raced = rounds.some(({ granted, asked }) => asked > granted);
			const worked = rounds.every(({ shares, granted }) => bothWorked(shares) && granted > 0);
			const refreshes = rounds.map(({ granted, asked }) => `${granted} of ${asked}`).join(', ');
			return {
				ok: !failures.length && worked && raced,
				found:
					failures[0] ??
					`${rounds.length} times ${workflows.length} executions, all green, on ${inWords(rounds[0].shares)}; refreshes granted: ${refreshes}`,
			};
		},
	};
}
