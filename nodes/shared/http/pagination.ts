import { settle, unwrap, type Result } from './failure';
import type { Page } from './page';

export interface PagedList<Row> {
	/** Reads page `page` (from 1) of `limit` rows each, or the one that the page before has named as its next. */
	readonly fetch: (page: number, limit: number, next?: Page['next']) => Promise<Page<Row>>;
	/** What makes a row that row; undefined where it carries no identifier. */
	readonly keyOf: (row: Row) => string | undefined;
	/** Rows to request per page. */
	readonly pageSize: number;
	/** Rows that are wanted; no page beyond them is read ahead. */
	readonly limit: number;
	/** Pages that may be requested at once. */
	readonly parallel: number;
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

/**
 * The largest page asked for. No limit is documented; 100 is what a public client uses, and a
 * service that caps lower is noticed (assumed; specification: Limits).
 */
export const MAX_PAGE_SIZE = 100;

/** Pages of fewer rows cannot be made to overlap everywhere; see `windowOver`. */
const MIN_OVERLAPPING_PAGE = 16;

/** A service that caps its pages does not cap them below this (assumed). */
export const MIN_PAGE_CAP = 10;

/** How much further back a page is read again at each step, until a known row is in sight. */
const STEP_BACK = 8;

/** Pages in a row that bring nothing new, before a list counts as read. Rows that come in move others. */
const MAX_IDLE_PAGES = 25;

/** A list that needs more pages than this one after another is not going to end. */
const MAX_SEQUENTIAL_PAGES = 10_000;

/** A page and where in the list it starts. */
type Window = ReturnType<typeof windowAt>;

/** Page `page` (from 1) of `limit` rows each. */
const windowAt = (page: number, limit: number) => ({
	page,
	limit,
	start: (page - 1) * limit,
});

const endOf = ({ start, limit }: Window) => start + limit;

/**
 * The page that holds `position` and goes furthest beyond it. Pages start at multiples of their
 * size, so a slightly smaller size puts the start where it is wanted. A position whose successor is
 * a multiple of all sizes tried would be the last row of every one of them; with pages of 16 that
 * happens first at 720,720 rows, with larger ones much later.
 */
export function windowOver(position: number, largest: number): Window {
	let best = windowAt(1, 0);
	for (let limit = largest; limit >= largest / 2; limit -= 1) {
		const window = windowAt(Math.floor(position / limit) + 1, limit);
		if (endOf(window) > endOf(best)) best = window;
	}
	return best;
}

/** One pass over a numbered list, and what its pages have shown so far. */
export class Pass<Row> {
	/** The position behind the last page: where nothing changes, the number of rows before it. */
	positions = 0;

	/** How many rows there are, as the service said last; undefined where it does not say. */
	total?: number;

	/** The end of the list was reached. */
	ended = false;

	/** Every page held a row of the page before it, so that nothing was lost between them. */
	overlapping = false;

	/** That row was in its place on every page, and the total stayed: nothing before it came, went or moved. */
	steady = true;

	/** The service sent a page again instead of the next one. */
	repeated = false;

	/** Every row so far has an identifier. */
	allHaveKeys = true;

	/** Different rows so far; one without identifier always counts as another one. */
	rows = 0;

	/** Rows that came again within a page, as a search over several fields may give them: no places of other rows. */
	doubles = 0;

	/** Rows of the largest page. */
	largestPage = 0;

	/** The first row. */
	first?: Row;

	/** The keys of the rows. */
	readonly keys: KeySet;

	/** The key of the last row of the latest page. */
	private lastKey?: string;

	constructor(private readonly list: PagedList<Row>) {
		this.keys = list.keys ?? new Set<string>();
	}

