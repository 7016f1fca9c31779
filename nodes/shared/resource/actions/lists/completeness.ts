import type { IDataObject } from 'n8n-workflow';

import { DigestTable } from '../../../execution';
import { Failure, MAX_PAGE_SIZE, Pass, type KeySet, type PlacedPage } from '../../../http';
import { can, reverseOf } from '../../../service/capabilities';
import type { Resource } from '../../definition/resource';
import {
	keyReader,
	pagesOf,
	type WantedList,
	fieldOf,
	mayRejectSort,
	mayTie,
	RowDirection,
	stableOrders,
	type Order,
} from './pages';

/** What there is to say of a list that was read. */
export interface ListFacts {
	/** How many records there are that match; undefined where that is not known. */
	readonly matching?: number;
	/** Why it may not be all, a sentence; undefined where nothing says so. */
	readonly doubt?: string;
	/** Of a list without pages: nothing says whether it is all, as the service does not count its rows. */
	readonly isUncounted?: boolean;
	/** How many records the whole list has, where that was said and is more than was read. */
	readonly total?: number;
	/** Rows behind those that were wanted, which were read with them. */
	readonly older?: readonly IDataObject[];
}

/** Passes over a list before it counts as one that cannot be read completely. */
const MAX_PASSES = 3;

/** Pages of every pass begin elsewhere, so that what lies between two of one pass lies within one of another. */
const pageSizeOf = (passes: number) => MAX_PAGE_SIZE - 3 * passes;

/** How many rows there are by the total. */
const countedOf = ({ doubles, total = 0 }: ListPass) => total - doubles;

/** … or by the end that was reached, whichever is more. */
const placesOf = (pass: ListPass) => Math.max(countedOf(pass), pass.positions - pass.doubles);

/** One pass over a list in one order, and what shows that the order was kept. */
class ListPass extends Pass<IDataObject> {
	readonly direction: RowDirection;

	constructor(
		readonly source: WantedList,
		readonly order: Order,
		pageSize: number,
		keys: KeySet,
	) {
		super({ ...pagesOf(source, order, pageSize), keys });
		this.direction = new RowDirection(order);
	}
}

/** What passes over a list have shown. */
export interface Evidence {
	/** Only the first rows are wanted, and there are as many. */
	readonly isLimited: boolean;
	/**
	 * Why the rows may be all: the pass surely gave every row that was there throughout it; two passes in a row have as many
	 * places; or every page of two passes is the same one.
	 */
	readonly by?: 'proof' | 'number' | 'onePage';
	/** There are as many as the service counts, if it does. */
	readonly isCounted: boolean;
	/** A further pass is not allowed, or cannot be compared with this one. */
	readonly isLast: boolean;
}

type Verdict = 'whole' | 'moved' | 'onePage' | 'again' | 'incomplete';

/**
 * Whether a list is complete:
 *
 * | rows wanted | may be all by    | counted | pass        | verdict               |
 * |-------------|------------------|---------|-------------|-----------------------|
 * | the first   | proof            | -       | -           | whole                 |
 * | the first   | anything else    | -       | -           | moved: with a hint    |
 * | all         | proof, or number | yes     | -           | whole                 |
 * | all         | one page         | yes     | -           | one page: with a hint |
 * | all         | anything else    | -       | not the last | read again           |
 * | all         | anything else    | -       | the last    | incomplete: a failure |
 */
export function judge({ isLimited, by, isCounted, isLast }: Evidence): Verdict {
	if (isLimited) return by === 'proof' ? 'whole' : 'moved';
	if (by !== undefined && isCounted) return by === 'onePage' ? by : 'whole';
	return isLast ? 'incomplete' : 'again';
}

/**
 * Plans the passes over a paged list, and judges after each of them whether all wanted rows are found. What proves
 * that a list is complete, and what cannot be proven: docs/decisions.md, Lists.
 */
export class Completeness {
	private passes = 0;

	/** The pass in the order in which the rows are given. */
	first?: ListPass;
	private last?: ListPass;

	/** The identifiers of the rows that all passes have shown … */
	private found: KeySet = new Set<string>();
	/** … and of those shown since the number of rows last changed. */
	private present: KeySet = this.found;

	/** Stable orders that the service is not known to reject. */
	private usable: readonly string[];

	private verdict: Verdict = 'again';
	private readonly keyOf: ReturnType<typeof keyReader>;

	/** @param areKept whether the rows are, too, so that their identifiers take no memory of their own */
	constructor(
		private readonly wanted: WantedList,
		private readonly areKept: boolean,
	) {
		const { resource } = wanted;
		this.keyOf = keyReader(resource);
		this.usable = resource.list.sort === true ? stableOrders(resource) : [];
	}

	/** The pass to read next: in the chosen order, else a stable one; then from the other end, with pages of other sizes. */
	next(): ListPass {
		const { first, passes, wanted } = this;
		const [order] = this.usable;
		const own = (wanted.query.sort as Order) ?? order;
		const back = passes === 1 && order !== undefined ? reverseOf(order) : (order ?? own);
		const keys = this.areKept ? new Set<string>() : new DigestTable();
		const source = first ? { ...wanted, limit: Infinity } : wanted;
		return new ListPass(source, first ? back : own, pageSizeOf(passes), keys);
	}

