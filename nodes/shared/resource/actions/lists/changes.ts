import type { IDataObject } from 'n8n-workflow';

import { MAX_KNOWN } from '../../../changes/remembered';
import { type Reading, BEGINNING, progressOf } from '../../../changes/state';
import { hashOf, printOf, sortedJson, timeOf, type Row } from '../../../changes/row';
import type { Missing, Rules } from '../../../changes/step';
import { runInSlices, runTasks, type Steps } from '../../../execution';
import { Failure, settle, type Service } from '../../../http';
import { monotonicNow } from '../../../lifetime';
import { type Resource, UPDATED_AT } from '../../definition/resource';
import { shownId, showsArchived } from '../identity';
import { ResponseDifferences, sendRead } from '../readResponse';
import { requestsOf } from '../requests';
import { readList, type List } from './list';
import { newLearnedOfLists, type ListQuery, type ListSource } from './pages';
import { readTime, readOldest } from './updatedAfter';

/** How records are compared. */
export interface Comparison {
	/** Only changes of these fields count; all, when there are none … */
	readonly watched: readonly string[];
	/** … but for these. */
	readonly ignored: readonly string[];
}

/** The list in which changes are searched. */
export interface ChangeSource extends Comparison {
	readonly service: Service;
	readonly resource: Resource;
	readonly query: Omit<ListQuery, 'limit' | 'updatedAfter' | 'acceptIncomplete'>;
	/** How they were until now, where a person has changed that. */
	readonly formerly?: Comparison;
	/** When its first page was read, by the clock of `monotonicNow`; now where that is left out. */
	readonly begunAt?: number;
}

/** Whether the service sorts this list by the time of the last update, so that its end can be read alone. */
export const isSortable = ({ list }: Resource): boolean => list.sort === true;

/** Records that the first read looks at to find the latest time: with the next one, a page. */
const FIRST_READ = 99;

/**
 * Reads what was updated at or after a time, as far as the service can give that alone; otherwise all.
 *
 * @param rules with more rows than events are wanted, and a service that sorts, the later ones may be left for the next read
 * @param from in the service's time; undefined: the latest records, and as far back as the overlap goes
 * @param needsAll whether all records are wanted in any case, unless they are too many to be remembered
 */
export async function readChanges(
	source: ChangeSource,
	rules: Pick<Rules, 'overlapMs' | 'maxEvents'>,
	from: number | undefined,
	needsAll: boolean,
): Promise<Reading<IDataObject>> {
	const { overlapMs, maxEvents: wanted } = rules;
	const { query, resource, begunAt: startedAt = monotonicNow() } = source;
	const readAt = Date.now() - (monotonicNow() - startedAt);
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
	const asReading = async (
		{ rows: records, doubt }: List,
		since: number | undefined,
		complete = false,
	): Promise<Reading<IDataObject>> => {
		const all = await toRows(source, records);
		const rows = since === undefined ? all : all.filter((row) => (timeOf(row) ?? since) >= since);
		await runInSlices(hashRows(rows, since));
		const tookMs = monotonicNow() - startedAt;
		return { rows, from: since, complete, serviceTime, readAt, tookMs, doubt };
	};
	const readAll = async () => await asReading(await read(), undefined, true);
	if (!isSortable(resource)) return await readAll();
	if (from !== undefined && !needsAll) {
		const all = async () =>
			from === BEGINNING ? await readAll() : await asReading(await read(from), from);
		const isSorted = query.learned?.sortsByUpdate !== false;
		const limit = isSorted && wanted < Infinity ? Math.max(wanted, MANY) : Infinity;
		if (limit === Infinity) return await all();
		const list = await read(from, limit);
		const latest = await asReading(list, from === BEGINNING ? undefined : from);
		if (list.rows.length < limit) return { ...latest, complete: from === BEGINNING };
		const { high } = progressOf({ high: BEGINNING }, latest);
		const isBehind = latest.rows.some((row) => (timeOf(row) ?? high) < high - overlapMs);
		if (!isBehind || !query.learned?.sortsByUpdate || !list.total) return await all();
		const oldest = await readOldest(asSource(service, source), from, list.total, limit);
		if (!oldest) return await all();
		const { until, rows } = oldest;
		return { ...(await asReading({ ...list, rows }, from)), until, latest: latest.rows };
	}
	const newest = await read(BEGINNING, FIRST_READ);
	const isTooLong = newest.total !== undefined && newest.total > MAX_KNOWN;
	if (needsAll && !isTooLong) return await asReading(await read(), undefined, true);
	const tooMany = needsAll ? newest.total : undefined;
	if (from !== undefined) return { ...(await readChanges(source, rules, from, false)), tooMany };
	const first = await asReading(newest, undefined);
	if (newest.rows.length < FIRST_READ) return { ...first, tooMany };
	const high = progressOf({ high: BEGINNING }, first).high - overlapMs;
	const oldest = Math.min(...first.rows.map((row) => timeOf(row) ?? Infinity));
	// Some records of the oldest time may be on the next page.
	const list = oldest < high ? newest : await read(high);
	return { ...(await asReading(list, Math.min(oldest + 1, high))), tooMany };
}

/** So many rows are always read at once. */
const MANY = 1000;

const asSource = (service: Service, { resource, query }: ChangeSource): ListSource => ({
	...{ learned: newLearnedOfLists(), differences: new ResponseDifferences(), limit: Infinity },
	...query,
	...{ service, resource },
});