	/**
	 * Reads the list from its first page to its last; stop by leaving the loop.
	 *
	 * Every page is asked for with at least one row of the page before in it, and pages are read ahead.
	 * While such a known row is in sight, nothing between the two was lost; when none is, rows before it
	 * were removed and all later ones moved up, and the page is read again from further back. So no row
	 * that is there throughout is skipped, if the order does not change with the rows.
	 *
	 * Rows without identifiers, tiny pages, pages that name the next one and a service that does not go by `limit` leave no
	 * such choice; their pages are read one after another, each row with an identifier once.
	 *
	 * @returns the pages in order
	 * @throws Failure of a page that could not be read
	 */
	async *pages(): AsyncGenerator<PlacedPage<Row>, void, void> {
		const { fetch, keyOf, limit, pageSize, parallel } = this.list;
		const first = this.take(await fetch(1, pageSize), 0);
		let { next } = first;
		const size = first.rows.length;
		// A first page that is shorter than asked for shows the service's own cap, unless it is the only one.
		this.ended =
			size === 0 ||
			first.next === null ||
			(size === this.total && size < Math.min(MIN_PAGE_CAP, pageSize));
		yield first;
		this.overlapping =
			!this.ended && !next && size >= MIN_OVERLAPPING_PAGE && size <= pageSize && this.allHaveKeys;
		let ahead: Array<{ window: Window; response: Promise<Result<Page<Row>>> }> = [];
		let number = 1;
		let previous = first.rows;
		let overlap = 1;
		/** Pages since one last added rows to known ones, and how often a page came again. */
		let idle = 0;
		let repeats = 0;
		try {
			while (!this.ended) {
				let end = ahead.length > 0 ? endOf(ahead[ahead.length - 1].window) : this.positions;
				const wanted = this.overlapping ? Math.min(this.total ?? 0, limit) : 0;
				while (ahead.length === 0 || (ahead.length < parallel && end < wanted)) {
					const window = this.overlapping
						? windowOver(Math.max(0, end - overlap), size)
						: { ...windowAt((number += 1), size), ...(next && { start: this.positions }) };
					ahead.push({ window, response: settle(fetch(window.page, window.limit, next)) });
					end = Math.max(end + 1, endOf(window));
				}
				const { window, response } = ahead.shift()!;
				const read = unwrap(await response);
				const { rows } = read;
				if (this.overlapping && rows.length > window.limit) {
					this.overlapping = false;
					ahead = [];
					continue;
				}
				idle += 1;
				// All that was read may have to be read again, not more: such a list has no end or no order.
				if (idle > MAX_IDLE_PAGES + (2 * this.rows) / size || number >= MAX_SEQUENTIAL_PAGES)
					return;
				const hasOverlap = !this.overlapping || rows.some((row) => this.has(row));
				if (window.start > 0 && !hasOverlap) {
					this.noteTotal(read);
					this.steady = false;
					ahead = [];
					overlap *= STEP_BACK;
					continue;
				}
				if (this.overlapping && window.start < this.positions) {
					const known = rows[this.positions - 1 - window.start];
					this.steady &&= known !== undefined && keyOf(known) === this.lastKey;
				}
				if (!this.allHaveKeys && rows.length > 0 && isSame(rows, previous))
					return this.endInRepeats();
				const page = this.take(read, window.start);
				const isShort = rows.length < window.limit;
				const hasNews = page.fresh.length > 0;
				const isAgain = !hasNews && !isShort;
				const isFirst = isAgain && keyOf(rows[0]) === keyOf(first.rows[0]);
				repeats = isFirst || (isAgain && !this.overlapping) ? repeats + 1 : 0;
				if (repeats > 1) this.endInRepeats();
				// A short page is the last one only by the total: the service may have left rows out of it.
				const isEnd = isShort && (!hasNews || this.positions >= (this.total ?? Infinity));
				this.ended ||= next ? !read.next : isEnd;
				({ next } = read);
				if (isShort) ahead = [];
				if (hasNews && hasOverlap) idle = 0;
				overlap = 1;
				previous = rows;
				yield page;
			}
		} finally {
			// Wait for prefetched pages before returning.
			await Promise.all(ahead.map(({ response }) => response));
		}
	}

	private has(row: Row) {
		const key = this.list.keyOf(row);
		return key !== undefined && this.keys.has(key);
	}

	private take({ rows, total, next }: Page<Row>, start: number): PlacedPage<Row> {
		const { keys, list, positions } = this;
		const onPage = new Set<string>();
		const fresh = rows.filter((row, index) => {
			const key = list.keyOf(row);
			this.lastKey = key;
			if (key === undefined) {
				this.allHaveKeys = false;
				return true;
			}
			if (onPage.has(key) && start + index >= positions) this.doubles += 1;
			onPage.add(key);
			if (keys.has(key)) return false;
			keys.add(key);
			return true;
		});
		this.rows += fresh.length;
		this.largestPage = Math.max(this.largestPage, rows.length);
		this.first ??= fresh[0];
		// The last page again, whose number was another one, is no further one.
		const isNext = rows.length > 0 && (this.overlapping || fresh.length > 0);
		if (isNext) this.positions = start + rows.length;
		this.noteTotal({ total });
		return { rows, total, next, start, fresh };
	}

	/** Notes the total of a page; another one than before means that rows came or went. */
	private noteTotal({ total }: { readonly total?: number }) {
		if (total === undefined) return;
		this.steady &&= this.total === undefined || this.total === total;
		this.total = total;
	}

	/** The end of what the service gives: it repeats itself. */
	private endInRepeats() {
		this.repeated = true;
		this.ended = true;
		this.positions = this.rows;
	}
}

/** Whether two lists hold the same in the same order, field by field. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
