import { CompactKeys } from './compactKeys';
import { FullKeys, type RowKeys } from './passRows';
import { expectedOf, isProven } from './proof';
import type { ListSource, Read } from './readPass';

/** What several passes over a list say together: whether all rows are found. */
export class Agreement {
	/** What the passes showed since the number of rows last changed. */
	private readonly present: RowKeys;
	private lastProven?: Read;
	private isProven = false;

	constructor(
		private readonly source: ListSource,
		private readonly first: Read,
		isProvenFirst: boolean,
	) {
		this.present = source.sink ? new CompactKeys() : new FullKeys();
		this.present.addAll(first.rows.keys);
		this.last = first;
		if (isProvenFirst) this.lastProven = first;
	}

	/** The pass before. */
	last: Read;

	/** The last pass had no gap that another one may fill. */
	get isSettled() {
		const { pass } = this.last;
		return this.isProven || pass.repeated || !pass.ended;
	}

	/**
	 * Whether this pass, with those before it, shows that all rows are found.
	 *
	 * @param found rows that all passes have shown
	 * @param hasNews this pass has shown rows for the first time
	 * @returns `miscounted` when they are all, and the total is wrong
	 */
	async with(read: Read, found: number, hasNews: boolean): Promise<boolean | 'miscounted'> {
		const { first, last, lastProven } = this;
		const { pass, rows } = read;
		const expected = expectedOf(pass);
		const agree = pass.ended && last.pass.ended && expected === expectedOf(last.pass);
		if (!agree) this.present.clear();
		this.present.addAll(rows.keys);
		this.last = read;
		this.isProven = await isProven(this.source, read);
		if (this.isProven ? found >= expected : agree && this.present.size >= expected) return true;
		if (this.isProven && lastProven && !hasNews && this.areSame(read, lastProven))
			return 'miscounted';
		if (this.isProven) this.lastProven = read;
		// A service that sends one page whatever is asked for may have no other.
		return pass.repeated && first.pass.repeated && found === first.rows.count && found >= expected;
	}

	/** Read from both ends, or on one page, the rows are the same ones: it is the total that is wrong. */
	private areSame({ rows }: Read, { rows: others }: Read): boolean {
		const isOnePage = rows.count <= this.source.learned.largestPage;
		return isOnePage || rows.isReverseOf(others);
	}
}
