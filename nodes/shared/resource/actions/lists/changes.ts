import type { IDataObject } from 'n8n-workflow';

import { type Reading, BEGINNING } from '../../../changes/state';
import { hashOf, printOf, sortedJson, timeOf, type Row } from '../../../changes/row';
import type { Missing } from '../../../changes/step';
import { runInSlices, runTasks, type Steps } from '../../../execution';
import { Failure, settle, type Service } from '../../../http';
import { monotonicNow } from '../../../lifetime';
import { type Resource, UPDATED_AT } from '../../definition/resource';
import { isArchived, shownId } from '../identity';
import { ResponseDifferences, sendRead } from '../readResponse';
import { requestsOf, type CallOptions } from '../requests';
import { readList } from './list';
import type { ListQuery } from './pages';
import { readTime } from './updatedAfter';

/** The list in which changes are searched. */
export interface ChangeSource {
	readonly service: Service;
	readonly resource: Resource;
	readonly query: Omit<ListQuery, 'limit' | 'updatedAfter' | 'acceptIncomplete'>;
	/** Only changes of these fields count; all, when there are none. */
	readonly watched: readonly string[];
	/** How far before the latest record the first read of "from now on" goes, milliseconds. */
	readonly overlapMs: number;
}

/** Whether the service sorts this list by the time of the last update, so that its end can be read alone. */
export const isSortable = ({ list }: Resource): boolean => list.sort === true;

/** What was read to search for changes. */
export interface ChangeReading extends Reading<IDataObject> {
	/** Why records may be missing that should be among the rows; undefined where nothing says so. */
	readonly doubt?: string;
}

/**
 * Reads what was updated at or after a time, as far as the service can give that alone; otherwise all.
 *
 * @param from in the service's time; undefined: the latest records, and as far back as the overlap goes
 * @param needsAll whether all records are wanted in any case
 */
export async function readChanges(
	source: ChangeSource,
	from: number | undefined,
	needsAll: boolean,
): Promise<ChangeReading> {
	const { overlapMs, query, resource } = source;
	const startedAt = monotonicNow();
	/** By the `Date` header of the first response. */
	let serviceTime: number | undefined;
	const service: Service = {
		...source.service,
		async send(request) {
			const response = await source.service.send(request);
			serviceTime ??= readDate(response.headers.date);
			return response;
		},
	};
	const read = async (updatedAfter?: number, limit = Infinity) =>
		await readList(service, resource, { ...query, limit, updatedAfter });
	const readLatest = async () => {
		const newest = await read(BEGINNING, 1);
		const time = newest.rows.map((row) => readTime(row[UPDATED_AT]) ?? BEGINNING)[0];
		return time === undefined ? newest : await read(time - overlapMs);
	};
	const complete = needsAll || from === BEGINNING || !isSortable(resource);
	const list = complete ? await read() : await (from === undefined ? readLatest() : read(from));
	const rows = await toRows(source, list.rows);
	await runInSlices(hashRows(rows, from));
	return { rows, complete, serviceTime, tookMs: monotonicNow() - startedAt, doubt: list.doubt };
}

function readDate(header: unknown): number | undefined {
	const time = Date.parse(String(header));
	return Number.isNaN(time) ? undefined : time;
}

/** The records as the search for changes sees them, each once. */
export async function toRows(
	source: Pick<ChangeSource, 'resource' | 'watched'>,
	records: readonly IDataObject[],
): Promise<Array<Row<IDataObject>>> {
	return await runInSlices(makeRows(source, records));
}

function* makeRows(
	{ resource, watched }: Pick<ChangeSource, 'resource' | 'watched'>,
	records: readonly IDataObject[],
): Steps<Array<Row<IDataObject>>> {
	const rows = new Map<string, Row<IDataObject>>();
	for (const record of records) {
		yield;
		const shown = shownId(resource.identifiers, record);
		if (shown === undefined) throw withoutId(resource);
		const row = new ListedRow(String(shown), record, watched);
		const other = rows.get(row.id);
		if (!other || (row.updated ?? 0) > (other.updated ?? 0)) rows.set(row.id, row);
	}
	return [...rows.values()];
}

/** Makes the hashes that will be asked for, because that takes longest and can be paused. */
function* hashRows(rows: readonly Row[], from = -Infinity): Steps<void> {
	for (const row of rows) {
		yield;
		if ((timeOf(row) ?? Infinity) >= from) void [row.version, row.prints];
	}
}

/** Hashes are made when they are asked for, once: most records of a long list are older than what is looked for. */
class ListedRow implements Row<IDataObject> {
	readonly created?: number;
	readonly updated?: number;
	readonly values?: readonly unknown[];
	private hash?: string;
	private valueHashes?: readonly string[];

	constructor(
		readonly id: string,
		readonly record: IDataObject,
		watched: readonly string[],
	) {
		this.created = readTime(record.created_at);
		this.updated = readTime(record[UPDATED_AT]);
		if (watched.length > 0) this.values = watched.map((field) => record[field]);
	}

	get version() {
		const { record, values } = this;
		return (this.hash ??= hashOf(
			sortedJson(values ? [record[UPDATED_AT], ...values] : ownOf(record)),
		));
	}

	get prints() {
		return (this.valueHashes ??= this.values?.map(printOf));
	}
}

/** Without the key of a response that is not about the record. */
const ownOf = (record: IDataObject): IDataObject =>
	'ctx_id' in record ? { ...record, ctx_id: undefined } : record;

const withoutId = ({ label, plural }: Resource) =>
	new Failure({
		kind: 'unexpectedResponse',
		message: `The service lists ${plural.toLowerCase()} without an ID`,
		remedy: `Changes cannot be recognised without it. Use Get Many of the ${label} node instead.`,
	});

/** Where records may be that a list no longer has. */
export interface MissingSource {
	readonly service: Service;
	readonly resource: Resource;
	readonly options: CallOptions;
	readonly parallel: number;
	/** Whether filters narrow the list, so that a record may have left it without being archived. */
	readonly isFiltered: boolean;
}

/** Records that are read in one poll; the others stay known and are read in the next. */
const MAX_READS = 100;

/**
 * Reads each record that a complete list lacks. The service may answer that it is not there any more, or show
 * its state; a record that can be read and shows no state is archived if the next list lacks it, too.
 * One that cannot be read now stays known.
 */
export async function readMissing(
	{ service, resource, options, parallel, isFiltered }: MissingSource,
	ids: readonly string[],
): Promise<Missing<IDataObject>> {
	const archived: Array<{ id: string; version: string; record?: IDataObject }> = [];
	const elsewhere: string[] = [];
	const unclear: string[] = [];
	const differences = new ResponseDifferences();
	await runTasks(ids.slice(0, MAX_READS), parallel, async (id) => {
		const request = requestsOf(resource).get({ by: 'id', value: id }, options);
		const response = await settle(sendRead(service, request, { shape: {} }, differences));
		if (!response.ok) {
			if (response.failure.kind === 'notFound') archived.push({ id, version: '' });
			return;
		}
		const record = response.value;
		const state = stateOf(resource, record);
		if (isArchived(state)) {
			archived.push({ id, version: String(record[UPDATED_AT] ?? ''), record });
		} else if (state !== '' || isFiltered) elsewhere.push(id);
		else unclear.push(id);
	});
	return { archived, elsewhere, unclear };
}

/** The state of a record in words; empty where it shows none. */
const stateOf = ({ state = 'status' }: Resource, record: IDataObject): string =>
	[record[state], record.status, record.usage_status]
		.map((word) => String(word ?? ''))
		.find(Boolean) ?? '';
