import data from '../../sandbox/data/records.json';
import { compileResponse, objects, operations, responseSchema } from '../../sandbox/contract';
import type { Behaviour } from '../../sandbox';
import { run, useRunning } from './client';

type Json = Record<string, unknown>;

const running = useRunning();

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

describe('ties', () => {
	const sortedBy = (sort: string) => ({ sort, search: 'Tie', limit: 20 });
	const pagesOf = async (sort: string) => [
		...(await companies({ ...sortedBy(sort), page: 1 })),
		...(await companies({ ...sortedBy(sort), page: 2 })),
	];

	beforeAll(async () => {
		running.sandbox.reset();
		for (let index = 0; index < 40; index++) {
			const body = { name: `Tie ${index}`, address: `Street ${index % 3}` };
			await running.api.post('/v1/public/companies', body);
		}
	});
	beforeEach(() => behave({}));

	it('come in the same order every time by default', async () => {
		const pages = ids(await pagesOf('address'));
		expect(new Set(pages).size).toBe(40);
		expect(ids(await pagesOf('address'))).toEqual(pages);
	});

	it('are broken in a new order for every page, so that pages repeat some rows and miss others', async () => {
		behave({ ties: 'random' });
		const pages = await pagesOf('-address');
		const addresses = pages.map(({ address }) => address);
		expect(addresses).toEqual([...addresses].sort().reverse());
		expect(new Set(ids(pages)).size).toBeLessThan(40);
		expect(ids(await pagesOf('-address'))).not.toEqual(ids(pages));
	});

	it('do not move rows whose sort values differ', async () => {
		const before = await pagesOf('name');
		behave({ ties: 'random' });
		expect(await pagesOf('name')).toEqual(before);
	});

	it('are broken alike for the same seed and the same requests', async () => {
		const withSeed = async (seed: number) => {
			behave({ ties: 'random', seed });
			return ids(await pagesOf('address'));
		};
		const first = await withSeed(7);
		expect(await withSeed(7)).toEqual(first);
		expect(await withSeed(8)).not.toEqual(first);
	});

	it.each([...lists, ['/v1/public/companies', { limit: 100, search: 'Tie' }] as const])(
		'are all rows of a list when no sort is asked for: %s %j',
		async (path, params) => {
			const texts = async () => (await rows(path, params)).map((row) => JSON.stringify(row));
			const before = await texts();
			behave({ ties: 'random' });
			const orders = new Set<string>();
			for (let time = 0; time < 6; time++) {
				const now = await texts();
				orders.add(now.join());
				expect(now.sort()).toEqual([...before].sort());
			}
			expect(orders.size).toBeGreaterThan(1);
		},
	);
});

describe('what a list is asked for', () => {
	beforeEach(() => running.sandbox.reset());

	it('can be ignored: the sort', async () => {
		const inOwnOrder = ids(await companies({ limit: 100 }));
		behave({ sort: 'ignored' });
		expect(ids(await companies({ limit: 100, sort: '-company_id' }))).toEqual(inOwnOrder);
	});

	it('can be rejected: the sort', async () => {
		behave({ sort: 'rejected' });
		const params = { sort: 'company_id' };
		expect((await running.api.get('/v1/public/companies', { params })).status).toBe(400);
		expect((await running.api.get('/v1/public/companies')).status).toBe(200);
	});

	it.each(['companies', 'workflows'])('can be ignored: the page, of %s', async (object) => {
		behave({ page: 'ignored' });
		const path = `/v1/public/${object}`;
		const [first, second] = [
			await rows(path, { limit: 2 }),
			await rows(path, { limit: 2, page: 2 }),
		];
		expect(first).toHaveLength(2);
		expect(ids(second)).toEqual(ids(first));
	});

	it('can be told with a wrong total', async () => {
		const { total } = await get('/v1/public/companies');
		behave({ totals: 'low' });
		expect((await get('/v1/public/companies')).total).toBe(Math.floor(total / 2));
		behave({ totals: 'high' });
		expect((await get('/v1/public/companies')).total).toBe(total + 7);
	});
});

