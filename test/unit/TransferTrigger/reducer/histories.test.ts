import type { Outcome } from '../../../../nodes/shared/transfer/end';
import type { TransferRecord } from '../../../../nodes/shared/transfer/record';
import type { ReadFailure, TransferEvent } from '../../../../nodes/TransferTrigger/events';
import {
	due,
	nothingKnown,
	step,
	type Read,
	type State,
} from '../../../../nodes/TransferTrigger/reducer';
import fc from '../../../../testing/properties';
import { cases } from '../../../../testing/simulations';
import { all, down, gone, idInEmptyState, identity, MINUTE } from './samples';

/** One transfer over time: the records it shows one after another, and how it ends. */
interface History {
	records: TransferRecord[];
	outcome?: Outcome;
}

const ends: Array<[Outcome, TransferRecord]> = [
	['finished', { status: 'Finished' }],
	[
		'finished',
		{ status: 'all in', progress: 10, total_number: 10, success_number: 9, failed_number: 1 },
	],
	['failed', { status: 'stopped', error_message: 'no disk' }],
	['failed', { status: 'FAILED' }],
];

const rising = (one: unknown, other: unknown) => Number(one) - Number(other);

/** @param returns whether progress may fall back, so that a transfer may show the same record a second time */
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
		.map(({ steps, end }) => {
			const [progress, rows] = (['progress', 'success_number'] as const).map((name) => {
				const numbers = steps.map((record) => record[name]);
				return returns ? numbers : numbers.sort(rising);
			});
			return {
				// Otherwise no two records of a transfer are alike, as updated_at goes on.
				records: [
					...steps.map((record, at) => ({
						...record,
						progress: progress[at],
						success_number: rows[at],
					})),
					...(end ? [end[1]] : []),
				].map((record, at) => (returns ? record : { ...record, updated_at: at })),
				outcome: end?.[0],
			};
		});

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
	readonly emitted: TransferEvent[] = [];
	/** Successful reads, in order. */
	readonly seen: Array<{ id: string; record: TransferRecord }> = [];

	constructor(private readonly histories: History[]) {
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
		// An end by message or counts needs two reads that agree.
		for (let polls = 0; polls < 3; polls += 1) this.poll([], down, true);
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
		const next = step(this.memory, this.ids, reads, this.now, all);
		// What n8n keeps goes through JSON.
		this.memory = JSON.parse(JSON.stringify(next.state)) as State;
		if (next.failed) expect(next.events).toEqual([]);
		this.emitted.push(...next.events);
		if (saved && next.events.length > 0) this.saved = this.memory;
	}
}

const run = (histories: History[], events: Happens[]) => {
	const world = new World(histories);
	events.forEach((event) => world.let(event));
	world.end();
	return world;
};

const scenario = (losses: boolean, returns = false) =>
	[
		fc.array(history(returns), { minLength: transfers, maxLength: transfers }),
		fc.array(happens(losses), { maxLength: 30 }),
	] as const;

const endsOf = (world: World, id: string) =>
	world.emitted.filter((each) => each.id === id && ['finished', 'failed'].includes(each.event));

describe('watching transfers, over random histories', () => {
	it('emits every end, whatever fails, crashes or is forgotten', () => {
		fc.assert(
			fc.property(...scenario(true), (histories, events) => {
				const world = run(histories, events);
				histories.forEach(({ outcome }, index) => {
					const emitted = endsOf(world, world.ids[index]).map(({ event }) => event);
					expect([...new Set(emitted)]).toEqual(outcome ? [outcome] : []);
				});
			}),
			{ numRuns: cases(100, 400) },
		);
	});

	it('emits all progress that a poll saw, whatever crashes or is forgotten', () => {
		fc.assert(
			fc.property(...scenario(true), (histories, events) => {
				const world = run(histories, events);
				const emitted = new Set(world.emitted.map(identity));
				for (const { id, record } of world.seen) {
					const shown = identity({ id, event: 'progressed', eventId: '', record });
					if (!shown.endsWith(' 0 0 0')) expect(emitted).toContain(shown);
				}
			}),
			{ numRuns: cases(100, 400) },
		);
	});

	it('uses the same ID for the same event, and different IDs for different events', () => {
		fc.assert(
			fc.property(...scenario(true), (histories, events) => {
				const idsOf = new Map<string, Set<string>>();
				for (const happening of run(histories, events).emitted) {
					const ids = idsOf.get(identity(happening)) ?? new Set();
					if (ids.size === 0) expect(happening.eventId).toBe(idInEmptyState(happening));
					idsOf.set(identity(happening), ids.add(happening.eventId));
				}
				// What can happen only once has one ID, however often it is noticed.
				for (const [what, ids] of idsOf) {
					if (!what.includes(' attention ')) expect([what, ids.size]).toEqual([what, 1]);
				}
				const all = [...idsOf.values()].flatMap((ids) => [...ids]);
				expect(new Set(all).size).toBe(all.length);
			}),
			{ numRuns: cases(100, 400) },
		);
	});

	it('uses a new ID for every event, also for one that happens again', () => {
		fc.assert(
			fc.property(...scenario(false, true), (histories, events) => {
				const ids = run(histories, events).emitted.map(({ eventId }) => eventId);
				expect(new Set(ids).size).toBe(ids.length);
			}),
			{ numRuns: cases(100, 400) },
		);
	});

	it('emits every event once, as long as no state is lost', () => {
		fc.assert(
			fc.property(...scenario(false), (histories, events) => {
				const world = run(histories, events);
				const emitted = world.emitted.filter(({ event }) => event === 'progressed').map(identity);
				expect(new Set(emitted).size).toBe(emitted.length);
				histories.forEach(({ outcome }, index) =>
					expect(endsOf(world, world.ids[index])).toHaveLength(outcome ? 1 : 0),
				);
			}),
			{ numRuns: cases(100, 400) },
		);
	});
});
