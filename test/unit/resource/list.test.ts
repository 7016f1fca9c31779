import { company } from '../../../nodes/Company/WorkspaceRecordsCompany.node.js';
import { estimate } from '../../../nodes/Estimate/WorkspaceRecordsEstimate.node.js';
import { readList } from '../../../nodes/shared/resource/actions/lists/list';
import { Failure, type Service } from '../../../nodes/shared/http';
import { ListTable, serviceOf, start, tableOf } from './listTable';

const all = { resource: company, options: {} };

describe('a list in one array', () => {
	const serviceWith = (body: unknown, second: unknown = body) =>
		serviceOf(async ({ query }) => ({
			status: 200,
			headers: {},
			body: query?.page ? second : body,
		}));
	const time = '2026-01-01T00:00:00Z';
	const estimates = (count: number) =>
		Array.from({ length: count }, (_, index) => ({
			id_est: index,
			created_at: time,
			updated_at: time,
		}));

	it.each([
		[99, 'other rows', estimates(101).slice(99), /^$/],
		[100, 'the same again', estimates(100), /^$/],
		[100, 'none', [], /^$/],
		[100, 'other rows', estimates(101).slice(100), /^The service sent exactly 100 estimates/],
		[1000, 'no list', { ok: true }, /^The service sent exactly 1,000 estimates/],
	])('of %i rows is whole by its second page, %s', async (count, _, second, doubt) => {
		const service = serviceWith(estimates(count), second);
		const list = await readList({ ...all, service, resource: estimate });
		expect(list).toMatchObject({ matching: count });
		expect(list.doubt ?? '').toMatch(doubt);
	});
});

describe('Updated After', () => {
	it('keeps records that do not say when they were updated, wherever the service lists them', async () => {
		const rowAt = (number: number, day: string | null) => ({
			id: `row-${number}`,
			company_id: number,
			created_at: '2026-01-01T00:00:00Z',
			updated_at: day && `2026-01-${day}T00:00:00Z`,
		});
		const rows = [rowAt(1, '09'), rowAt(2, null), rowAt(3, '08'), rowAt(4, '02'), rowAt(5, null)];
		for (const order of ['oldestFirst', 'newestFirst'] as const) {
			const { service } = new ListTable(rows, { order });
			const updatedAfter = Date.parse('2026-01-05T00:00:00Z');
			const list = await readList({ ...all, service, updatedAfter });
			const ids = list.rows.map(({ id }) => id);
			expect(ids.sort()).toEqual(['row-1', 'row-2', 'row-3', 'row-5']);
		}
	});

	it.each([
		[400, 'reads the whole list where the service refuses the sort'],
		[403, 'fails where the service refuses the list itself'],
	])('with HTTP %i for the sort by update %s', async (status) => {
		const { service } = new ListTable(tableOf(10));
		const refusing: Service = {
			...service,
			send: async (request) => {
				if (String(request.query?.sort).endsWith('updated_at')) {
					throw new Failure({ kind: 'refused', status, message: 'no such sort', remedy: '' });
				}
				return await service.send(request);
			},
		};
		const reading = readList({ ...all, service: refusing, updatedAfter: start + 6000 });
		if (status === 403) await expect(reading).rejects.toThrow('no such sort');
		else expect((await reading).rows.map(({ company_id: id }) => id)).toEqual([8, 10, 9, 7]);
	});
});

describe('a total', () => {
	it.each([
		['a number', (rows: number) => rows],
		['a text', String],
	])('that is %s spares further requests', async (_, total) => {
		const { service, requests } = new ListTable(tableOf(150), { total });
		const list = await readList({ ...all, service, query: { sort: 'name' } });
		expect(list).toMatchObject({ matching: 150 });
		expect(requests).toHaveLength(2);
	});
});

describe('rows of a paged list', () => {
	it('are not taken for one another because an ID is also a number', async () => {
		const rows = [{ company_id: 7 }, { id: '7' }, { id: '8' }];
		const { service } = new ListTable(rows, {});
		expect(await readList({ ...all, service })).toMatchObject({ rows });
	});
});
