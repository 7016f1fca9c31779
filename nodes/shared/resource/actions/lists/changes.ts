import type { IDataObject } from 'n8n-workflow';

import { MAX_KNOWN } from '../../../changes/remembered';
import type { Reading, Row } from '../../../changes/state';
import {
	BEGINNING,
	hashOf,
	normalizedId,
	printOf,
	progressOf,
	sortedJson,
	timeOf,
} from '../../../changes/state';
import type { Missing, Rules } from '../../../changes/step';
import { runInSlices, runTasks, type Steps } from '../../../execution';
import { Failure, settle, type Service } from '../../../http';
import { monotonicNow } from '../../../lifetime';
import { type Resource, UPDATED_AT } from '../../definition/resource';
import { shownId, showsArchived } from '../identity';
import { sendRead } from '../readResponse';
import { requestsOf } from '../requests';
import { doubtOfWhole } from './completeness';
import { readList, type List } from './list';
import type { ListSource } from './pages';
import { readTime } from './updatedAfter';

/** How records are compared. */
export interface Comparison {
	/** Only changes of these fields count; all, when there are none … */
	readonly watched: readonly string[];
	/** … but for these. */
	readonly ignored: readonly string[];
}

/** The list in which changes are searched. */
export interface ChangeSource
	extends Comparison,
		Omit<ListSource, 'limit' | 'updatedAfter' | 'acceptIncomplete'> {
	readonly query: IDataObject;
	readonly parallel: number;
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
 * @param from in the service's time; undefined: the latest records, and as far back as the overlap goes
 * @param needsAll whether all records are wanted in any case, unless they are too many to be remembered
 */
export async function readChanges(
	source: ChangeSource,
	rules: Pick<Rules, 'overlapMs'>,
	from: number | undefined,
	needsAll: boolean,
): Promise<Reading<IDataObject>> {
	const reader = changeReader(source);
	if (!isSortable(source.resource)) return await reader.since();
	if (from !== undefined && !needsAll) return await reader.since(from);
	const newest = await reader.read(BEGINNING, FIRST_READ);
	const isTooLong = newest.total !== undefined && newest.total > MAX_KNOWN;
	if (needsAll && !isTooLong) return await reader.since();
	const tooMany = needsAll ? newest.total : undefined;
	const latest = from === undefined ? latestOf(reader, newest, rules) : reader.since(from);
	return { ...(await latest), tooMany };
}

type ChangeReader = ReturnType<typeof changeReader>;

/** Reads a list, and notes when that was. */
function changeReader(source: ChangeSource) {
	const { resource, begunAt: startedAt = monotonicNow() } = source;
	const readAt = Date.now() - (monotonicNow() - startedAt);
	/** By the `Date` header of the first response. */
	let serviceTime: number | undefined;
	const service: Service = {
		...source.service,
		async send(request) {
			const response = await source.service.send(request);
			serviceTime ??= readTime(response.headers.date);
			return response;
		},
	};
	const read = async (updatedAfter?: number, limit?: number) =>
		await readList({ ...source, service, limit, updatedAfter });
	const asReading = async (
		{ rows: records, older = [], ...list }: List,
		since: number | undefined,
		complete = false,
	): Promise<Reading<IDataObject>> => {
		// A list that may be cut off archives nothing, whatever its second page says: without pages that is the first.
		const cut = list.isUncounted === undefined ? undefined : doubtOfWhole(resource, records.length);
		const { doubt = cut } = list;
		const rows = await runInSlices(makeRows(source, [...records, ...older]));
		const tookMs = monotonicNow() - startedAt;
		return { rows, from: since, complete, serviceTime, readAt, tookMs, doubt };
	};
	const since = async (from = BEGINNING) =>
		from === BEGINNING
			? await asReading(await read(), undefined, true)
			: await asReading(await read(from), from);
	return { read, asReading, since };
}

/** The latest records, and all of the time in which others may still show up. */
async function latestOf(
	{ read, asReading }: ChangeReader,
	newest: List,
	{ overlapMs }: Pick<Rules, 'overlapMs'>,
): Promise<Reading<IDataObject>> {
	const first = await asReading(newest, undefined);
	if (newest.rows.length < FIRST_READ) return first;
	const high = progressOf({ high: BEGINNING }, first).high - overlapMs;
	const oldest = Math.min(...first.rows.map((row) => timeOf(row) ?? Infinity));
	// Some records of the oldest time may be on the next page.
	const list = oldest < high ? newest : await read(high);
	return await asReading(list, Math.min(oldest + 1, high));
}

/** Records as the search for changes sees them, each once. May be paused at every record, because hashes take long. */
function* makeRows(
	source: ChangeSource,
	records: readonly IDataObject[],
): Steps<Array<Row<IDataObject>>> {
	const { resource, formerly } = source;
	const rows = new Map<string, Row<IDataObject>>();
	for (const record of records) {
		yield;
		const shown = shownId(resource.identifiers, record);
		if (shown === undefined) throw withoutId(resource);
		const id = normalizedId(String(shown));
		const created = readTime(record.created_at);
		const updated = readTime(record[UPDATED_AT]);
		const times = { id, created, updated };
		const other = rows.get(id);
		if (other && (updated ?? 0) <= (other.updated ?? 0)) continue;
		const compared = { ...times, ...comparable(record, source), record };
		const former = formerly && { ...compared, ...comparable(record, formerly) };
		const archived = showsArchived(record);
		rows.set(id, { ...compared, state: stateOf(resource, record), archived, former });
	}
	return [...rows.values()];
}

/** What of a record is compared. */
function comparable(record: IDataObject, { watched, ignored }: Comparison) {
	const values = watched.length > 0 ? watched.map((field) => record[field]) : undefined;
	const own = values ? [record[UPDATED_AT], ...values] : ownOf(record, ignored);
	return { version: hashOf(sortedJson(own)), values, prints: values?.map(printOf) };
}

/** Without the key of a response that is not about the record, and what is to be ignored. */
const ownOf = (record: IDataObject, ignored: readonly string[]): IDataObject => ({
	...record,
	...Object.fromEntries(['ctx_id', ...ignored].map((name) => [name, undefined])),
});

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
	{ service, resource, options, parallel }: ChangeSource,
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