function readDate(header: unknown): number | undefined {
	const time = Date.parse(String(header));
	return Number.isNaN(time) ? undefined : time;
}

type RowSource = Pick<ChangeSource, 'resource' | keyof Comparison | 'formerly'>;

/** The records as the search for changes sees them, each once. */
export async function toRows(
	source: RowSource,
	records: readonly IDataObject[],
): Promise<Array<Row<IDataObject>>> {
	return await runInSlices(makeRows(source, records));
}

function* makeRows(
	{ resource, formerly, ...comparison }: RowSource,
	records: readonly IDataObject[],
): Steps<Array<Row<IDataObject>>> {
	const rows = new Map<string, Row<IDataObject>>();
	for (const record of records) {
		yield;
		const shown = shownId(resource.identifiers, record);
		if (shown === undefined) throw withoutId(resource);
		const row = new ListedRow(String(shown), record, resource, comparison, formerly);
		const other = rows.get(row.id);
		if (!other || (row.updated ?? 0) > (other.updated ?? 0)) rows.set(row.id, row);
	}
	return [...rows.values()];
}

/** Makes the hashes that will be asked for, because that takes longest and can be paused. */
function* hashRows(rows: readonly Row[], from = -Infinity): Steps<void> {
	for (const row of rows) {
		yield;
		if ((timeOf(row) ?? Infinity) < from) continue;
		for (const each of [row, row.former]) void [each?.version, each?.prints];
	}
}

/** Hashes are made when they are asked for, once: most records of a long list are older than what is looked for. */
class ListedRow implements Row<IDataObject> {
	readonly created?: number;
	readonly updated?: number;
	readonly values?: readonly unknown[];
	readonly former?: Row<IDataObject>;
	private readonly ignored: readonly string[];
	private hash?: string;
	private valueHashes?: readonly string[];

	constructor(
		readonly id: string,
		readonly record: IDataObject,
		private readonly resource: Resource,
		{ watched, ignored }: Comparison,
		formerly?: Comparison,
	) {
		this.ignored = ignored;
		this.created = readTime(record.created_at);
		this.updated = readTime(record[UPDATED_AT]);
		if (watched.length > 0) this.values = watched.map((field) => record[field]);
		if (formerly) this.former = new ListedRow(id, record, resource, formerly);
	}

	get version() {
		const { record, values } = this;
		return (this.hash ??= hashOf(
			sortedJson(values ? [record[UPDATED_AT], ...values] : ownOf(record, this.ignored)),
		));
	}

	get prints() {
		return (this.valueHashes ??= this.values?.map(printOf));
	}

	get state() {
		return stateOf(this.resource, this.record);
	}

	get archived() {
		return showsArchived(this.record);
	}
}

/** Without the key of a response that is not about the record, and what is to be ignored. */
function ownOf(record: IDataObject, ignored: readonly string[]): IDataObject {
	const names = ['ctx_id', ...ignored].filter((name) => name in record);
	return names.length === 0
		? record
		: { ...record, ...Object.fromEntries(names.map((name) => [name, undefined])) };
}

const withoutId = ({ label, plural }: Resource) =>
	new Failure({
		kind: 'unexpectedResponse',
		message: `The service lists ${plural.toLowerCase()} without an ID`,
		remedy: `Changes cannot be recognised without it. Use Get Many of the ${label} node instead.`,
	});

/** Records that are read in one poll; the others stay known and are read in the next. */
export const MAX_READS = 100;

/**
 * Reads each record that a complete list lacks. The service may answer that it is not there any more, or show
 * that it is archived; a state that the list does not show may be why the record has left it. Any other record is archived
 * if the next list lacks it, too, also one that may not be read. One that cannot be read now stays known.
 *
 * @param listed words for the state of a record that the list shows, so that they are no reason to leave it
 * @param isFiltered whether filters narrow the list, so that a record may have left it without being archived
 */
export async function readMissing(
	{ service, resource, query: { options, parallel } }: ChangeSource,
	ids: readonly string[],
	listed: readonly string[],
	isFiltered: boolean,
): Promise<Missing<IDataObject>> {
	const archived: Array<{ id: string; record?: IDataObject }> = [];
	const elsewhere: string[] = [];
	const unclear: string[] = [];
	await runTasks(ids.slice(0, MAX_READS), parallel, async (id) => {
		const request = requestsOf(resource).get({ by: 'id', value: id }, options);
		const response = await settle(sendRead(service, request, { shape: {} }));
		if (!response.ok) {
			const { kind } = response.failure;
			if (kind === 'notFound') archived.push({ id });
			else if (kind === 'forbidden' || kind === 'refused') unclear.push(id);
			return;
		}
		const record = response.value;
		const state = stateOf(resource, record);
		if (showsArchived(record)) archived.push({ id, record });
		else if (isFiltered || (state !== undefined && !listed.includes(state))) elsewhere.push(id);
		else unclear.push(id);
	});
	return { archived, elsewhere, unclear, isPart: ids.length > MAX_READS };
}

/** The state of a record in words; undefined where it shows none. */
const stateOf = ({ state = 'status' }: Resource, record: IDataObject): string | undefined =>
	[record[state], record.status, record.usage_status]
		.map((word) =>
			String(word ?? '')
				.slice(0, MAX_STATE)
				.toLowerCase(),
		)
		.find(Boolean);

const MAX_STATE = 40;
