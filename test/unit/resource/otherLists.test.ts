/** Lists in one array, pick lists and look-ups over random tables, compared with the table itself. */
import { randomUUID } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { company } from '../../../nodes/Company/WorkspaceRecordsCompany.node.js';
import { estimate } from '../../../nodes/Estimate/WorkspaceRecordsEstimate.node.js';
import { Tries } from '../../../nodes/shared/execution/tries';
import { settle } from '../../../nodes/shared/http';
import { ExecutionHints } from '../../../nodes/shared/resource/actions/hints';
import { readList } from '../../../nodes/shared/resource/actions/lists/list';
import { Records } from '../../../nodes/shared/resource/actions/records';
import type { Resource } from '../../../nodes/shared/resource/definition/resource';
import { entryOf } from '../../../nodes/shared/resource/methods/entries';
import { searchPage } from '../../../nodes/shared/resource/methods/listSearch';
import fc, { forAll, itForAll } from '../../../testing/properties';
import { ListTable, start, type ListModes } from './listTable';

const all = { resource: estimate, options: {} };
const hour = 3_600_000;

/** Records of which many share a name, a few have none, and some were updated later. */
const tableOf = (size: number, { key, names }: { key: string; names: number }): IDataObject[] =>
	Array.from({ length: size }, (_, index) => ({
		id: `row-${String((index * 7919) % 10_007).padStart(5, '0')}`,
		[key]: index + 1,
		name: index % 31 === 30 ? null : `Name ${(index * 13) % names}`,
		created_at: new Date(start + index).toISOString(),
		updated_at: new Date(start + (index % 9) * hour).toISOString(),
	}));

const modes = fc.record({
	ties: fc.constantFrom('stable', 'random'),
	sort: fc.constantFrom('all', 'all', 'ignored', 'numberIgnored', 400, 422, 500),
	order: fc.constantFrom('oldestFirst', 'newestFirst'),
	cap: fc.constantFrom(100, 100, 50, 25),
	page: fc.constantFrom('empty', 404, 'last'),
	seed: fc.integer({ min: 1, max: 1e6 }),
	wrapped: fc.boolean(),
}) as fc.Arbitrary<ListModes>;
/** A service that keeps no order at all cannot be read by pages where it is not sorted. */
const isReadable = ({ ties, sort }: ListModes) => ties !== 'random' || sort === 'all';

const sizes = fc.integer({ min: 0, max: 260 });
const names = fc.constantFrom(1, 7, 40, 1000);
const byId = (rows: readonly IDataObject[]) => rows.map(({ id }) => String(id)).sort();

describe('a list in one array', () => {
	it('gives every row once, the first of the same order for a limit, and those updated since', async () => {
		const wanted = fc.record({
			limit: fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 280 })),
			updatedAfter: fc.option(
				fc.integer({ min: 0, max: 9 }).map((hours) => start + hours * hour),
				{
					nil: undefined,
				},
			),
		});
		await forAll(
			100,
			modes,
			sizes,
			wanted,
		)(async (how, size, { limit, updatedAfter }) => {
			const given = tableOf(size, { key: 'id_est', names: 7 });
			const table = new ListTable(given, { ...how, ties: 'stable' });
			const list = await readList({ ...all, service: table.service, limit, updatedAfter });
			const rows = how.order === 'newestFirst' ? [...table.rows].reverse() : table.rows;
			const since = rows.filter(
				({ updated_at }) => Date.parse(String(updated_at)) >= (updatedAfter ?? 0),
			);
			expect(list).toMatchObject({ matching: since.length });
			expect(list.rows.map(({ id }) => id)).toEqual(since.slice(0, limit).map(({ id }) => id));
			expect(table.requests).toHaveLength(1);
		});
	});
});

/** Scrolls through a pick list to its end. */
async function scroll(table: ListTable, resource: Resource, filter: string) {
	const entries: Array<{ name: string; value: unknown }> = [];
	const editor = { service: table.service, key: randomUUID() };
	let token: string | undefined = '';
	for (let page = 1; token !== undefined; page += 1) {
		const found = await searchPage(editor, resource, { options: {}, filter, token });
		expect(found.results.length).toBeLessThanOrEqual(101);
		entries.push(...found.results);
		token = found.paginationToken as string | undefined;
		expect(page).toBeLessThan(50);
	}
	return entries;
}

const kinds = [
	['pages', company, 'company_id'],
	['one array', estimate, 'id_est'],
] as const;

describe.each(kinds)('a pick list of a list in %s', (_, resource, key) => {
	itForAll(
		40,
		modes,
		sizes,
		names,
	)('shows every record once, scrolled to its end', async (how, size, some) => {
		// Records of one name in another order for every page are found by typing.
		fc.pre(isReadable(how) && (how.ties === 'stable' || resource === estimate));
		const table = new ListTable(tableOf(size, { key, names: some }), how);
		const entries = await scroll(table, resource, '');
		expect(entries.map(({ value }) => String(value)).sort()).toEqual(byId(table.rows));
	});

	// Of the others, the service decides what holds it.
	const shown = resource.list.search === undefined ? it : it.skip;
	shown('shows those that hold what a person types', async () => {
		const typed = fc.constantFrom('estimate 3', '3', 'ESTIMATE', 'none');
		await forAll(
			40,
			modes,
			sizes,
			names,
			typed,
		)(async (how, size, some, filter) => {
			const table = new ListTable(tableOf(size, { key, names: some }), how);
			const entries = await scroll(table, resource, filter);
			const wanted = table.rows
				.map((row) => entryOf(resource, row)!)
				.filter(({ name, value }) =>
					`${name} ${value}`.toLowerCase().includes(filter.toLowerCase()),
				);
			expect(entries.map(({ value }) => value).sort()).toEqual(
				wanted.map(({ value }) => value).sort(),
			);
		});
	});
});

describe('a look-up by name', () => {
	itForAll(
		60,
		modes,
		sizes,
		names,
		fc.nat(60),
		fc.boolean(),
	)(
		'finds the record, whatever page it is on; of several the oldest, or names them',
		async (how, size, some, which, takesOldest) => {
			fc.pre(isReadable(how) && size > 0);
			const table = new ListTable(tableOf(size, { key: 'company_id', names: some }), how);
			const name = `Name ${which}`;
			const same = table.rows.filter((row) => row.name === name);
			const found = await settle(
				new Records({
					service: table.service,
					resource: company,
					parallel: 3,
					tries: new Tries(),
					options: {},
					hints: new ExecutionHints(company),
				}).find({ field: 'name', takesOldest }, { name }),
			);
			if (same.length > 1 && !takesOldest) {
				const message = expect.stringContaining(`${same.length} companies have the name`);
				expect(found).toMatchObject({ ok: false, failure: { message } });
				return;
			}
			expect(found.ok).toBe(true);
			if (found.ok) expect(found.value?.reference.value).toBe(same[0]?.id);
		},
	);
});
