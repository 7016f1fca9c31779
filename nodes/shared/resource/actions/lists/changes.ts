import type { IDataObject } from 'n8n-workflow';

import { type Reading, BEGINNING } from '../../../changes/state';
import { hashOf, printOf, sortedJson, timeOf, type Row } from '../../../changes/row';
import { runInSlices, type Steps } from '../../../execution';
import { Failure, type Service } from '../../../http';
import { type Resource, UPDATED_AT } from '../../definition/resource';
import { shownId } from '../identity';
import { readList } from './list';
import type { ListQuery } from './readPass';
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
): Promise<Reading<IDataObject>> {
	const startedAt = Date.now();
	const clock = withClock(source.service);
	const complete = needsAll || from === BEGINNING || !isSortable(source.resource);
	const list = complete
		? await readList(clock.service, source.resource, { ...source.query, limit: Infinity })
		: await readSince({ ...source, service: clock.service }, from);
	const rows = await toRows(source, list.rows);
	await runInSlices(hashRows(rows, from));
	const tookMs = Date.now() - startedAt;
	return { rows, complete, serviceTime: clock.time, tookMs };
}

async function readSince(source: ChangeSource, from: number | undefined) {
	const { service, resource, query, overlapMs } = source;
	if (from !== undefined) {
		return await readList(service, resource, { ...query, limit: Infinity, updatedAfter: from });
	}
	const newest = await readList(service, resource, { ...query, limit: 1, updatedAfter: BEGINNING });
	const time = newest.rows.map((row) => readTime(row[UPDATED_AT]) ?? BEGINNING)[0];
	if (time === undefined) return newest;
	const updatedAfter = time - overlapMs;
	return await readList(service, resource, { ...query, limit: Infinity, updatedAfter });
}

/** A service that remembers when it answered first, by its `Date` header. */
function withClock(service: Service) {
	let time: number | undefined;
	return {
		get time() {
			return time;
		},
		service: {
			...service,
			async send(request) {
				const response = await service.send(request);
				time ??= readDate(response.headers.date);
				return response;
			},
		} satisfies Service,
	};
}

function readDate(header: unknown): number | undefined {
	const time = Date.parse(String(header));
	return Number.isNaN(time) ? undefined : time;
}

/** Keys of a response that are not about the record. */
const NOT_OF_THE_RECORD = new Set(['ctx_id']);

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

function ownOf(record: IDataObject): IDataObject {
	const keys = [...NOT_OF_THE_RECORD].filter((key) => key in record);
	if (keys.length === 0) return record;
	return Object.fromEntries(
		Object.entries(record).filter(([key]) => !NOT_OF_THE_RECORD.has(key)),
	) as IDataObject;
}

const withoutId = ({ label, plural }: Resource) =>
	new Failure({
		kind: 'unexpectedResponse',
		message: `The service lists ${plural.toLowerCase()} without an ID`,
		remedy: `Changes cannot be recognised without it. Use Get Many of the ${label} node instead.`,
	});
