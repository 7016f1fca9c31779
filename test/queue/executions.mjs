// Checks of executions that go through the queue.
import { checkRecords, exampleCompanies } from '../../scripts/lib/example-checks.mjs';
import { failuresOf, itemsOf } from '../../scripts/lib/n8n-client.mjs';
import { CREDENTIAL } from '../../scripts/lib/workspace.mjs';
import { exampleNamed } from '../e2e/lib/stand.mjs';
import { START } from '../e2e/lib/workflows.mjs';
import { compare, idsOf, SAVE, upsertWorkflow } from './upserts.mjs';

const TIMEOUT_MS = 240_000;
const REFRESH_TOKEN = 'sandbox-refresh-token';
const REFRESH_PATH = '/api/token/refresh/';
const COMPANIES_PER_REFRESH = 40;

/**
 * Each check returns what it found, and whether that is correct.
 *
 * @param {Awaited<ReturnType<typeof import('./cluster.mjs').openCluster>>} cluster
 */
export function executionChecks(cluster) {
	const { client, sandbox, service } = cluster;
	let byToken;

	/** Runs all at the same time; returns how they ended, and how many ran on each worker. */
	const runAll = async (workflows) => {
		const ran = await Promise.all(
			workflows.map(
				async ({ id }) => await client.runWorkflow(id, START, { timeoutMs: TIMEOUT_MS }),
			),
		);
		const byWorker = {};
		for (const { id } of ran) {
			const name = cluster.workerOf(id) ?? 'no worker';
			byWorker[name] = (byWorker[name] ?? 0) + 1;
		}
		return { ran, failures: ran.flatMap(failuresOf), byWorker };
	};

	const ranOnAll = (byWorker) =>
		Object.keys(byWorker).length === cluster.settings.workers && !byWorker['no worker'];
	const textOf = (byWorker) =>
		Object.entries(byWorker)
			.sort()
			.map(([name, count]) => `${name}: ${count}`)
			.join(', ');

	return {
		async prepare() {
			byToken = await cluster.saveAccess(CREDENTIAL.name);
		},

		/** The examples that need nothing but the service; the second one twice, with the same result. */
		async examples() {
			const run = async (name, trigger) => {
				const { id } = await client.importWorkflow(exampleNamed(name), [byToken]);
				return await client.runWorkflow(id, trigger, { timeoutMs: TIMEOUT_MS });
			};
			const scored = await run('Enrich, score and route deals', 'Start');
			const report = itemsOf(scored, 'Report').map(({ json }) => json);
			const first = await run('New contact to deal', 'New Contact');
			const second = await run('New contact to deal', 'New Contact');
			const all = [scored, first, second];
			const problems = [...all.flatMap(failuresOf), ...(await checkRecords(report, sandbox))];
			const workers = all.map(({ id }) => cluster.workerOf(id) ?? 'no worker');
			const created = [first, second].map((one) => itemsOf(one, 'Create Deal').length);
			return {
				ok:
					!problems.length &&
					report.length === exampleCompanies().length &&
					created[0] > 0 &&
					created[1] === 0 &&
					!workers.includes('no worker'),
				found:
					problems[0] ??
					`${report.length} deals scored and moved, records correct; contacts: ${created[0]} deals created, ${created[1]} by the second run; on ${workers.join(', ')}`,
			};
		},

		/** As many batches as run at the same time, so that one worker alone could not run them. */
		async manyItems(total) {
			const batches = Array.from({ length: cluster.capacity }, (_, n) => `many${n}`);
			const each = total / batches.length;
			const workflows = [];
			for (const batch of batches) {
				workflows.push(
					await client.importWorkflow(upsertWorkflow(batch, each, byToken), [byToken]),
				);
			}
			const since = Date.now();
			const { ran, failures, byWorker } = await runAll(workflows);
			const seconds = ((Date.now() - since) / 1000).toFixed(1);
			const items = ran.reduce((sum, one) => sum + itemsOf(one, SAVE).length, 0);
			const ids = batches.flatMap((batch) => idsOf(batch, each));
			const { stored, duplicated } = compare(await service.records('companies'), ids);
			return {
				ok:
					!failures.length &&
					ranOnAll(byWorker) &&
					items === total &&
					stored === total &&
					!duplicated.length,
				found:
					failures[0] ??
					`${items} items out, ${stored} stored, ${duplicated.length} duplicated; executions on ${textOf(byWorker)}; ${seconds} s`,
			};
		},

		/** All workers have the same expired token, and a refresh token can be used once. */
		async refresh() {
			await service.setTokens({ rotate: true });
			// Slow enough for the second worker to refresh before the first one has the new token.
			await service.setFaults([{ kind: 'latency', ms: 300, path: REFRESH_PATH }]);
			const byRefresh = await client.saveCredential({
				...{ name: 'Refreshing', type: CREDENTIAL.type },
				data: {
					...{ baseUrl: sandbox.url, authentication: 'refreshToken' },
					...{ refreshToken: REFRESH_TOKEN, accessToken: '' },
				},
			});
			const workflows = [];
			for (let n = 0; n < cluster.capacity; n += 1) {
				const workflow = upsertWorkflow(`refresh${n}`, COMPANIES_PER_REFRESH, byRefresh);
				workflows.push(await client.importWorkflow(workflow, [byRefresh]));
			}
			const count = async () => {
				const sent = await service.calls(new RegExp(`^${REFRESH_PATH}$`));
				return {
					requested: sent.length,
					granted: sent.filter(({ status }) => status === 200).length,
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
				rounds.push({
					granted,
					requested: after.requested - before.requested,
					byWorker: ran.byWorker,
				});
			}
			await service.setFaults([]);
			const raced = rounds.some(({ granted, requested }) => requested > granted);
			const worked = rounds.every(({ byWorker, granted }) => ranOnAll(byWorker) && granted > 0);
			const refreshes = rounds
				.map(({ granted, requested }) => `${granted} of ${requested}`)
				.join(', ');
			return {
				ok: !failures.length && worked && raced,
				found:
					failures[0] ??
					`${rounds.length} times ${workflows.length} executions, all succeeded, on ${textOf(rounds[0].byWorker)}; refreshes granted: ${refreshes}`,
			};
		},
	};
}
