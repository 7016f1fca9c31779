import type { IDataObject } from 'n8n-workflow';

import {
	groupByExternalId,
	nameItems,
	type BulkRecord,
	type Entry,
	type RecordOutcome,
} from '../../../../nodes/shared/execution/bulk/record';
import {
	matchResults,
	type BulkResponse,
} from '../../../../nodes/shared/execution/bulk/matchResults';
import { summarize, sumUp, tally } from '../../../../nodes/shared/execution/bulk/output';
import { runAtOnce } from '../../../../nodes/shared/execution';
import { badInput, fail, Failure, succeed } from '../../../../nodes/shared/http';
import fc, { itForAll } from '../../../../testing/properties';
import { plain } from '../../plain';

const words = { singular: 'order', plural: 'orders' };
const share = (externalId: string): BulkRecord => ({ externalId, record: {}, items: [0] });
const answerOf = (results: IDataObject[], more: Partial<BulkResponse> = {}): BulkResponse => ({
	results,
	...more,
});
const done = (external_id: string | number, more: IDataObject = {}): IDataObject => ({
	external_id,
	created: true,
	errors: [],
	...more,
});
const refused = { kind: 'refused', message: 'ok: false', remedy: '' } as const;
const rejection = new Failure(refused);
const match = (ids: string[], response: BulkResponse) =>
	matchResults(ids.map(share), response, words);

describe('matching results', () => {
	it('accepts an external ID that comes back as a number', () =>
		expect(match(['17'], answerOf([done(17)]))[0].ok).toBe(true));

	it('counts an order that is mentioned twice once, as failed when one mention has errors', () => {
		const [a, b] = match(
			['a', 'b'],
			answerOf([
				done('a'),
				done('b', { created: false }),
				done('a', { created: false }),
				done('b', { created: false, errors: ['no'] }),
			]),
		);
		expect(a).toEqual(succeed(done('a')));
		expect(b).toMatchObject({
			failure: { kind: 'refused', message: expect.stringMatching(/order b: no$/) },
		});
	});

	it.each([
		[['text'], 'text'],
		[[{ message: 'from an object' }], 'from an object'],
		[[{ code: 7 }, 'two'], '{"code":7}; two'],
		['not a list', 'not a list'],
	])('shows errors %j as %s', (errors, text) => {
		const [result] = match(['a'], answerOf([done('a', { created: false, errors })]));
		const message = `The service rejected the order a: ${text}`;
		expect(result).toMatchObject({ failure: { message, serviceDetails: [errors].flat() } });
	});

	it.each<IDataObject>([
		{ created: true, object_id: 'o-1', record_id: 7 },
		{ created: false, object_id: 'o-1', record_id: 7 },
		{ created: true },
		{ status: 'created', order_id: 'o-1' },
	])('says that an order with problems was stored: %j', (shown) => {
		const [result] = match(['a'], answerOf([{ external_id: 'a', errors: ['odd tax'], ...shown }]));
		const { status: _status, ...stored } = shown;
		expect(result).toMatchObject({
			failure: {
				kind: 'storedWithProblems',
				message: expect.stringMatching(/stored the order a .*odd tax$/),
				remedy: expect.stringContaining('need not be sent again'),
				stored,
				mayHaveHappened: true,
			},
		});
	});

	it('does not take a result without any ID for done', () => {
		const nothing = { external_id: 'a', created: false, object_id: null, record_id: null };
		const [result] = match(['a'], answerOf([nothing]));
		expect(result).toMatchObject({ failure: { kind: 'unknownOutcome', mayHaveHappened: true } });
	});

	it('fails all orders for ok: false when none of them explains it', () => {
		const results = match(['a', 'b'], answerOf([done('a'), done('b')], { rejection }));
		const failed = { ok: false, failure: refused };
		expect(results.map(plain)).toEqual([failed, failed]);
		expect(match(['a'], answerOf([], { rejection })).map(plain)).toEqual([failed]);
	});

	it('never calls a queued order done', () => {
		const queued = { jobId: 'job-1', ctxId: 'ctx-1' };
		const results = match(['a', 'b'], answerOf([done('b', { created: undefined })], queued));
		const job = { queued: true, job_id: 'job-1', ctx_id: 'ctx-1' };
		expect(results[0]).toEqual(succeed({ external_id: 'a', ...job }));
		expect(results[1]).toMatchObject({ value: { external_id: 'b', ...job } });
	});

	itForAll(
		100,
		fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 40 }).chain((ids) =>
			fc.record({
				ids: fc.constant(ids),
				mentioned: fc.shuffledSubarray([...ids, ...ids]),
			}),
		),
	)(
		'matches each order with its own result, whatever is shuffled, duplicated or missing',
		({ ids, mentioned }) => {
			const results = match(ids, answerOf(mentioned.map((id) => done(id))));
			results.forEach((result, index) => {
				expect(result.ok).toBe(mentioned.includes(ids[index]));
				if (result.ok) expect(result.value.external_id).toBe(ids[index]);
				else expect(result.failure.message).toContain(ids[index]);
			});
		},
	);
});

