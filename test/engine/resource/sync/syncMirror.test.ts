import type { IDataObject } from 'n8n-workflow';

import { jsonOf } from '../../../../testing/runNode';
import { fill, names, outcomes, row, rowsOf, table, useSync } from './syncTable';

const { service, sync, writes } = useSync({ mode: 'upsert' });

/** The list leaves one out, and counts it. */
function hideFromList(name: string) {
	service.reply = (request) => {
		const reply = table.reply(request);
		const { data, ...body } = reply.body as { data?: IDataObject[] };
		return data && request.path.endsWith('companies')
			? { body: { ...body, data: data.filter((each) => each.name !== name) } }
			: reply;
	};
}

describe('a list that is not complete', () => {
	it('is refused with the numbers; accepted, it is gone on with, and nothing is archived', async () => {
		fill(20);
		hideFromList('Company 7');
		const rows = [...rowsOf(15), row(90)];
		const mirror = { mode: 'mirror', matchBy: 'name' };
		const refused = await sync(rows, mirror);
		expect(refused.errorText).toMatch(/19 of 20 companies could be read.*Accept Incomplete List/s);
		expect(writes()).toEqual([]);
		const options = { guards: { acceptIncompleteList: true } };
		const run = await sync(rows, { ...mirror, options });
		expect(run.hints.join()).toContain('19 of 20 companies could be read');
		expect(outcomes(run.items).slice(15)).toEqual(['created', ...Array(5).fill('skipped')]);
		expect(table.companies).toHaveLength(21);
	});
});

