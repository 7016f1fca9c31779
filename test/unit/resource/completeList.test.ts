import type { IDataObject } from 'n8n-workflow';

import { company } from '../../../nodes/Company/WorkspaceRecordsCompany.node.js';
import { contact } from '../../../nodes/Contact/WorkspaceRecordsContact.node.js';
import { order } from '../../../nodes/Order/WorkspaceRecordsOrder.node.js';
import { workflow } from '../../../nodes/Workflow/WorkspaceRecordsWorkflow.node.js';
import { Failure, settle, type Service } from '../../../nodes/shared/http';
import type { Resource } from '../../../nodes/shared/resource/definition/resource';
import { readList } from '../../../nodes/shared/resource/actions/lists/list';
import type { ListSource } from '../../../nodes/shared/resource/actions/lists/pages';
import fc, { forAll, itForAll } from '../../../testing/properties';
import { cases } from '../../../testing/simulations';
import { ListTable, start, tableOf, type ListModes } from './listTable';

const all = { resource: company, options: {}, parallel: 3 };

async function read(
	table: ListTable,
	query: Partial<ListSource> = {},
	resource: Resource = company,
) {
	const list = await settle(readList({ ...all, service: table.service, resource, ...query }));
	if (!list.ok) return { failure: list.failure, doubt: undefined, ids: [] as string[], rows: [] };
	return { ...list.value, failure: undefined, ids: list.value.rows.map(({ id }) => id as string) };
}

const sorted = (ids: readonly string[]) => [...ids].sort();

/** Whether a list was read; a refusal is allowed where nothing can be proved, and says how many there are. */
function isRead(failure: Failure | undefined, mayBeRefused: boolean): boolean {
	if (failure && mayBeRefused) expect(failure.message).toMatch(/^The list is not complete: \d/);
	else expect(failure).toBeUndefined();
	return failure === undefined;
}

/** A service whose order is another one for every page, whatever it is asked for. */
const hasNoOrder = ({ sort, ties }: ListModes) => sort !== 'all' && ties === 'random';

const totals: Record<string, NonNullable<ListModes['total']>> = {
	exact: (rows) => rows,
	text: (rows) => String(rows),
	absent: () => undefined,
	null: () => null,
	words: () => 'many',
	page: (_, onPage) => onPage,
	low: (rows) => Math.floor(rows / 2),
	zero: () => 0,
	stale: (rows) => Math.min(50, rows),
};

const modes = fc.record({
	ties: fc.constantFrom('stable', 'random'),
	sort: fc.constantFrom('all', 'all', 'numberIgnored', 400, 422, 500),
	order: fc.constantFrom('oldestFirst', 'newestFirst'),
	page: fc.constantFrom('empty', 404, 'last'),
	cap: fc.constantFrom(100, 100, 50, 25, 20, 10),
	total: fc.constantFrom(...Object.values(totals)),
	seed: fc.integer({ min: 1, max: 1e6 }),
}) as fc.Arbitrary<ListModes>;

/** What happens to the table before a page. */
const change = fc
	.record({
		kind: fc.constantFrom('insert', 'remove', 'update'),
		times: fc.integer({ min: 1, max: 8 }),
		share: fc.double({ min: 0, max: 0.999, noNaN: true }),
	})
	.map(({ kind, times, share }) => (table: ListTable) => {
		for (let time = 0; time < times; time += 1) {
			const index = Math.floor(share * table.rows.length);
			if (kind === 'insert') table.insert();
			else if (table.rows.length > 0) table[kind as 'remove' | 'update'](index);
		}
	});
const changes = fc.array(change, { maxLength: 25 });

/** Without a unique order, rows that go and ties that change places look alike. */
const whileItChanges = (how: ListModes, sorts: unknown): ListModes => ({
	...how,
	ties: sorts === 'all' ? how.ties : 'stable',
	cap: Math.max(how.cap ?? 100, 20),
	sort: sorts as ListModes['sort'],
});

