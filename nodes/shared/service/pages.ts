import { succeed, type Result } from './result';

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
	/** Stop after so many rows. */
	readonly most: number;
	/** Stop before the first row for which this is true; no later row is wanted. */
	readonly until?: (row: Row) => boolean;
	/** Pages that may be read ahead at once. */
	readonly parallel: number;
}

/**
 * The largest page asked for. Nobody shows a limit; 100 is what a public client keeps to, and a
 * service that caps lower is noticed (assumed; specification: Limits).
 */
export const LARGEST_PAGE = 100;

/**
 * Reads a numbered list to its end, so that no row which is there throughout is skipped or repeated,
 * although rows come and go between the pages.
 *
 * Every page is asked for with at least one row of the page before in it. While such a known row is
 * in sight, nothing between the two was lost; when none is, rows before it were removed and all
 * later ones moved up, and reading steps back until a known row is in sight again. Needs an order
 * that does not change with the rows (see the caller's `sort`).
 */
export async function readPages<Row>(list: PagedList<Row>): Promise<Result<Row[]>> {
	const first = await list.fetch(1, Math.min(LARGEST_PAGE, list.most));
	if (!first.ok) return first;
	const { rows, total } = first.value;
	const asked = Math.min(LARGEST_PAGE, list.most);
	const collected = new Collected(list);
	collected.add(rows);
	const wholeList = rows.length < asked && rows.length === total;
	if (rows.length === 0 || wholeList || collected.full) return succeed(collected.rows);
	if (!collected.allHaveKeys) return await readPlainly(list, collected, rows);
	// A first page shorter than asked for shows the service's own cap, unless it is the only one.
	return await readOverlapping(list, collected, Math.min(asked, rows.length), total);
}

/** A page and where in the list it starts. */
interface Window {
	readonly page: number;
	readonly limit: number;
	readonly start: number;
}

/**
 * The page that holds position `next - 1` and goes furthest beyond it. Pages start at multiples of
 * their size, so a slightly smaller size puts the start where it is wanted.
 */
export function windowOver(next: number, largest: number): Window {
	let best: Window = { page: 1, limit: largest, start: 0 };
	let furthest = next > 0 ? 0 : largest;
	for (let limit = largest; limit > 0 && limit >= largest * 0.75; limit -= 1) {
		const page = Math.floor(Math.max(0, next - 1) / limit) + 1;
		const start = (page - 1) * limit;
		if (start + limit > furthest) {
			furthest = start + limit;
			best = { page, limit, start };
		}
	}
	return best;
}

/** Pages in a row without a new row after which a list that never ends is taken as ended. */
const PATIENCE = 3;

async function readOverlapping<Row>(
	list: PagedList<Row>,
	collected: Collected<Row>,
	largest: number,
	firstTotal: number | undefined,
): Promise<Result<Row[]>> {
	let total = firstTotal;
	let next = collected.rows.length;
	let stepBack = 0;
	let withoutNews = 0;
	let ahead: Array<{ window: Window; answer: Promise<Result<Page<Row>>> }> = [];

	const readAhead = () => {
		let end = ahead.length > 0 ? endOf(ahead[ahead.length - 1].window) : next;
		const known = total ?? 0;
		while (ahead.length === 0 || (ahead.length < list.parallel && end < Math.min(known, list.most))) {
			const window = windowOver(end, largest);
			ahead.push({ window, answer: list.fetch(window.page, window.limit) });
			end = endOf(window);
		}
	};

	for (;;) {
		readAhead();
		const { window, answer } = ahead.shift()!;
		const page = await answer;
		if (!page.ok) return page;
		const { rows } = page.value;
		total = page.value.total ?? total;

		const anchored = window.start === 0 || rows.some((row) => collected.has(row));
		if (!anchored) {
			ahead = [];
			stepBack = stepBack === 0 ? largest : stepBack * 2;
			next = Math.max(0, window.start - stepBack);
			continue;
		}
		const before = collected.rows.length;
		collected.add(rows);
		if (collected.full) return succeed(collected.rows);
		const news = collected.rows.length > before;
		withoutNews = news ? 0 : withoutNews + 1;
		next = window.start + rows.length;

		const short = rows.length < window.limit;
		if (short && (!news || (total !== undefined && next >= total))) return succeed(collected.rows);
		if (!news && stepBack === 0 && withoutNews >= PATIENCE && next >= (total ?? 0)) {
			return succeed(collected.rows);
		}
		if (withoutNews > PATIENCE + (2 * collected.rows.length) / largest) {
			return succeed(collected.rows);
		}
		if (news) stepBack = 0;
		if (short || stepBack > 0) ahead = [];
	}
}

const endOf = (window: Window) => window.start + window.limit;

/** Rows without identifiers: page after page, until one is empty, short, or the same again. */
async function readPlainly<Row>(
	list: PagedList<Row>,
	collected: Collected<Row>,
	firstRows: readonly Row[],
): Promise<Result<Row[]>> {
	const limit = firstRows.length;
	let last = JSON.stringify(firstRows);
	for (let number = 2; ; number += 1) {
		const page = await list.fetch(number, limit);
		if (!page.ok) return page;
		const { rows } = page.value;
		const same = JSON.stringify(rows);
		if (rows.length === 0 || same === last) return succeed(collected.rows);
		collected.add(rows);
		if (rows.length < limit || collected.full) return succeed(collected.rows);
		last = same;
	}
}

/** The rows so far, each once, no more than wanted. */
class Collected<Row> {
	readonly rows: Row[] = [];

	private readonly keys = new Set<string>();

	allHaveKeys = true;

	private ended = false;

	constructor(private readonly list: Pick<PagedList<Row>, 'keyOf' | 'most' | 'until'>) {}

	get full() {
		return this.ended || this.rows.length >= this.list.most;
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
