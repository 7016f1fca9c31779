/**
 * One migration in a process of its own, which may interrupt itself. Prints the result of every order.
 *
 *     tsx bench/chaos/migrate.ts '{"url": …, "token": …, "lines": 100, "batchSize": 25, "interruption": …}'
 */
import { subscribe } from 'node:diagnostics_channel';

import type { INodeExecutionData } from 'n8n-workflow';

import { engine, loadPackage } from '../../testing/engine';
import { fromItem } from '../../testing/parameters';
import { runNodeWith } from '../../testing/runNode';
import { rowsOf, type Migration, type Report } from './migration';
import { RETRY_OPTIONS } from './retryOptions';

async function main() {
	const { url, token, lines, batchSize, interruption } = JSON.parse(process.argv[2]) as Migration;
	const runNode = runNodeWith(engine(await loadPackage()), { url, token });
	const stop = new AbortController();
	if (interruption) {
		const { request, afterMs, by } = interruption;
		const interrupt = () => (by === 'kill' ? process.kill(process.pid, 'SIGKILL') : stop.abort());
		let requests = 0;
		subscribe('http.client.request.start', () => {
			requests += 1;
			if (requests === request) setTimeout(interrupt, afterMs);
		});
	}
	const { items, status } = await runNode(
		'migrationUpsert',
		'upsertOrders',
		{
			...fromItem,
			partner: 'chaos',
			inputMode: 'line',
			batchSize,
			options: { maxParallelRequests: 5, ...RETRY_OPTIONS },
		},
		{ items: rowsOf(lines), onError: 'continueRegularOutput', signal: stop.signal },
	);
	const reports = status === 'success' ? items.map(reportOf) : [];
	process.stdout.write(`${JSON.stringify({ status, reports })}\n`, () => process.exit(0));
}

function reportOf({ json, pairedItem }: INodeExecutionData): Report {
	const details = (json.details ?? {}) as Report['failure'] & { external_id?: string };
	return {
		order: String(json.external_id ?? details.external_id),
		rows: (pairedItem as Array<{ item: number }>).map(({ item }) => item),
		...(typeof json.error === 'string' && {
			failure: { kind: details.kind, status: details.status },
		}),
	};
}

main().catch((error: Error) => {
	process.stderr.write(`${error.stack}\n`);
	process.exit(1);
});
