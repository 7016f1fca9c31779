import type { IDataObject } from 'n8n-workflow';

import { byId } from '../../../testing/parameters';
import { useSandbox, useCustomEngine } from '../../../testing/setUp';

const { service, runNode, n8n } = useCustomEngine();
const stamps = { created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' };

describe('a read that differs from what was only observed', () => {
	it.each([
		['a null time', 'invoice', 'getAll', [{ id_inv: 1, ...stamps, updated_at: null }]],
		['a text for a whole number', 'item', 'getAll', [{ item_id: 'sku', ...stamps }]],
		['a record without a time', 'order', 'get', { id: 'u', ...stamps }],
		['an object for a text', 'company', 'get', { id: 'u', ...stamps, name: { a: 1 } }],
		[
			'an object for a text without a type',
			'inventoryTransaction',
			'getAll',
			[{ ...stamps, transaction_id: { value: 7 } }],
		],
		['a subscription without items', 'subscription', 'getAll', [{ id: 'u', ...stamps }]],
		['pipelines of another kind', 'deal', 'getPipelines', [{ id: 'u', order: 'x' }]],
		['a token without an owner', 'account', 'whoami', { data: { token_id: 't' } }],
	])('by %s › is passed on as it came', async (_, node, operation, body) => {
		service.reply = () => ({ body });
		const parameters = { ...byId('u'), output: 'raw' };
		const { errorText, items, hints } = await runNode(node, operation, parameters);
		expect([errorText, items.length, hints]).toEqual(['', 1, []]);
		const sent = (Array.isArray(body) ? body[0] : body) as IDataObject;
		expect(items[0].json).toMatchObject((sent.data ?? sent) as object);
	});

	it('only by form › needs no hint', async () => {
		const form = { id_inv: '1', total_price: '0E-8', total_price_without_tax: '', currency: null };
		service.reply = () => ({ body: [{ ...form, ...stamps, more: [] }] });
		const { errorText, hints } = await runNode('invoice', 'getAll');
		expect([errorText, hints]).toEqual(['', []]);
	});
});

it.each(['company', 'invoice'])(
	'null is an empty list of a %s, and a hint says so',
	async (node) => {
		service.reply = () => ({ body: { data: null } });
		const { errorText, items, hints } = await runNode(node, 'getAll');
		expect([errorText, items]).toEqual(['', []]);
		expect(hints.join()).toContain('null instead of a list');
	},
);

describe('a read that differs from what is specified fails', () => {
	it.each([
		[
			'inventoryTransaction',
			'getAll',
			[{ updated_at: stamps.updated_at }],
			'no "created_at" in row 1',
		],
		[
			'estimate',
			'getAll',
			[stamps, { ...stamps, total_price: {} }],
			'an invalid "total_price" in row 2',
		],
		[
			'inventoryTransaction',
			'getAll',
			[{ ...stamps, amount: { value: 7 } }],
			'an invalid "amount" in row 1',
		],
		['disbursement', 'getAll', [{ ...stamps, status: [] }], 'an invalid "status"'],
		['purchaseOrder', 'get', { ...stamps, date: 7 }, 'an invalid "date"'],
		['calendar', 'bootstrap', { event: [] }, 'an invalid "event"'],
	])('%s %s', async (node, operation, body, words) => {
		service.reply = () => ({ body });
		const { errorText } = await runNode(node, operation, byId('u'));
		expect(errorText).toContain(words);
	});

	it('but not where it is only not said to be required', async () => {
		service.reply = () => ({ body: [{ id_est: 1, updated_at: null }] });
		const { errorText, items } = await runNode('estimate', 'getAll');
		expect(errorText).toBe('');
		expect(items[0].json).toMatchObject({ id: 1, id_est: 1 });
	});
});

it('an AI result without `data` around it is read', async () => {
	service.reply = ({ path }) => ({
		body: path.endsWith('score') ? { record_id: 'u', score: 7 } : { company_id: 'u', run_id: 'r' },
	});
	for (const node of ['score', 'enrich']) {
		const { items } = await runNode(node, node, { resource: 'company', ...byId('u') });
		expect(items[0].json).toMatchObject({ id: 'u' });
	}
});

it('rows with an ID and rows with the same number are different rows', async () => {
	service.reply = () => ({ body: { data: [{ id: '7' }, { company_id: 7 }], total: '2' } });
	const { items } = await runNode('company', 'getAll', { returnAll: true });
	expect(items).toHaveLength(2);
});

it.each([
	['2026-03-01T12:00:00', true],
	['2026-03-01 12:00:00.123456', true],
	['2026-03-01T11:59:59', false],
	['2026-03-01T12:30:00+01:00', false],
	['2026-03-01T11:30:00-01:00', true],
])('a time without a zone counts in UTC: %s', async (updated_at, isThere) => {
	service.reply = () => ({ body: [{ id_inv: 1, created_at: stamps.created_at, updated_at }] });
	const filters = { updatedAfter: '2026-03-01T12:00:00Z' };
	const { items } = await runNode('invoice', 'getAll', { returnAll: true, filters });
	expect(items).toHaveLength(isThere ? 1 : 0);
});

describe('the pick list of properties', () => {
	const sandbox = useSandbox();
	const search = async (objectName: string) =>
		await n8n.listSearch('workspaceRecordsProperty', 'searchRecords', {
			parameters: { resource: 'property', operation: 'get', objectName },
			credentials: {
				workspaceRecordsApi: {
					baseUrl: sandbox.url,
					authentication: 'accessToken',
					accessToken: sandbox.tokens.fullAccess,
					refreshToken: '',
					sessionToken: '',
				},
			},
		});

	it('takes an expression for the object', async () => {
		const { results } = await search('={{ "com" + "panies" }}');
		expect(results).toEqual((await search('companies')).results);
		expect(sandbox.requests[0].path).toBe('/v1/public/properties/companies');
	});

	it('says which object an expression gave that is none', async () => {
		await expect(search('={{ "people" }}')).rejects.toThrow('Object is "people"');
		expect(sandbox.requests).toEqual([]);
	});
});
