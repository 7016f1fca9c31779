import fc from 'fast-check';

import { DEFAULT_WORDS, type Outcome, type TransferRecord } from '../../../nodes/Transfer/outcome';
import type { TransferEvent, ReadFailure, Rules } from '../../../nodes/TransferTrigger/events';
import {
	due,
	nothingKnown,
	probeOf,
	step,
	type Read,
	type State,
} from '../../../nodes/TransferTrigger/reducer';

const MINUTE = 60_000;
const all: Rules = {
	service: 'https://api.example.com',
	events: ['finished', 'failed', 'progressed', 'changed'],
	words: DEFAULT_WORDS,
	skipEnded: false,
};
const gone: ReadFailure = { ofThisTransfer: true, kind: 'notFound' };
const down: ReadFailure = { ofThisTransfer: false, kind: 'unavailable' };

/** One transfer over time: the records it shows one after another, and how it ends. */
interface History {
	records: TransferRecord[];
	outcome?: Outcome;
}

const ends: Array<[Outcome, TransferRecord]> = [
	['finished', { status: 'Finished' }],
	['finished', { status: 'all in', total_number: 10, success_number: 7, failed_number: 3 }],
	['failed', { status: 'stopped', error_message: 'no disk' }],
	['failed', { status: 'FAILED' }],
];

/** @param returns whether a transfer may show the same record a second time */
const history = (returns: boolean): fc.Arbitrary<History> =>
	fc
		.record({
			steps: fc.array(
				fc.record({
					status: fc.constantFrom('queued', 'running', null),
					progress: fc.constantFrom(0, 10, 0.5, null),
					success_number: fc.integer({ min: 0, max: 9 }),
					total_number: fc.constant(10),
				}),
				{ minLength: 1, maxLength: 6 },
			),
			end: fc.option(fc.constantFrom(...ends), { nil: undefined }),
		})
		.map(({ steps, end }) => ({
			// Otherwise no two records of a transfer are alike, as updated_at goes on.
			records: [...steps, ...(end ? [end[1]] : [])].map((record, at) =>
				returns ? record : { ...record, updated_at: at },
			),
			outcome: end?.[0],
		}));

type Happens =
	| { kind: 'poll'; fails: number[]; how: ReadFailure; saved: boolean }
	| { kind: 'advance'; transfer: number; minutes: number }
	/** n8n starts again with what it had saved. */
	| { kind: 'restart' }
	/** The workflow starts again with nothing. */
	| { kind: 'forget' };

const transfers = 3;
const happens = (losses: boolean): fc.Arbitrary<Happens> =>
	fc.oneof(
		{
			weight: 4,
			arbitrary: fc.record({
				kind: fc.constant('poll' as const),
				fails: fc.subarray([...Array(transfers).keys()]),
				how: fc.constantFrom(gone, down),
				saved: losses ? fc.boolean() : fc.constant(true),
			}),
		},
		{
			weight: 4,
			arbitrary: fc.record({
				kind: fc.constant('advance' as const),
				transfer: fc.nat(transfers - 1),
				minutes: fc.integer({ min: 1, max: 500 }),
			}),
		},
		...(losses
			? [
					{ weight: 1, arbitrary: fc.constant<Happens>({ kind: 'restart' }) },
					{ weight: 1, arbitrary: fc.constant<Happens>({ kind: 'forget' }) },
				]
			: []),
	);

/** A trigger in an n8n that saves only what a poll with events leaves behind. */
class World {
	private memory: State = nothingKnown;
	private saved: State = nothingKnown;
	private now = Date.UTC(2030, 0, 1);
	private readonly at: number[];
	readonly told: TransferEvent[] = [];
	/** Successful reads, in order. */
	readonly seen: Array<{ id: string; record: TransferRecord }> = [];

	constructor(
		private readonly histories: History[],
		private readonly rules = all,
	) {
		this.at = histories.map(() => 0);
	}

	readonly ids = Array.from({ length: transfers }, (_, index) => `t-${index}`);

	let(event: Happens) {
		if (event.kind === 'restart') this.memory = this.saved;
		if (event.kind === 'forget') this.memory = this.saved = nothingKnown;
		if (event.kind === 'poll') this.poll(event.fails, event.how, event.saved);
		if (event.kind === 'advance') {
			const { records } = this.histories[event.transfer];
			this.at[event.transfer] = Math.min(this.at[event.transfer] + 1, records.length - 1);
			this.now += event.minutes * MINUTE;
		}
	}