describe('Return All', () => {
	itForAll(
		cases(50, 400),
		modes,
		fc.integer({ min: 0, max: 700 }),
		fc.constantFrom(1, 7, 100, 1000),
		fc.constantFrom(undefined, 'status', '-name', 'updated_at', '-created_at'),
	)(
		'gives every record once, whatever the order of ties, the totals and the caps of the service',
		async (how, size, batch, sort) => {
			// Tiny pages of which the last comes again and again have no end, unless their order has one.
			fc.pre(how.cap !== 10 || how.page !== 'last' || how.sort === 'all');
			const table = new ListTable(tableOf(size, { batch }), how);
			const { ids, failure } = await read(table, { query: sort ? { sort } : {} });
			if (!isRead(failure, hasNoOrder(how))) return;
			expect(ids).toHaveLength(size);
			expect(sorted(ids)).toEqual(sorted(table.ids));
		},
	);

	const paged: readonly Resource[] = [company, contact, order, workflow];
	it.each(paged.map((resource) => [resource.plural, resource] as const))(
		'gives every one of the %s, with their own identifiers',
		async (_, resource) => {
			const { number = 'number' } = resource.identifiers;
			await forAll(
				cases(25, 100),
				modes,
				fc.integer({ min: 0, max: 400 }),
				fc.constantFrom(1, 7, 100),
			)(async (how, size, batch) => {
				const rows = tableOf(size, { batch }).map(({ id, company_id, ...row }) => ({
					[resource.identifiers.record ?? 'id']: id,
					[number]: company_id,
					id,
					...row,
				}));
				// Workflows have no sort and no total: what changes places there is not tested here.
				const facts: ListModes = { ...how, number, cap: Math.max(how.cap ?? 100, 20) };
				const ties = resource.list.sort ? how.ties : 'stable';
				const total = resource.list.paging === 'total' ? how.total : () => undefined;
				const table = new ListTable(rows, { ...facts, ties, total });
				const { ids, failure } = await read(table, {}, resource);
				if (!isRead(failure, hasNoOrder({ ...how, ties }))) return;
				expect(ids).toHaveLength(size);
				expect(sorted(ids)).toEqual(sorted(table.ids));
			});
		},
	);

	itForAll(
		cases(60, 500),
		modes,
		fc.constantFrom('all', 'ignored', 400),
		fc.integer({ min: 0, max: 700 }),
		fc.constantFrom(1, 7, 100),
		fc.constantFrom(undefined, undefined, 'status', '-name', 'updated_at', '-updated_at'),
		changes,
	)(
		'gives every record that was there throughout, once, while records come, go and change',
		async (how, sorts, size, batch, sort, moves) => {
			const rows = tableOf(size, { batch: sorts === 400 ? 1 : batch });
			const table = new ListTable(rows, whileItChanges(how, sorts));
			const before = new Set(table.ids);
			table.changes = moves;
			const { ids, failure } = await read(table, { query: sort ? { sort } : {} });
			// What moves all the time is proved by a unique order alone, and by pages that overlap.
			if (!isRead(failure, sorts !== 'all' || size < 300)) return;
			const throughout = table.ids.filter((id) => before.has(id));
			expect(new Set(ids).size).toBe(ids.length);
			const got = new Set(ids);
			expect(throughout.filter((id) => !got.has(id))).toEqual([]);
		},
	);

	itForAll(
		60,
		modes,
		fc.integer({ min: 0, max: 600 }),
	)(
		'gives every record of a service that ignores the sort and shuffles every page',
		async (how, size) => {
			const cap = Math.max(how.cap ?? 100, 50);
			const table = new ListTable(tableOf(size), { ...how, cap, ties: 'random', sort: 'ignored' });
			const { ids, failure } = await read(table);
			if (isRead(failure, true)) expect(sorted(ids)).toEqual(sorted(table.ids));
		},
	);

	it.each([
		['twice as many', (rows: number) => rows * 2],
		['a few more', (rows: number) => rows + 7],
	])(
		'fails with the numbers where the total counts %s, unless that is accepted',
		async (_, total) => {
			for (const size of [3, 42, 100, 500]) {
				const table = new ListTable(tableOf(size), { total });
				const said = `${size} of ${total(size).toLocaleString('en')} companies could be read in 3 passes`;
				expect((await read(table)).failure?.message).toMatch(`The list is not complete: ${said}`);
				expect(table.requests.length).toBeLessThan(40);
				const { ids, doubt } = await read(table, { acceptIncomplete: true });
				expect(ids).toEqual(table.ids);
				expect(doubt).toMatch(said);
			}
		},
	);

	it('reads from the other end what the service does not reach from the one', async () => {
		const table = new ListTable(tableOf(900), { reach: 500 });
		expect(sorted((await read(table)).ids)).toEqual(sorted(table.ids));
	});

	it('fails at once, and names the page, where the service refuses later pages', async () => {
		const { service, requests } = new ListTable(tableOf(900));
		const send: Service['send'] = async (request) => {
			const response = await service.send(request);
			if (Number((request.query as IDataObject).page) < 4) return response;
			throw new Failure({ kind: 'refused', status: 400, message: request.purpose, remedy: '' });
		};
		const list = { ...all, parallel: 1, acceptIncomplete: true };
		const { failure } = (await settle(readList({ ...list, service: { ...service, send } }))) as {
			failure: Failure;
		};
		expect([failure.message, requests.length]).toEqual(['list the companies, page 4', 4]);
		expect(failure.remedy).toMatch(/^The service gives no more of this list\. Narrow it/);
	});

	it('fails with the numbers where records cannot be reached, unless that is accepted', async () => {
		const facts: ListModes = { reach: 300 };
		const { failure } = await read(new ListTable(tableOf(900), facts));
		expect(failure?.message).toMatch(
			/^The list is not complete: 600 of 900 companies could be read/,
		);
		expect(failure?.remedy).toMatch(/turn on Accept Incomplete List/);
		const table = new ListTable(tableOf(900), facts);
		const { ids, doubt } = await read(table, { acceptIncomplete: true });
		expect(ids).toEqual([...table.ids.slice(0, 300), ...table.ids.slice(600)]);
		expect(doubt).toBe('600 of 900 companies could be read in 3 passes over the list.');
		expect(table.requests.length).toBeLessThan(30);
	});

	it('fails with the numbers when every page is the first and the total says more; doubts it when none says so', async () => {
		const more = await read(new ListTable(tableOf(250), { page: 'ignored' }));
		expect(more.failure?.message).toMatch(/: \d+ of 250 companies/);
		const facts: ListModes = { page: 'ignored', total: () => undefined };
		const sorted = await read(new ListTable(tableOf(250), facts));
		expect(sorted.failure?.message).toMatch(
			/: 1\d\d companies could be read, and there may be more/,
		);
		const alone = await read(new ListTable(tableOf(250), { ...facts, sort: 'ignored' }));
		expect(alone.ids).toHaveLength(100);
		expect(alone.doubt).toMatch(/the same page again/);
	});

	it('gives all where rows are left out of pages, and no total says so', async () => {
		const table = new ListTable(tableOf(497), { total: () => undefined });
		const { send } = table.service;
		// Every hundredth record is not for everybody, and missing in its page.
		table.service.send = async (request) => {
			const { body, ...response } = await send(request);
			const data = (body as { data: IDataObject[] }).data.filter(({ id }) => !/00$/.test(`${id}`));
			return { ...response, body: { data } };
		};
		expect((await read(table)).ids).toHaveLength(493);
	});

	it('gives rows once that a page has twice', async () => {
		const rows = tableOf(150).flatMap((row) => (row.company_id === 20 ? [row, row] : [row]));
		const { ids, failure } = await read(new ListTable(rows));
		expect([failure, ids.length]).toEqual([undefined, 150]);
	});

	it.each([
		// rows, cap, requests at most
		[0, 100, 1],
		[9, 100, 1],
		[42, 100, 2],
		[1000, 100, 12],
		[5000, 100, 57],
		[5000, 50, 125],
	])('reads %i records with pages of %i in few requests', async (size, cap, atMost) => {
		for (const ties of ['stable', 'random'] as const) {
			const table = new ListTable(tableOf(size, { batch: 100 }), { cap, ties });
			expect((await read(table)).ids).toEqual(table.ids);
			expect(table.requests.length).toBeLessThanOrEqual(atMost);
		}
	});
});

