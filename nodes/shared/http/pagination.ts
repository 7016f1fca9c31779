import { settle, unwrap, type Result } from './failure';

/** One page as the service sent it. `total` counts the rows over all pages, where it says so. */
export interface Page<Row> {
	readonly rows: readonly Row[];
	readonly total?: number;
}

/** What makes a row that row; undefined where it carries no identifier. */
type KeyOf<Row> = (row: Row) => string | undefined;

export interface PagedList<Row> {
	/** Reads page `page` (from 1) of `limit` rows each. */
	readonly fetch: (page: number, limit: number) => Promise<Page<Row>>;
	readonly keyOf: KeyOf<Row>;
	/** Rows to request per page. */
	readonly pageSize: number;
	/** Rows that are wanted; no page beyond them is read ahead. */
	readonly limit: number;
	/** Pages that may be requested at once. */
	readonly parallel: number;
	/** Rows of the largest page that the service has sent so far; a shorter first page is the only one. */
	readonly largestPage?: number;
	/** What remembers the keys of the rows; a new Set where it is left out. */
	readonly keys?: KeySet;
}

/** Remembers keys. */
export interface KeySet {
	readonly size: number;
	has(key: string): boolean;
	add(key: string): unknown;
}

/** A page, where in the list it starts, and those of its rows that this pass had not yet given. */
export interface PlacedPage<Row> extends Page<Row> {
	readonly start: number;
	readonly fresh: readonly Row[];
}

/** The state of one pass over a list, so far and at its end. */
export class Pass {
	/** The position behind the last page: where nothing changes, the number of rows before it. */
	positions = 0;

	/** How many rows there are, as the service said last; undefined where it does not say. */
	total?: number;

	/** The end of the list was reached. */
	ended = false;

	/** Every page held a row of the page before it, so that nothing was lost between them. */
	overlapping = false;

	/** That row was in its place on every page: nothing before it came, went or moved. */
	steady = true;

	/** The service sent a page again instead of the next one. */
	repeated = false;

	/** Every row so far has an identifier. */
	allHaveKeys = true;

	/** Notes the total of a page; another one than before means that rows came or went. */
	note({ total }: Page<unknown>) {
		if (total === undefined) return;
		this.steady &&= this.total === undefined || this.total === total;
		this.total = total;
	}
}

/**
 * The largest page asked for. No limit is documented; 100 is what a public client uses, and a
 * service that caps lower is noticed (assumed; specification: Limits).
 */
export const MAX_PAGE_SIZE = 100;

/** Pages of fewer rows cannot be made to overlap everywhere; see `windowOver`. */
const MIN_OVERLAPPING_PAGE = 16;

/** A service that caps its pages does not cap them below this (assumed). */
const MIN_PAGE_CAP = 10;

/** A page and where in the list it starts. */
interface Window {
	readonly page: number;
	readonly limit: number;
	readonly start: number;
}

const endOf = ({ start, limit }: Window) => start + limit;

/**
 * The page that holds `position` and goes furthest beyond it. Pages start at multiples of their
 * size, so a slightly smaller size puts the start where it is wanted. A position whose successor is
 * a multiple of all sizes tried would be the last row of every one of them; with pages of 16 that
 * happens first at 720,720 rows, with larger ones much later.
 */
export function windowOver(position: number, largest: number): Window {
	let best: Window = { page: 1, limit: 0, start: 0 };
	for (let limit = largest; limit >= largest / 2; limit -= 1) {
		const page = Math.floor(position / limit) + 1;
		const window = { page, limit, start: (page - 1) * limit };
		if (endOf(window) > endOf(best)) best = window;
	}
	return best;
}

/**
 * Reads a numbered list from its first page to its last; stop by leaving the loop.
 *
 * Every page is asked for with at least one row of the page before in it, and pages are read ahead.
 * While such a known row is in sight, nothing between the two was lost; when none is, rows before it
 * were removed and all later ones moved up, and the page is read again from further back. So no row
 * that is there throughout is skipped, if the order does not change with the rows.
 *
 * Rows without identifiers, tiny pages and a service that does not go by `limit` leave no such
 * choice; their pages are read one after another, each row with an identifier once.
 *
 * @param pass is kept up to date with what the pages showed
 * @returns the pages in order
 * @throws Failure of a page that could not be read
 */
