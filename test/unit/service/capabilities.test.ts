/** What a service can do, found out with one request each at services that can and cannot. */
import type { IDataObject } from 'n8n-workflow';

import { company } from '../../../nodes/Company/WorkspaceRecordsCompany.node.js';
import { Failure } from '../../../nodes/shared/http';
import { can, known, noteCannot, type About } from '../../../nodes/shared/service/capabilities';
import { serviceOf } from '../resource/listTable';

/** A service with 30 rows, and an account of its own. */
function serviceWith(reply: (query: IDataObject) => unknown) {
	const queries: IDataObject[] = [];
	const service = serviceOf(async ({ query = {} }) => {
		queries.push(query as IDataObject);
		return { status: 200, headers: {}, body: reply(query as IDataObject) };
	});
	const about: About = { service, resource: company, options: {}, query: { view: 'a' }, total: 20 };
	return { about, queries };
}

const rows = Array.from({ length: 30 }, (_, at) => ({ id: `${at}`, name: `N ${at}` }));
const refuse = (status: number, kind: Failure['kind']) => () => {
	throw new Failure({ kind, status, message: 'no', remedy: '' });
};

describe('honoursFilters', () => {
	const behind = (count: number) => rows.slice(20, 20 + count);
	it.each<[string, (query: IDataObject) => unknown, boolean]>([
		['counts more without them', () => ({ data: [], total: 30 }), true],
		['counts as many', () => ({ data: behind(1), total: 20 }), false],
		['has a row behind them', () => ({ data: behind(1) }), true],
		['has none', () => ({ data: [] }), false],
		['refuses the page', refuse(400, 'refused'), false],
		['does not have the page', refuse(404, 'notFound'), false],
	])('of a service that %s', async (_, reply, answer) => {
		const { about, queries } = serviceWith(reply);
		expect(await can('honoursFilters', about)).toBe(answer);
		expect(await can('honoursFilters', about)).toBe(answer);
		expect(queries).toEqual([{ page: 21, limit: 1 }]);
		// Other values of a filter, and another number of rows, are another question.
		await can('honoursFilters', { ...about, query: { view: 'b' } });
		await can('honoursFilters', { ...about, total: 19 });
		expect(queries).toHaveLength(3);
	});
});

describe('an answer', () => {
	it('is not kept where the rows do not say, or contradict it', async () => {
		const { about, queries } = serviceWith(() => ({ data: rows }));
		const says: { answer?: boolean } = {};
		const ask = async () => await can('sortsByUpdate', { ...about, agrees: () => says.answer });
		expect([await ask(), await known('sortsByUpdate', about)]).toEqual([false, undefined]);
		says.answer = true;
		expect([await ask(), await ask(), queries.length]).toEqual([true, true, 2]);
		noteCannot('sortsByUpdate', about);
		expect([await ask(), queries.length]).toEqual([false, 2]);
	});

	it('is a failure that may pass, and is asked for again', async () => {
		const { about } = serviceWith(refuse(503, 'unavailable'));
		await expect(can('honoursFilters', about)).rejects.toThrow('no');
		expect(await known('honoursFilters', about)).toBeUndefined();
	});
});