describe('the guards of Mirror', () => {
	const mirror = { mode: 'mirror' };

	it('archive what the input does not have, up to their limits', async () => {
		fill(100);
		const run = await sync(rowsOf(95), mirror);
		expect(outcomes(run.items).filter((outcome) => outcome === 'archived')).toHaveLength(5);
		expect(run.items.at(-1)?.json).toMatchObject({ external_id: 'erp-99', name: 'Company 99' });
		expect(table.companies).toHaveLength(95);
	});

	it.each([
		[
			'more than Max Archived',
			300,
			279,
			{},
			'21 of 300 companies would be archived, and Max Archived is 20',
		],
		[
			'more than Max Archived (%)',
			100,
			89,
			{},
			'11 of 100 companies would be archived, and Max Archived (%) is 10',
		],
		['a lower limit', 100, 98, { maxArchived: 1 }, 'Max Archived is 1'],
	])('change nothing for %s, and list what would be', async (_, all, kept, limits, reason) => {
		fill(all);
		const items = [...rowsOf(kept).slice(1), row(0, { name: 'New' }), row(900)];
		const options = { guards: limits };
		const stopped = await sync(items, { ...mirror, options });
		expect(stopped.errorText).toContain(`Nothing was changed: ${all - kept} of ${all} companies`);
		expect(stopped.errorText).toContain(`for example ${String(table.companies[kept].id)}`);
		expect(stopped.errorText).toContain('Turn on Dry Run');
		const guards = { ...limits, whenStopped: 'report' };
		const run = await sync(items, { ...mirror, options: { guards } });
		expect(writes()).toEqual([]);
		expect(run.hints.join()).toContain(reason);
		const planned = jsonOf(run.items).filter(({ planned }) => planned !== undefined);
		expect(planned).toHaveLength(2 + all - kept);
		const expected = { outcome: 'skipped', planned: 'archived', id: expect.any(String) };
		expect(planned.at(-1)).toMatchObject(expected);
		expect(table.companies).toHaveLength(all);
	});

	it('know a company by an external ID with spaces around it, and leave those with a blank one alone', async () => {
		fill(2);
		table.companies[0].external_id = ' erp-0 ';
		table.companies[1].external_id = ' ';
		await sync([row(0)], { ...mirror, options: { guards: { maxArchivedPercent: 100 } } });
		expect(writes().filter(({ method }) => method !== 'PUT')).toEqual([]);
		expect(table.companies).toHaveLength(2);
	});

	it('archive nothing for an empty input', async () => {
		fill(5);
		const run = await sync([{}], { ...mirror, options: { guards: { maxArchivedPercent: 100 } } });
		expect(run.errorText).toContain('No row has the External ID; there are no columns');
		expect(table.companies).toHaveLength(5);
	});

	it.each([
		['without a key', { name: 'No key' }],
		['with a key twice', row(1)],
		['that cannot be read', row(60, { allowed_in_store: 'perhaps' })],
	])('archive nothing beside a row %s, and write the others', async (_, bad) => {
		fill(40);
		const run = await sync([row(0, { name: 'New' }), ...rowsOf(39).slice(1), bad], mirror);
		expect(run.hints.join()).toContain('Nothing is archived, because row');
		expect(table.companies).toHaveLength(40);
		expect(table.companies[0].name).toBe('New');
	});

	it('archive nothing beside an ambiguous row', async () => {
		['a', 'b', ' b'].forEach((name) => table.add({ name }));
		Array.from({ length: 30 }, (_, at) => table.add({ name: `n${at}` }));
		const items = [{ name: 'b' }, ...Array.from({ length: 30 }, (_, at) => ({ name: `n${at}` }))];
		await sync(items, { ...mirror, matchBy: 'name' });
		expect(table.companies).toHaveLength(33);
	});

	it('archive nothing after a rejection by the service', async () => {
		fill(40);
		table.fault = ({ method }) =>
			method === 'PUT' ? { status: 422, body: { message: 'No' } } : undefined;
		const run = await sync([row(0, { name: 'New' }), ...rowsOf(39).slice(1)], mirror);
		expect(outcomes(run.items)[0]).toBe('rejected');
		expect(run.items.at(-1)?.json).toMatchObject({ outcome: 'skipped', planned: 'archived' });
		expect(table.companies).toHaveLength(40);
	});

	it('say of a company that somebody else archives meanwhile that it is gone', async () => {
		fill(40);
		const notFound = { status: 404, body: { message: 'No such company' } };
		const id = String(table.companies[38].id);
		table.fault = ({ method, path }) =>
			method === 'DELETE' && path.endsWith(id) ? notFound : undefined;
		const run = await sync(rowsOf(38), mirror);
		const [gone, archived] = jsonOf(run.items.slice(38));
		expect(gone).toMatchObject({ outcome: 'skipped', reason: 'It is gone already' });
		expect(archived).toMatchObject({ outcome: 'archived' });
	});

	it('take a company that the list shows as archived for none', async () => {
		fill(3);
		table.companies[2].status = 'Archived';
		const options = { guards: { maxArchivedPercent: 100 } };
		const run = await sync(rowsOf(2), { ...mirror, options });
		expect(outcomes(run.items)).toEqual(['unchanged', 'unchanged']);
		expect(writes()).toEqual([]);
	});

	it('leave records alone that have no key, or another prefix', async () => {
		fill(30);
		table.add({ name: 'By hand' });
		table.add({ name: 'Shop', external_id: 'shop-1' });
		const options = { guards: { onlyRecordsWith: 'erp-' } };
		const run = await sync(rowsOf(29), { ...mirror, options });
		expect(outcomes(run.items).slice(29)).toEqual(['archived']);
		expect(names()).toContain('By hand');
		expect(names()).toContain('Shop');
	});

	it('refuse a list that shows no keys, or that is not complete', async () => {
		fill(300);
		table.listHides = ['external_id'];
		const hidden = await sync(rowsOf(299), mirror);
		expect(hidden.errorText).toContain('Mirror cannot know which records the input does not have');
		table.listHides = [];
		hideFromList('Company 5');
		const cut = await sync(rowsOf(299), mirror);
		expect(`${cut.errorText} ${cut.hints.join()}`).toMatch(/not complete|Nothing is archived/);
		expect(table.companies).toHaveLength(300);
		// Without an external ID, a second company of that name would be made.
		const byName = rowsOf(300).map(({ name }) => ({ name }));
		const unproven = await sync(byName, { matchBy: 'name' });
		expect(
			`${unproven.errorText} ${unproven.items.map(({ json }) => String(json._error)).join()}`,
		).toMatch(/not complete|may have this company already/);
		const kept = table.companies[5].name;
		await sync([row(5, { name: 'Other' })], { mode: 'createOnly' });
		expect([table.companies.length, table.companies[5].name]).toEqual([300, kept]);
		// Looked up one by one, the hidden one is found.
		const accepted = { mode: 'createOnly', options: { guards: { acceptIncompleteList: true } } };
		const looked = await sync([row(5, { name: 'Other' }), row(500)], accepted);
		expect(outcomes(looked.items)).toEqual(['skipped', 'created']);
		expect([table.companies.length, table.companies[5].name]).toEqual([301, kept]);
	});
});
