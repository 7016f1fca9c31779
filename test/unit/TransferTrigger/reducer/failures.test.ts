import {
	due,
	nothingKnown,
	probeOf,
	step,
	type Read,
} from '../../../../nodes/TransferTrigger/reducer';
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
			const next = step(state, ['good', 'ill'], reads, now, { ...all, events: ['finished'] });
			emitted.push(names(next));
			state = next.state;
		}
		expect(emitted).toEqual([[], [], [], [], ['ill unreachable'], [], []]);
		expect(due(state, ['good', 'ill'], now)).toEqual(['good']);
	});

	it.each([
		['the service is down', [down, down], [], undefined, true],
		['no ID is known', [gone, gone], [], undefined, true],
		[
			'the service is down for the ones that have not ended',
			[down, down],
			['other'],
			undefined,
			true,
		],
		['some are gone, for others the service is down', [gone, down], ['other'], undefined, true],
		['the IDs are gone while another can be read', [gone, gone], ['other'], 'other', false],
		['the IDs are gone while the last of others can be read', [gone], ['x', 'y'], 'y', false],
	])('fails the poll, or is reported: %s', (_, failures, others, probe, expected) => {
		const state = after(others.map((id) => read(finished, id)));
		const failing = failures.map((failure, index): Read => ({ id: `f-${index}`, failure }));
		const ids = [...failing.map(({ id }) => id), ...others];
		expect(probeOf(state, ids, failing)).toBe(probe);
		const reads = probe === undefined ? failing : [...failing, read(finished, probe)];
		const next = step(state, ids, reads, now, all);
		expect(next.failed).toBe(expected);
		expect(next.events.map(({ event }) => event)).toEqual(
			expected ? [] : failing.map(() => 'unreachable'),
		);
		expect(due(next.state, ids, now)).toEqual(expected ? failing.map(({ id }) => id) : []);
	});

	it('needs no probe while one of the due transfers can be read', () => {
		const state = after([read(finished, 'other')]);
		const reads: Read[] = [{ id: 'a', failure: gone }, read(running, 'b')];
		expect(probeOf(state, ['a', 'b', 'other'], reads)).toBeUndefined();
		expect(probeOf(state, ['a', 'b', 'other'], [])).toBeUndefined();
	});

	it('fails the poll when the probe fails too', () => {
		const ids = ['a', 'other'];
		const reads = ids.map((id): Read => ({ id, failure: gone }));
		const next = step(after([read(finished, 'other')]), ids, reads, now, all);
		expect(next).toMatchObject({ failed: true, events: [] });
		expect(next.state).toEqual({ transfers: { a: {}, other: { ended: 'finished' } } });
	});

	it('fails the poll when it is the only one left, after long failures', () => {
		const bad = (id: string): Read => ({ id, failure: down });
		const polls = Array.from({ length: 5 }, () => [bad('a'), read(running, 'b')]);
		const state = after(...polls, [read(finished, 'b')]);
		const ill = step(state, ['a', 'b'], [bad('a')], now, all);
		expect(ill.failed).toBe(true);
		const known = {
			transfers: { ...after(...polls).transfers, b: { ended: 'finished' as const } },
		};
		expect(probeOf(known, ['a', 'b'], [bad('a')])).toBe('b');
	});

	it('is reported after a failed poll, once another one can be read', () => {
		const ids = ['bad', 'late'];
		const failed = step(
			nothingKnown,
			ids,
			ids.map((id): Read => ({ id, failure: gone })),
			now,
			all,
		);
		expect(failed.failed).toBe(true);
		expect(due(failed.state, ids, now)).toEqual(ids);
		const later = now + 3 * MINUTE;
		const reads: Read[] = [{ id: 'bad', failure: gone }, read(finished, 'late')];
		const next = step(failed.state, ids, reads, later, all);
		expect(names(next)).toEqual([
			'bad unreachable',
			'late finished',
			'late progressed',
			'late changed',
		]);
	});
});
