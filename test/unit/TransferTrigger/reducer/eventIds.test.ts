import { type TransferRecord } from '../../../../nodes/shared/transfer/record';
import type { ReadFailure, TransferEvent } from '../../../../nodes/TransferTrigger/events';
import {
	due,
	nothingKnown,
	step,
	type Read,
	type State,
} from '../../../../nodes/TransferTrigger/reducer';
import { all, gone, idInEmptyState, MINUTE, names, now, read, finished, running } from './samples';

describe('the ID of an event', () => {
	it('is always the same', () => {
		const emitted = [running, finished].map((record) =>
			step(nothingKnown, ['a'], [read(record)], now, all).events.map(({ eventId }) => eventId),
		);
		expect(emitted).toEqual([
			['38085ca2538e75b0efcb7f1ed9d40491'],
			['75e67a379776a8a5b407938b6173feab', '2897597e9db779cbb24f28a0bd0531d6'],
		]);
	});

	it('differs at another service', () => {
		const here = step(nothingKnown, ['a'], [read(finished)], now, all).events[0].eventId;
		const there = step(nothingKnown, ['a'], [read(finished)], now, { ...all, service: 'http://b' });
		expect(there.events[0].eventId).not.toBe(here);
	});
});

describe('an event that happens again', () => {
	/** The events of one transfer that shows these records one after another, and what is known then. */
	const emitAll = (records: Array<TransferRecord | ReadFailure>, rules = all) => {
		let state = nothingKnown;
		const emitted: TransferEvent[] = [];
		records.forEach((shown, index) => {
			const other = read({ status: 'running' }, 'other');
			const own: Read =
				'ofThisTransfer' in shown ? { id: 'a', failure: shown as ReadFailure } : read(shown);
			const time = now + index * 10 * MINUTE;
			const next = step(state, ['a', 'other'], [own, other], time, rules);
			emitted.push(...next.events.filter(({ id }) => id === 'a'));
			state = JSON.parse(JSON.stringify(next.state)) as State;
		});
		return { emitted, state };
	};
	const only = (event: string, { emitted }: { emitted: TransferEvent[] }) =>
		emitted.filter((each) => (each.reason ?? each.event) === event);
	const expectOwnIds = (emitted: TransferEvent[], count: number) =>
		expect([emitted.length, new Set(emitted.map(({ eventId }) => eventId)).size]).toEqual([
			count,
			count,
		]);
	const forbidden = { ...gone, kind: 'forbidden' };
	const at = (progress: number) => ({ status: 'running', progress });

	it.each([
		['progress that falls back', 'progressed', [10, 50, 0, 10].map(at), 3],
		['progress that falls back after a rest', 'progressed', [10, 50, 50, 10].map(at), 3],
		['progress that falls back in an outage', 'progressed', [at(10), at(50), gone, at(10)], 3],
		['a second outage', 'unreachable', [1, 2, 3].flatMap((n) => [at(n), gone, gone]), 3],
		[
			'an outage of another kind',
			'unreachable',
			[gone, at(1), forbidden, forbidden, at(1), gone, gone],
			3,
		],
	])('has an event ID of its own: %s', (_, event, records, count) => {
		const emitted = only(event, emitAll(records));
		expectOwnIds(emitted, count);
		expect(emitted[0].eventId).toBe(idInEmptyState(emitted[0]));
	});

	it('has an ID of its own however much happened in between', () => {
		const upTo = Array.from({ length: 100 }, (_, progress) => progress);
		const records = [...upTo, ...upTo, ...upTo, 50, 51, 50, 51].map(at);
		expectOwnIds(only('progressed', emitAll(records)), 3 * 99 + 4);
		const timed = records.map((record, minute) => ({
			...record,
			updated_at: new Date(now + minute * MINUTE).toISOString(),
		}));
		expectOwnIds(only('progressed', emitAll(timed)), 3 * 99 + 4);
	});

	it('is remembered in little space', () => {
		const numbers = Array.from({ length: 5000 }, (_, index) => (index * 7919) % 997);
		const { emitted, state } = emitAll(numbers.map(at));
		expectOwnIds(emitted, emitted.length);
		expect(JSON.stringify(state.transfers.a).length).toBeLessThan(150);
	});

	it('is not remembered of events that nobody wants', () => {
		const gets = [gone, gone, at(1), at(2)];
		const { state } = emitAll(gets, { ...all, events: ['finished'] });
		expect(Object.keys(state.transfers.a)).toEqual(['record', 'reads']);
	});

	it('has the ID of an empty state however long the progress was that only rose', () => {
		const emitted = only('progressed', emitAll(Array.from({ length: 100 }, (_, n) => at(n))));
		for (const each of emitted) expect(each.eventId).toBe(idInEmptyState(each));
	});

	it('is recognised with the state of an older version too', () => {
		const failing = { failures: 9, notBefore: now + 6e7, reported: true };
		const older: State = { transfers: { a: { record: at(1), failing } } };
		expect(due(older, ['a'], now)).toEqual(['a']);
		const next = step(older, ['a'], [read(at(2))], now, all);
		expect(names(next)).toEqual(['a progressed']);
		expect(next.events[0].eventId).toBe(idInEmptyState(next.events[0]));
	});
});
