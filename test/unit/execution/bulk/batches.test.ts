import type { IDataObject } from 'n8n-workflow';

import { writeInBatches, type Batches } from '../../../../nodes/shared/execution/bulk/batches';
import type { BulkRecord } from '../../../../nodes/shared/execution/bulk/record';
import { Failure, succeed, type FailureKind, type Result } from '../../../../nodes/shared/http';
import fc, { itForAll } from '../../../../testing/properties';
import { plain } from '../../plain';

const sharesOf = (count: number): BulkRecord[] =>
	Array.from({ length: count }, (_, index) => ({
		externalId: `order-${index}`,
		record: {},
		items: [index],
	}));
const failed = (kind: FailureKind) => new Failure({ kind, message: kind, remedy: '' });
const echo = (batch: readonly BulkRecord[]) =>
	batch.map(({ externalId }) => succeed<IDataObject>({ external_id: externalId }));
const soon = () => new Promise((resolve) => setImmediate(resolve));
const idOf = (result: Result<IDataObject>) =>
	result.ok ? result.value.external_id : result.failure.kind;
const ids = (count: number) => sharesOf(count).map(({ externalId }) => externalId);

/** Writes so many records; ten at a time, one request after another, unless told otherwise. */
const send = async (count: number, write: Batches['write'], more: Partial<Batches> = {}) =>
	await writeInBatches(sharesOf(count), {
		...{ batchSize: 10, parallel: 1, idempotent: true, write, ...more },
	});

/** A service that takes so many at once and remembers what it was sent. */
function service(accept: (batch: readonly BulkRecord[]) => boolean = () => true) {
	const batches: string[][] = [];
	const accepted: string[] = [];
	let underWay = 0;
	let most = 0;
	return {
		batches,
		accepted,
		get most() {
			return most;
		},
		write: async (batch: readonly BulkRecord[]) => {
			const names = batch.map(({ externalId }) => externalId);
			batches.push(names);
			underWay += 1;
			most = Math.max(most, underWay);
			await soon();
			underWay -= 1;
			if (!accept(batch)) throw failed('tooLarge');
			accepted.push(...names);
			return echo(batch);
		},
	};
}

describe('writing in batches', () => {
	it('sends as few requests as the batch size allows, and so many at once', async () => {
		const taken = service();
		const results = await send(2500, taken.write, { batchSize: 100, parallel: 5 });
		expect(taken.batches).toHaveLength(25);
		expect(taken.most).toBe(5);
		expect(results.map(idOf)).toEqual(ids(2500));
	});

	it('sends nothing without records', async () => {
		const { write, batches } = service();
		expect(await send(0, write)).toEqual([]);
		expect(batches).toEqual([]);
	});

	it('splits batches that are too large, and uses the limit for later batches', async () => {
		const { write, batches, accepted } = service((batch) => batch.length <= 30);
		const results = await send(1000, write, { batchSize: 100 });
		expect(results.map(idOf)).toEqual(ids(1000));
		expect([...accepted].sort()).toEqual(ids(1000).sort());
		expect(batches.filter(({ length }) => length > 30).length).toBeLessThanOrEqual(4);
		expect(batches.length).toBeLessThanOrEqual(1000 / 25 + 4 + 1);
	});

	it('does not let one bulky order make all batches small', async () => {
		const { write, batches } = service(
			(batch) => !batch.some(({ externalId }) => externalId === 'order-777'),
		);
		const results = await send(2000, write, { batchSize: 100, parallel: 4 });
		const rejected = results.flatMap((result, index) => (result.ok ? [] : [index]));
		expect(rejected).toEqual([777]);
		expect(idOf(results[777])).toBe('tooLarge');
		expect(batches.length).toBeLessThan(20 + 2 * 8);
	});

	it('sends the halves of one large batch concurrently too', async () => {
		const taken = service((batch) => batch.length <= 10);
		await send(100, taken.write, { batchSize: 100, parallel: 4 });
		expect(taken.most).toBe(4);
	});

	it.each(['unauthorized', 'forbidden'] as const)(
		'sends nothing more after %s, and says so of the rest',
		async (kind) => {
			let sent = 0;
			const results = await send(50, async (batch) => {
				sent += 1;
				if (sent === 2) throw failed(kind);
				return echo(batch);
			});
			expect(sent).toBe(2);
			expect(results.map(({ ok }) => ok)).toEqual(ids(50).map((_, index) => index < 10));
			const failure = { kind, message: kind, remedy: '' };
			expect(plain(results[10])).toEqual({ ok: false, failure });
			expect(results[20]).toMatchObject({
				failure: { kind, message: expect.stringMatching(/^Not sent/) },
			});
		},
	);

	it('continues after a batch that failed on its own', async () => {
		let sent = 0;
		const results = await send(30, async (batch) => {
			if ((sent += 1) === 2) throw failed('unavailable');
			return echo(batch);
		});
		expect(sent).toBe(3);
		expect(results.filter(({ ok }) => !ok)).toHaveLength(10);
	});

	it('stops when the execution is cancelled, and leaves no order without a result', async () => {
		const controller = new AbortController();
		const results = await send(
			30,
			async (batch) => {
				controller.abort();
				return echo(batch);
			},
			{ signal: controller.signal },
		);
		expect(results.map(idOf)).toEqual([...ids(10), ...Array<string>(20).fill('cancelled')]);
	});

	it('fails the batch whose request throws, and continues', async () => {
		let sent = 0;
		const results = await send(
			3,
			async (batch) => {
				if ((sent += 1) === 2) throw new Error('broken');
				return echo(batch);
			},
			{ batchSize: 1 },
		);
		expect(results.map(idOf)).toEqual(['order-0', 'defect', 'order-2']);
		expect(results[1]).toMatchObject({ failure: { mayHaveHappened: true } });
	});

	itForAll(
		60,
		fc.integer({ min: 0, max: 400 }),
		fc.integer({ min: 1, max: 120 }),
		fc.integer({ min: 1, max: 8 }),
		fc.integer({ min: 1, max: 150 }),
	)(
		'sends every order exactly once that fits, whatever the sizes',
		async (count, batchSize, parallel, limit) => {
			const taken = service((batch) => batch.length <= limit);
			const results = await send(count, taken.write, { batchSize, parallel });
			expect(results.map(idOf)).toEqual(ids(count));
			expect([...taken.accepted].sort()).toEqual(ids(count).sort());
			expect(Math.max(0, ...taken.batches.map(({ length }) => length))).toBeLessThanOrEqual(
				batchSize,
			);
			expect(taken.most).toBeLessThanOrEqual(parallel);
		},
	);
});