/** Takes rows as they come, as files do. */
function sinkOf() {
	const ids: unknown[] = [];
	return {
		ids,
		take: async (rows: readonly IDataObject[]) => void ids.push(...rows.map(({ id }) => id)),
		restart: async () => void (ids.length = 0),
	};
}

describe('rows that are not kept', () => {
	itForAll(
		cases(20, 150),
		modes,
		fc.constantFrom('all', 'ignored', 400),
		fc.integer({ min: 0, max: 700 }),
		fc.constantFrom(undefined, 'status', '-updated_at'),
		changes,
	)(
		'are given once each, those that were there throughout without exception',
		async (how, sorts, size, sort, moves) => {
			const table = new ListTable(tableOf(size), whileItChanges(how, sorts));
			const before = new Set(table.ids);
			table.changes = moves;
			const sink = sinkOf();
			const query = sort ? { sort } : {};
			const list = await settle(readList({ ...all, service: table.service, query }, sink));
			if (!list.ok) return void isRead(list.failure, moves.length > 0);
			const got = new Set(sink.ids);
			const { rows, count } = list.value;
			expect([got.size, rows, count]).toEqual([sink.ids.length, [], got.size]);
			const throughout = table.ids.filter((id) => before.has(id));
			expect(throughout.filter((id) => !got.has(id))).toEqual([]);
		},
	);

	it.each([10_000, 10_001])('are handed on as they come beyond 10,000: up to %i', async (limit) => {
		const { service, requests } = new ListTable(tableOf(400));
		const times = new Set<number>();
		const take = async () => void times.add(requests.length);
		await readList({ ...all, service, limit, parallel: 1 }, { ...sinkOf(), take });
		expect(times.size > 1).toBe(limit > 10_000);
	});

	it('are the first ones for a limit, in their order; a hint says that rows of one value change places', async () => {
		const query = { sort: 'status' };
		const tied = new ListTable(tableOf(400, { batch: 30 }), { ties: 'random' });
		const first = { ...all, query, limit: 250 };
		const { doubt } = await readList({ ...first, service: tied.service }, sinkOf());
		expect(doubt).toMatch(/^The order of the list changed while it was read/);
		const table = new ListTable(tableOf(400, { batch: 30 }));
		const sink = sinkOf();
		const list = await readList({ ...first, service: table.service }, sink);
		expect(list).toMatchObject({ count: 250, matching: 400, doubt: undefined });
		const states = sink.ids.map((id) => table.rows.find((row) => row.id === id)?.status);
		expect(states).toEqual([...table.rows.map(({ status }) => status)].sort().slice(0, 250));
	});
});