	/** Everything comes to its end, and is polled until nothing is being backed off from. */
	end() {
		this.histories.forEach(({ records }, index) => (this.at[index] = records.length - 1));
		this.now += 24 * 60 * MINUTE;
		this.poll([], down, true);
	}

	private poll(fails: number[], how: ReadFailure, saved: boolean) {
		this.now += MINUTE;
		const reads = due(this.memory, this.ids, this.now).map((id): Read => {
			const index = this.ids.indexOf(id);
			if (fails.includes(index)) return { id, failure: how };
			const record = this.histories[index].records[this.at[index]];
			this.seen.push({ id, record });
			return { id, record };
		});
		const probe = probeOf(this.memory, this.ids, reads);
		if (probe !== undefined) {
			const index = this.ids.indexOf(probe);
			const record = this.histories[index].records[this.at[index]];
			reads.push({ id: probe, ...(fails.includes(index) ? { failure: how } : { record }) });
		}
		const next = step(this.memory, this.ids, reads, this.now, this.rules);
		// What n8n keeps goes through JSON.
		this.memory = JSON.parse(JSON.stringify(next.state)) as State;
		if (next.failed) expect(next.events).toEqual([]);
		this.told.push(...next.events);
		if (saved && next.events.length > 0) this.saved = this.memory;
	}
}

const run = (histories: History[], events: Happens[], rules?: Rules) => {
	const world = new World(histories, rules);
	events.forEach((event) => world.let(event));
	world.end();
	return world;
};

const scenario = (losses: boolean, returns = false) =>
	[
		fc.array(history(returns), { minLength: transfers, maxLength: transfers }),
		fc.array(happens(losses), { maxLength: 30 }),
	] as const;

/** What an event is about, worked out apart from the code under test. */
function identity({ id, event, ...rest }: TransferEvent): string {
	if ('failure' in rest) return `${id} ${event} ${rest.failure.kind}`;
	const { progress, success_number: done, failed_number: failed } = rest.record;
	if (event === 'progressed') return `${id} ${event} ${progress} ${done} ${failed}`;
	return event === 'changed' ? `${id} ${event} ${JSON.stringify(rest.record)}` : `${id} ${event}`;
}

/** The ID that a trigger gives it that remembers nothing. */
function idInEmptyState({ id, ...rest }: TransferEvent): string | undefined {
	const read: Read =
		'failure' in rest ? { id, failure: rest.failure } : { id, record: rest.record };
	const other: Read = { id: 'other', record: {} };
	const { events } = step(nothingKnown, [id, 'other'], [read, other], 0, all);
	return events.find((each) => each.id === id && each.event === rest.event)?.eventId;
}

const endsOf = (world: World, id: string) =>
	world.told.filter((each) => each.id === id && ['finished', 'failed'].includes(each.event));

