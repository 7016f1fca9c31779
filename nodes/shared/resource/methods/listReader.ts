import { runInSlices, type Steps } from '../../execution';
import {
	Failure,
	MAX_PAGE_SIZE,
	settle,
	windowOver,
	within,
	type ServiceRequest,
} from '../../http';
import { isObject } from '../../schema/values';
import { wholeNumber } from '../actions/readResponse';
import type { Editor } from './editor';
import type { Entry } from './entries';

/** What one call of the editor may use, whatever the service does. */
const MAX_MS = 20_000;
const MAX_ROWS = 3_000;
const MAX_REQUESTS = 60;
/** Pages that are read at once. */
const PARALLEL = 5;

/** Rows of a response, and how many there are in all, where it says so. */
interface Rows {
	readonly rows: readonly unknown[];
	readonly total?: number;
}

/** Counts what one call of the editor uses. */
export class Budget {
	/** How many more requests may be sent. */
	requests = MAX_REQUESTS;
	private rows = 0;
	private readonly until = performance.now() + MAX_MS;

	constructor(readonly editor: Editor) {}

	get isSpent() {
		return this.rows >= MAX_ROWS || this.requests <= 0 || performance.now() >= this.until;
	}

	/**
	 * Reads a list, or a page of it. Of a row nothing is wanted but what an entry needs.
	 *
	 * @throws Failure, also when the time of the call is over
	 */
	async read(request: ServiceRequest): Promise<Rows> {
		this.requests -= 1;
		const ms = this.until - performance.now();
		const sending = this.editor.send(request);
		const { status, body } = await within(sending, ms, () => tooSlow(request));
		const list = status === 204 ? [] : isObject(body) ? body.data : body;
		const rows: unknown[] = Array.isArray(list) ? list : [];
		this.rows += rows.length;
		return { rows, total: isObject(body) ? wholeNumber(body.total) : undefined };
	}
}

const tooSlow = ({ purpose }: ServiceRequest) =>
	new Failure({
		kind: 'unavailable',
		message: `Could not ${purpose} within ${MAX_MS / 1000} seconds`,
		remedy: 'Check that the service is up, then open the list again, or enter the ID.',
	});

/** A page, and where in the list it starts. */
type Window = ReturnType<typeof windowOver>;

/** What to read of a list. */
export interface Wanted {
	/** The request of a page; of the whole list, where it has no pages. */
	readonly request: (page?: number, limit?: number) => ServiceRequest;
	readonly isPaged: boolean;
	/** An entry, where the row has an ID; `by` is what the list is in the order of. */
	readonly entryOf: (row: unknown) => Entry | undefined;
	/** The position to begin at, from 0. */
	readonly start: number;
	/** Rows of a page, as far as that is known. */
	readonly size?: number;
	/** Whether this is the entry before, which may have moved, or one of its name; the part begins behind it. */
	readonly isBefore?: (entry: Entry) => boolean;
	/** How many of the rows that were read are wanted; undefined as long as there are not enough. */
	readonly lengthOf?: (part: Part) => number | undefined;
}

/** Pages of fewer rows cannot be made to overlap everywhere. */
const MIN_OVERLAPPING_PAGE = 16;
/** How much further back a page is read again at each step until a known row is in sight, and how far at most. */
const STEP_BACK = 8;
const MAX_BACK = 512;
/** Pages, and passes, without a new row after which further ones bring none either. */
const MAX_IDLE = 3;

/** Stands for a row that has no ID, and so cannot be picked. */
export const LEFT_OUT = Symbol('left out');

/**
 * A part of a list, read from a position on until there is enough or the budget is spent. Where the service goes by
 * `limit`, each page holds a row of the one before, so that nothing between them is lost while rows come and go.
 */
export class Part {
	/** By ID, in the order in which they came. */
	readonly entries = new Map<string, Entry>();
	/** What each row is sorted by, from the first one on. */
	order: unknown[] = [];
	/** The position of the first row. */
	first: number;
	/** The list ends here. */
	ended = false;
	/** … because the service sent the same rows again. */
	isRepeated = false;
	/** How many rows the list has, as the service says. */
	total?: number;
	/** Rows of a page. */
	size: number;
	/** Why there is no more of it. */
	failure?: Failure;

	private goesByLimit: boolean;

	constructor(
		private readonly wanted: Wanted,
		private readonly budget: Budget,
	) {
		this.first = wanted.start;
		this.size = wanted.size ?? MAX_PAGE_SIZE;
		this.goesByLimit = this.size >= MIN_OVERLAPPING_PAGE;
	}

	/** The position behind the last row. */
	get end() {
		return this.first + this.order.length;
	}

	/** Whether rows are missing because they have changed places between two pages, as rows of the same name may. */
	isShort(length = this.order.length): boolean {
		const counts = new Map<unknown, number>();
		for (const by of this.order.slice(0, length)) counts.set(by, (counts.get(by) ?? 0) + 1);
		for (const { by } of this.entries.values()) counts.set(by, (counts.get(by) ?? 0) - 1);
		counts.delete(LEFT_OUT);
		return [...counts.values()].some((count) => count > 0);
	}

