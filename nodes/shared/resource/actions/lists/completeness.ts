import type { IDataObject } from 'n8n-workflow';

import { DigestTable } from '../../../execution';
import { Failure, MAX_PAGE_SIZE, Pass, type KeySet, type PlacedPage } from '../../../http';
import type { Resource } from '../../definition/resource';
import {
	keyReader,
	mayPass,
	pagesOf,
	rowsOfPage,
	type ListSource,
	fieldOf,
	mayRejectSort,
	mayTie,
	reverseOf,
	RowDirection,
	stableOrders,
	valueOf,
	type Order,
} from './pages';

/** What there is to say of a list that was read. */
export interface ListFacts {
	/** How many records there are that match; undefined where that is not known. */
	readonly matching?: number;
	/** How many records were read. */
	readonly read: number;
	/** Why it may not be all, a sentence; undefined where nothing says so. */
	readonly doubt?: string;
	/** Nothing says whether it is all: it has no pages, and the service does not count its rows. */
	readonly isUncounted?: boolean;
	/** How many records the whole list has, where that was said and is more than was read. */
	readonly total?: number;
	/** Rows behind those that were wanted, which were read with them. */
	readonly older?: readonly IDataObject[];
}

/** Passes over a list before it counts as one that cannot be read completely. */
const MAX_PASSES = 16;

/** Passes without a new row after which further ones will not bring any either. */
const MAX_IDLE_PASSES = 3;

/** Rows of the other end of a list that show whether the service sorts. */
const PROBE_SIZE = 5;

/** Pages of every pass begin elsewhere, so that what lies between two of one pass lies within one of another. */
const pageSizeOf = (passes: number) => Math.max(MAX_PAGE_SIZE - 3 * passes, MAX_PAGE_SIZE / 2);

/** How many rows there are, by the end that was reached or by the total, whichever is more. */
const expectedOf = ({ ended, positions, total = 0 }: ListPass) =>
	Math.max(ended ? positions : 0, total);

/** One pass over a list in one order, and what shows that the order was kept. */
export class ListPass extends Pass<IDataObject> {
	readonly direction: RowDirection;

	/** Where in the list the rows of each value of the sort begin; noted where a number of rows is wanted. */
	readonly begins = new Map<unknown, number>();

	constructor(
		private readonly source: ListSource,
		readonly order: Order,
		pageSize: number,
		keys: KeySet,
	) {
		super({ ...pagesOf(source, order, pageSize), keys });
		this.direction = new RowDirection(source.resource);
	}

	/** Whether rows moved in an order in which they can tie, so that the pass proves nothing any more. */
	get isDisturbed() {
		return !this.steady && mayTie(this.source.resource, this.order);
	}

	/** Looks at the next page. */
	note({ rows, fresh, start }: PlacedPage<IDataObject>, notesBegins: boolean): void {
		for (const row of fresh) this.direction.add(row);
		if (this.order === undefined || !notesBegins) return;
		for (const [index, row] of rows.entries()) {
			const value = valueOf(row, fieldOf(this.order));
			if (!this.begins.has(value)) this.begins.set(value, start + index);
		}
	}

	/**
	 * Whether the wanted rows are the first ones: as many rows come before those of the last value as
	 * there are places. Which rows of that value are wanted is open.
	 */
	hasFirst(rows: readonly IDataObject[], limit: number): boolean {
		if (this.order === undefined || rows.length < limit) return false;
		const field = fieldOf(this.order);
		const value = valueOf(rows[limit - 1], field);
		const before = rows.findIndex((row) => valueOf(row, field) === value);
		return before >= (this.begins.get(value) ?? Infinity);
	}
}

type Verdict = 'complete' | 'miscounted' | 'incomplete';

/**
 * Plans the passes over a paged list, and judges after each of them whether all wanted rows are found. What proves
 * that a list is complete, and what cannot be proven: docs/decisions.md, Lists.
 */
export class Completeness {
	private passes = 0;
	private idle = 0;

	/** The pass in the order in which the rows are given. */
	first?: ListPass;
	private last?: ListPass;
	private lastProven?: ListPass;

	/** The identifiers of the rows that all passes have shown … */
	private found: KeySet = new Set<string>();
	/** … and of those shown since the number of rows last changed. */
	private present: KeySet = this.found;
	private foundBefore = 0;

	private verdict: Verdict = 'incomplete';
	private readonly keyOf: ReturnType<typeof keyReader>;

	/** @param rows gives the rows found so far in the order of the first pass; undefined where they are not kept */
	constructor(
		private readonly wanted: ListSource,
		private readonly rows?: (first: ListPass) => readonly IDataObject[],
	) {
		this.keyOf = keyReader(wanted.resource);
	}