describe('the order of lists', () => {
	beforeEach(() => running.sandbox.reset());

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
		const pages = [
			...(await companies({ limit: 7, page: 1 })),
			...(await companies({ limit: 7, page: 2 })),
		];
		expect(ids(pages)).toEqual([made.company_id, ...all].slice(0, 14));
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
	beforeEach(() => running.sandbox.reset());

	const problem = (code: string, field: string, message: string) => ({
		code,
		field,
		message: expect.stringContaining(message),
	});
	const text = (message: string) => expect.stringContaining(message);
	const nobody = problem('not_found', 'company', 'nobody');
	const nothing = problem('not_found', 'items', 'nothing');

	const bulk = async () => {
		const orders = ['a', 'b'].map((externalId) => ({
			externalId,
			companyExternalId: 'nobody',
			items: [{ itemExternalId: 'nothing', quantity: 1 }],
		}));
		const { data: body } = await running.api.post('/v1/public/orders/bulk', { orders });
		return body.results.map(({ errors }: Json) => errors);
	};
	const migration = async () => {
		const items = [{ item_external_id: 'nothing' }];
		const orders = [
			{ order_external_id: 'a', company_external_id: 'nobody', items },
			{ order_external_id: null, items: [] },
			{ order_external_id: 'c', order_date: 'soon', items: [{}] },
		];
		const { data: body } = await running.api.post('/v1/public/migrations/shop/orders/upsert', {
			orders,
			create_missing_items: false,
		});
		return body.results.map(({ errors }: Json) => errors);
	};
	const single = async () => {
		const order = { externalId: 'a', companyExternalId: 'nobody', items: [] };
		const { data: body } = await running.api.post('/v1/public/orders', { order });
		return body.results[0].errors;
	};
	const stage = async () =>
		(await running.api.post('/v1/public/deals', { caseStatus: 'none' })).data.errors;

	it('are texts by default', async () => {
		expect(await bulk()).toEqual(Array(2).fill([text('nobody'), text('nothing')]));
		expect(await single()).toEqual([text('nobody')]);
		expect((await migration())[1]).toEqual([text('order_external_id')]);
		expect(await stage()).toEqual({ caseStatus: [text('No stage "none"')] });
	});

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
		const { data: body } = await running.api.post('/v1/public/invoices', { start_date: 'soon' });
		expect(body).toMatchObject({
			message: text('soon'),
			errors: { start_date: [problem('invalid', 'start_date', 'soon')] },
		});
	});

	it('can be objects and texts in turn', async () => {
		behave({ errors: 'mixed' });
		expect(await bulk()).toEqual(Array(2).fill([nobody, text('nothing')]));
		expect(await migration()).toEqual([
			[nobody, text('nothing')],
			[problem('required', 'order_external_id', 'missing')],
			[text('no item'), problem('invalid', 'order date', 'soon')],
		]);
	});

	it('are absent when nothing is wrong', async () => {
		behave({ errors: 'object' });
		const order = { externalId: 'a', items: [] };
		const { data: body } = await running.api.post('/v1/public/orders', { order });
		expect(body).toMatchObject({ ok: true, results: [{ status: 'created', errors: [] }] });
		expect((await running.api.get('/v1/public/companies/none')).data.errors).toBeNull();
	});
});

describe('the response to writes', () => {
	beforeEach(() => running.sandbox.reset());

	const [subscription] = [
		{ subscription_status: 'active', frequency: 1, frequency_time: 'months' },
	];
	const bodies: Record<string, Json> = {
		...Object.fromEntries(Object.entries(data).map(([object, [body]]) => [object, body])),
		deals: { external_id: 'd', name: 'Deal' },
		companies: { external_id: 'c', name: 'Company' },
		orders: { order: { externalId: 'o', items: [] } },
		subscriptions: { ...subscription, cid: 'acme-contact-1', items: [] },
		properties: { name: 'Gift Note' },
	};
	const changes: Record<string, Json> = {
		...bodies,
		subscriptions: { status: 'paused' },
		reports: { reportMetadata: { name: 'Other' } },
		properties: { description: 'On a card' },
	};

	beforeEach(() => {
		running.sandbox.reset();
		behave({ writeResponse: 'specification' });
	});

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
			const { ok, ...withoutOk } = expected('created');

			const created = await running.api.post(path, bodies[object]);
			const statusOf = facts.upsert && object in data ? 'updated' : 'created';
			expect(created.data).toEqual(object === 'deals' ? withoutOk : expected(statusOf));
			expect(ok).toBe(true);
			const id = created.data[identifier] as string;
			const stored = running.sandbox.records(object).find((record) => record.id === id);
			expect(stored?.external_id).toBe(created.data.external_id);
			if (of('update')) {
				const updated = await running.api.put(`${path}/${id}`, changes[object]);
				expect(updated.data).toEqual(expected('updated', id));
			}
			if (of('delete')) {
				const deleted = await running.api.delete(`${path}/${id}`);
				expect(deleted.data).toEqual(expected('deleted', id));
			}
		},
	);

	it('leaves reads as they are', async () => {
		const { data: made } = await running.api.post('/v1/public/subscriptions', bodies.subscriptions);
		const read = await get(`/v1/public/subscriptions/${made.subscription_id}`);
		expect(read).toMatchObject({ id: made.subscription_id, frequency: 1 });
	});

	it('has no results for a single order, so that a wrong order is rejected like any record', async () => {
		const order = {
			externalId: 'o',
			companyExternalId: 'nobody',
			items: [{ itemExternalId: 'nothing' }, { itemExternalId: 'nothing else' }],
		};
		const refused = await running.api.post('/v1/public/orders', { order });
		expect(refused.status).toBe(400);
		expect(refused.data).toMatchObject({
			message: expect.stringContaining('nobody'),
			errors: {
				company: [expect.stringContaining('nobody')],
				items: [expect.stringContaining('nothing'), expect.stringContaining('nothing else')],
			},
		});
		expect(running.sandbox.records('orders').some(({ external_id }) => external_id === 'o')).toBe(
			false,
		);
	});

	it('keeps results where one envelope cannot report many orders', async () => {
		const orders = ['a', 'b'].map((externalId) => ({ externalId, items: [] }));
		const { data: bulk } = await running.api.post('/v1/public/orders/bulk', { orders });
		expect(bulk).toMatchObject({ ok: true, results: [{ external_id: 'a' }, { external_id: 'b' }] });
		const { data: migrated } = await running.api.post('/v1/public/migrations/shop/orders/upsert', {
			orders: [{ order_external_id: 'a', items: [] }],
		});
		expect(migrated).toMatchObject({ ok: true, results: [{ external_id: 'a', created: false }] });
	});

	it('can have ok: false', async () => {
		running.sandbox.setFaults({ faults: [{ kind: 'notOk' }] });
		for (const object of ['subscriptions', 'orders', 'workflows']) {
			const { data: body } = await running.api.post(`/v1/public/${object}`, bodies[object]);
			expect(body).toEqual({ ok: false, status: 'failed', ctx_id: expect.any(String) });
		}
		const { data: made } = await running.api.post('/v1/public/deals', bodies.deals);
		expect(made).toMatchObject({ status: 'created' });
	});
});

