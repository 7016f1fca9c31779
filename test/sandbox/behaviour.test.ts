import data from '../../sandbox/data/records.json';
import { compileResponse, objects, operations, responseSchema } from '../../sandbox/contract';
import type { Behaviour } from '../../sandbox';
import { run, useRunning } from './client';

type Json = Record<string, unknown>;

const running = useRunning();
beforeEach(() => running.sandbox.reset());

const behave = (behaviour: Behaviour) => running.sandbox.setBehaviour(behaviour);
const get = async (path: string, params: Json = {}) =>
	(await running.api.get(path, { params })).data;
const rows = async (path: string, params?: Json): Promise<Json[]> => {
	const body = await get(path, params);
	return (Array.isArray(body) ? body : body.data) as Json[];
};
const companies = async (params?: Json) => await rows('/v1/public/companies', params);
const ids = (list: Json[]) => list.map(({ id }) => id);

/** A list of each kind: paged, numbered, and in a bare array. */
const lists: Array<[string, Json]> = [
	['/v1/public/companies', { limit: 100 }],
	['/v1/public/workflows', {}],
	['/v1/public/items', {}],
	['/api/v1/public/inventory-transactions', {}],
	['/v1/public/properties/companies', {}],
];

describe('the order of lists', () => {
	it.each(lists)('can be newest first: %s', async (path, params) => {
		const before = await rows(path, params);
		expect(before.length).toBeGreaterThan(1);
		behave({ listOrder: 'newestFirst' });
		expect(await rows(path, params)).toEqual(before.reverse());
	});

	it('holds over the pages, and new records come first', async () => {
		behave({ listOrder: 'newestFirst' });
		const all = ids(await companies({ limit: 100 }));
		const { data: made } = await running.api.post('/v1/public/companies', { name: 'New' });
		const page = async (number: number) => ids(await companies({ limit: 7, page: number }));
		expect([...(await page(1)), ...(await page(2))]).toEqual(
			[made.company_id, ...all].slice(0, 14),
		);
	});

	it('gives way to a sort, and decides among equals', async () => {
		const by = async (sort: string) => ids(await companies({ limit: 100, sort }));
		const [numbers, permissions] = [await by('company_id'), await by('allowed_in_store')];
		behave({ listOrder: 'newestFirst' });
		expect(await by('company_id')).toEqual(numbers);
		expect(await by('allowed_in_store')).toEqual(permissions.reverse());
	});

	it('also decides where records appear and vanish between pages', async () => {
		behave({ listOrder: 'newestFirst' });
		const all = ids(await companies({ limit: 100 }));
		running.sandbox.setFaults({ faults: [{ kind: 'shift', remove: 2 }] });
		expect(ids(await companies({ limit: 4, page: 2 }))).toEqual(all.slice(6, 10));
		running.sandbox.setFaults({ faults: [{ kind: 'shift', insert: 3 }] });
		expect(ids(await companies({ limit: 4, page: 2 }))).toEqual(all.slice(3, 7));
	});
});

describe('errors', () => {
	const problem = (code: string, field: string, message: string) => ({
		code,
		field,
		message: expect.stringContaining(message),
	});
	const nobody = problem('not_found', 'company', 'nobody');
	const nothing = problem('not_found', 'items', 'nothing');

	const post = async (path: string, body: Json) =>
		(await running.api.post(`/v1/public/${path}`, body)).data;
	/** The errors of each order. */
	const errorsOf = async (path: string, body: Json) =>
		(await post(path, body)).results.map(({ errors }: Json) => errors);

	const bulk = async () => {
		const items = [{ itemExternalId: 'nothing', quantity: 1 }];
		const more = { companyExternalId: 'nobody', items };
		const orders = ['a', 'b'].map((externalId) => ({ externalId, ...more }));
		return await errorsOf('orders/bulk', { orders });
	};
	const migration = async () => {
		const items = [{ item_external_id: 'nothing' }];
		const orders = [
			{ order_external_id: 'a', company_external_id: 'nobody', items },
			{ order_external_id: null, items: [] },
			{ order_external_id: 'c', order_date: 'soon', items: [{}] },
		];
		const body = { orders, create_missing_items: false };
		return await errorsOf('migrations/shop/orders/upsert', body);
	};
	const single = async () => {
		const order = { externalId: 'a', companyExternalId: 'nobody', items: [] };
		return (await errorsOf('orders', { order }))[0];
	};
	const stage = async () => (await post('deals', { caseStatus: 'none' })).errors;

	it('can be objects, in results and in error bodies', async () => {
		behave({ errors: 'object' });
		expect(await bulk()).toEqual(Array(2).fill([nobody, nothing]));
		expect(await single()).toEqual([nobody]);
		expect(await migration()).toEqual([
			[nobody, nothing],
			[problem('required', 'order_external_id', 'missing')],
			[problem('required', 'items', 'no item'), problem('invalid', 'order date', 'soon')],
		]);
		expect(await stage()).toEqual({ caseStatus: [problem('invalid', 'caseStatus', 'No stage')] });
		expect(await post('invoices', { start_date: 'soon' })).toMatchObject({
			message: expect.stringContaining('soon'),
			errors: { start_date: [problem('invalid', 'start_date', 'soon')] },
		});
	});

	it('are absent when nothing is wrong', async () => {
		behave({ errors: 'object' });
		const order = { externalId: 'a', items: [] };
		const results = [{ status: 'created', errors: [] }];
		expect(await post('orders', { order })).toMatchObject({ ok: true, results });
		expect((await running.api.get('/v1/public/companies/none')).data.errors).toBeNull();
	});
});