	/** The pass to read next: in the chosen order, else a stable one; then in others, with pages of other sizes. */
	next(): ListPass {
		const keys = this.rows ? new Set<string>() : new DigestTable();
		return new ListPass(this.source, this.nextOrder(), pageSizeOf(this.passes), keys);
	}

	/** A list that ended before the limit needs all rows of the other orders. */
	private get source(): ListSource {
		return this.first && !this.isLimited ? { ...this.wanted, limit: Infinity } : this.wanted;
	}

	/** Stable orders that the service is not known to reject. */
	private get usable(): readonly string[] {
		const { learned, resource } = this.wanted;
		if (resource.list.sort !== true) return [];
		return stableOrders(resource).filter((order) => !learned.rejectedSorts.includes(order));
	}

	private nextOrder(): Order {
		const { first, passes, usable } = this;
		if (!first) return (this.wanted.query.sort as Order) ?? usable[0];
		if (this.isLimited || usable.length === 0) return first.order;
		// The other end of the list first.
		const orders = usable.flatMap((order) => [`-${order}`, order]);
		return orders[(passes - 1) % orders.length];
	}

	/** Looks at the next page of a pass. @returns its rows that no pass before has shown */
	newOf(pass: ListPass, page: PlacedPage<IDataObject>): readonly IDataObject[] {
		const { first, found, present } = this;
		pass.note(page, this.rows !== undefined && this.source.limit < Infinity);
		if (!first) return page.fresh;
		return page.fresh.filter((row) => {
			const key = this.keyOf(row);
			if (key === undefined) return false;
			const isNew = !found.has(key);
			found.add(key);
			present.add(key);
			return isNew;
		});
	}

	/** Whether a pass needs no further page: it has the wanted rows, or a stable order is better. */
	isEnough(pass: ListPass): boolean {
		const { learned, limit, query } = this.wanted;
		if (pass.rows >= this.source.limit) return true;
		const canBeMade = limit === Infinity && query.sort !== undefined && this.usable.length > 0;
		return !this.first && canBeMade && learned.followedSort !== false && pass.isDisturbed;
	}

	/** Whether the service rejects the sort of a pass and another one will do. */
	rejects({ order }: ListPass, failure: Failure): boolean {
		const { first, wanted } = this;
		const isNeeded = order === undefined || order === wanted.query.sort || order === first?.order;
		if (isNeeded || !mayRejectSort(failure.status)) return false;
		wanted.learned.rejectedSorts = [...wanted.learned.rejectedSorts, fieldOf(order)];
		if (mayPass(failure)) wanted.learned.isUnsure = true;
		return true;
	}

	/** Judges what a pass, with those before it, shows. @returns whether a further one is needed */
	async needsMore(pass: ListPass): Promise<boolean> {
		this.passes += 1;
		if (!this.first) {
			this.first = pass;
			this.found = pass.keys;
		}
		const isProven = await this.isProven(pass);
		this.verdict = this.judge(pass, isProven);
		this.last = pass;
		// What was given cannot be taken back, and rows without identifiers cannot be told apart.
		const mayHelp = this.isLimited ? this.rows !== undefined : this.idle < MAX_IDLE_PASSES;
		const isOver = this.verdict !== 'incomplete' || this.passes >= MAX_PASSES;
		return !isOver && mayHelp && this.first.allHaveKeys;
	}

	/** Only the first rows of the list are wanted. */
	private get isLimited() {
		return this.first!.rows >= this.wanted.limit;
	}

	private judge(pass: ListPass, isProven: boolean): Verdict {
		if (this.isLimited) return isProven ? 'complete' : 'incomplete';
		const { first, last, lastProven, size } = this;
		const hasNews = size > this.foundBefore;
		this.foundBefore = size;
		const expected = expectedOf(pass);
		const agrees = last?.ended === true && pass.ended && expected === expectedOf(last);
		if (!agrees) this.present = pass.keys;
		if (isProven ? size >= expected : agrees && this.present.size >= expected) return 'complete';
		if (isProven && lastProven && !hasNews && this.areSame(pass, lastProven)) return 'miscounted';
		if (isProven) this.lastProven = pass;
		// A service that sends one page whatever is asked for may have no other.
		const isOnePage = pass.repeated && last !== undefined && first!.repeated;
		if (isOnePage && size === first!.rows && size >= expected) return 'complete';
		// A pass with gaps may bring nothing new and the next one all that is missing.
		if (hasNews) this.idle = 0;
		else if (isProven || pass.repeated || !pass.ended) this.idle += 1;
		return 'incomplete';
	}

