import type { IDataObject } from 'n8n-workflow';

import { writeInBatches, type Batches } from '../../../../nodes/shared/execution/bulk/batches';
import type { BulkRecord } from '../../../../nodes/shared/execution/bulk/record';
import { fail, Failure, succeed, type Result } from '../../../../nodes/shared/http';
import fc, { itForAll } from '../../../../testing/properties';

const recordsOf = (count: number): BulkRecord[] =>
	Array.from({ length: count }, (_, at) => ({ externalId: `${at}`, record: {}, items: [at] }));
const turn = async () => await new Promise((resolve) => setImmediate(resolve));

type Judge = (indexes: readonly number[], request: number) => Partial<Failure> | undefined;

/** A service that refuses what `judge` gives a failure for, and notes every batch. */
function service(judge: Judge) {
	const batches: number[][] = [];
	const accepted: number[] = [];
	const write: Batches['write'] = async (batch) => {
		const indexes = batch.map(({ externalId }) => Number(externalId));
		batches.push(indexes);
		const refusal = judge(indexes, batches.length);
		await turn();
		if (refusal) {
			throw new Failure({ kind: 'refused', message: 'bad', remedy: '', status: 422, ...refusal });
		}
		accepted.push(...indexes);
		return indexes.map((index) => succeed<IDataObject>({ index }));
	};
	return { batches, accepted, write };
}

const sends = async (count: number, judge: Judge, more: Partial<Batches> = {}) => {
	const { write, batches, accepted } = service(judge);
	const usual = { batchSize: 100, parallel: 5, idempotent: true };
	const results = await writeInBatches(recordsOf(count), { ...usual, write, ...more });
	const failed = results.flatMap((result, index) => (result.ok ? [] : [index]));
	return { results, batches, accepted, failed };
};
/** Gives this failure for a batch in which there is such a record. */
const whereAny =
	(isBad: (index: number) => boolean, failure: Partial<Failure> = {}): Judge =>
	(indexes) =>
		indexes.some(isBad) ? failure : undefined;
/** Gives this failure for a batch of more records. */
const beyond =
	(size: number, failure: Partial<Failure>): Judge =>
	({ length }) =>
		length > size ? failure : undefined;
const messageOf = (result: Result<unknown>) => (result.ok ? 'ok' : result.failure.message);

/** The worst that halving a batch of 100 for three bad records costs. */
const MAX_PER_BATCH = 37;
const MAX_ALIKE = 8;
/** Of five batches at once that are refused as a whole, until eight records were refused alone. */
const MAX_UNTIL_STOPPED = 50;

describe('a batch that is refused for what is in it', () => {
	it.each([
		[400, 'refused'],
		[404, 'notFound'],
		[409, 'refused'],
		[413, 'tooLarge'],
		[422, 'refused'],
		[200, 'refused'],
	] as const)('rejects the bad records alone, after HTTP %d', async (status, kind) => {
		const bad = new Set([0, 1, 99, 150, 151, 152, 299]);
		const judge = whereAny((index) => bad.has(index), { status, kind });
		const { failed, accepted, batches } = await sends(300, judge);
		expect(failed).toEqual([...bad]);
		const good = [...Array(300).keys()].filter((index) => !bad.has(index));
		expect([...accepted].sort((a, b) => a - b)).toEqual(good);
		expect(batches.length).toBeLessThanOrEqual(3 * MAX_PER_BATCH);
	});

	itForAll(
		100,
		fc.array(fc.uniqueArray(fc.nat(99), { maxLength: 3 }), { minLength: 1, maxLength: 8 }),
		fc.integer({ min: 1, max: 8 }),
	)(
		'costs no good record and a bounded number of requests, wherever up to three in a batch are bad',
		async (perBatch, parallel) => {
			const bad = new Set(perBatch.flatMap((at, batch) => at.map((one) => batch * 100 + one)));
			const judge = whereAny((index) => bad.has(index));
			const count = perBatch.length * 100;
			const { failed, accepted, batches } = await sends(count, judge, { parallel });
			expect(failed).toEqual([...bad].sort((a, b) => a - b));
			expect(new Set(accepted).size).toBe(accepted.length);
			expect(batches.length).toBeLessThanOrEqual(perBatch.length * MAX_PER_BATCH);
		},
	);

	it('fails the rest with the reason when too many are bad, and says that it was not tried alone', async () => {
		const judge = whereAny((index) => index >= 100 && index % 2 === 1);
		const { results, failed, batches } = await sends(200, judge);
		expect(failed.every((index) => index >= 100)).toBe(true);
		expect(batches.length).toBeLessThan(1 + 1 + 112);
		const rest = results.filter((result) => messageOf(result).startsWith('Refused together'));
		expect(rest.length).toBeGreaterThan(0);
		expect(messageOf(rest[0])).toMatch(/: bad$/);
	});

	it('sends a record alone at once where batches have one record', async () => {
		const judge = whereAny((index) => index % 4 === 1);
		const { failed, batches } = await sends(20, judge, { batchSize: 1 });
		expect(failed).toEqual([1, 5, 9, 13, 17]);
		expect(batches.map(({ length }) => length)).toEqual(Array(20).fill(1));
	});
});

