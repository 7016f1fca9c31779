import type { INodeParameters } from 'n8n-workflow';

import {
	pairs,
	row,
	sandbox,
	stored,
	tableOf,
	upsert,
	useMigrations,
} from '../../../testing/migrations';
import {
	startCustomService,
	type CustomService,
	type Received,
} from '../../../testing/services/customService';
import { describeSince, itSince } from '../../../testing/since';

/** A service written for this test: refuses every batch that holds a bad order, and says no more. */
let service: CustomService;
const accepted: string[] = [];

useMigrations();
beforeAll(async () => {
	service = await startCustomService();
});
beforeEach(() => {
	service.received.length = 0;
	accepted.length = 0;
});
afterAll(async () => await service.close());

const orderIds = ({ body }: Received) =>
	(body as { orders: Array<{ order_external_id: string }> }).orders.map(
		({ order_external_id: id }) => id,
	);

/** Refuses batches for which `reason` has one; writes the others. */
function serve(reason: (ids: string[]) => { status?: number; body: object } | undefined) {
	service.reply = (request) => {
		const ids = orderIds(request);
		const refusal = reason(ids);
		if (refusal) return refusal;
		accepted.push(...ids);
		const results = ids.map((id) => ({ external_id: id, created: true, errors: [] }));
		return { body: { ok: true, results } };
	};
}

const run = async (rows: ReturnType<typeof tableOf>, parameters: INodeParameters = {}) =>
	await upsert(rows, { url: service.url, onError: 'continueErrorOutput', parameters });
const failedIds = (items: Parameters<typeof pairs>[0]) => pairs(items).map(([id]) => id);

describeSince('errorDetails')('an order for which the service refuses its whole batch', () => {
	it.each<[number, object]>([
		[400, { message: 'bad order' }],
		[404, { message: 'company not found', ctx_id: 'c-1' }],
		[409, { detail: 'conflict' }],
		[413, {}],
		[422, { detail: [{ loc: ['body', 'orders', 17], msg: 'value is not valid', type: 'x' }] }],
		[200, { ok: false, results: [] }],
		[200, { ok: false, message: 'rejected' }],
	])('is rejected alone, with all its rows, after HTTP %d %j', async (status, body) => {
		const bad = ['m-3', 'm-4', 'm-77', 'm-150'];
		serve((ids) => (ids.some((id) => bad.includes(id)) ? { status, body } : undefined));
		const { main } = await run(tableOf(250, 2));
		expect(pairs(main[1])).toEqual(
			bad.map((id) => [id, [Number(id.slice(2)), 250 + Number(id.slice(2))]]),
		);
		expect(main[0]).toHaveLength(246);
		expect([...accepted].sort()).toEqual(failedIds(main[0]).sort());
	});

	it('stops a run that is about nothing else, after a few requests', async () => {
		serve(() => ({ status: 404, body: { message: 'partner my-erp does not exist' } }));
		const { main } = await run(tableOf(2500, 1));
		expect(service.received.length).toBeLessThanOrEqual(13);
		expect(main.map((items) => items.length)).toEqual([0, 2500]);
		const errors = main[1].map(({ json }) => String(json.error));
		expect(errors.every((error) => error.includes('partner my-erp does not exist'))).toBe(true);
		expect(errors[2000]).toMatch(/^Not sent, because everything that was tried was refused: /);
	});

	it('goes out in smaller batches when the gateway gives up on large ones', async () => {
		serve((ids) => (ids.length > 30 ? { status: 504, body: {} } : undefined));
		const { main } = await run(tableOf(500, 1));
		expect(main.map((items) => items.length)).toEqual([500, 0]);
		expect(new Set(accepted).size).toBe(accepted.length);
		expect(service.received.length).toBeLessThan(60);
	});
});

describe('one odd result', () => {
	itSince('errorDetails').each<[string, unknown]>([
		['is null', null],
		['is text', 'm-2: done'],
		['is a number', 7],
		['is a list', ['m-2']],
		['has no external ID', { object_id: 'x' }],
		['has an object as its external ID', { external_id: { id: 'm-2' } }],
	])('fails its own order only: it %s', async (_, odd) => {
		service.reply = (request) => ({
			body: {
				ok: true,
				results: orderIds(request).map((id) =>
					id === 'm-2' ? odd : { external_id: id, created: true, errors: [] },
				),
			},
		});
		const { main } = await run(tableOf(5, 1));
		expect(failedIds(main[0])).toEqual(['m-0', 'm-1', 'm-3', 'm-4']);
		expect(failedIds(main[1])).toEqual(['m-2']);
		expect(main[1][0].json).toMatchObject({ details: { mayHaveHappened: true } });
	});
});

describe('empty input', () => {
	it.each<[string, INodeParameters, object[]]>([
		['an empty list', { inputMode: 'json', orders: '={{ $json.orders }}' }, [{ orders: [] }]],
		['an empty text', { inputMode: 'json', orders: '' }, [{}]],
		['null', { inputMode: 'json', orders: '={{ null }}' }, [{}]],
		['an expression without a value', { inputMode: 'json', orders: '={{ $json.no }}' }, [{}]],
		['an empty item, one per order', { inputMode: 'order' }, [{}]],
		['an empty row', {}, [{}]],
	])('is an error of its item, beside orders that are sent: %s', async (_, parameters, empty) => {
		const full = { ...row('m-1'), items: [], orders: [{ order_external_id: 'm-1', items: [] }] };
		const { main } = await upsert([...empty, full] as never, {
			parameters,
			onError: 'continueErrorOutput',
		});
		const outputs = main.flatMap((items) => items).flatMap(({ pairedItem }) => pairedItem);
		expect(outputs).toContainEqual({ item: 0 });
		expect(main[0].flatMap(({ pairedItem }) => pairedItem)).not.toContainEqual({ item: 0 });
	});
});

describe('the lines of whole orders', () => {
	const whole = async (lines: unknown, items: string) =>
		await upsert([{ order_external_id: 'm-1', lines }], {
			parameters: { inputMode: 'order', items },
			onError: 'continueErrorOutput',
		});

	it('are refused when the expression finds none', async () => {
		const { main } = await whole([{ sku: 'a' }], '={{ $json.linse }}');
		expect(main[0]).toEqual([]);
		expect(main[1][0].json.error).toContain('Line Items has no value');
		expect(sandbox.requests).toEqual([]);
	});

	it('are refused when they have keys that no field takes', async () => {
		const { main } = await whole([{ skuu: 'acme-item-desk' }], '={{ $json.lines }}');
		expect(main[0]).toEqual([]);
		expect(main[1][0].json.error).toContain('Line Items, row 1: unknown fields: skuu');
	});

	it('are left alone when the parameter was cleared', async () => {
		const { main } = await whole([{ sku: 'acme-item-desk' }], '');
		expect(main[0]).toHaveLength(1);
		expect(stored()).toMatchObject([{ external_id: 'm-1' }]);
	});
});
