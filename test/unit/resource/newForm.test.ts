/** A form of lists that only `page.ts` knows: rows under `items`, and below `next` the query of the next page. */
import type { IDataObject } from 'n8n-workflow';

import { company } from '../../../nodes/Company/WorkspaceRecordsCompany.node.js';
import { estimate } from '../../../nodes/Estimate/WorkspaceRecordsEstimate.node.js';
import { readChanges } from '../../../nodes/shared/resource/actions/lists/changes';
import { readList } from '../../../nodes/shared/resource/actions/lists/list';
import { searchPage } from '../../../nodes/shared/resource/methods/listSearch';
import { can } from '../../../nodes/shared/service/capabilities';
import { serviceOf, start, tableOf } from './listTable';

jest.mock('../../../nodes/shared/http/page', () => ({
	...jest.requireActual<object>('../../../nodes/shared/http/page'),
	readPage: ({ body }: { body: IDataObject }) => ({ rows: body.items, next: body.next }),
}));

const serviceWith = (rows: IDataObject[]) =>
	serviceOf(async ({ query }) => {
		const from = Number(query?.after ?? 0);
		const end = from + 20 + (from % 7);
		const next = end < rows.length ? { after: end } : null;
		return { status: 200, headers: {}, body: { items: rows.slice(from, end), next } };
	});

describe.each([company, estimate])('another form of the list of $plural', (resource) => {
	it.each([0, 7, 20, 200, 260])('is read by all who read lists: %i rows', async (size) => {
		const rows = tableOf(size);
		const service = serviceWith(rows);
		const list = { service, resource, options: {}, query: {}, parallel: 3 };
		expect(await readList(list)).toMatchObject({ rows, matching: size });
		expect((await readList({ ...list, limit: 50 })).rows).toEqual(rows.slice(0, 50));
		const since = await readList({ ...list, updatedAfter: start + 6000 });
		expect(since.count).toBe(Math.max(0, size - 6));
		const source = { ...list, watched: [], ignored: [] };
		const changes = await readChanges(source, { overlapMs: 0 }, undefined, true);
		expect([changes.rows.length, changes.doubt]).toEqual([size, undefined]);
		const wanted = { options: {}, filter: '', token: '' };
		const { results } = await searchPage({ service, key: `${size}` }, resource, wanted);
		expect(results).toHaveLength(Math.min(100, size));
		expect(await can('honoursFilters', { ...list, total: 10 })).toBe(false);
	});
});