	/** Reads it once, or once more. Never throws. */
	async read(): Promise<void> {
		const { wanted, budget } = this;
		const seen = new Set<string>();
		/** Where pages were asked for, by the first entries that they have. */
		const heads = new Map<string, number>();
		let { isBefore } = wanted;
		let back = 1;
		let idle = 0;
		this.order = [];
		this.first = wanted.start;
		this.ended = false;
		while (idle < MAX_IDLE) {
			const windows = this.windows(back);
			const pages = windows.map(async (window) => await settle(this.readWindow(window)));
			for (const [at, page] of (await Promise.all(pages)).entries()) {
				if (!page.ok) this.failure = page.failure;
				if (!page.ok) return;
				const window = windows[at];
				const { rows, total } = page.value;
				this.total = total ?? this.total;
				if (wanted.isPaged && this.goesByLimit && rows.length > window.limit) {
					this.goesByLimit = false;
					this.size = rows.length;
					if (window.start > 0) break;
				}
				const found = await runInSlices(entriesIn(rows, wanted));
				const known = found.map((entry) =>
					entry === undefined ? false : (isBefore?.(entry) ?? seen.has(entry.value)),
				);
				// Rows before this page were removed, so that all later ones have moved up.
				const isLost = window.start > 0 && (isBefore ?? seen.size > 0) && !known.includes(true);
				const head = found.slice(0, 3).map((entry) => entry?.value);
				const start = heads.get(String(head)) ?? window.start;
				if (seen.size > 0 && start !== window.start) return this.endRepeated();
				if (head.length === 3) heads.set(String(head), window.start);
				if (isLost && this.goesByLimit && back < MAX_BACK) {
					back *= STEP_BACK;
					break;
				}
				back = 1;
				if (isBefore) {
					const last = known.lastIndexOf(true);
					this.first =
						last === -1 ? Math.max(window.start, wanted.start - 1) : window.start + last + 1;
				}
				isBefore = undefined;
				const { size } = seen;
				this.take(found, window.start, seen);
				idle = seen.size > size ? 0 : idle + 1;
				if (this.isEnd(rows.length, window, seen.size > size)) {
					this.ended = true;
					return;
				}
			}
			if (budget.isSpent || wanted.lengthOf?.(this) !== undefined) return;
		}
		this.endRepeated();
	}

	/** The service ignores the page, or brings nothing new. */
	private endRepeated(): void {
		this.ended = true;
		this.isRepeated = true;
	}

	private take(found: ReadonlyArray<Entry | undefined>, start: number, seen: Set<string>): void {
		const { isBefore } = this.wanted;
		for (const [index, entry] of found.entries()) {
			const position = start + index;
			const isShown = this.order.length === 0 && position >= this.first;
			if (isShown && entry && isBefore?.(entry)) this.first = position + 1;
			if (position >= this.first && entry && !seen.has(entry.value)) {
				if (!this.entries.has(entry.value)) this.entries.set(entry.value, entry);
			}
			if (entry) seen.add(entry.value);
			if (position >= this.end) this.order.push(entry ? entry.by : LEFT_OUT);
		}
	}

	/** Whether a page is the last one. */
	private isEnd(rows: number, window: Window, hasNews: boolean): boolean {
		const { total, end, wanted } = this;
		if (!wanted.isPaged || rows === 0) return true;
		if (rows >= window.limit) return false;
		// A first page shows the service's own maximum, unless it is the only one.
		if (window.start === 0 && wanted.size === undefined && this.size === MAX_PAGE_SIZE) {
			this.size = rows;
			this.goesByLimit = rows >= MIN_OVERLAPPING_PAGE;
			return total !== undefined && end >= total;
		}
		return !(hasNews && total !== undefined && total > end);
	}

	/** The pages to read next. */
	private windows(back: number): Window[] {
		const { wanted, total = 0 } = this;
		const until = wanted.lengthOf ? 0 : Math.min(total, wanted.start + MAX_ROWS);
		const windows = [this.windowAt(this.end, back)];
		for (;;) {
			const { start, limit } = windows[windows.length - 1];
			const end = Math.max(this.end + windows.length, start + limit);
			const isFull = windows.length >= Math.min(PARALLEL, this.budget.requests);
			if (end >= until || isFull) return windows;
			windows.push(this.windowAt(end, 1));
		}
	}

	private windowAt(end: number, back: number): Window {
		const { size } = this;
		if (!this.wanted.isPaged) return { page: 1, limit: Infinity, start: 0 };
		if (end > 0 && this.goesByLimit) return windowOver(Math.max(0, end - back), size);
		const page = Math.floor(end / size);
		return { page: page + 1, limit: size, start: page * size };
	}

	private async readWindow({ page, limit }: Window): Promise<Rows> {
		const { request, isPaged } = this.wanted;
		const read = await settle(this.budget.read(isPaged ? request(page, limit) : request()));
		if (read.ok) return read.value;
		// Some services say so when a page lies beyond the end.
		if (page > 1 && read.failure.kind === 'notFound') return { rows: [] };
		throw read.failure;
	}
}

function* entriesIn(
	rows: readonly unknown[],
	{ entryOf }: Wanted,
): Steps<Array<Entry | undefined>> {
	const entries: Array<Entry | undefined> = [];
	for (const row of rows) {
		yield;
		entries.push(entryOf(row));
	}
	return entries;
}

/**
 * Reads a part of a list; again, as long as rows have changed places and that brings new ones.
 *
 * @throws Failure where there is nothing to show
 */
export async function readPart(wanted: Wanted, budget: Budget): Promise<Part> {
	const part = new Part(wanted, budget);
	for (let idle = 0; idle < MAX_IDLE; ) {
		const { size } = part.entries;
		await part.read();
		// One response is consistent.
		if (!wanted.isPaged || part.failure || budget.isSpent) break;
		if (!part.isShort(wanted.lengthOf?.(part))) break;
		idle = part.entries.size > size ? 0 : idle + 1;
	}
	if (part.failure && part.order.length === 0) throw part.failure;
	return part;
}
