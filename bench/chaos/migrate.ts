/**
 * One migration in a process of its own, which may interrupt itself. Prints the result of every order.
 *
 *     tsx bench/chaos/migrate.ts '{"url": …, "token": …, "lines": 100, "batchSize": 25, "interruption": …}'
 */
import { subscribe } from 'node:diagnostics_channel';

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { engine, loadPackage, takeLog } from '../../testing/engine';
import { importWith } from '../../testing/fileRuns';
import { fromItem } from '../../testing/parameters';
import { runNodeWith } from '../../testing/runNode';
import { csvOf, FIRST_ROW, rowsOf, type Migration, type Report } from './migration';
import { RETRY_OPTIONS } from './retryOptions';

async function main() {
	const migration = JSON.parse(process.argv[2]) as Migration;
	const { url, token, lines, batchSize, interruption, fromFile, startAtRow } = migration;
	const n8n = engine(await loadPackage());
	const runNode = runNodeWith(n8n, { url, token });
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
	const options = { maxParallelRequests: 5, ...RETRY_OPTIONS };
	const end = (status: string, reports: Report[]) =>
		process.stdout.write(`${JSON.stringify({ status, reports })}\n`, () => process.exit(0));
	if (fromFile) {
		setInterval(printProgress, 5);
		const { status, results } = await importWith(n8n, { url, token })(
			csvOf(lines),
			{ partner: 'chaos', batchSize, options: { ...options, startAtRow } },
			{ onError: 'continueRegularOutput', signal: stop.signal },
		);
		printProgress();
		end(status, status === 'success' ? results.map(reportOfLine) : []);
		return;
	}
	const { items, status } = await runNode(
		'migrationUpsert',
		'upsertOrders',
		{ ...fromItem, partner: 'chaos', inputMode: 'line', batchSize, options },
		{ items: rowsOf(lines, false), onError: 'continueRegularOutput', signal: stop.signal },
	);
	end(status, status === 'success' ? items.map(reportOf) : []);
}

/** What a person would find in n8n's log after the process died. */
function printProgress() {
	for (const { message } of takeLog()) {
		const row = /set Start at Row to (\d+)/.exec(message)?.[1];
		if (row) process.stdout.write(`continue at ${row}\n`);
	}
}

function reportOfLine({ external_id: order, rows, outcome, ...line }: IDataObject): Report {
	const failure = { kind: String(line.kind), status: line.status as number | undefined };
	return {
		order: String(order),
		rows: (rows as number[]).map((row) => row - FIRST_ROW),
		...(outcome === 'rejected' && { failure }),
	};
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
