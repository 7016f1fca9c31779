import { fail, succeed, type Result } from './result';

/** One page as the service sent it. `total` counts the rows over all pages, where it says so. */
export interface Page<Row> {
	readonly rows: readonly Row[];
	readonly total?: number;
}

export interface PagedList<Row> {
	/** Reads page `page` (from 1) of `limit` rows each. */
	readonly fetch: (page: number, limit: number) => Promise<Result<Page<Row>>>;
	/** What makes a row that row; undefined where it carries no identifier. */
	readonly keyOf: (row: Row) => string | undefined;
	/** Stop after this number of rows. */
	readonly limit: number;
	/** Stop before the first row for which this is true; no later row is wanted. */
	readonly until?: (row: Row) => boolean;
	/** Pages that may be read ahead at once. */
	readonly parallel: number;
}

/**
 * The largest page asked for. No limit is documented; 100 is what a public client uses, and a
 * service that caps lower is noticed (assumed; specification: Limits).
 */
export const MAX_PAGE_SIZE = 100;

/** Pages of fewer rows cannot be made to overlap everywhere; see `windowOver`. */
const MIN_OVERLAPPING_PAGE = 16;

/**
 * Reads a numbered list to its end, so that no row which is there throughout is skipped or repeated,
 * although rows come and go between the pages.
 *
 * Every page is asked for with at least one row of the page before in it. While such a known row is
 * in sight, nothing between the two was lost; when none is, rows before it were removed and all
 * later ones moved up, and the page is read again from further back. Needs an order that does not
 * change with the rows: new ones come first or last (see the caller's `sort`).
 *
 * Rows without identifiers, tiny pages and a service that does not go by `limit` leave no such
 * choice; their pages are read one after another, each row with an identifier once.
 */
export async function readPages<Row>(list: PagedList<Row>): Promise<Result<Row[]>> {
	const asked = Math.min(MAX_PAGE_SIZE, list.limit);
	const first = await list.fetch(1, asked);
	if (!first.ok) return first;
	const { rows, total } = first.value;
	const collected = new Collected(list);
	collected.add(rows);
	const unpaged = rows.length < asked && rows.length === total;
	if (rows.length === 0 || unpaged || collected.full) return succeed(collected.rows);
	// A first page shorter than asked for shows the service's own cap, unless it is the only one.
	const canOverlap =
		collected.allHaveKeys && rows.length <= asked && rows.length >= MIN_OVERLAPPING_PAGE;
	return canOverlap
		? await readOverlapping(list, collected, rows, total)
		: await readSequentially(list, collected, rows);
}

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

/** How much further back a page is read again at each step, until a known row is in sight. */
const STEP_BACK = 8;

async function readOverlapping<Row>(
	list: PagedList<Row>,
	collected: Collected<Row>,
	firstRows: readonly Row[],
	firstTotal: number | undefined,
): Promise<Result<Row[]>> {
	const largest = firstRows.length;
	let total = firstTotal;
	/** The position behind the last collected row, when it was last seen. */
	let next = collected.rows.length;
	let overlap = 1;
	/** Pages since one last added rows to known ones, and whether one of them had no known row. */
	let idle = 0;
	let lost = false;
	let ahead: Array<{ window: Window; response: Promise<Result<Page<Row>>> }> = [];

	const readAhead = () => {
		let end = ahead.length > 0 ? endOf(ahead[ahead.length - 1].window) : next;
		const wanted = Math.min(total ?? 0, list.limit);
		while (ahead.length === 0 || (ahead.length < list.parallel && end < wanted)) {
			const window = windowOver(Math.max(0, end - overlap), largest);
			ahead.push({ window, response: list.fetch(window.page, window.limit) });
			end = Math.max(end + 1, endOf(window));
		}
	};

	for (;;) {
		readAhead();
		const { window, response } = ahead.shift()!;
		const page = await response;
		if (!page.ok) {
			await Promise.all(ahead.map((other) => other.response));
			return page;
		}
		const { rows } = page.value;
		if (rows.length > window.limit) return await readSequentially(list, collected, firstRows);
		total = page.value.total ?? total;
		idle += 1;

		const hasOverlap = rows.some((row) => collected.has(row));
		if (hasOverlap || window.start === 0) {
			const before = collected.rows.length;
			collected.add(rows);
			if (collected.full) return succeed(collected.rows);
			next = window.start + rows.length;
			overlap = 1;
			const isShort = rows.length < window.limit;
			const hasNews = collected.rows.length > before;
			// A short page is the last one, unless the total says that the service left rows out of it.
			if (isShort && (!hasNews || next >= (total ?? 0))) return succeed(collected.rows);
			if (isShort) ahead = [];
			if (hasNews && hasOverlap) {
				idle = 0;
				lost = false;
			}
		} else {
			ahead = [];
			overlap *= STEP_BACK;
			lost = true;
		}
		// All that was read may have to be read again, not more: such a list has no end or no order.
		if (idle > 25 + (2 * collected.rows.length) / largest) {
			const isMissing = lost || collected.rows.length < (total ?? 0);
			return isMissing ? neverHoldsStill() : succeed(collected.rows);
		}
	}
}