describe('watching transfers, over random histories', () => {
	it('tells every end, whatever fails, crashes or is forgotten', () => {
		fc.assert(
			fc.property(...scenario(true), (histories, events) => {
				const world = run(histories, events);
				histories.forEach(({ outcome }, index) => {
					const told = endsOf(world, world.ids[index]).map(({ event }) => event);
					expect([...new Set(told)]).toEqual(outcome ? [outcome] : []);
				});
			}),
			{ numRuns: 400 },
		);
	});

	it('tells every change that a poll saw, whatever crashes or is forgotten', () => {
		fc.assert(
			fc.property(...scenario(true), (histories, events) => {
				const world = run(histories, events);
				const told = new Set(world.told.map(identity));
				for (const { id, record } of world.seen) {
					expect(told).toContain(`${id} changed ${JSON.stringify(record)}`);
				}
			}),
			{ numRuns: 400 },
		);
	});

	it('gives the same event the same ID, and different events different ones', () => {
		fc.assert(
			fc.property(...scenario(true), (histories, events) => {
				const idsOf = new Map<string, Set<string>>();
				for (const happening of run(histories, events).told) {
					const ids = idsOf.get(identity(happening)) ?? new Set();
					if (ids.size === 0) expect(happening.eventId).toBe(idInEmptyState(happening));
					idsOf.set(identity(happening), ids.add(happening.eventId));
				}
				// What can happen only once has one ID, however often it is noticed.
				for (const [what, ids] of idsOf) {
					if (!/ (progressed|unreachable) /.test(what)) expect([what, ids.size]).toEqual([what, 1]);
				}
				const all = [...idsOf.values()].flatMap((ids) => [...ids]);
				expect(new Set(all).size).toBe(all.length);
			}),
			{ numRuns: 400 },
		);
	});

	it('gives everything that happens an ID of its own, also what happens again', () => {
		fc.assert(
			fc.property(...scenario(false, true), (histories, events) => {
				const ids = run(histories, events).told.map(({ eventId }) => eventId);
				expect(new Set(ids).size).toBe(ids.length);
			}),
			{ numRuns: 400 },
		);
	});

	it('tells everything once, and reads nothing after its end, as long as nothing is lost', () => {
		fc.assert(
			fc.property(...scenario(false), (histories, events) => {
				const world = run(histories, events);
				const changes = world.told.filter(({ event }) => event === 'changed').map(identity);
				expect(new Set(changes).size).toBe(changes.length);
				histories.forEach(({ records, outcome }, index) => {
					const id = world.ids[index];
					expect(endsOf(world, id)).toHaveLength(outcome ? 1 : 0);
					const last = records[records.length - 1];
					const readsOfLast = world.seen.filter((each) => each.id === id && each.record === last);
					if (outcome) expect(readsOfLast).toHaveLength(1);
				});
			}),
			{ numRuns: 400 },
		);
	});
});