describe('the total of a list', () => {
	beforeEach(() => running.sandbox.reset());

	const page = async (object = 'companies', params: Json = {}) =>
		await get(`/v1/public/${object}`, params);

	it.each(['companies', 'contacts', 'orders'])('can be text, or absent: %s', async (object) => {
		const { total, ...others } = await page(object);
		behave({ totals: 'text' });
		const { total: asText } = await page(object);
		expect([typeof total, asText]).toEqual(['number', String(total)]);
		behave({ totals: 'absent' });
		const without = await page(object);
		expect(without).toEqual({ ...others, ctx_id: without.ctx_id });
	});

	it('can be a count up to a minute old, for each search by itself', async () => {
		const { sandbox, api } = running;
		behave({ totals: 'late' });
		const { total } = await page();
		await api.post('/v1/public/companies', { name: 'Late' });
		expect((await page()).total).toBe(total);
		expect((await page('companies', { search: 'Late' })).total).toBe(1);
		await api.post('/v1/public/companies', { name: 'Later' });
		sandbox.advance(59_000);
		expect((await page('companies', { search: 'Late' })).total).toBe(1);
		expect((await page()).total).toBe(total);
		sandbox.advance(2_000);
		expect((await page()).total).toBe(total + 2);
		expect((await page('companies', { search: 'Late' })).total).toBe(2);
	});
});

describe('the behaviour', () => {
	beforeEach(() => running.sandbox.reset());

	const observed = {
		ties: 'stable',
		listOrder: 'oldestFirst',
		sort: 'followed',
		page: 'followed',
		errors: 'text',
		writeResponse: 'observed',
		totals: 'exact',
		seed: 1,
	};

	it('is as observed by default, and set as a whole', async () => {
		const { api } = running;
		expect(await get('/__sandbox/behaviour')).toEqual(observed);
		const set = await api.post('/__sandbox/behaviour', { totals: 'absent' });
		expect(set.data).toEqual({ ...observed, totals: 'absent' });
		expect(await get('/v1/public/companies')).not.toHaveProperty('total');
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
		[{ ties: 'sometimes' }, 'ties is stable or random, not sometimes'],
		[{ colour: 'red' }, 'no setting colour. Settings: ties, '],
		[{ seed: 'x' }, 'seed is a whole number, not x'],
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
		const page = { data: [], page: 1, count: 0, message: 'OK' };
		expect(check('listOrders', { totals: 'text' }, { ...page, total: '0' })).toBe(true);
		expect(check('listOrders', { totals: 'text' }, { ...page, total: 0 })).toBe(false);
		expect(check('listOrders', { totals: 'absent' }, page)).toBe(true);
		expect(check('listOrders', { totals: 'absent' }, { ...page, total: 0 })).toBe(false);
		expect(check('listOrders', {}, page)).toBe(false);

		const result = { external_id: 'a', status: 'failed', order_id: null };
		const orders = (...errors: unknown[]) => ({ ok: false, results: [{ ...result, errors }] });
		const object = { code: 'c', message: 'm', field: 'f' };
		expect(check('bulkCreateOrders', { errors: 'object' }, orders(object))).toBe(true);
		expect(check('bulkCreateOrders', { errors: 'object' }, orders('text'))).toBe(false);
		expect(check('bulkCreateOrders', { errors: 'mixed' }, orders(object, 'text'))).toBe(true);
		expect(check('bulkCreateOrders', {}, orders(object))).toBe(false);

		const plain = { writeResponse: 'specification' } as const;
		const envelope = { ok: true, status: 'created', external_id: null, ctx_id: 'c' };
		expect(check('createProperty', plain, { ...envelope, property_id: 'p' })).toBe(true);
		expect(check('createProperty', plain, envelope)).toBe(false);
		expect(check('createProperty', plain, { ...envelope, property_id: 'p', more: 'x' })).toBe(
			false,
		);
		expect(check('createDeal', plain, { ...envelope, case_id: 'd' })).toBe(false);
		expect(check('createProperty', {}, { ...envelope, property_id: 'p' })).toBe(false);
	});
});