describe('a refusal that meets everything', () => {
	it.each([404, 400, 422])('stops after the first batches, at HTTP %d', async (status) => {
		const { batches, results } = await sends(10_000, () => ({ status }));
		expect(batches.length).toBeLessThanOrEqual(MAX_UNTIL_STOPPED);
		expect(results.every(({ ok }) => !ok)).toBe(true);
		expect(messageOf(results[0])).toBe('bad');
		// Sent with others, and not alone.
		expect(messageOf(results[3])).toBe('bad');
		expect(messageOf(results[9000])).toBe(
			'Not sent, because everything that was tried was refused: bad',
		);
	});

	it('is recognised in the middle too, when the service begins to refuse', async () => {
		const judge: Judge = (_, request) => (request > 20 ? {} : undefined);
		const { batches, failed } = await sends(50_000, judge);
		expect(failed).toHaveLength(48_000);
		expect(batches.length).toBeLessThan(20 + 5 * 113);
	});

	it('is not taken for one when the whole first batch is bad, and records far behind are not', async () => {
		const judge = whereAny((index) => index < 6);
		const { failed } = await sends(1000, judge);
		expect(failed).toEqual([0, 1, 2, 3, 4, 5]);
	});

	it('is not taken for one when records are refused for different reasons', async () => {
		const judge: Judge = ([index]) => ({ status: index % 10 === 0 ? 400 : 422 });
		const { batches, results } = await sends(100, judge, { batchSize: 1, parallel: 1 });
		expect(batches).toHaveLength(100);
		expect(results.map(messageOf)).toEqual(Array(100).fill('bad'));
		const alike = await sends(100, () => ({ status: 422 }), { batchSize: 1, parallel: 1 });
		expect(alike.batches).toHaveLength(8);
	});
});

describe('a batch that takes too long', () => {
	const slow = { kind: 'unavailable', status: 504, timedOut: true } as const;

	it('is sent in smaller parts until they arrive in time', async () => {
		const { failed, batches, accepted } = await sends(3000, beyond(30, slow));
		expect(failed).toEqual([]);
		expect(new Set(accepted).size).toBe(3000);
		expect(batches.length).toBeLessThan(3000 / 12 + 20);
		expect(batches.filter(({ length }) => length > 30).length).toBeLessThan(12);
	});

	it('fails one record that takes too long by itself, and no other', async () => {
		const { failed } = await sends(500, (indexes) => (indexes.includes(77) ? slow : undefined));
		expect(failed).toEqual([77]);
	});
});

describe('records that must not be sent twice', () => {
	const once = { idempotent: false };

	it.each([
		['refused', {}],
		['too large, by a 400', { kind: 'tooLarge', status: 400 }],
		['late', { kind: 'unknownOutcome', status: 504, timedOut: true }],
	] as Array<[string, Partial<Failure>]>)(
		'are sent once, when a batch is %s',
		async (_, failure) => {
			const judge = whereAny((index) => index === 350, failure);
			const { batches, failed } = await sends(1000, judge, once);
			const sent = batches.flat();
			expect(new Set(sent).size).toBe(sent.length);
			expect(failed).toEqual(batches.find((batch) => batch.includes(350)));
		},
	);

	it('are sent in halves after 413, which says that nothing was processed', async () => {
		const judge = beyond(40, { kind: 'tooLarge', status: 413 });
		const { failed, accepted } = await sends(100, judge, once);
		expect([failed, accepted.length]).toEqual([[], 100]);
	});

	const lookedUp = (areAbsent: boolean): Partial<Batches> => ({
		...once,
		reconcile: async (_, failures) => ({ areAbsent, results: failures.map((one) => fail(one)) }),
	});

	it.each([400, 413, 422])(
		'are sent in halves after HTTP %d where none is there, and then in the size that was accepted',
		async (status) => {
			const more = { ...lookedUp(true), parallel: 1 };
			const { accepted, batches } = await sends(1000, beyond(20, { status }), more);
			expect([accepted.length, new Set(accepted).size]).toEqual([1000, 1000]);
			const refused = batches.filter(({ length }) => length > 20);
			expect(refused.map(({ length }) => length)).toEqual([100, 50, 25]);
		},
	);

	it.each([
		[422, false],
		[409, true],
		[404, true],
	])('are sent once after HTTP %d, with none there: %s', async (status, areAbsent) => {
		const { batches } = await sends(100, beyond(20, { status }), lookedUp(areAbsent));
		expect(batches).toHaveLength(1);
	});

	it('are stopped by a refusal that meets everything, each sent once at most', async () => {
		const { batches } = await sends(10_000, () => ({ status: 404, kind: 'notFound' }), once);
		expect(batches.length).toBeLessThanOrEqual(5 + MAX_ALIKE);
		expect(new Set(batches.flat()).size).toBe(batches.flat().length);
	});

	it('are reconciled one by one when their batch failed', async () => {
		const judge = whereAny((index) => index === 150, { kind: 'unknownOutcome' });
		const reconcile: Batches['reconcile'] = async (batch, [failure]) => {
			const found = batch.map(({ externalId }) => succeed<IDataObject>({ found: externalId }));
			const results = found.map((one, at) => (batch[at].items[0] % 2 ? fail(failure) : one));
			return { areAbsent: false, results };
		};
		const { results } = await sends(200, judge, { ...once, reconcile });
		expect(results[120]).toEqual(succeed({ found: '120' }));
		expect(messageOf(results[121])).toBe('bad');
		expect(results[20]).toEqual(succeed({ index: 20 }));
	});
});