describe('rows without identifiers', () => {
	it('may not be all where the total says that there are more', async () => {
		const rows = Array.from({ length: 40 }, (_, index) => ({ name: `n${index}` }));
		const honest = await readList({ ...all, service: new ListTable(rows).service });
		expect([honest.count, honest.doubt]).toEqual([40, undefined]);
		const more = await settle(
			readList({ ...all, service: new ListTable(rows, { total: () => 50 }).service }),
		);
		expect(more).toMatchObject({
			failure: { message: expect.stringMatching(/: 40 of 50 companies could be read in one pass/) },
		});
	});
});

describe('Limit', () => {
	itForAll(
		cases(40, 300),
		modes,
		fc.integer({ min: 0, max: 400 }),
		fc.integer({ min: 1, max: 450 }),
		fc.constantFrom(1, 7, 100),
	)('gives the first records of one order, for every limit', async (how, size, limit, batch) => {
		// A service that sorts by nothing unique has no one order, unless it keeps ties in place.
		const facts: ListModes = how.sort === 'all' ? how : { ...how, ties: 'stable' };
		const table = new ListTable(tableOf(size, { batch }), facts);
		const all = await read(table);
		const some = await read(table, { limit });
		expect(some.ids).toEqual(all.ids.slice(0, limit));
	});

	itForAll(
		cases(50, 200),
		modes,
		fc.integer({ min: 0, max: 500 }),
		fc.integer({ min: 1, max: 500 }),
		fc.constantFrom('status', '-status', 'created_at'),
	)(
		'skips no record before the last one by the sort that was chosen, whatever the order of ties',
		async (how, size, limit, sort) => {
			const table = new ListTable(tableOf(size, { batch: 30 }), { ...how, cap: 100 });
			const { rows, doubt, failure } = await read(table, { limit, query: { sort } });
			if (!isRead(failure, hasNoOrder(how))) return;
			// Rows of one value that change places are said to have done so.
			if (doubt !== undefined && how.ties === 'random') return;
			const field = sort.replace('-', '');
			const values = table.rows.map((row) => String(row[field])).sort();
			if (sort.startsWith('-')) values.reverse();
			expect(rows.map((row) => row[field])).toEqual(values.slice(0, limit));
		},
	);
});