	/**
	 * Whether a pass surely gave every row that was there throughout it: its pages overlapped in an
	 * order that no change disturbs; or nothing moved, and there are as many rows as places in the list.
	 * Where only the first rows are wanted, it may be proven that they are.
	 */
	private async isProven(pass: ListPass): Promise<boolean> {
		const { learned, limit, resource } = this.source;
		const { order, positions, rows, total } = pass;
		if (!pass.ended && rows < limit) return false;
		// Where rows tie, one that went and one that was missed can make up for each other, unless the total says otherwise.
		const isCounted =
			!mayTie(resource, order) || rows <= learned.largestPage || rows >= limit || total === rows;
		if (pass.steady && rows >= positions && isCounted) return true;
		if (this.isLimited && this.rows && pass.hasFirst(this.rows(this.first!), limit)) return true;
		return pass.overlapping && !pass.repeated && (await this.followsSort(pass));
	}

	/**
	 * Whether the service follows a stable order, and does not only happen to list its rows like that: then
	 * the other direction begins with rows of the other end.
	 */
	private async followsSort({ order, first, direction }: ListPass): Promise<boolean> {
		const { learned, resource } = this.wanted;
		if (order === undefined || !first || !direction.isStrictlyIn(order)) return false;
		if (learned.followedSort === undefined) {
			const reverse = reverseOf(order);
			const end = await rowsOfPage(this.wanted, reverse, PROBE_SIZE);
			const back = new RowDirection(resource);
			for (const row of [...end, first]) back.add(row);
			learned.followedSort = back.isStrictlyIn(reverse);
		}
		return learned.followedSort;
	}

	/** On one page, or read from both ends, the rows are the same ones: it is the total that is wrong. */
	private areSame(pass: ListPass, before: ListPass): boolean {
		if (pass.rows <= this.wanted.learned.largestPage) return true;
		const [first, last] = [pass.first!, pass.last!].map(this.keyOf);
		return (
			pass.rows === before.rows &&
			first === this.keyOf(before.last!) &&
			last === this.keyOf(before.first!)
		);
	}

	/** How many rows are found. */
	private get size() {
		return this.first!.allHaveKeys ? this.found.size : this.first!.rows;
	}

	/**
	 * What there is to say of the list when no further pass is needed.
	 *
	 * @throws Failure where the list is not complete and has to be
	 */
	result(): ListFacts {
		const { size: found, wanted, doubt } = this;
		const { ended, positions: read, total } = this.last!;
		if (found < wanted.limit) return { matching: found, read, doubt };
		const counted = total !== undefined && total >= found ? total : undefined;
		return { matching: counted ?? (ended ? found : undefined), read, doubt };
	}

	/** Why the list may not be complete; undefined where nothing says so. */
	private get doubt(): string | undefined {
		const { first, passes, size: found, verdict, wanted } = this;
		const { repeated, total } = this.last!;
		const many = wanted.resource.plural.toLowerCase();
		const expected = expectedOf(this.last!);
		if (verdict === 'miscounted') {
			return `The service counts ${count(expected)} ${many}, but lists ${count(found)}; read twice, they are the same.`;
		}
		if (verdict === 'complete') {
			return repeated && total === undefined && found < wanted.limit
				? `The service sent the same page again instead of the next one, so there may be more than ${count(found)} ${many}.`
				: undefined;
		}
		if (this.isLimited) {
			return `The order of the list changed while it was read, so that other ${many} may be among the first ${count(wanted.limit)}.`;
		}
		if (!first!.allHaveKeys) {
			return `${count(found)} ${many} were read, which may not be all: without identifiers, a second pass cannot be compared with the first.`;
		}
		const words =
			expected > found
				? `${count(found)} of ${count(expected)} ${many} could be read`
				: `${count(found)} ${many} could be read, and there are more,`;
		const shortfall = `${words} in ${passes} passes over the list`;
		if (wanted.acceptIncomplete) return `${shortfall}.`;
		throw new Failure({
			kind: 'unexpectedResponse',
			message: `The list is not complete: ${shortfall}`,
			remedy:
				'Its order changes while it is read, or the service leaves records out. Run the node again when fewer records change, narrow the list with filters or, in Get Many, turn on Accept Incomplete List.',
		});
	}
}

const count = (rows: number) => rows.toLocaleString('en');

/**
 * Why a list without pages may not be complete.
 *
 * @param total how many rows there are, as the service says
 */
export function doubtOfWhole({ plural }: Resource, rows: number, total = 0): string | undefined {
	const many = `${count(rows)} ${plural.toLowerCase()}`;
	return total > rows
		? `The service sent ${many} and counts ${count(total)}; the list has no further pages.`
		: isRound(rows)
			? `The service sent exactly ${many}; it may have left out the rest, and the list has no further pages.`
			: undefined;
}

/** Whether a list without pages is as long as one that a service cuts off. */
const isRound = (rows: number) => rows >= 100 && rows % 100 === 0;
