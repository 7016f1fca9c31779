import type { IDataObject } from 'n8n-workflow';

import { iteratePages, MAX_PAGE_SIZE, Pass, settle, unwrap, type PagedList } from '../../../http';
import { UPDATED_AT } from '../../definition/resource';
import { keyReader, pagesOf, type ListSource, type List } from './readPass';
import { mayRejectSort } from './order';

/** A time of a record, milliseconds since 1970; without a zone it is in UTC (assumed). */
export function readTime(given: unknown): number | undefined {
	if (typeof given !== 'string') return undefined;
	const text = given.trim();
	const hasZone = /(Z|[+-]\d{2}:?\d{2})$/i.test(text) || !/\d:\d/.test(text);
	const time = Date.parse(hasZone ? text : `${text.replace(' ', 'T')}Z`);
	return Number.isNaN(time) ? undefined : time;
}

/** When a record was updated; one that does not say so may have been updated just now. */
const timeOf = (row: IDataObject) => readTime(row[UPDATED_AT]) ?? Number.MAX_SAFE_INTEGER;

/** The rows that were updated at or after a time. */
export const updatedSince = (rows: readonly IDataObject[], time: number) =>
	rows.filter((row) => timeOf(row) >= time);

export const latestFirst = (rows: readonly IDataObject[]) =>
	[...rows].sort((one, other) => timeOf(other) - timeOf(one));

/** A record without a time fits into no order. */
const isLatestFirst = (rows: readonly IDataObject[]) =>
	rows.every(
		(row, index) =>
			timeOf(row) !== Number.MAX_SAFE_INTEGER &&
			(index === 0 || timeOf(row) <= timeOf(rows[index - 1])),
	);

const LATEST_FIRST = `-${UPDATED_AT}`;

/**
 * Reads the records that were updated last, latest first, up to the first older one.
 *
 * @returns undefined where what was read proves nothing, so that the whole list is needed: the
 * service keeps another order, or rows with the same time changed places between the pages
 */
export async function readLatest(
	source: ListSource & { readonly updatedAfter: number },
): Promise<List | undefined> {
	if (source.learned.sortsByUpdate === false) return undefined;
	const latest = await settle(tryLatest(source));
	return !latest.ok && mayRejectSort(latest.failure.status) ? undefined : unwrap(latest);
}

async function tryLatest(source: Parameters<typeof readLatest>[0]): Promise<List | undefined> {
	const { limit, resource, updatedAfter } = source;
	const keyOf = keyReader(resource);
	const list = pagesOf({ ...source, limit: Infinity }, LATEST_FIRST, MAX_PAGE_SIZE);
	const pass = new Pass();
	const rows: IDataObject[] = [];
	/** The first row that is not wanted, and how many rows come before it. */
	let end: IDataObject | undefined;
	let before = 0;
	pages: for await (const { fresh, start, rows: all } of iteratePages(list, pass)) {
		if (pass.ended) {
			rows.push(...fresh);
			if (pass.repeated || !pass.steady || rows.length < pass.positions) return undefined;
			const wanted = latestFirst(updatedSince(rows, updatedAfter));
			return {
				rows: wanted.slice(0, limit),
				count: Math.min(limit, wanted.length),
				matching: wanted.length,
				read: pass.positions,
			};
		}
		// The whole page, also behind the first older row: a few rows may be in this order by chance.
		if (!isLatestFirst([...rows.slice(-1), ...fresh])) return undefined;
		for (const row of fresh) {
			if (timeOf(row) < updatedAfter || rows.length >= limit) {
				end = row;
				before = start + all.indexOf(row);
				break pages;
			}
			rows.push(row);
		}
	}
	if (!end || !(await sortsByUpdate(source, rows[0] ?? end, end))) return undefined;
	const moved = before > rows.length || !pass.steady ? await readMoved(list, rows, keyOf) : [];
	if (rows.length + moved.length < before) return undefined;
	const isLimited = timeOf(end) >= updatedAfter;
	return {
		rows: [...moved, ...rows].slice(0, limit),
		count: Math.min(limit, moved.length + rows.length),
		matching: isLimited ? undefined : rows.length + moved.length,
		read: pass.positions,
	};
}

/**
 * Whether the service sorts by the time of the update, as the rows that were read so far suggest: then
 * the other direction begins with a row that is no newer than the last of them. A service that ignores
 * the sort begins with the same row in both directions.
 */
async function sortsByUpdate(source: ListSource, first: IDataObject, last: IDataObject) {
	const { learned, resource } = source;
	if (learned.sortsByUpdate === undefined) {
		const keyOf = keyReader(resource);
		const oldest = await settle(pagesOf(source, UPDATED_AT, 1).fetch(1, 1));
		const row = oldest.ok ? oldest.value.rows[0] : undefined;
		learned.sortsByUpdate =
			row !== undefined && timeOf(row) <= timeOf(last) && keyOf(row) !== keyOf(first);
	}
	return learned.sortsByUpdate;
}

/** Rows that were updated while the list was read, and so moved to its beginning. */
async function readMoved(
	list: PagedList<IDataObject>,
	rows: readonly IDataObject[],
	keyOf: (row: IDataObject) => string | undefined,
) {
	const known = new Set(rows.map(keyOf));
	const moved: IDataObject[] = [];
	const read = async () => {
		for await (const { fresh } of iteratePages(list, new Pass())) {
			const firstKnown = fresh.findIndex((row) => known.has(keyOf(row)));
			moved.push(...(firstKnown === -1 ? fresh : fresh.slice(0, firstKnown)));
			if (firstKnown !== -1) break;
		}
	};
	// The caller counts them; where a page cannot be read, they are too few.
	await settle(read());
	return moved;
}