describe('Updated After', () => {
	const hour = 3_600_000;

	itForAll(
		cases(50, 400),
		modes,
		fc.constantFrom('all', 'all', 'ignored', 'numberIgnored', 'updatedAsCreated', 400),
		fc.integer({ min: 0, max: 500 }),
		fc.integer({ min: -2, max: 60 }),
		fc.constantFrom(1, 30, 1000),
		fc.constantFrom(1, 10, 150, Infinity),
	)(
		'gives every record that was updated since, latest first, whatever the service does',
		async (how, sorts, size, hours, batch, limit) => {
			const keepsOrder = sorts === 'ignored' || sorts === 'updatedAsCreated';
			const ties = keepsOrder ? 'stable' : how.ties;
			const facts = { ...how, cap: Math.max(how.cap ?? 100, 20), ties, sort: sorts };
			const table = new ListTable(tableOf(size, { batch }), facts as ListModes);
			const updatedAfter = start + hours * hour;
			const { rows, failure } = await read(table, { updatedAfter, limit });
			if (!isRead(failure, hasNoOrder(facts as ListModes))) return;
			const times = table.rows
				.map((row) => Date.parse(String(row.updated_at)))
				.filter((time) => time >= updatedAfter)
				.sort((one, other) => other - one);
			expect(rows.map((row) => Date.parse(String(row.updated_at)))).toEqual(times.slice(0, limit));
			expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
		},
	);

	itForAll(
		cases(40, 300),
		fc.constantFrom('stable', 'random'),
		fc.integer({ min: 100, max: 600 }),
		changes,
	)(
		'gives every record that matched throughout, while records are updated',
		async (ties, size, moves) => {
			const table = new ListTable(tableOf(size), { ties: ties as 'stable' });
			table.changes = moves;
			const updatedAfter = start + 5 * hour;
			const wanted = () =>
				table.rows
					.filter((row) => Date.parse(String(row.updated_at)) >= updatedAfter)
					.map(({ id }) => id as string);
			const before = wanted();
			const { ids, failure } = await read(table, { updatedAfter });
			expect(failure).toBeUndefined();
			const now = new Set(wanted());
			const got = new Set(ids);
			expect(before.filter((id) => now.has(id) && !got.has(id))).toEqual([]);
			expect(got.size).toBe(ids.length);
		},
	);

	it('takes three requests where the service keeps the order, one page has the end and the last one only times', async () => {
		const table = new ListTable(tableOf(5000));
		const { rows } = await read(table, { updatedAfter: start + 48 * hour });
		expect(rows.length).toBeGreaterThan(20);
		expect(table.requests).toHaveLength(3);
	});
});
