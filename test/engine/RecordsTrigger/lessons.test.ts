import type { IDataObject } from 'n8n-workflow';

import { useCustomService, useEngine } from '../../../testing/setUp';
import { watcherOf } from '../../../testing/watch';

const service = useCustomService();
const { n8n, credentials } = useEngine(service);
const watch = watcherOf(n8n, 'workspaceRecordsTrigger', credentials);

const START = Date.UTC(2030, 0, 1);
const recordAt = (id: number, time: number): IDataObject => ({
	id: `c-${id}`,
	name: `C ${id}`,
	created_at: new Date(time).toISOString(),
	updated_at: new Date(time).toISOString(),
});
const all = Array.from({ length: 500 }, (_, id) => recordAt(id, START + id * 60_000));
const ofOneDate = Array.from({ length: 300 }, (_, id) => recordAt(id, START));

/** Sorts as asked, in pages; a filter finds records of one date. */
const list = ({ query }: { query: Readonly<Record<string, string>> }) => {
	const { sort = '', page = '1', limit = '100', search } = query;
	if (search === 'wrong') return { status: 400, body: { message: 'no such filter' } };
	const key = sort.replace('-', '');
	const sign = sort.startsWith('-') ? -1 : 1;
	const rows = [...(search ? ofOneDate : all)].sort(
		(one, other) => sign * String(one[key]).localeCompare(String(other[key])),
	);
	const start = (Number(page) - 1) * Number(limit);
	const data = rows.slice(start, start + Number(limit));
	return { headers: { date: new Date(START + 501 * 60_000).toUTCString() }, body: { data } };
};

it.each(['x', 'wrong'])(
	'what a trigger with the filter "%s" learned is not taken for others',
	async (search) => {
		service.reply = list;
		const stored = await n8n.store.add(
			'workspaceRecordsApi',
			credentials().workspaceRecordsApi as never,
		);
		const given = { credentials: { workspaceRecordsApi: stored } };
		const parameters = { resource: 'company', events: ['created', 'updated'] };
		const other = watch({ ...parameters, filters: { search } }, given);
		await other.poll({ mode: 'activate' });
		await other.poll();
		const trigger = watch(parameters, given);
		await trigger.poll({ mode: 'activate' });
		await trigger.poll();
		service.requests.length = 0;
		expect((await trigger.poll()).error).toBeUndefined();
		expect(service.requests).toHaveLength(1);
	},
);