export async function* iteratePages<Row>(
	list: PagedList<Row>,
	pass: Pass,
): AsyncGenerator<PlacedPage<Row>, void, void> {
	const reading = new Reading(list, pass);
	const first = reading.take(await list.fetch(1, list.pageSize), 0);
	const { length } = first.rows;
	// A first page that is shorter than asked for shows the service's own cap, unless it is the only one.
	const isAll =
		length < (list.largestPage ?? 0) || (length === pass.total && length < MIN_PAGE_CAP);
	pass.ended = length === 0 || (isAll && length < list.pageSize);
	yield first;
	if (pass.ended) return;
	pass.overlapping =
		length >= MIN_OVERLAPPING_PAGE &&
		length <= list.pageSize &&
		first.fresh.every((row) => list.keyOf(row) !== undefined);
	if (pass.overlapping) yield* overlappingPages(list, pass, reading, first);
	if (!pass.overlapping) yield* sequentialPages(list, pass, reading, first);
}

/** How much further back a page is read again at each step, until a known row is in sight. */
const STEP_BACK = 8;

/** Ends with `pass.overlapping` false when the service does not go by the limit. */
async function* overlappingPages<Row>(
	{ fetch, keyOf, limit, parallel }: PagedList<Row>,
	pass: Pass,
	reading: Reading<Row>,
	first: Page<Row>,
): AsyncGenerator<PlacedPage<Row>, void, void> {
	const size = first.rows.length;
	let overlap = 1;
	/** Pages since one last added rows to known ones, and whether the last one had no known row. */
	let idle = 0;
	let repeats = 0;
	let ahead: Array<{ window: Window; response: Promise<Result<Page<Row>>> }> = [];
	try {
		for (;;) {
			let end = ahead.length > 0 ? endOf(ahead[ahead.length - 1].window) : pass.positions;
			const wanted = Math.min(pass.total ?? 0, limit);
			while (ahead.length === 0 || (ahead.length < parallel && end < wanted)) {
				const window = windowOver(Math.max(0, end - overlap), size);
				ahead.push({ window, response: settle(fetch(window.page, window.limit)) });
				end = Math.max(end + 1, endOf(window));
			}
			const { window, response } = ahead.shift()!;
			const read = unwrap(await response);
			const { rows } = read;
			if (rows.length > window.limit) {
				pass.overlapping = false;
				return;
			}
			idle += 1;
			// All that was read may have to be read again, not more: such a list has no end or no order.
			if (idle > 25 + (2 * reading.rows) / size) return;
			const hasOverlap = rows.some((row) => reading.has(row));
			if (window.start > 0 && !hasOverlap) {
				pass.note(read);
				pass.steady = false;
				ahead = [];
				overlap *= STEP_BACK;
				continue;
			}
			if (window.start < pass.positions) {
				const known = rows[pass.positions - 1 - window.start];
				pass.steady &&= known !== undefined && keyOf(known) === reading.lastKey;
			}
			const page = reading.take(read, window.start);
			const isFirstAgain = window.start > 0 && startsWith(first.rows, rows, keyOf);
			repeats = isFirstAgain ? repeats + 1 : 0;
			if (repeats > 1) reading.endInRepeats();
			overlap = 1;
			const isShort = rows.length < window.limit;
			const hasNews = page.fresh.length > 0;
			// A short page is the last one, unless the total says that the service left rows out of it.
			pass.ended ||= isShort && (!hasNews || pass.positions >= (pass.total ?? 0));
			if (isShort) ahead = [];
			if (hasNews && hasOverlap) idle = 0;
			yield page;
			if (pass.ended) return;
		}
	} finally {
		// Wait for prefetched pages before returning.
		await Promise.all(ahead.map(({ response }) => response));
	}
}

/** Pages in a row that bring nothing new, before a list counts as read. Rows that come in move others. */
const MAX_IDLE_PAGES = 25;

