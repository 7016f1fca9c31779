/** One migration, which may interrupt itself. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { engine, loadPackage, takeLog } from '../../../testing/engine';
import { importWith } from '../../../testing/fileRuns';
import { fromItem } from '../../../testing/parameters';
import { runNodeWith } from '../../../testing/runNode';
import { csvOf, FIRST_ROW, rowsOf, type Migration, type Report } from './rows';
import { RETRY_OPTIONS } from './retryOptions';

const SENT = 'http.client.request.start';

/** Runs the node in this process. `onRow` gets what a person would find in n8n's log, where the run goes on after it. */
export async function runMigration(
	migration: Migration,
	onRow: (row: number) => void,
): Promise<{ status: string; reports: Report[] }> {
	const { url, token, lines, batchSize, interruption, fromFile, startAtRow } = migration;
	const n8n = engine(await loadPackage());
	const stop = new AbortController();
	let requests = 0;
	const count = () => {
		requests += 1;
		if (requests !== interruption?.request) return;
		const interrupt = () =>
			interruption.by === 'kill' ? process.kill(process.pid, 'SIGKILL') : stop.abort();
		setTimeout(interrupt, interruption.afterMs);
	};
	subscribe(SENT, count);
	const readLog = () => {
		for (const { message } of takeLog()) {
			const row = /set Start at Row to (\d+)/.exec(message)?.[1];
			if (row) onRow(Number(row));
		}
	};
	readLog();
	const reading = setInterval(readLog, 5);
	const options = { batchSize, requests: { maxParallelRequests: 5, ...RETRY_OPTIONS } };
	const running = { onError: 'continueRegularOutput', signal: stop.signal } as const;
	try {
		if (fromFile) {
			const given = { partner: 'chaos', options: { ...options, startAtRow } };
			const file = await importWith(n8n, { url, token })(csvOf(lines), given, running);
			readLog();
			const isDone = file.status === 'success';
			return { status: file.status, reports: isDone ? file.results.map(reportOfLine) : [] };
		}
		const rows = rowsOf(lines, false);
		const { items, status } = await runNodeWith(n8n, { url, token })(
			'migrationUpsert',
			'upsertOrders',
			{ ...fromItem, partner: 'chaos', inputMode: 'line', options },
			{ items: rows, ...running },
		);
		const isDone = status === 'success';
		return { status, reports: isDone ? items.map((item) => reportOf(item, rows)) : [] };
	} finally {
		clearInterval(reading);
		unsubscribe(SENT, count);
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

/** Before n8n 2.34 a failed item has no details, so that only its rows say which order it is. */
function reportOf({ json, pairedItem }: INodeExecutionData, input: readonly IDataObject[]): Report {
	const details = (json.details ?? {}) as Report['failure'] & { external_id?: string };
	const rows = (pairedItem as Array<{ item: number }>).map(({ item }) => item);
	return {
		order: String(json.external_id ?? details.external_id ?? input[rows[0]].order_external_id),
		rows,
		...(typeof json.error === 'string' && {
			failure: { kind: details.kind, status: details.status },
		}),
	};
}