describe('the response to writes', () => {
	const subscription = { subscription_status: 'active', frequency: 1, frequency_time: 'months' };
	const bodies: Record<string, Json> = {
		...Object.fromEntries(Object.entries(data).map(([object, [body]]) => [object, body])),
		deals: { external_id: 'd', name: 'Deal' },
		orders: { order: { externalId: 'o', items: [] } },
		subscriptions: { ...subscription, cid: 'acme-contact-1', items: [] },
		properties: { name: 'Gift Note' },
	};
	const changes: Record<string, Json> = {
		subscriptions: { status: 'paused' },
		reports: { reportMetadata: { name: 'Other' } },
		properties: { description: 'On a card' },
	};

	beforeEach(() => behave({ writeResponse: 'specification' }));

	it.each([...objects.values()].map((facts) => [facts.key, facts] as const))(
		'is the envelope of the specification, for every write of %s',
		async (object, facts) => {
			const [identifier] = Object.keys(facts.envelope);
			const path = `/v1/public/${object}${object === 'properties' ? '/orders' : ''}`;
			const of = (action: string) =>
				[...operations.values()].some((each) => each.object === facts && each.action === action);
			const expected = (status: unknown, id: unknown = expect.any(String)) => ({
				ok: true,
				status,
				external_id: facts.externalId.length > 0 ? expect.any(String) : null,
				[identifier]: id,
				ctx_id: expect.stringMatching(/^ctx-/),
			});
			const { ok: _, ...withoutOk } = expected('created');

			const body = bodies[object] ?? { [facts.externalId[0]]: 'own' };
			const created = await running.api.post(path, body);
			const statusOf = facts.upsert && object in data ? 'updated' : 'created';
			expect(created.data).toEqual(object === 'deals' ? withoutOk : expected(statusOf));
			const id = created.data[identifier] as string;
			const stored = running.sandbox.records(object).find((record) => record.id === id);
			expect(stored?.external_id).toBe(created.data.external_id);
			if (of('update')) {
				const updated = await running.api.put(`${path}/${id}`, changes[object] ?? body);
				expect(updated.data).toEqual(expected('updated', id));
			}
			if (of('delete')) {
				const deleted = await running.api.delete(`${path}/${id}`);
				expect(deleted.data).toEqual(expected('deleted', id));
			}
		},
	);
});

describe('the behaviour', () => {
	const observed = { listOrder: 'oldestFirst', errors: 'text', writeResponse: 'observed' };

	it('is as observed by default, and set as a whole', async () => {
		const { api } = running;
		expect(await get('/__sandbox/behaviour')).toEqual(observed);
		const set = await api.post('/__sandbox/behaviour', { listOrder: 'newestFirst' });
		expect(set.data).toEqual({ ...observed, listOrder: 'newestFirst' });
		await api.post('/__sandbox/behaviour', { errors: 'mixed' });
		expect(await get('/__sandbox/behaviour')).toEqual({ ...observed, errors: 'mixed' });
	});

	it('can be set at the start, and a reset returns to it', async () => {
		const behaviour = { listOrder: 'newestFirst' } as const;
		const { sandbox, api } = await run({ behaviour });
		const first = async () => (await api.get('/v1/public/items')).data[0].name;
		const names = [await first()];
		sandbox.setBehaviour({});
		names.push(await first());
		sandbox.reset();
		names.push(await first());
		await sandbox.close();
		const [oldest, newest] = [data.items[0].name, data.items.at(-1)?.name];
		expect(names).toEqual([newest, oldest, newest]);
	});

	it.each([
		[{ errors: 'none' }, 'errors is text or object or mixed, not none'],
		[{ colour: 'red' }, 'no setting colour. Settings: listOrder, '],
	])('rejects unknown settings and values: %j', async (behaviour, message) => {
		const refused = await running.api.post('/__sandbox/behaviour', behaviour);
		expect([refused.status, refused.data.detail]).toEqual([422, expect.stringContaining(message)]);
		expect(() => behave(behaviour as Behaviour)).toThrow(message);
		expect(await get('/__sandbox/behaviour')).toEqual(observed);
	});

	it('is described in the contract, with the responses of every setting', () => {
		const check = (operationId: string, behaviour: Behaviour, body: unknown) => {
			const schema = responseSchema(operations.get(operationId)!, 200, behaviour)!;
			return compileResponse(schema, behaviour)(body);
		};
		const result = { external_id: 'a', status: 'failed', order_id: null };
		const orders = (...errors: unknown[]) => ({ ok: false, results: [{ ...result, errors }] });
		const object = { code: 'c', message: 'm', field: 'f' };
		expect(check('bulkCreateOrders', { errors: 'object' }, orders(object))).toBe(true);
		expect(check('bulkCreateOrders', { errors: 'object' }, orders('text'))).toBe(false);
		expect(check('bulkCreateOrders', { errors: 'mixed' }, orders(object, 'text'))).toBe(true);
		expect(check('bulkCreateOrders', {}, orders(object))).toBe(false);

		const plain = { writeResponse: 'specification' } as const;
		const envelope = { ok: true, status: 'created', external_id: null, ctx_id: 'c' };
		const property = { ...envelope, property_id: 'p' };
		expect(check('createProperty', plain, property)).toBe(true);
		expect(check('createProperty', plain, envelope)).toBe(false);
		expect(check('createProperty', plain, { ...property, more: 'x' })).toBe(false);
		expect(check('createDeal', plain, { ...envelope, case_id: 'd' })).toBe(false);
		expect(check('createProperty', {}, property)).toBe(false);
	});
});
