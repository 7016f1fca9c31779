/** What cells say that show nothing, clear a key, or hold what no text has (docs/reading-values.md). */
import type { INodeParameters } from 'n8n-workflow';

import { byId, fromItem, mapped } from '../../../testing/parameters';
import { runNodeWith, type RunNodeOptions } from '../../../testing/runNode';
import { fill, row, table, useSync } from './syncTable';

const { service, sync, writes, n8n } = useSync({ mode: 'upsert' });
const runNode = runNodeWith(n8n, service);

const run = async (
	operation: string,
	items: readonly object[],
	parameters: INodeParameters = {},
	options: RunNodeOptions = {},
) =>
	await runNode('company', operation, { ...fromItem, ...parameters }, {
		...{ items, onError: 'continueErrorOutput' },
		...options,
	} as RunNodeOptions<typeof service>);
const bodies = () => writes().map(({ body }) => body);
const errors = (failed: ReadonlyArray<{ json: { error?: unknown } }>) =>
	failed.map(({ json }) => json.error);

const byKey = byId('erp-0', 'externalId');
const different = { options: { onlyIfDifferent: true } };
const BLANKS = [' ', '\t', '\u00a0', '\u200b', '\u2800', '\u3164', ' \ufeff\u3000 '];
const THERE = { phone_number: '1', email: 'a@b.example' };

describe('a blank cell is an empty one', () => {
	it.each(BLANKS)('in a row that is synced, updated or found: %j', async (blank) => {
		fill(1);
		Object.assign(table.companies[0], THERE, { url: blank, address: null });
		const cells = { name: blank, phone_number: blank, email: blank, url: null, address: blank };
		const { items } = await sync([row(0, cells)]);
		expect(items[0].json).toMatchObject({ outcome: 'unchanged', changes: {} });
		const same = await run('update', [row(0, cells)], { ...byKey, ...different });
		expect(same.items[0].json).toMatchObject({ changed: false, changed_fields: [] });
		const again = await run('upsert', [row(0, cells)], different);
		expect(again.items[0].json).toMatchObject({ changed: false });
		const clears = { ...byKey, ...different, fieldsToClear: ['url'] };
		expect((await run('update', [{}], clears)).items[0].json).toMatchObject({ changed: false });
		expect(bodies()).toEqual([]);
		await run('update', [row(0, { ...cells, name: 'New' })], byKey);
		await run('create', [cells], mapped({ ...cells, name: 'By hand' }));
		expect(bodies()).toEqual([
			expect.objectContaining({ external_id: 'erp-0', name: 'New' }),
			{ name: 'By hand' },
		]);
		expect(table.companies[0]).toMatchObject({ ...THERE, name: 'New' });
	});

	it.each(BLANKS)('where one is required, and in a locator: %j', async (blank) => {
		const { failed } = await run('create', [{}], mapped({ name: blank }));
		expect(errors(failed)).toEqual(['No field of the company is set']);
		const got = await run('get', [{}], byId(blank));
		expect(errors(got.failed)).toEqual(['The ID of the company is empty']);
		expect(service.requests).toEqual([]);
	});
});
