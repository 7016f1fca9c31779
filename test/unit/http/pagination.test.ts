import {
	windowOver,
	MAX_PAGE_SIZE,
	Pass,
	type PagedList,
} from '../../../nodes/shared/http/pagination';
import { badInput, settle, succeed, type Page } from '../../../nodes/shared/http';
import fc, { itForAll } from '../../../testing/properties';
import { cases } from '../../../testing/simulations';

interface Row {
	id?: string;
}

interface Change {
	atFront?: number;
	atEnd?: number;
	/** Rows to remove: positions as shares of the list, 0 to 1. */
	remove?: number[];
	removeFirst?: number;
}

interface ListFacts {
	size: number;
	cap?: number;
	/** What `total` says, given how many rows there are. */
	total?: (size: number) => number | undefined;
	/** What happens to the list right before each page; none after the last. */
	changes?: Change[];
}

/** A numbered list at a service, that changes while it is read. */
class ChangingList {
	rows: string[];

	readonly requests: Array<{ page: number; limit: number }> = [];

	private readonly before: Set<string>;

	private inserted = 0;

	constructor(private readonly facts: ListFacts) {
		this.rows = Array.from({ length: facts.size }, (_, index) => `row-${index}`);
		this.before = new Set(this.rows);
	}

	fetch = async (page: number, limit: number): Promise<Page<Row>> => {
		if (this.requests.length > 0) this.change(this.facts.changes?.[this.requests.length - 1] ?? {});
		this.requests.push({ page, limit });
		const size = Math.min(limit, this.facts.cap ?? MAX_PAGE_SIZE);
		const start = (page - 1) * size;
		const rows = this.rows.slice(start, start + size).map((id) => ({ id }));
		const total = this.facts.total?.(this.rows.length);
		// Answers arrive in their own time, but rows are as they were when the page was cut.
		await Promise.resolve();
		return { rows, total };
	};

	/** Rows that were there from before the first page until after the last, in their order. */
	get throughout() {
		return this.rows.filter((row) => this.before.has(row));
	}

	private change({ atFront = 0, atEnd = 0, remove = [], removeFirst = 0 }: Change) {
		this.rows.splice(0, removeFirst);
		for (const share of remove) this.rows.splice(Math.floor(share * this.rows.length), 1);
		for (let index = 0; index < atFront; index += 1) this.rows.unshift(this.newRow());
		for (let index = 0; index < atEnd; index += 1) this.rows.push(this.newRow());
	}

	private newRow() {
		this.inserted += 1;
		return `new-${this.inserted}`;
	}
}

const keyOf = ({ id }: Row) => id;
const rowsOf = (length: number) => Array.from({ length }, (_, index) => ({ id: String(index) }));

/** Reads the pages to the end, or to the wanted number of rows, and puts their rows together. */
async function readPages<R extends Row>(
	fetch: PagedList<R>['fetch'],
	given: Partial<PagedList<R>> = {},
) {
	const list = { fetch, keyOf, limit: Infinity, parallel: 5, ...given };
	const pageSize = Math.min(MAX_PAGE_SIZE, list.limit);
	const pass = new Pass({ ...list, pageSize });
	const rows: R[] = [];
	const readAll = async () => {
		for await (const page of pass.pages()) {
			rows.push(...page.fresh);
			if (rows.length >= list.limit) break;
		}
		return rows.slice(0, list.limit);
	};
	return { ...(await settle(readAll())), pass };
}

async function readWithPass(list: ChangingList, { limit: limit = Infinity, parallel = 1 } = {}) {
	const result = await readPages(list.fetch, { limit, parallel });
	if (!result.ok) throw new Error(result.failure.message);
	return { rows: result.value.map(({ id }) => id as string), pass: result.pass };
}

const read = async (...given: Parameters<typeof readWithPass>) =>
	(await readWithPass(...given)).rows;

const honest = (size: number) => size;
const totals: Array<ListFacts['total']> = [
	honest,
	() => undefined,
	() => 0,
	(size) => Math.floor(size / 2),
	(size) => size + 7,
	(size) => size * 10 + 1,
	() => 1,
	() => 50,
];

const cap = fc.integer({ min: 16, max: MAX_PAGE_SIZE });
const total = fc.constantFrom(...totals);
const parallel = fc.constantFrom(1, 2, 5, 10);
const change: fc.Arbitrary<Change> = fc.record({
	atFront: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 30 })),
	atEnd: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 30 })),
	remove: fc.oneof(
		fc.constant<number[]>([]),
		fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { maxLength: 20 }),
	),
	removeFirst: fc.oneof(fc.constant(0), fc.constant(0), fc.integer({ min: 0, max: 150 })),
});