const neverHoldsStill = () =>
	fail({
		kind: 'unexpectedResponse',
		message: 'The list could not be read completely: its pages do not continue one another',
		remedy:
			'Sort it by a field that does not change, such as the time of creation, or read fewer records.',
	});

/** Pages in a row that bring nothing new, before a list counts as read. Rows that come in move others. */
const MAX_IDLE_PAGES = 25;

/** A list that needs more pages than this one after another is not going to end. */
const MAX_SEQUENTIAL_PAGES = 10_000;

/** Page after page, until one is empty, short, or the same again, or pages bring nothing new. */
async function readSequentially<Row>(
	list: PagedList<Row>,
	collected: Collected<Row>,
	firstRows: readonly Row[],
): Promise<Result<Row[]>> {
	const limit = firstRows.length;
	let last = firstRows;
	let idle = 0;
	for (let number = 2; number <= MAX_SEQUENTIAL_PAGES; number += 1) {
		const page = await list.fetch(number, limit);
		if (!page.ok) return page;
		const { rows } = page.value;
		if (rows.length === 0 || isEqual(rows, last)) return succeed(collected.rows);
		// Rows with identifiers tell by them that they are known.
		if (!collected.allHaveKeys && isRepeated(rows, last)) return succeed(collected.rows);
		const before = collected.rows.length;
		collected.add(rows);
		if (rows.length < limit || collected.full) return succeed(collected.rows);
		idle = collected.rows.length > before ? 0 : idle + 1;
		if (idle > MAX_IDLE_PAGES) return succeed(collected.rows);
		last = rows;
	}
	return neverHoldsStill();
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
		if (isEqual(values, earlier)) same += 1;
		else different += 1;
	}
	return same > different;
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** With fewer rows, the same values may well stand on two pages. */
const MIN_ROWS_TO_COMPARE = 5;

/** The rows so far, each once, no more than wanted. */
class Collected<Row> {
	readonly rows: Row[] = [];

	private readonly keys = new Set<string>();

	allHaveKeys = true;

	private ended = false;

	constructor(private readonly list: Pick<PagedList<Row>, 'keyOf' | 'limit' | 'until'>) {}

	get full() {
		return this.ended || this.rows.length >= this.list.limit;
	}

	has(row: Row) {
		const key = this.list.keyOf(row);
		return key !== undefined && this.keys.has(key);
	}

	add(rows: readonly Row[]) {
		for (const row of rows) {
			this.ended ||= this.list.until?.(row) ?? false;
			if (this.full) return;
			const key = this.list.keyOf(row);
			if (key === undefined) this.allHaveKeys = false;
			else if (this.keys.has(key)) continue;
			else this.keys.add(key);
			this.rows.push(row);
		}
	}
}