describe('gathering whole records', () => {
	const entry = (item: number, externalId: string | undefined, record: IDataObject): Entry => ({
		item,
		externalId,
		record: succeed(record),
	});
	const gather = (...entries: Entry[]) => runAtOnce(groupByExternalId(entries, words));

	it('sends the same record once, for all items that give it', () => {
		const [first, again] = [0, 3].map((item) => entry(item, 'a', { n: 1 }));
		const { records: shares, invalid } = gather(first, entry(1, 'b', {}), again);
		expect(invalid).toEqual([]);
		expect(shares).toEqual([
			{ externalId: 'a', record: { n: 1 }, items: [0, 3] },
			{ externalId: 'b', record: {}, items: [1] },
		]);
	});

	it('refuses two different records with one external ID, and names their items', () => {
		const { records: shares, invalid } = gather(
			entry(0, 'a', { n: 1 }),
			entry(1, 'a', { n: 2 }),
			entry(2, 'a', { n: 1 }),
		);
		expect(shares).toEqual([]);
		expect(invalid).toMatchObject([
			{
				externalId: 'a',
				items: [0, 1, 2],
				result: {
					failure: { kind: 'input', message: expect.stringMatching(/order a .*items 1, 2 and 3/) },
				},
			},
		]);
	});

	it('keeps bad records and those without an external ID apart', () => {
		const bad = { item: 1, externalId: 'b', record: fail(badInput('fields', 'bad', 'mend')) };
		const { records: shares, invalid } = gather(entry(0, undefined, {}), bad, entry(2, 'c', {}));
		expect(shares.map(({ externalId }) => externalId)).toEqual(['c']);
		expect(invalid.map(({ items, externalId }) => [externalId, items])).toEqual([
			[undefined, [0]],
			['b', [1]],
		]);
	});
});

describe('the summary of rejected orders', () => {
	const rejected = (id: string, item: number, message = `no ${id}`): RecordOutcome => ({
		externalId: id,
		items: [item],
		result: fail(new Failure({ kind: 'refused', message, remedy: 'mend', status: 200 })),
	});
	const many = (count: number, message?: string) =>
		Array.from({ length: count }, (_, index) => rejected(`o${index}`, index, message));

	const good = (count: number): RecordOutcome[] =>
		Array.from({ length: count }, (_, index) => ({
			externalId: `good-${index}`,
			items: [100 + index],
			result: succeed({}),
		}));

	it('counts orders as orders and rows as rows, and says which row of the file an item is', () => {
		const result = fail(badInput('fields', 'no order number', ''));
		const row: RecordOutcome = { items: [67], result };
		const fromRows = { ...words, fromRows: true };
		const { failure, summary } = sumUp([rejected('a', 3), row, ...good(2)], fromRows);
		expect(failure.message).toBe('1 of 3 orders and 1 row without an order were rejected');
		expect(summary).toBe(
			'2 of 3 orders were accepted. Rejected: a (item 4): no a | no order (item 68): no order number',
		);
		const count = tally([rejected('a', 3), row, ...good(2)], fromRows);
		expect(summarize(count, { requests: 1, seconds: 0 }, fromRows)).toContain(
			'3 orders in 1 request: 0 created, 0 updated, 1 rejected, 1 row without an order.',
		);
	});

	it('keeps to a page, whatever the reasons and IDs are', () => {
		const long = Array.from({ length: 30 }, (_, index) =>
			rejected(`${index}`.repeat(5000), index, `${index} ${'x'.repeat(100_000)}`),
		);
		const { failure, summary } = sumUp(long, words);
		expect(failure.message.length).toBeLessThan(2100);
		expect(summary.length).toBeLessThan(4100);
		expect(sumUp([long[0]], words).failure.message.length).toBeLessThan(2100);
	});

	it('names the first twenty and counts the rest', () => {
		const { failure, summary } = sumUp([...many(33), ...good(7)], words);
		expect(failure.message).toBe('33 of 40 orders were rejected');
		expect(summary).toMatch(/^7 of 40 orders were accepted\. Rejected: o0 \(item 1\): no o0 \| /);
		expect(summary).toContain('o19 (item 20): no o19 | and 13 more');
		expect(summary).not.toContain('o20');
		expect(summary.split(' | ')).toHaveLength(21);
	});

	it('says a reason once when it is the same for all', () => {
		const { failure, summary } = sumUp([...many(3, 'the token is bad'), ...good(6)], words);
		expect(failure.message).toBe('the token is bad');
		expect(summary).toBe(
			'6 of 9 orders were accepted. Rejected: o0 (item 1) | o1 (item 2) | o2 (item 3)',
		);
	});

	it('takes a failure of the service for more than bad input', () => {
		const bad: RecordOutcome = { items: [0], result: fail(badInput('fields', 'bad row', 'mend')) };
		const expected = { kind: 'refused', status: 200 };
		expect(sumUp([bad, rejected('b', 1)], words).failure).toMatchObject(expected);
		const result = fail(badInput('x', 'other', ''));
		expect(sumUp([bad, { ...bad, items: [1], result }], words).failure.kind).toBe('input');
	});

	it('names items as n8n counts them', () => {
		expect(nameItems([4])).toBe('item 5');
		expect(nameItems([4, 7])).toBe('items 5 and 8');
		expect(nameItems(Array.from({ length: 13 }, (_, index) => index))).toBe(
			'items 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 3 more',
		);
	});

	it('counts what became of the orders and says it in one sentence', () => {
		const became = (value: IDataObject): RecordOutcome => ({ items: [0], result: succeed(value) });
		const count = tally(
			[
				became({ created: true }),
				became({ created: false }),
				became({ status: 'created' }),
				became({ status: 'updated' }),
				became({ queued: true, status: 'created' }),
				became({}),
				rejected('x', 1),
			],
			words,
		);
		expect(count).toEqual({
			records: 7,
			created: 2,
			updated: 2,
			queued: 1,
			rejected: 1,
			withProblems: 0,
			rows: 0,
		});
		expect(summarize(count, { requests: 1, seconds: 2.345 }, words)).toBe(
			'7 orders in 1 request: 2 created, 2 updated, 1 queued, not done yet, 1 rejected. 2.3 s.',
		);
		expect(summarize({ ...count, records: 1, queued: 0 }, { requests: 2, seconds: 0 }, words)).toBe(
			'1 order in 2 requests: 2 created, 2 updated, 1 rejected. 0.0 s.',
		);
	});
});