/** The one wrong total that is believed: a page of fewer than ten rows which says that it is everything. */
const isBelieved = ({ size, cap: rows = MAX_PAGE_SIZE, total: says }: ListFacts) =>
	rows < 10 && size > rows && says?.(size) === rows;

describe('the pages of a pass', () => {
	itForAll(
		cases(100, 400),
		fc.integer({ min: 0, max: 1500 }),
		fc.integer({ min: 1, max: MAX_PAGE_SIZE }),
		total,
		parallel,
	)(
		'yields every row of an unchanged list, once and in order, with any cap and total',
		async (size, rows, says, ahead) => {
			const facts = { size, cap: rows, total: says };
			fc.pre(!isBelieved(facts));
			const list = new ChangingList(facts);
			expect(await read(list, { parallel: ahead })).toEqual(list.rows);
		},
	);

	itForAll(
		cases(250, 1000),
		fc.integer({ min: 0, max: 1200 }),
		cap,
		total,
		parallel,
		fc.array(change, { maxLength: 30 }),
	)(
		'skips and repeats nothing that was there throughout, while rows come and go',
		async (size, rows, says, ahead, changes) => {
			const facts = { size, cap: rows, total: says, changes };
			fc.pre(!isBelieved(facts));
			const list = new ChangingList(facts);
			const { rows: got, pass } = await readWithPass(list, { parallel: ahead });
			expect(new Set(got).size).toBe(got.length);
			// Rows may come in so that the first page seems to come again and again; the pass says so.
			if (pass.repeated) return;
			const stayed = new Set(list.throughout);
			expect(got.filter((row) => stayed.has(row))).toEqual(list.throughout);
		},
	);

	it('ends, and loses nothing, when rows vanish or come before every single page', async () => {
		for (const steady of [
			{ removeFirst: 1 },
			{ removeFirst: 20 },
			{ remove: [0, 0.5, 0.99] },
			{ atFront: 20 },
			{ atEnd: 5 },
		]) {
			const changes = Array.from({ length: 500 }, () => steady);
			const list = new ChangingList({ size: 3000, total: honest, changes });
			const got = await read(list, { parallel: 5 });
			const stayed = new Set(list.throughout);
			expect(got.filter((row) => stayed.has(row))).toEqual(list.throughout);
			expect(list.requests.length).toBeLessThan(200);
		}
	});

	itForAll(
		cases(50, 200),
		fc.integer({ min: 0, max: 600 }),
		fc.integer({ min: 1, max: 700 }),
		cap,
	)('stops at the wanted number of rows', async (size, limit, rows) => {
		const list = new ChangingList({ size, cap: rows, total: honest });
		expect(await read(list, { limit, parallel: 5 })).toEqual(list.rows.slice(0, limit));
	});

	it.each([
		// rows, cap, total, most, requests at most
		[0, 100, honest, Infinity, 1],
		[9, 100, honest, Infinity, 1],
		[42, 100, honest, Infinity, 2],
		[42, 100, totals[1], Infinity, 2],
		[100, 100, honest, 100, 1],
		[5000, 100, honest, 50, 1],
		[1000, 100, honest, Infinity, 12],
		[1000, 100, totals[1], Infinity, 12],
		[1010, 100, totals[1], Infinity, 13],
		[10_000, 100, honest, Infinity, 115],
		[100_000, 100, honest, Infinity, 1150],
		[2000, 50, honest, Infinity, 49],
		[2000, 20, honest, Infinity, 140],
	])('reads %i rows with a cap of %i in few requests', async (size, rows, says, limit, atMost) => {
		const list = new ChangingList({ size, cap: rows, total: says });
		expect(await read(list, { limit, parallel: 5 })).toHaveLength(Math.min(size, limit));
		expect(list.requests.length).toBeLessThanOrEqual(atMost);
	});

	it('asks for no page twice and none out of range, while nothing changes', async () => {
		const list = new ChangingList({ size: 5000, total: honest });
		await read(list, { parallel: 5 });
		const asked = list.requests.map(({ page, limit }) => `${page} of ${limit}`);
		expect(new Set(asked).size).toBe(asked.length);
		for (const { page, limit } of list.requests) {
			expect(page).toBeGreaterThanOrEqual(1);
			expect(limit).toBeGreaterThanOrEqual(1);
			expect(limit).toBeLessThanOrEqual(MAX_PAGE_SIZE);
		}
	});

	it('reads pages ahead at once, but no more than allowed', async () => {
		let underWay = 0;
		let most = 0;
		const list = new ChangingList({ size: 2000, total: honest });
		const fetch = async (page: number, limit: number) => {
			underWay += 1;
			most = Math.max(most, underWay);
			await new Promise((resolve) => setImmediate(resolve));
			underWay -= 1;
			return await list.fetch(page, limit);
		};
		await readPages(fetch, { parallel: 4 });
		expect(most).toBe(4);
	});

	it('ends when the service gives the same page whatever it is asked for', async () => {
		for (const total of [undefined, 100, 1_000_000]) {
			let requests = 0;
			const rows = rowsOf(100);
			const fetch = async () => {
				requests += 1;
				return { rows, total };
			};
			const result = await readPages<Row>(fetch);
			expect(result).toMatchObject({ value: rows, pass: { repeated: true, positions: 100 } });
			expect(requests).toBeLessThan(15);
		}
	});

	it('ends when pages are ignored and one field changes with every page', async () => {
		for (const size of [5, 12, 30]) {
			let requests = 0;
			const fetch = async () => {
				requests += 1;
				if (requests > 1000) throw new Error('It goes on and on');
				return { rows: rowsOf(size).map((row) => ({ ...row, readAt: requests })) };
			};
			const result = await readPages<Row>(fetch);
			expect(result.ok && result.value).toHaveLength(size);
			expect(requests).toBeLessThan(40);
		}
	});

	it('ends when a list without identifiers brings new rows for ever', async () => {
		let requests = 0;
		const fetch = async () => ({ rows: [{ readAt: (requests += 1) }] });
		const result = await readPages<object>(fetch, { keyOf: () => undefined });
		expect(result).toMatchObject({ ok: true, pass: { ended: false } });
		expect(requests).toBeLessThanOrEqual(10_000);
	});

	it('continues after pages from which the service has left rows out', async () => {
		const all = rowsOf(1000);
		const isShown = ({ id }: Row) => Number(id) < 100 || Number(id) % 7 > 0;
		const fetch = async (page: number, limit: number) => ({
			rows: all.slice((page - 1) * limit, page * limit).filter(isShown),
			total: 1000,
		});
		const result = await readPages<Row>(fetch);
		expect(result).toMatchObject(succeed(all.filter(isShown)));
	});

	it('continues page by page when the service ignores the limit', async () => {
		for (const size of [30, 250]) {
			const all = rowsOf(1010);
			const fetch = async (page: number) => ({
				rows: all.slice((page - 1) * size, page * size),
				total: all.length,
			});
			const result = await readPages<Row>(fetch);
			expect(result).toMatchObject(succeed(all));
		}
	});

	it('ends, and says that it is not the end, when the order changes with every page', async () => {
		let requests = 0;
		const fetch = async (_page: number, limit: number) => {
			requests += 1;
			const rows = Array.from({ length: limit }, (_, index) => ({ id: `${requests}-${index}` }));
			return { rows, total: 100_000 };
		};
		const result = await readPages<Row>(fetch, { parallel: 1 });
		expect(result).toMatchObject({ ok: true, pass: { ended: false } });
		expect(requests).toBeLessThan(200);
	});

	it('keeps rows without an identifier, equal ones too', async () => {
		const all = Array.from({ length: 250 }, (_, index) => ({ name: `n${Math.floor(index / 2)}` }));
		const fetch = async (page: number, limit: number) => ({
			rows: all.slice((page - 1) * limit, page * limit),
		});
		const result = await readPages<object>(fetch, { keyOf: () => undefined });
		expect(result).toMatchObject(succeed(all));
	});

	it('fails with the first page that fails, when none is under way any more', async () => {
		const list = new ChangingList({ size: 1000, total: honest });
		let underWay = 0;
		const fetch = async (page: number, limit: number) => {
			underWay += 1;
			await new Promise((resolve) => setTimeout(resolve, page === 3 ? 1 : 10));
			underWay -= 1;
			if (page === 3) throw badInput('page', 'no page 3', '');
			return await list.fetch(page, limit);
		};
		const unhandled = jest.fn();
		process.on('unhandledRejection', unhandled);
		const result = await readPages(fetch);
		process.off('unhandledRejection', unhandled);
		expect(result).toMatchObject({ ok: false, failure: { message: 'no page 3' } });
		// One would end n8n's process.
		expect(unhandled).not.toHaveBeenCalled();
		expect(underWay).toBe(0);
	});
});

describe('windowOver', () => {
	itForAll(
		cases(500, 2000),
		fc.integer({ min: 0, max: 720_718 }),
		fc.integer({ min: 16, max: MAX_PAGE_SIZE }),
	)(
		'holds the position and goes beyond it, up to 720,720 rows with the smallest page',
		(position, largest) => {
			const { page, limit, start } = windowOver(position, largest);
			expect(start).toBe((page - 1) * limit);
			expect(limit).toBeLessThanOrEqual(largest);
			expect(start).toBeLessThanOrEqual(position);
			expect(start + limit).toBeGreaterThan(position + 1);
		},
	);
});
