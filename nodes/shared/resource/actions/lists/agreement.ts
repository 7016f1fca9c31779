import { expectedOf, isProven } from './proof';
import { keyReader, type ListSource, type Read } from './readPass';

/** What several passes over a list say together: whether all rows are found. */
export class Agreement {
	/** What the passes showed since the number of rows last changed. */
	private present: Set<string | undefined>;
	private readonly keyOf: ReturnType<typeof keyReader>;
	private lastProven?: Read;
	private isProven = false;

	constructor(
		private readonly source: ListSource,
		private readonly first: Read,
		isProvenFirst: boolean,
	) {
		this.keyOf = keyReader(source.resource);
		this.present = new Set(first.rows.map(this.keyOf));
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
		for (const row of rows) this.present.add(this.keyOf(row));
		this.last = read;
		this.isProven = await isProven(this.source, read);
		if (this.isProven ? found >= expected : agree && this.present.size >= expected) return true;
		if (this.isProven && lastProven && !hasNews && this.areSame(read, lastProven))
			return 'miscounted';
		if (this.isProven) this.lastProven = read;
		// A service that sends one page whatever is asked for may have no other.
		return pass.repeated && first.pass.repeated && found === first.rows.length && found >= expected;
	}

	/** Read from both ends, or on one page, the rows are the same ones: it is the total that is wrong. */
	private areSame({ rows }: Read, { rows: others }: Read): boolean {
		const isOnePage = rows.length <= this.source.learned.largestPage;
		const isReversed = () =>
			rows.length === others.length &&
			rows.every((row, index) => this.keyOf(row) === this.keyOf(others[others.length - 1 - index]));
		return isOnePage || isReversed();
	}
}
