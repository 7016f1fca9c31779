import { DEFAULT_WORDS } from '../../../../nodes/shared/transfer/record';
import type { Rules } from '../../../../nodes/TransferTrigger/events';
import { due, nothingKnown, step, type State } from '../../../../nodes/TransferTrigger/reducer';
import { after, all, down, MINUTE, names, now, read, finished, running } from './samples';

describe('a watched transfer', () => {
	it('emits only the wanted events, with the record before', () => {
		const rules: Rules = { ...all, events: ['finished'] };
		const first = step(nothingKnown, ['a'], [read(running)], now, rules);
		expect(first.events).toEqual([]);
		const second = step(first.state, ['a'], [read(finished)], now, rules);
		expect(second.events).toEqual([
			{
				event: 'finished',
				id: 'a',
				eventId: expect.any(String),
				record: finished,
				before: running,
				verdict: { kind: 'ended', outcome: 'finished', restsOn: 'status' },
			},
		]);
		expect(second.state.transfers.a).toMatchObject({ ended: 'finished' });
	});

	it('emits no progress before any row is processed', () => {
		const queued = { status: 'queued', progress: 0, success_number: null };
		expect(names(step(nothingKnown, ['a'], [read(queued)], now, all))).toEqual([]);
		expect(names(step(nothingKnown, ['a'], [read(running)], now, all))).toEqual(['a progressed']);
	});

	it('is skipped when it had ended before the first poll, if wanted, and only then', () => {
		const rules: Rules = { ...all, skipEnded: true };
		const first = step(nothingKnown, ['a', 'b'], [read(finished), read(running, 'b')], now, rules);
		expect(names(first)).toEqual(['b progressed']);
		expect(due(first.state, ['a', 'b'], now)).toEqual(['b']);
		expect(names(step(first.state, ['a', 'b'], [read(finished, 'b')], now, rules))).toContain(
			'b finished',
		);
		// It was watched already while the service was down, so its end came while it was watched.
		const failedFirst = step(nothingKnown, ['a'], [{ id: 'a', failure: down }], now, rules);
		expect(names(step(failedFirst.state, ['a'], [read(finished)], now, rules))).toContain(
			'a finished',
		);
	});

	it('emits its end when its present status is added to the list', () => {
		const odd = { status: 'archived' };
		const state = after([read(odd)]);
		const rules: Rules = { ...all, words: { ...DEFAULT_WORDS, finished: ['archived'] } };
		expect(names(step(state, ['a'], [read(odd)], now, rules))).toEqual(['a finished']);
	});

	it('forgets what is no longer watched, and keeps IDs apart whatever they are called', () => {
		const odd = ['constructor', '__proto__', 'toString'];
		expect(due(nothingKnown, odd, now)).toEqual(odd);
		const reads = odd.map((id) => read(finished, id));
		const first = step(nothingKnown, odd, reads, now, all);
		expect(names(first).filter((name) => name.endsWith('finished'))).toHaveLength(3);
		const kept = JSON.parse(JSON.stringify(first.state)) as State;
		expect(due(kept, odd, now)).toEqual([]);
		const { transfers } = step(kept, ['toString'], [], now, all).state;
		expect(Object.entries(transfers)).toMatchObject([['toString', { ended: 'finished' }]]);
	});

	it('may have an ID that is a property of every object', () => {
		const reads = [read(finished, 'constructor')];
		const skipped = step(nothingKnown, ['constructor'], reads, now, { ...all, skipEnded: true });
		expect(skipped.events).toEqual([]);
	});

	it('is read first when the last poll had to stop before it', () => {
		const ids = ['a', 'b', 'c', 'd'];
		const next = step(nothingKnown, ids, [read(running, 'a'), read(running, 'b')], now, all);
		expect(next.state.next).toBe('c');
		expect(due(next.state, ids, now)).toEqual(['c', 'd', 'a', 'b']);
		const reads = ids.map((id) => read(running, id));
		const whole = step(next.state, ids, reads, now, all);
		expect(whole.state.next).toBeUndefined();
	});
});

describe('a transfer that has ended', () => {
	it('is read again for a day, at most a quarter of an hour apart in the first hour', () => {
		let state = after([read(finished)]);
		const asked = [0];
		for (let minute = 1; minute < 2 * 24 * 60; minute += 1) {
			const time = now + minute * MINUTE;
			if (due(state, ['a'], time).length === 0) continue;
			asked.push(minute);
			const next = step(state, ['a'], [read(finished)], time, all);
			expect(next.events).toEqual([]);
			({ state } = next);
		}
		const waits = asked.slice(1).map((minute, index) => minute - asked[index]);
		expect(Math.max(...waits.filter((_, index) => asked[index] < 60))).toBeLessThanOrEqual(15);
		expect(waits).toEqual([...waits].sort((one, other) => one - other));
		expect(asked.at(-1)).toBeGreaterThanOrEqual(24 * 60);
		expect(asked.at(-1)).toBeLessThan(30 * 60);
		expect(asked.length).toBeLessThan(30);
	});

	it('is read once more after a long time without polls, and when the clock was put back', () => {
		const state = after([read(finished)]);
		const later = now + 100 * 24 * 60 * MINUTE;
		expect(due(state, ['a'], later)).toEqual(['a']);
		const failed = [read({ ...finished, status: 'failed' })];
		expect(names(step(state, ['a'], failed, later, all))).toEqual(['a failed']);
		const rules = { ...all, events: ['attention'] as const };
		const unchosen = step(state, ['a'], failed, later, rules);
		expect(names(unchosen)).toEqual(['a corrected']);
		expect(due(state, ['a'], now - 3 * 24 * 60 * MINUTE)).toEqual(['a']);
	});
});
