/** Rows that nodes of this package gave out, corrected and sent as they are (docs/decisions.md, "Chained nodes"). */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { upsertWith, type Row } from '../../../../testing/orderLines';
import { jsonOf } from '../../../../testing/runNode';
import { useSandbox } from '../../../../testing/setUp';
import { itSince } from '../../../../testing/since';
import { fill, row, useSync } from '../sync/syncTable';

const { service, sync, run, runNode, bodies } = useSync({ mode: 'upsert' });
const sandbox = useSandbox();
const strict = { options: { reading: { unknownColumns: 'fail' } } };
const sending = { options: { reading: { unknownColumns: 'send' } } };
const EVENT = { event: 'updated', event_id: 'a1'.repeat(16), changed_fields: ['name'] };
const OUTCOME = { changes: {}, outcome: 'ambiguous', reason: 'Two have it', dry_run: true };

describe('what nodes of this package say of a row', () => {
	it.each([strict, sending])('stays out when rejected rows come again: %j', async (options) => {
		fill(1);
		const given = [row(0, { email: 5, allowed_in_store: 'perhaps' }), row(1), row(1)];
		const first = await sync(given, options === strict ? strict : {});
		const rows = jsonOf(first.items);
		expect(rows.map(({ outcome }) => outcome)).toEqual(['rejected', 'rejected', 'rejected']);
		const corrected = rows.map((each, at) => ({ ...each, ...row(at), allowed_in_store: 'true' }));
		service.requests.length = 0;
		const { items, errorText, hints } = await sync(corrected, options);
		expect(errorText).toBe('');
		expect(items.map(({ json }) => json.outcome)).toEqual(['updated', 'created', 'created']);
		expect(hints.join()).toContain('outcome, changes');
		const keys = bodies().flatMap((body) => Object.keys(body as object));
		expect([...new Set(keys)].sort()).toEqual(['allowed_in_store', 'email', 'external_id', 'name']);
	});

	const itGoesOn = itSince('errorDetails');
	itGoesOn.each([strict, sending])(
		'stays out when items of an error output do: %j',
		async (options) => {
			const { failed } = await run('create', [row(0, { allowed_in_store: 'perhaps' })]);
			expect(Object.keys(failed[0].json)).toEqual(
				expect.arrayContaining(['name', 'error', 'message', 'details']),
			);
			const again = [{ ...failed[0].json, allowed_in_store: true }];
			const { items } = await run('create', again, options);
			expect(items).toHaveLength(1);
			expect(bodies()).toEqual([row(0, { allowed_in_store: true })]);
		},
	);

	itGoesOn('gives back what a failure has hidden', async () => {
		const hidden = row(0, { message: 'Hello', allowed_in_store: 'perhaps' });
		const { failed } = await run('create', [hidden]);
		await run('create', [{ ...failed[0].json, allowed_in_store: true }], sending);
		expect(bodies()).toEqual([row(0, { message: 'Hello', allowed_in_store: true })]);
	});

	const LUNCH = { event: 'Lunch', event_id: 'e-1' };
	const email = 'a@b.example';
	const emailFrom = (name: string): INodeParameters => ({
		options: { reading: { columnNames: { column: [{ name, field: 'email' }] } } },
	});
	it.each<[string, IDataObject, INodeParameters, object]>([
		['beside an event', EVENT, strict, {}],
		['beside an event', { ...EVENT, before: { name: 'A' }, cursor: 'c' }, sending, {}],
		['beside an outcome', OUTCOME, strict, {}],
		['beside an outcome of Enrich', { outcome: 'proposed', changes: [1] }, sending, {}],
		['beside a planned one', { ...OUTCOME, outcome: 'skipped', planned: 'updated' }, sending, {}],
		[
			'beside an error',
			{ _error: 'Not read', _row: 3, _remedy: 'Read', changes: '{}' },
			strict,
			{},
		],
		// Somebody's own.
		['for no mark', { reason: 'r', changes: 1 }, sending, { reason: 'r', changes: 1 }],
		['for another word', { outcome: 'won', reason: 'r' }, sending, { outcome: 'won', reason: 'r' }],
		['of a calendar', LUNCH, sending, LUNCH],
		['beside other columns', { ...EVENT, reason: 'r' }, sending, { reason: 'r' }],
		['against a mapping by name', { ...OUTCOME, reason: email }, emailFrom('reason'), { email }],
		[
			'against a mapping by name of rejected rows',
			{ _error: email },
			emailFrom('_error'),
			{ email },
		],
	])('is left out, or kept, %s: %j', async (_, more, parameters, sent) => {
		const { items, hints } = await run('create', [row(0, more)], parameters);
		expect(items).toHaveLength(1);
		expect(bodies()).toEqual([row(0, sent)]);
		const left = Object.keys(more).filter((key) => !(key in sent) && !/^_/.test(key));
		for (const key of 'email' in sent ? [] : left) expect(hints.join()).toContain(key);
	});

	it('is never left out of what was mapped by hand', async () => {
		const fields = { mappingMode: 'defineBelow', value: { name: '={{ $json.reason }}' } };
		await run('create', [row(0, OUTCOME)], { fields });
		expect(bodies()).toEqual([{ name: 'Two have it' }]);
	});

	itGoesOn('is not taken for the memo of a migrated order', async () => {
		const line = { item_external_id: 'acme-item-desk', quantity: 'two', message: 'By noon' };
		const goOn = { service: sandbox, onError: 'continueErrorOutput' } as const;
		const upsert = async (items: readonly Row[]) => await upsertWith(runNode)(items, strict, goOn);
		const { failed } = await upsert([{ order_external_id: 'm-1', ...line }]);
		const { items, hints } = await upsert([{ ...failed[0].json, quantity: 2 }]);
		expect(items).toHaveLength(1);
		expect(sandbox.requests.at(-1)?.body).toMatchObject({ orders: [{ memo: 'By noon' }] });
		expect(hints.join()).toContain('error, message, details');
	});
});
