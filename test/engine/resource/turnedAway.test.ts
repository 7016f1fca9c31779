/** A gateway may say 503 with `Retry-After` of what the service has done, and a 429 may come in the middle of many records. */
import type { IDataObject } from 'n8n-workflow';

import { fromItem } from '../../../testing/parameters';
import { useCustomService, useEngine } from '../../../testing/setUp';
import { describeSince } from '../../../testing/since';

const service = useCustomService();
const { runNode } = useEngine(service);
const onError = 'continueErrorOutput' as const;
type Headers = Readonly<Record<string, string>>;

const soon = { 'retry-after-ms': '50' };
const inSeconds = { 'retry-after': '1' };
const onDate = { 'retry-after': new Date(Date.now() + 2000).toUTCString() };
const posts = () => service.requests.filter(({ method }) => method === 'POST');
const kindsOf = (failed: ReadonlyArray<{ json: IDataObject }>) =>
	failed.map(({ json }) => (json.details as IDataObject).kind);

/** Stores what `keeps` says of the records of each write, and refuses those for which it says something. */
function serve(status: number, headers: Headers, keeps: (ids: string[]) => string[] | undefined) {
	const stored: string[] = [];
	service.reply = ({ method, path, body }) => {
		if (method === 'GET') {
			const id = path.split('/').pop() as string;
			return stored.includes(id)
				? { body: { id: `uuid-${id}`, created_at: new Date().toISOString() } }
				: { status: 404, body: { message: 'no such record' } };
		}
		const { orders = [body] } = body as { orders?: unknown[] };
		const ids = (orders as IDataObject[]).map(({ externalId, name = externalId }) => String(name));
		const kept = keeps(ids);
		stored.push(...(kept ?? ids));
		if (kept) return { status, headers, body: { message: 'busy' } };
		const results = ids.map((id) => ({ external_id: id, order_id: `uuid-${id}`, created: true }));
		return { body: { ok: true, case_id: `uuid-${ids[0]}`, results } };
	};
	return stored;
}

const AGAIN = /Find or Create, or an External ID, can be sent again\.$/;

describeSince('errorDetails')('a create that must not be repeated', () => {
	it.each<[string, Headers, RegExp]>([
		['deal', soon, AGAIN],
		['contact', inSeconds, AGAIN],
		['company', onDate, AGAIN],
		['bill', soon, /An External ID can be sent again\.$/],
		['inventoryTransaction', soon, /not sent again/],
	])(
		'is unknown after 503 with a time, and says what is safe: %s',
		async (type, headers, words) => {
			const stored = serve(503, headers, (ids) => ids);
			const items = [{ name: 'A', transaction_type: 'in', amount: 1 }];
			const { failed } = await runNode(type, 'create', fromItem, { items, onError });
			expect([posts().length, stored.length]).toEqual([1, 1]);
			expect(failed[0].json).toMatchObject({
				message: expect.stringMatching(words),
				details: { kind: 'unknownOutcome', mayHaveHappened: true },
			});
		},
	);

	it('goes first after each pause: 40 deals cost a few unknown outcomes, not 40', async () => {
		const until = Date.now() + 1000;
		const stored = serve(503, { 'retry-after-ms': '200' }, (ids) =>
			Date.now() < until ? ids : undefined,
		);
		const items = Array.from({ length: 40 }, (_, n) => ({ name: `d-${n}` }));
		const { failed } = await runNode('deal', 'create', fromItem, { items, onError });
		expect(new Set(kindsOf(failed))).toEqual(new Set(['unknownOutcome']));
		expect(failed.length).toBeLessThan(10);
		expect([stored.length, new Set(stored).size]).toEqual([40, 40]);
	});
});

describeSince('errorDetails')('many orders in one request', () => {
	const ids = ['o-0', 'o-1', 'o-2', 'o-3'];

	it.each<[number, string, string[], number, number]>([
		[429, 'none is', [], 2, 0],
		[429, 'the first ones are', ids.slice(0, 2), 1, 2],
		[429, 'the last one is', ids.slice(3), 1, 3],
		[503, 'none is', [], 2, 0],
		[503, 'all are', ids, 1, 0],
		[503, 'the first one is', ids.slice(0, 1), 1, 3],
		[504, 'none is', [], 1, 4],
	])(
		'are sent again after %i only where none is there: %s',
		async (status, _, keep, sent, lost) => {
			const refusals = [keep];
			const stored = serve(status, status === 504 ? inSeconds : soon, () => refusals.pop());
			const items = ids.map((externalId) => ({ externalId, lines: [{ itemExternalId: 's' }] }));
			const parameters = { ...fromItem, itemsSource: 'json', itemsJson: '={{ $json.lines }}' };
			const run = await runNode('order', 'createMany', parameters, { items, onError });
			expect([posts().length, run.items.length]).toEqual([sent, 4 - lost]);
			expect(kindsOf(run.failed)).toEqual(ids.slice(0, lost).fill('unknownOutcome'));
			expect(stored).toEqual([...new Set(stored)]);
		},
	);
});
