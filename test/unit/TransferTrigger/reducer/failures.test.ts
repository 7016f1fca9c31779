import { due, nothingKnown, step, type Read } from '../../../../nodes/TransferTrigger/reducer';
import { after, all, down, gone, MINUTE, names, now, read, finished, running } from './samples';

describe('a transfer that cannot be read', () => {
	it('is reported once, and read every five minutes at least', () => {
		const ids = ['good', 'bad'];
		let state = nothingKnown;
		const asked: number[] = [];
		const emitted: string[] = [];
		for (let minute = 0; minute < 24 * 60; minute += 1) {
			const time = now + minute * MINUTE;
			const reads = due(state, ids, time).map(
				(id): Read => (id === 'bad' ? { id, failure: gone } : read(running, id)),
			);
			if (reads.some(({ id }) => id === 'bad')) asked.push(minute);
			const next = step(state, ids, reads, time, all);
			expect(next.failed).toBe(false);
			emitted.push(...names(next));
			state = next.state;
		}
		expect(emitted.filter((name) => name === 'bad unreachable')).toHaveLength(1);
		expect(asked.slice(0, 5)).toEqual([0, 2, 6, 11, 16]);
		const waits = asked.slice(1).map((minute, index) => minute - asked[index]);
		expect(Math.max(...waits)).toBe(5);
		const back = step(state, ids, [read(finished, 'bad')], now, all);
		expect(names(back)).toContain('bad finished');
	});

	it('is read again when the clock was set back', () => {
		const state = after([read(running, 'good'), { id: 'bad', failure: gone }]);
		expect(due(state, ['bad'], now)).toEqual([]);
		expect(due(state, ['bad'], now - 365 * 24 * 60 * MINUTE)).toEqual(['bad']);
	});

	it('is reported after five failed reads', () => {
		let state = nothingKnown;
		const emitted: string[][] = [];
		for (let poll = 0; poll < 7; poll += 1) {
			const reads: Read[] = [read(running, 'good'), { id: 'ill', failure: down }];
			const events = ['finished', 'attention'] as const;
			const next = step(state, ['good', 'ill'], reads, now, { ...all, events });
			emitted.push(names(next));
			state = next.state;
		}
		expect(emitted).toEqual([[], [], [], [], ['ill unreachable'], [], []]);
		expect(due(state, ['good', 'ill'], now)).toEqual(['good']);
	});

	it('fails the poll when the service is down for all that have not ended', () => {
		const state = after([read(running), read(finished, 'other')]);
		const reads = ['a', 'b'].map((id): Read => ({ id, failure: down }));
		const next = step(state, ['a', 'b', 'other'], reads, now, all);
		expect([next.failed, next.events]).toEqual([true, []]);
		expect(next.state).toMatchObject({
			transfers: { a: { record: running }, b: {}, other: { ended: 'finished' } },
		});
		expect(due(next.state, ['a', 'b', 'other'], now)).toEqual(['a', 'b']);
	});

	it.each([
		['the only ID is unknown', [gone]],
		['all IDs are unknown', [gone, gone]],
		['one is unknown, for others the service is down', [gone, down]],
	])('is no reason to fail the poll where the service says so itself: %s', (_, failures) => {
		const reads = failures.map((failure, index): Read => ({ id: `f-${index}`, failure }));
		const ids = reads.map(({ id }) => id);
		const next = step(nothingKnown, ids, reads, now, all);
		expect(next.failed).toBe(false);
		expect(names(next)).toEqual(
			reads.flatMap((each) =>
				'failure' in each && each.failure === gone ? [`${each.id} unreachable`] : [],
			),
		);
	});

	it('is reported with the second failure where it was read before', () => {
		const before = after([read(running)]);
		const once = step(before, ['a'], [{ id: 'a', failure: gone }], now, all);
		expect([names(once), due(once.state, ['a'], now)]).toEqual([[], ['a']]);
		const twice = step(once.state, ['a'], [{ id: 'a', failure: gone }], now, all);
		expect(names(twice)).toEqual(['a unreachable']);
	});

	it('is no event after its end, nor a failure of the poll', () => {
		const ended = after([read(finished)]);
		for (const failure of [gone, down]) {
			const next = step(ended, ['a'], [{ id: 'a', failure }], now + 60 * MINUTE, all);
			expect([next.failed, next.events]).toEqual([false, []]);
			expect(due(next.state, ['a'], now + 60 * MINUTE)).toEqual([]);
		}
	});

	it('fails the poll when it is the only one left, after long failures', () => {
		const bad = (id: string): Read => ({ id, failure: down });
		const polls = Array.from({ length: 5 }, () => [bad('a'), read(running, 'b')]);
		const state = after(...polls, [read(finished, 'b')]);
		const ill = step(state, ['a', 'b'], [bad('a')], now, all);
		expect(ill.failed).toBe(true);
	});

	it('is reported after a failed poll, once another one can be read', () => {
		const ids = ['bad', 'late'];
		const outage = ids.map((id): Read => ({ id, failure: down }));
		const failed = step(nothingKnown, ids, outage, now, all);
		expect(failed.failed).toBe(true);
		expect(due(failed.state, ids, now)).toEqual(ids);
		const later = now + 3 * MINUTE;
		const reads: Read[] = [{ id: 'bad', failure: gone }, read(finished, 'late')];
		const next = step(failed.state, ids, reads, later, all);
		expect(names(next)).toEqual(['bad unreachable', 'late finished', 'late progressed']);
	});
});