/** A list that needs more pages than this one after another is not going to end. */
const MAX_SEQUENTIAL_PAGES = 10_000;

/** Page after page, until one is empty, short, or the same again, or pages bring nothing new. */
async function* sequentialPages<Row>(
	{ fetch, keyOf }: PagedList<Row>,
	pass: Pass,
	reading: Reading<Row>,
	first: Page<Row>,
): AsyncGenerator<PlacedPage<Row>, void, void> {
	const size = first.rows.length;
	let last = first.rows;
	let idle = 0;
	for (let number = 2; number <= MAX_SEQUENTIAL_PAGES && !pass.ended; number += 1) {
		const read = await fetch(number, size);
		const { rows } = read;
		// Rows with identifiers tell by them that they are known.
		const isAgain = pass.allHaveKeys
			? rows.length === last.length && isSubset(rows, last, keyOf)
			: isSame(rows, last) || isRepeated(rows, last);
		if (isAgain && rows.length > 0) return reading.endInRepeats();
		const page = reading.take(read, (number - 1) * size);
		idle = page.fresh.length > 0 ? 0 : idle + 1;
		pass.ended = rows.length < size;
		last = rows;
		yield page;
		if (idle > MAX_IDLE_PAGES) return;
	}
}

/** The rows that one pass has seen. */
class Reading<Row> {
	private readonly keys: KeySet;

	/** Different rows so far. */
	rows = 0;

	/** The key of the last row of the page taken last. */
	lastKey: string | undefined;

	constructor(
		private readonly list: PagedList<Row>,
		private readonly pass: Pass,
	) {
		this.keys = list.keys ?? new Set<string>();
	}

	has(row: Row) {
		const key = this.list.keyOf(row);
		return key !== undefined && this.keys.has(key);
	}

	/** Notes what a page shows. A row without identifier always counts as another one. */
	take({ rows, total }: Page<Row>, start: number): PlacedPage<Row> {
		const { keys, list, pass } = this;
		const fresh = rows.filter((row) => {
			const key = list.keyOf(row);
			this.lastKey = key;
			if (key === undefined) pass.allHaveKeys = false;
			else if (keys.has(key)) return false;
			else keys.add(key);
			return true;
		});
		this.rows += fresh.length;
		pass.positions = start + rows.length;
		pass.note({ rows, total });
		return { rows, total, start, fresh };
	}

	/** The end of what the service gives: it repeats itself. */
	endInRepeats() {
		this.pass.repeated = true;
		this.pass.ended = true;
		this.pass.positions = this.rows;
	}
}

/**
 * Whether a page of rows without identifiers is the one before it again, as a service gives it that
 * ignores the page number, though some field, such as a time of reading, changes with every page. Only
 * fields that tell the rows of a page apart say so, and most of them have to.
 */
function isRepeated<Row>(page: readonly Row[], before: readonly Row[]): boolean {
	if (page.length !== before.length || page.length < MIN_ROWS_TO_COMPARE) return false;
	let same = 0;
	let different = 0;
	for (const column of Object.keys(page[0] as object) as Array<keyof Row>) {
		const values = page.map((row) => row[column]);
		if (new Set(values.map((value) => JSON.stringify(value))).size < values.length) continue;
		const earlier = before.map((row) => row[column]);
		if (isSame(values, earlier)) same += 1;
		else different += 1;
	}
	return same > different;
}

/** Whether a page begins with these records, whatever has changed in them. */
const startsWith = <Row>(page: readonly Row[], rows: readonly Row[], keyOf: KeyOf<Row>) =>
	rows.every((row, index) => index < page.length && keyOf(row) === keyOf(page[index]));

const isSubset = <Row>(rows: readonly Row[], others: readonly Row[], keyOf: KeyOf<Row>) => {
	const keys = new Set(others.map(keyOf));
	return rows.every((row) => keys.has(keyOf(row)));
};

/** Whether two pages hold the same rows in the same order, field by field. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** With fewer rows, the same values may well stand on two pages. */
const MIN_ROWS_TO_COMPARE = 5;