describe('watching transfers', () => {
	const now = Date.UTC(2030, 0, 1);
	const running = { id: 'a', status: 'running', progress: 1 };
	const finished = { id: 'a', status: 'finished', progress: 2 };
	const read = (record: TransferRecord, id = 'a'): Read => ({ id, record });
	const names = ({ events }: { events: readonly TransferEvent[] }) =>
		events.map(({ event, id }) => `${id} ${event}`);
	const after = (...reads: Read[][]): State =>
		reads.reduce(
			(state, each) =>
				step(
					state,
					each.map(({ id }) => id),
					each,
					now,
					all,
				).state,
			nothingKnown,
		);

	it('tells only what was asked for, with the record before', () => {
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
			},
		]);
		expect(second.state).toEqual({ transfers: { a: { ended: 'finished' } } });
	});

	it('does not call it progress before anything is done', () => {
		const queued = { status: 'queued', progress: 0, success_number: null };
		expect(names(step(nothingKnown, ['a'], [read(queued)], now, all))).toEqual(['a changed']);
		expect(names(step(nothingKnown, ['a'], [read(running)], now, all))).toEqual([
			'a progressed',
			'a changed',
		]);
	});

	it('passes over what had ended before it was first seen, if asked to, and nothing else', () => {
		const rules: Rules = { ...all, skipEnded: true };
		const first = step(nothingKnown, ['a', 'b'], [read(finished), read(running, 'b')], now, rules);
		expect(names(first)).toEqual(['b progressed', 'b changed']);
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

	it('tells the end when a word is added to the list that the record shows already', () => {
		const odd = { status: 'archived' };
		const state = after([read(odd)]);
		const rules: Rules = { ...all, words: { ...DEFAULT_WORDS, finished: ['archived'] } };
		expect(names(step(state, ['a'], [read(odd)], now, rules))).toEqual(['a finished']);
	});

	it('forgets what is no longer watched, and keeps IDs apart whatever they are called', () => {
		const odd = ['constructor', '__proto__', 'toString'];
		expect(due(nothingKnown, odd, now)).toEqual(odd);
		const first = step(
			nothingKnown,
			odd,
			odd.map((id) => read(finished, id)),
			now,
			all,
		);
		expect(names(first).filter((name) => name.endsWith('finished'))).toHaveLength(3);
		const kept = JSON.parse(JSON.stringify(first.state)) as State;
		expect(due(kept, odd, now)).toEqual([]);
		expect(step(kept, ['toString'], [], now, all).state).toEqual({
			transfers: { toString: { ended: 'finished' } },
		});
	});

	it('finds nothing known of an ID that JavaScript knows', () => {
		const reads = [read(finished, 'constructor')];
		const skipped = step(nothingKnown, ['constructor'], reads, now, { ...all, skipEnded: true });
		expect(skipped.events).toEqual([]);
	});

	it('has another event ID for another end of the same transfer', () => {
		const [good, bad] = [finished, { ...finished, status: 'failed' }].map(
			(record) => step(nothingKnown, ['a'], [read(record)], now, all).events[0],
		);
		expect([good.event, bad.event]).toEqual(['finished', 'failed']);
		expect(good.eventId).not.toBe(bad.eventId);
	});

	it('keeps the event IDs of earlier versions', () => {
		const told = [running, finished].map((record) =>
			step(nothingKnown, ['a'], [read(record)], now, all).events.map(({ eventId }) => eventId),
		);
		expect(told).toEqual([
			['0220694874f3148672b8376e37cc0fe6', '43c2b7009397a7deff16521b516bccac'],
			[
				'75e67a379776a8a5b407938b6173feab',
				'afb6ff005e7cc4b56ceb7a41605e0f43',
				'5867e285db79a91088c034a299f54e44',
			],
		]);
	});

	it('has other event IDs at another service', () => {
		const here = step(nothingKnown, ['a'], [read(finished)], now, all).events[0].eventId;
		const there = step(nothingKnown, ['a'], [read(finished)], now, { ...all, service: 'http://b' });
		expect(there.events[0].eventId).not.toBe(here);
	});

	it('reports an unreachable ID once, and asks for it every five minutes at least', () => {
		const ids = ['good', 'bad'];
		let state = nothingKnown;
		const asked: number[] = [];
		const told: string[] = [];
		for (let minute = 0; minute < 24 * 60; minute += 1) {
			const time = now + minute * MINUTE;
			const reads = due(state, ids, time).map(
				(id): Read => (id === 'bad' ? { id, failure: gone } : read(running, id)),
			);
			if (reads.some(({ id }) => id === 'bad')) asked.push(minute);
			const next = step(state, ids, reads, time, all);
			expect(next.failed).toBe(false);
			told.push(...names(next));
			state = next.state;
		}
		expect(told.filter((name) => name === 'bad unreachable')).toHaveLength(1);
		expect(asked.slice(0, 5)).toEqual([0, 2, 6, 11, 16]);
		const waits = asked.slice(1).map((minute, index) => minute - asked[index]);
		expect(Math.max(...waits)).toBe(5);
		const back = step(state, ids, [read(finished, 'bad')], now, all);
		expect(names(back)).toContain('bad finished');
	});

	it('asks again when the clock was put back', () => {
		const state = after([read(running, 'good'), { id: 'bad', failure: gone }]);
		expect(due(state, ['bad'], now)).toEqual([]);
		expect(due(state, ['bad'], now - 365 * 24 * 60 * MINUTE)).toEqual(['bad']);
	});

	it('is patient with one that the service cannot give, then reports it', () => {
		let state = nothingKnown;
		const told: string[][] = [];
		for (let poll = 0; poll < 7; poll += 1) {
			const reads: Read[] = [read(running, 'good'), { id: 'ill', failure: down }];
			const next = step(state, ['good', 'ill'], reads, now, { ...all, events: ['finished'] });
			told.push(names(next));
			state = next.state;
		}
		expect(told).toEqual([[], [], [], [], ['ill unreachable'], [], []]);
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
	])('fails or not: %s', (_, failures, others, probe, expected) => {
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

	it('needs nothing else to be read while one of those that were due can be', () => {
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

	it('looks again at one that the service could not give for long, when only it is left', () => {
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

	it('reports an ID after a failed poll, once another one can be read', () => {
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

	it('begins where the last poll had to stop', () => {
		const ids = ['a', 'b', 'c', 'd'];
		const next = step(nothingKnown, ids, [read(running, 'a'), read(running, 'b')], now, all);
		expect(next.state.next).toBe('c');
		expect(due(next.state, ids, now)).toEqual(['c', 'd', 'a', 'b']);
		const whole = step(
			next.state,
			ids,
			ids.map((id) => read(running, id)),
			now,
			all,
		);
		expect(whole.state.next).toBeUndefined();
	});

	describe('what happens again', () => {
		/** The events of one transfer that shows these records one after another, and what is known then. */
		const tellAll = (records: Array<TransferRecord | ReadFailure>, rules = all) => {
			let state = nothingKnown;
			const told: TransferEvent[] = [];
			records.forEach((shown, index) => {
				const other = read({ status: 'running' }, 'other');
				const own: Read =
					'ofThisTransfer' in shown ? { id: 'a', failure: shown as ReadFailure } : read(shown);
				const time = now + index * 10 * MINUTE;
				const next = step(state, ['a', 'other'], [own, other], time, rules);
				told.push(...next.events.filter(({ id }) => id === 'a'));
				state = JSON.parse(JSON.stringify(next.state)) as State;
			});
			return { told, state };
		};
		const only = (event: string, { told }: { told: TransferEvent[] }) =>
			told.filter((each) => each.event === event);
		const expectOwnIds = (told: TransferEvent[], count: number) =>
			expect([told.length, new Set(told.map(({ eventId }) => eventId)).size]).toEqual([
				count,
				count,
			]);
		const at = (progress: number) => ({ status: 'running', progress });

		it.each([
			['progress that falls back', 'progressed', [10, 50, 0, 10].map(at), 3],
			['progress that falls back after a rest', 'progressed', [10, 50, 50, 10].map(at), 3],
			['progress that falls back in an outage', 'progressed', [at(10), at(50), gone, at(10)], 3],
			['a record that is as it was', 'changed', [1, 2, 1, 2, 1].map(at), 5],
			['a second outage', 'unreachable', [at(1), gone, at(1), gone, at(1), gone], 3],
			[
				'an outage of another kind',
				'unreachable',
				[gone, at(1), { ...gone, kind: 'forbidden' }, at(1), gone],
				3,
			],
		])('has an event ID of its own: %s', (_, event, records, count) => {
			const told = only(event, tellAll(records));
			expectOwnIds(told, count);
			expect(told[0].eventId).toBe(idInEmptyState(told[0]));
		});

		it('has one of its own however much happened in between', () => {
			const upTo = Array.from({ length: 100 }, (_, progress) => progress);
			const records = [...upTo, ...upTo, ...upTo, 50, 51, 50, 51].map(at);
			const result = tellAll(records);
			expectOwnIds(only('progressed', result), 3 * 99 + 4);
			expectOwnIds(only('changed', result), 304);
			const timed = records.map((record, minute) => ({
				...record,
				updated_at: new Date(now + minute * MINUTE).toISOString(),
			}));
			expectOwnIds(only('progressed', tellAll(timed)), 3 * 99 + 4);
		});

		it('does not give an ID of its own to what happens for the first time', () => {
			const upTo = Array.from({ length: 200 }, (_, index) => index);
			// Progress goes on after it fell back; then only the time of the record does.
			const records = [
				...[...upTo, ...upTo.slice(150)].map(at),
				...upTo.slice(200 - 100).map((minute) => ({
					...at(199),
					updated_at: new Date(now + minute * MINUTE).toISOString(),
				})),
				gone,
				at(200),
			];
			const { told } = tellAll(records);
			const first = new Map(told.map((each) => [identity(each), each] as const).reverse());
			expect(first.size).toBe(199 + 200 + 100 + 1 + 2);
			for (const each of first.values()) expect(each.eventId).toBe(idInEmptyState(each));
		});

		it('is remembered in little space', () => {
			const numbers = Array.from({ length: 5000 }, (_, index) => (index * 7919) % 997);
			const { told, state } = tellAll(numbers.map(at));
			expectOwnIds(told, told.length);
			expect(JSON.stringify(state.transfers.a).length).toBeLessThan(800);
		});

		it('is not remembered of events that nobody wants, or after the end', () => {
			const events = tellAll([at(1), at(2)], { ...all, events: ['finished'] });
			expect(events.state.transfers.a).toEqual({ record: at(2) });
			const ended = tellAll([at(1), at(2), { status: 'finished' }]);
			expect(ended.state.transfers.a).toEqual({ ended: 'finished' });
		});

		it('is known from the state of an older version too', () => {
			const older: State = {
				transfers: {
					a: { record: at(1), failing: { failures: 9, notBefore: now + 6e7, reported: true } },
				},
			};
			expect(due(older, ['a'], now)).toEqual(['a']);
			const next = step(older, ['a'], [read(at(2))], now, all);
			expect(names(next)).toEqual(['a progressed', 'a changed']);
			expect(next.events[0].eventId).toBe(idInEmptyState(next.events[0]));
		});
	});
});
