/**
 * A bulk request that is refused as a whole: Create Many looks its orders up, and sends them again where none is there, in
 * parts unless it was refused for the time being; Migration Upsert sends them again in parts. No order is stored twice.
 */
import type { IDataObject } from 'n8n-workflow';

import { row, upsertWith } from '../../../../testing/orderLines';
import { fromItem } from '../../../../testing/parameters';
import type { Reply } from '../../../../testing/services/customService';
import { useCustomEngine } from '../../../../testing/setUp';
import { describeSince } from '../../../../testing/since';

const { service, runNode } = useCustomEngine();

const lines = [{ itemExternalId: 's-1', quantity: 1 }];
const many = (count: number) => Array.from({ length: count }, (_, n) => `o-${n}`);

const createMany = async (ids: string[]) =>
	await runNode(
		'order',
		'createMany',
		{ ...fromItem, itemsSource: 'json', itemsJson: '={{ $json.lines }}' },
		{ items: ids.map((externalId) => ({ externalId, lines })), onError: 'continueErrorOutput' },
	);
const upsert = async (ids: string[]) =>
	await upsertWith(runNode)(
		ids.map((id) => row(id)),
		{},
		{ onError: 'continueErrorOutput' },
	);

const batches = () =>
	service.requests
		.filter(({ method }) => method === 'POST')
		.map(({ body }) =>
			(body as { orders: IDataObject[] }).orders.map((order) =>
				String(order.externalId ?? order.order_external_id),
			),
		);

interface Rules {
	/** Why it refuses these orders together; the status is that of the response. */
	readonly refuses: (ids: string[]) => Reply | undefined;
	/** What it keeps of orders that it refuses. */
	readonly keeps?: (ids: string[]) => string[];
	/** Look-ups find nothing of what it has. */
	readonly hides?: boolean;
}

/** A service that stores each order as often as it is sent, and counts. */
function serve({ refuses, keeps = () => [], hides }: Rules) {
	const stored: string[] = [];
	service.reply = ({ method, path, body }) => {
		if (method === 'GET') {
			const id = path.split('/').pop() as string;
			return stored.includes(id) && !hides
				? { body: { id: `uuid-${id}`, created_at: new Date().toISOString() } }
				: { status: 404, body: { message: 'no such order' } };
		}
		const ids = (body as { orders: IDataObject[] }).orders.map((order) =>
			String(order.externalId ?? order.order_external_id),
		);
		const refusal = refuses(ids);
		stored.push(...(refusal ? keeps(ids) : ids));
		const results = ids.map((id) => ({ external_id: id, order_id: `uuid-${id}`, created: true }));
		return refusal ?? { body: { ok: true, results } };
	};
	return stored;
}

const because = (message: string, status = 422): Reply => ({ status, body: { message } });
const tooMany = (limit: number) => (ids: string[]) =>
	ids.length > limit
		? because(`List should have at most ${limit} items after validation, not ${ids.length}`)
		: undefined;
const bad =
	(...all: string[]) =>
	(ids: string[]) =>
		ids.some((id) => all.includes(id)) ? because('customer unknown') : undefined;

describe('Create Many, where none is there', () => {
	it.each([400, 413, 422])('finds the size that is accepted, after HTTP %d', async (status) => {
		const stored = serve({
			// Nor are those found that were accepted.
			hides: true,
			refuses: ({ length }) =>
				length > 20 ? because('at most 20 orders per request', status) : undefined,
		});
		const { items, failed } = await createMany(many(100));
		expect([items.length, failed.length, new Set(stored).size]).toEqual([100, 0, 100]);
		expect(stored).toHaveLength(100);
	});

	it('finds the one that is refused', async () => {
		const stored = serve({ refuses: bad('o-1') });
		const { items, failed } = await createMany(many(3));
		expect([items.length, failed.length]).toEqual([2, 1]);
		expect(stored.sort()).toEqual(['o-0', 'o-2']);
	});
});

describeSince('errorDetails')('Create Many, refused for the time being', () => {
	const ids = many(4);

	it.each<[number, string, string[], number, number]>([
		[429, 'none is', [], 2, 0],
		[429, 'the first ones are', ids.slice(0, 2), 1, 2],
		[429, 'the last one is', ids.slice(3), 1, 3],
		[503, 'none is', [], 2, 0],
		[503, 'all are', ids, 1, 0],
		[503, 'the first one is', ids.slice(0, 1), 1, 3],
		[504, 'none is', [], 1, 4],
	])(
		'sends orders again after %i only where none is there: %s',
		async (status, _, keep, sent, lost) => {
			const headers: Reply['headers'] =
				status === 504 ? { 'retry-after': '1' } : { 'retry-after-ms': '50' };
			const busy = [{ status, headers, body: { message: 'busy' } }];
			const stored = serve({ refuses: () => busy.pop(), keeps: () => keep });
			const { items, failed } = await createMany(ids);
			expect([batches().length, items.length]).toEqual([sent, 4 - lost]);
			expect(failed.map(({ json }) => (json.details as IDataObject).kind)).toEqual(
				ids.slice(0, lost).fill('unknownOutcome'),
			);
			expect(stored).toEqual([...new Set(stored)]);
		},
	);
});

describe('Migration Upsert', () => {
	it('goes on in the size that was accepted', async () => {
		const stored = serve({ refuses: tooMany(20) });
		const { items } = await upsert(many(50));
		expect(batches().map(({ length }) => length)).toEqual([50, 25, 25, 13, 12, 13, 12]);
		expect([items.length, stored.length]).toEqual([50, 50]);
	});

	it('takes what is said of the lines of one order for no limit of the batch', async () => {
		const refuses = (ids: string[]) =>
			ids.includes('o-2') ? because('an order has at most 30 items') : undefined;
		const stored = serve({ refuses });
		const { items, failed } = await upsert(many(60));
		expect([items.length, failed.length, new Set(stored).size]).toEqual([59, 1, 59]);
	});

	it('sends parts until each result can be told from the others', async () => {
		service.reply = ({ body }) => {
			const { orders } = body as { orders: IDataObject[] };
			const results = orders.map(({ order_external_id: id }) =>
				id === 'o-2' ? { error: 'customer unknown' } : { id: `uuid-${String(id)}` },
			);
			return { body: { results } };
		};
		const { items, failed } = await upsert(many(4));
		expect(items.map(({ json }) => json.external_id)).toEqual(['o-0', 'o-1', 'o-3']);
		expect(failed.map(({ json }) => json.error)).toEqual([
			expect.stringMatching(/rejected the order o-2: .*customer unknown/),
		]);
	});
});
