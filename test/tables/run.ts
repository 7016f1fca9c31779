/** Runs the package on a table, in n8n's engine, and tells what came of it. */
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { Engine } from '../../testing/engine';
import { importWith } from '../../testing/fileRuns';
import { acceptOrders, ordersIn } from '../../testing/orderLines';
import { fromItem } from '../../testing/parameters';
import { runNodeWith, type RunNode } from '../../testing/runNode';
import type { CustomService, Received } from '../../testing/services/customService';
import type { Oracle, Table } from './oracle';
import { itemsOf } from './rows';

export type Mode = 'automatic' | 'file';

/** An order or record as it was sent, and the rows it was made of, from 0. */
interface Sent {
	readonly record: IDataObject;
	readonly rows: readonly number[];
}

/** What came of a table. */
export interface Outcome {
	readonly sent: readonly Sent[];
	/** How many rows came to the node. */
	readonly rows: number;
	/** Rows that were reported as errors. */
	readonly rejected: readonly number[];
	/** Why nothing went out, in the words that a person sees first. */
	readonly refusal?: string;
	/** The file did not come to the node: Extract from File cannot read it as it is set. */
	readonly isUnread?: boolean;
}

const DEFAULT_ZONE = 'America/New_York';
/** One request after the other, so that the order of requests is that of the rows. */
const IN_ORDER = { requests: { maxParallelRequests: 1 } };
/** Links are not part of the answers: the service has no record that is named. */
const NO_LINKS = { ifMissing: 'leaveEmpty' };
/** Under which a service names the record it has written: `purchase_order_id`. */
const idOf = (of: string) =>
	`${of === 'deal' ? 'case' : of.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_id`;

const isOrders = (oracle: Oracle) => oracle.of === 'orders';

/** The modes in which a table can be read. */
export const modesOf = ({ name, oracle }: Table): Mode[] =>
	isOrders(oracle) && name.endsWith('.csv') ? ['automatic', 'file'] : ['automatic'];

/**
 * Makes a function that runs a table in a mode.
 *
 * @param n8n with the built package
 */
export function runnerOf(n8n: Engine, service: CustomService) {
	const runNode = runNodeWith(n8n, service);
	const importFile = importWith(n8n, service);
	/** @param isSet with the answer's one setting, and what Extract from File needs for the file */
	return async (table: Table, mode: Mode, isSet: boolean): Promise<Outcome> => {
		service.requests.length = 0;
		service.reply = isOrders(table.oracle) ? acceptOrders : acceptRecord(table.oracle);
		if (mode === 'file') return await runFile(importFile, service, table, isSet);
		const { extract } = table.oracle;
		const items = !isSet && extract?.relaxQuotes ? undefined : itemsOf(table, isSet ? extract : {});
		if (!items) return { sent: [], rows: 0, rejected: [], isUnread: true };
		return await runItems(runNode, table, items, isSet);
	};
}

const acceptRecord =
	({ of }: Oracle) =>
	({ method }: Received) =>
		method === 'GET'
			? { body: { data: [], page: 1, count: 0, total: 0, message: 'OK' } }
			: { body: { ok: true, status: 'created', [idOf(of)]: 'id-1' } };

async function runItems(
	runNode: RunNode<CustomService>,
	{ name, oracle }: Table,
	items: IDataObject[],
	isSet: boolean,
): Promise<Outcome> {
	const { options, parameters } = (isSet && oracle.setting) || {};
	const node = isOrders(oracle) ? 'migrationUpsert' : oracle.of;
	const byKind: INodeParameters = name.endsWith('.json')
		? { partner: 'my-erp', inputMode: 'json', orders: '={{ $json }}' }
		: { partner: 'my-erp', inputMode: 'line' };
	const run = await runNode(
		node,
		isOrders(oracle) ? 'upsertOrders' : 'create',
		{
			...fromItem,
			...(isOrders(oracle) && byKind),
			...parameters,
			options: {
				...IN_ORDER,
				...options,
				...(!isOrders(oracle) && { reading: { ...NO_LINKS, ...(options?.reading as object) } }),
			},
		},
		{
			items,
			onError: 'continueErrorOutput',
			settings: { timezone: oracle.timezone ?? DEFAULT_ZONE },
		},
	);
	const writes = run.requests.filter(({ method }) => method !== 'GET');
	const records = isOrders(oracle)
		? ordersIn(writes)
		: writes.map(({ body }) => body as IDataObject);
	const written = run.items.filter(({ json }) => json.skipped === undefined).map(rowsOf);
	const [firstFailure] = run.failed;
	return {
		sent: records.map((record, index) => ({ record, rows: written[index] ?? [] })),
		rows: items.length,
		rejected: run.failed.flatMap(rowsOf).sort(ascending),
		refusal: records.length === 0 ? run.errorText || String(firstFailure?.json.error) : undefined,
	};
}

const ascending = (a: number, b: number) => a - b;

const rowsOf = ({ pairedItem }: INodeExecutionData): number[] =>
	[pairedItem].flat().map((item) => (typeof item === 'object' ? item.item : (item as number)));

async function runFile(
	importFile: ReturnType<typeof importWith>,
	service: CustomService,
	{ name, content, oracle }: Table,
	isSet: boolean,
): Promise<Outcome> {
	const { options, parameters } = (isSet && oracle.setting) || {};
	const run = await importFile(
		content,
		{ ...parameters, options: { ...IN_ORDER, ...options } },
		{
			name,
			onError: 'continueErrorOutput',
			settings: { timezone: oracle.timezone ?? DEFAULT_ZONE },
		},
	);
	const records = ordersIn(service.requests);
	const decisions = run.summary.decisions as { column_names_in_row: number } | undefined;
	if (!decisions) {
		// A refused file is refused with all its rows.
		const { rows } = oracle.counts;
		const rejected = Array.from({ length: rows }, (_, row) => row);
		return { sent: [], rows, rejected, refusal: run.errorText || String(run.summary.error) };
	}
	const first = decisions.column_names_in_row + 1;
	const rowsIn = (line: IDataObject) => (line.rows as number[]).map((row) => row - first);
	const byId = new Map(
		run.results
			.filter(({ outcome }) => outcome !== 'rejected')
			.map((line) => [line.external_id, rowsIn(line)]),
	);
	return {
		sent: records.map((record) => ({ record, rows: byId.get(record.order_external_id) ?? [] })),
		rows: run.summary.rows as number,
		rejected: run.results
			.filter(({ outcome }) => outcome === 'rejected')
			.flatMap(rowsIn)
			.sort(ascending),
	};
}
