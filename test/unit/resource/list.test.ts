import { company } from '../../../nodes/Company/company';
import { readList } from '../../../nodes/shared/resource/actions/list';
import { succeed, type Service, type ServiceRequest } from '../../../nodes/shared/http';

const start = Date.parse('2026-01-01T00:00:00Z');
const day = 86_400_000;
const rowAt = (index: number, days: number) => ({
	id: `row-${index}`,
	created_at: new Date(start).toISOString(),
	updated_at: new Date(start + days * day).toISOString(),
});

/** A service with these rows in this order, whatever order is asked for. */
function serviceWith(rows: object[]) {
	const asked: ServiceRequest[] = [];
	const send: Service['send'] = async (request) => {
		asked.push(request);
		const { page, limit } = request.query as { page: number; limit: number };
		const data = rows.slice((page - 1) * limit, page * limit);
		return succeed({ status: 200, headers: {}, body: { data, total: rows.length } });
	};
	return { service: { send } as Service, asked };
}

const read = async (rows: object[], most = Infinity) => {
	const { service, asked } = serviceWith(rows);
	const updatedAfter = start + 5 * day;
	const list = await readList(service, company, {
		query: {},
		options: {},
		limit: most,
		updatedAfter,
		parallel: 1,
	});
	if (!list.ok) throw new Error(list.failure.message);
	return { ...list.value, ids: list.value.rows.map(({ id }) => id), asked };
};

describe('records updated after a time', () => {
	it('are read to the first older one when the service keeps the order', async () => {
		const rows = Array.from({ length: 300 }, (_, index) => rowAt(index, 10 - index));
		const { ids, asked } = await read(rows);
		expect(ids).toEqual(['row-0', 'row-1', 'row-2', 'row-3', 'row-4', 'row-5']);
		expect(asked).toHaveLength(1);
	});

	it('are all found although the service keeps another order', async () => {
		const rows = Array.from({ length: 300 }, (_, index) => rowAt(index, index % 7 === 0 ? 9 : 1));
		const { ids, matching } = await read([rowAt(999, 1), ...rows], 10);
		expect(ids).toHaveLength(10);
		expect(matching).toBe(Math.ceil(300 / 7));
		expect(ids.slice(0, 2)).toEqual(['row-0', 'row-7']);
	});

	it('include those that do not say when they were updated', async () => {
		const rows = [rowAt(0, 9), { id: 'unknown' }, rowAt(1, 8), rowAt(2, 1), rowAt(3, 0)];
		expect((await read(rows)).ids).toEqual(['row-0', 'unknown', 'row-1']);
	});
});