	/** Looks at the next page of a pass. @returns its rows that no pass before has shown */
	newOf(pass: ListPass, { fresh }: PlacedPage<IDataObject>): readonly IDataObject[] {
		const { first, found, present } = this;
		for (const row of fresh) pass.direction.add(row);
		if (!first) return fresh;
		return fresh.filter((row) => {
			const key = this.keyOf(row);
			if (key === undefined) return false;
			const isNew = !found.has(key);
			found.add(key);
			present.add(key);
			return isNew;
		});
	}

	/** Whether the service rejects the sort of a pass, which its first page shows, and another one will do. */
	rejects({ order, positions }: ListPass, { status }: Failure): boolean {
		const isNeeded = order === undefined || order === this.wanted.query.sort || positions > 0;
		if (isNeeded || !mayRejectSort(status)) return false;
		this.usable = this.usable.filter((usable) => usable !== fieldOf(order));
		return true;
	}

	/** Judges what a pass, with those before it, shows. @returns whether a further one is needed */
	async needsMore(pass: ListPass): Promise<boolean> {
		this.passes += 1;
		const first = (this.first ??= pass);
		if (pass === first) this.found = pass.keys;
		const { last, passes, wanted } = this;
		const agrees = last?.ended === true && pass.ended && placesOf(pass) === placesOf(last);
		if (!agrees) this.present = pass.keys;
		this.last = pass;
		const isOnePage = last?.repeated === true && pass.repeated && this.size === first.rows;
		const isNumber = agrees && !pass.repeated && this.present.size >= placesOf(pass);
		const unproven = isOnePage ? 'onePage' : isNumber ? 'number' : undefined;
		this.verdict = judge({
			isLimited: first.rows >= wanted.limit,
			by: (await this.isProven(pass)) ? 'proof' : unproven,
			isCounted: this.size >= countedOf(pass),
			isLast: passes === MAX_PASSES || !first.allHaveKeys,
		});
		return this.verdict === 'again';
	}

	/**
	 * Whether a pass surely gave every row that was there throughout it: its pages overlapped in an order that no change
	 * disturbs; or nothing moved, and there are as many rows as places in the list.
	 */
	private async isProven(pass: ListPass): Promise<boolean> {
		const { doubles, largestPage, order, positions, source, total } = pass;
		const { limit, resource } = source;
		const rows = pass.rows + doubles;
		if (!pass.ended && rows < limit) return false;
		// Where rows tie, one that went and one that was missed can make up for each other, unless the total says otherwise.
		const isCounted =
			!mayTie(resource, order) || rows <= largestPage || rows >= limit || total === rows;
		if (pass.steady && rows >= positions && isCounted) return true;
		return pass.overlapping && !pass.repeated && (await this.followsSort(pass));
	}

	/**
	 * Whether the service follows a stable order, and does not only happen to list its rows like that: then
	 * the other direction begins with rows of the other end.
	 */
	private async followsSort({ order, first, direction }: ListPass): Promise<boolean> {
		const { resource, query } = this.wanted;
		if (order === undefined || !first || mayTie(resource, order) || !direction.isStrict)
			return false;
		const agrees = (end: readonly IDataObject[]) => {
			const back = new RowDirection(reverseOf(order));
			for (const row of [...end, first]) back.add(row);
			return back.isStrict;
		};
		return await can('followsOrder', { ...this.wanted, query: { ...query, sort: order }, agrees });
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
		const { ended, total } = this.last!;
		if (found < wanted.limit) return { matching: found, doubt };
		const counted = total !== undefined && total >= found ? total : undefined;
		return { matching: counted ?? (ended ? found : undefined), doubt };
	}

	/** Why the list may not be complete; undefined where nothing says so. */
	private get doubt(): string | undefined {
		const { passes, size, verdict, wanted } = this;
		const many = wanted.resource.plural.toLowerCase();
		const [found, limit, counted] = [size, wanted.limit, countedOf(this.last!)].map(count);
		if (verdict === 'whole') return undefined;
		if (verdict === 'moved') {
			return `The order of the list changed while it was read, so that other ${many} may be among the first ${limit}.`;
		}
		if (verdict === 'onePage') {
			return this.last!.total === undefined
				? `The service sent the same page again instead of the next one, so there may be more than ${found} ${many}.`
				: undefined;
		}
		const words =
			countedOf(this.last!) > size
				? `${found} of ${counted} ${many} could be read`
				: `${found} ${many} could be read, and there may be more,`;
		const shortfall = `${words} in ${passes === 1 ? 'one pass' : `${passes} passes`} over the list`;
		if (wanted.acceptIncomplete) return `${shortfall}.`;
		throw new Failure({
			kind: 'unexpectedResponse',
			message: `The list is not complete: ${shortfall}`,
			remedy:
				'Its order changes while it is read, or the service counts records that it does not list. Run the node again when fewer records change, narrow the list with filters or, in Get Many and Sync, turn on Accept Incomplete List.',
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
			? `The service sent exactly ${many}; it may have left out the rest.`
			: undefined;
}

/** Whether a list without pages is as long as one that a service cuts off. */
const isRound = (rows: number) => rows >= 100 && rows % 100 === 0;
