import type { IDataObject } from 'n8n-workflow';

import { failureOf, MAX_PAGE_SIZE, Pass } from '../../../http';
import { can, known, noteCannot } from '../../../service/capabilities';
import { UPDATED_AT } from '../../definition/resource';
import type { ListFacts } from './completeness';
import { keyReader, mayRejectSort, pagesOf, type ListSource, type WantedList } from './pages';

/** A time of a record or a header, milliseconds since 1970; without a zone it is in UTC (assumed). */
export function readTime(given: unknown): number | undefined {
	if (typeof given !== 'string') return undefined;
	const text = given
		.trim()
		.replace(/ ?(UTC|GMT|[+-]00)$/, 'Z')
		.replace(/(:[\d.]+[+-]\d\d)$/, '$1:00');
	// In another order, days and months may be taken for each other.
	if (!/^(\d{4}-\d\d-\d\d|[a-z]+,)/i.test(text)) return undefined;
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
 * service keeps another order, has records without a time, or rows with the same time changed places between the pages
 */
export async function readLatest(
	source: WantedList & { readonly updatedAfter: number },
): Promise<(ListFacts & { readonly rows: IDataObject[] }) | undefined> {
	const { limit, query, updatedAfter } = source;
	const about = { ...source, query: { ...query, sort: LATEST_FIRST } };
	if ((await known('sortsByUpdate', about)) === false) return undefined;
	const list = pagesOf({ ...source, limit: Infinity }, LATEST_FIRST, MAX_PAGE_SIZE);
	const pass = new Pass(list);
	const rows: IDataObject[] = [];
	/** The first rows that are not wanted, and how many rows come before them. */
	let older: IDataObject[] = [];
	let before = 0;
	try {
		for await (const page of pass.pages()) {
			const { fresh } = page;
			// The whole page, also behind the first older row: a few rows may be in this order by chance.
			if (!pass.ended && !isLatestFirst([...rows.slice(-1), ...fresh])) {
				noteCannot('sortsByUpdate', about);
				return undefined;
			}
			const room = pass.ended ? Infinity : limit - rows.length;
			const isUnwanted = (row: IDataObject, index: number) =>
				index >= room || (!pass.ended && timeOf(row) < updatedAfter);
			const wanted = fresh.findIndex(isUnwanted);
			rows.push(...fresh.slice(0, wanted === -1 ? undefined : wanted));
			if (wanted === -1) continue;
			older = fresh.slice(wanted);
			before = page.start + page.rows.indexOf(older[0]);
			break;
		}
	} catch (error) {
		const failure = failureOf(error);
		if (mayRejectSort(failure.status)) return undefined;
		throw failure;
	}
	const { positions: read, total } = pass;
	const [end] = older;
	if (end === undefined) {
		if (!pass.ended || pass.repeated || !pass.steady || rows.length < read) return undefined;
		if (total !== undefined && total > rows.length) return undefined;
		const latest = latestFirst(updatedSince(rows, updatedAfter));
		return { rows: latest.slice(0, limit), matching: latest.length };
	}
	const isOlder = isOtherEnd(source, rows[0] ?? end, end);
	if (!(await can('sortsByUpdate', { ...about, agrees: isOlder }))) return undefined;
	// Looked for when the number of records has changed; a service that says none cannot be asked.
	const dated = { ...about, total, agrees: areDated };
	if (total !== undefined && !(await can('datesAll', dated))) return undefined;
	// Rows that were updated meanwhile have moved to the beginning.
	const isMoved = before > rows.length || !pass.steady;
	const since = timeOf(rows[0] ?? end);
	const newer = { ...source, limit: Infinity, updatedAfter: since };
	const moved = (isMoved && since > updatedAfter && (await readLatest(newer))?.rows) || [];
	const keys = new Set(moved.map(list.keyOf));
	const latest = [...moved, ...rows.filter((row) => !keys.has(list.keyOf(row)))];
	if (latest.length < before) return undefined;
	const isLimited = timeOf(end) >= updatedAfter;
	const matching = isLimited ? undefined : latest.length;
	return { rows: latest.slice(0, limit), older: isLimited ? [] : older, matching, total };
}

/** Records without a time may be new. */
const areDated = (rows: readonly IDataObject[]) =>
	rows.every((row) => timeOf(row) !== Number.MAX_SAFE_INTEGER);

/**
 * Whether a row can be at the other end: no newer than the last that was read, and not the first one, with which a service
 * begins in both directions that ignores the sort. Rows of one time say nothing.
 */
const isOtherEnd =
	({ resource }: ListSource, first: IDataObject, last: IDataObject) =>
	([row]: readonly IDataObject[]) => {
		const keyOf = keyReader(resource);
		if (row === undefined || timeOf(last) === timeOf(first)) return undefined;
		return timeOf(row) <= timeOf(last) && keyOf(row) !== keyOf(first);
	};
