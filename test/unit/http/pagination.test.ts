import { randomUUID } from 'node:crypto';

import {
	windowOver,
	MAX_PAGE_SIZE,
	Pass,
	type PagedList,
} from '../../../nodes/shared/http/pagination';
import {
	badInput,
	settle,
	succeed,
	type Page,
	type ServiceRequest,
} from '../../../nodes/shared/http';
import fc, { itForAll } from '../../../testing/properties';
import { cases } from '../../../testing/simulations';
import { ListTable, tableOf, type ListModes } from '../resource/listTable';

interface Row {
	id?: string;
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

/** A list of so many rows at a service, and how its pages are asked for. */
function listOf(size: number, modes: ListModes = {}) {
	const table = new ListTable(tableOf(size), modes);
	const fetch = async (page: number, limit: number): Promise<Page<Row>> => {
		const { body } = await table.service.send({
			query: { page, limit },
		} as unknown as ServiceRequest);
		const { data: rows, total } = body as { data: Row[]; total?: number };
		return { rows, total };
	};
	return { table, fetch };
}

const totals: Array<NonNullable<ListModes['total']>> = [
	(rows) => rows,
	() => undefined,
	() => 0,
	(rows) => Math.floor(rows / 2),
	(rows) => rows + 7,
	(rows) => rows * 10 + 1,
	() => 1,
	() => 50,
];

describe('the pages of a pass', () => {
	itForAll(
		cases(100, 400),
		fc.integer({ min: 0, max: 1500 }),
		fc.integer({ min: 1, max: MAX_PAGE_SIZE }),
		fc.constantFrom(...totals),
		fc.constantFrom(1, 2, 5, 10),
	)(
		'yields every row of an unchanged list, once and in order, with any cap and total',
		async (size, cap, total, parallel) => {
			// The one wrong total that is believed: a page of fewer than ten rows which says that it is everything.
			fc.pre(cap >= 10 || size <= cap || total(size, cap) !== cap);
			const { table, fetch } = listOf(size, { cap, total });
			expect(await readPages(fetch, { parallel })).toMatchObject(succeed(table.rows));
		},
	);

	it.each<[string, (table: ListTable) => void]>([
		['a row vanishes', (table) => table.remove(0)],
		['twenty vanish', ({ rows }) => rows.splice(0, 20)],
		['some vanish', ({ rows }) => [0, 0.5, 0.99].map((at) => rows.splice(at * rows.length, 1))],
		[
			'twenty come first',
			({ rows }) => rows.unshift(...tableOf(20).map((row) => ({ ...row, id: randomUUID() }))),
		],
		['five come last', (table) => Array.from({ length: 5 }, () => table.insert())],
	])('ends, and loses nothing, when %s before every single page', async (_, change) => {
		const { table, fetch } = listOf(3000);
		const before = new Set(table.ids);
		table.changes = Array.from({ length: 500 }, () => change);
		const got = await readPages(fetch);
		const stayed = table.ids.filter((id) => before.has(id));
		const ids = got.ok ? got.value.map(({ id }) => id) : [];
		expect(ids.filter((id) => stayed.includes(id!))).toEqual(stayed);
		expect(table.requests.length).toBeLessThan(200);
	});

	it.each([
		[9, 1],
		[42, 2],
		[1000, 12],
	])('reads %i rows in %i requests at most', async (size, atMost) => {
		const { table, fetch } = listOf(size);
		expect(await readPages(fetch)).toMatchObject(succeed(table.rows));
		expect(table.requests.length).toBeLessThanOrEqual(atMost);
	});

	it('asks for no page twice and none out of range, and for no more at once than allowed', async () => {
		const { table, fetch } = listOf(5000);
		let underWay = 0;
		let most = 0;
		await readPages(
			async (page, limit) => {
				most = Math.max(most, (underWay += 1));
				await new Promise((resolve) => setImmediate(resolve));
				underWay -= 1;
				return await fetch(page, limit);
			},
			{ parallel: 4 },
		);
		expect(most).toBe(4);
		const asked = table.requests.map(({ query }) => query as { page: number; limit: number });
		expect(new Set(asked.map(({ page, limit }) => `${page} of ${limit}`)).size).toBe(asked.length);
		for (const { page, limit } of asked) {
			expect(page).toBeGreaterThanOrEqual(1);
			expect(limit).toBeGreaterThanOrEqual(1);
			expect(limit).toBeLessThanOrEqual(MAX_PAGE_SIZE);
		}
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

	it.each([30, 250])(
		'continues by pages of %i rows when the service ignores the limit',
		async (fixedSize) => {
			const { table, fetch } = listOf(1010, { fixedSize });
			expect(await readPages(fetch)).toMatchObject(succeed(table.rows));
		},
	);

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
		const { table, fetch } = listOf(250, { total: () => undefined });
		table.rows.forEach((row, index) => delete row.id && (row.name = Math.floor(index / 2)));
		const result = await readPages(fetch, { keyOf: () => undefined });
		expect(result).toMatchObject(succeed(table.rows));
	});

	it('fails with the first page that fails, when none is under way any more', async () => {
		const { fetch } = listOf(1000);
		let underWay = 0;
		const failing = async (page: number, limit: number) => {
			underWay += 1;
			await new Promise((resolve) => setTimeout(resolve, page === 3 ? 1 : 10));
			underWay -= 1;
			if (page === 3) throw badInput('page', 'no page 3', '');
			return await fetch(page, limit);
		};
		const unhandled = jest.fn();
		process.on('unhandledRejection', unhandled);
		const result = await readPages(failing);
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
