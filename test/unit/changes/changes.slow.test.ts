/**
 * The search for changes over models of a service and of n8n, in random orders of all that happens: writes that
 * appear late and under the same time, reads during which rows change, outages, ends of the process before
 * and after an execution starts, lost state. What is owed and what is false is decided in `model/audit.ts`.
 */

import type { State } from '../../../nodes/shared/changes/state';
import type { ChangeEvent } from '../../../nodes/shared/changes/step';
import { randomNumbers } from '../../../sandbox/random';
import fc from '../../../testing/properties';
import { cases } from '../../../testing/simulations';
import { Audit } from './model/audit';
import { N8nModel, type Crash } from './model/n8n';
import { ServiceModel } from './model/service';
import { pollOnce, type Delivered, type ObjectKind } from './model/watcher';

/** Set SCHEDULES and SEED for a longer run, or another one. */
const SCHEDULES = Number(globalThis.process.env.SCHEDULES ?? cases(2_000, 10_000));
const SEED = Number(globalThis.process.env.SEED ?? 1);

/** How far ahead the time of a record is that was entered wrongly. */
const FUTURE_MS = 24 * 60 * 60_000;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** What the latest write, the coarsest tick and the first response together take, and no more. */
const OVERLAP = 4 * MINUTE + 2 * SECOND;

const late = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 3 * MINUTE }));
const picks = fc.array(fc.nat(30), { minLength: 1, maxLength: 4 });
const write = fc.oneof(
	fc.record({
		do: fc.constant('create' as const),
		count: fc.integer({ min: 1, max: 3 }),
		late,
		isFuture: fc.integer({ min: 0, max: 19 }).map((number) => number === 0),
	}),
	fc.record({
		do: fc.constant('update' as const),
		picks,
		field: fc.constantFrom('a' as const, 'b' as const, 'c' as const),
		late,
	}),
	fc.record({ do: fc.constant('archive' as const), picks }),
);
const poll = fc.record({
	do: fc.constant('poll' as const),
	tookMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 30 * SECOND })),
	fails: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
	crash: fc.oneof(
		{ weight: 8, arbitrary: fc.constant('none' as const) },
		{
			weight: 2,
			arbitrary: fc.constantFrom<Crash>(
				'before',
				'betweenSavedFirst',
				'betweenStartedFirst',
				'after',
			),
		},
	),
	sweeps: fc.boolean(),
	reads: fc.constantFrom(1, 100),
	/** Written when the read has begun. */
	writes: fc.array(write, { maxLength: 2 }),
});
const action = fc.oneof(
	{ weight: 5, arbitrary: write },
	{ weight: 6, arbitrary: poll },
	{
		weight: 4,
		arbitrary: fc.record({
			do: fc.constant('wait' as const),
			ms: fc.oneof(fc.integer({ min: 0, max: MINUTE }), fc.integer({ min: 0, max: 40 * MINUTE })),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
	{
		weight: 1,
		arbitrary: fc.record({
			do: fc.constant('lose' as const),
			steps: fc.integer({ min: 0, max: 3 }),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ do: fc.constant('settle' as const) }) },
);
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;
type WriteAction = typeof write extends fc.Arbitrary<infer T> ? T : never;

const setting = fc.record({
	kind: fc.constantFrom<ObjectKind>('sorted', 'whole', 'withoutUpdated', 'withoutCreated'),
	start: fc.constantFrom('now' as const, 'date' as const, 'all' as const),
	events: fc.constantFrom<ChangeEvent[]>(
		['created', 'updated'],
		['created', 'updated', 'archived'],
		['created'],
		['updated'],
	),
	watches: fc.boolean(),
	maxEvents: fc.constantFrom(1, 3, 1000),
	saysArchived: fc.boolean(),
	durable: fc.boolean(),
	tick: fc.constantFrom(1, SECOND, MINUTE),
	dateAhead: fc.constantFrom(undefined, 0, -10 * MINUTE, 10 * MINUTE),
	seed: fc.nat(),
});
type Setting = typeof setting extends fc.Arbitrary<infer T> ? T : never;

/** What happened in all schedules, so that nothing was tried in vain. */
const tally = {
	events: 0,
	created: 0,
	updated: 0,
	archived: 0,
	polls: 0,
	crashes: 0,
	gap: 0,
	repeats: 0,
};

class Schedule {
	readonly service: ServiceModel;
	readonly wrong: string[] = [];
	private readonly settings;
	private readonly audit: Audit;
	private readonly n8n: N8nModel<State, Delivered>;
	private readonly random;
	private readonly delivered = new Map<string, string>();
	private readonly told = new Set<number>();
	private isTorn = false;
	private isLost = false;

	constructor(private readonly given: Setting) {
		const { kind, start, events, watches, maxEvents, saysArchived, durable, tick } = given;
		this.random = randomNumbers(given.seed);
		this.service = new ServiceModel({ tick, dateAhead: given.dateAhead });
		this.service.create(4, 0);
		this.service.now += 20 * MINUTE;
		const date = this.service.now;
		// Just after the date, which a late clock must not make older.
		this.service.now += 30 * SECOND;
		this.service.create(1, 0);
		this.service.now += 10 * MINUTE;
		const keepsKnown = watches || events.includes('archived') || kind === 'withoutCreated';
		const rules = { events, overlapMs: OVERLAP, maxEvents, watches, keepsKnown };
		this.settings = { kind, start: start === 'date' ? date : start, rules, saysArchived };
		this.service.create(2, 0);
		this.service.now += 30 * MINUTE;
		this.audit = new Audit(this.service, this.settings);
		this.n8n = new N8nModel<State, Delivered>(durable, (happened) => this.execute(happened));
	}

	play(one: Action) {
		// Nothing happens at the same moment as something else, but for what happens during a read.
		this.service.now += 1;
		switch (one.do) {
			case 'wait':
				this.service.now += one.ms;
				return;
			case 'restart':
				return this.n8n.restart();
			case 'lose':
				this.isLost = true;
				return this.n8n.lose(one.steps);
			case 'settle':
				return this.settle();
			case 'poll':
				return this.poll(one);
			default:
				return this.write(one);
		}
	}

	/** Polls without faults until nothing is left; then nothing may be missing. */
	settle() {
		this.service.now += 10 * MINUTE;
		for (let idle = 0, polls = 0; idle < 3; polls += 1) {
			expect(polls).toBeLessThan(500);
			const count = this.poll({});
			this.service.now += MINUTE;
			idle = count === 0 && !this.n8n.state?.backlog ? idle + 1 : 0;
		}
		this.wrong.push(...this.audit.lost(this.n8n.state).map((words) => `lost: ${words}`));
		const missing = [...this.audit.told(this.n8n.state)].filter((serial) => !this.told.has(serial));
		tally.gap += missing.length;
		if (!this.isTorn) expect(missing).toEqual([]);
	}

	private poll(given: Partial<typeof poll extends fc.Arbitrary<infer T> ? T : never>) {
		const { tookMs = 0, fails, crash = 'none', sweeps = true, reads = 100, writes = [] } = given;
		tally.polls += 1;
		if (fails) {
			this.n8n.take(undefined, 'none');
			return 0;
		}
		if (crash !== 'none') tally.crashes += 1;
		this.isTorn ||= !this.given.durable && crash === 'betweenSavedFirst';
		const before = this.n8n.state;
		for (const one of writes) this.write(one, this.random() * tookMs);
		const how = { tookMs, sweeps, reads };
		const read = pollOnce(this.service, this.settings, before, how, this.random);
		this.wrong.push(...this.audit.take(before, read).map((words) => `false: ${words}`));
		this.n8n.take(read, crash);
		return read.events.length;
	}

	private execute(events: readonly Delivered[]) {
		for (const { event, id, eventId, record, version } of events) {
			tally.events += 1;
			tally[event] += 1;
			const key = `${event} ${id} ${record?.serial ?? version}`;
			const known = this.delivered.get(key);
			if (known !== undefined) tally.repeats += 1;
			// Without a time, only what is remembered shows how often a record came into a state.
			const isCounted = this.isLost && this.given.kind === 'withoutUpdated';
			if (known !== undefined && known !== eventId && !isCounted)
				this.wrong.push(`${key} has two event IDs`);
			this.delivered.set(key, eventId);
			if (record) this.told.add(record.serial);
		}
	}

	private write(one: WriteAction, delay = 0) {
		const { records } = this.service;
		const { now } = this.service;
		this.service.now += Math.floor(delay);
		const chosen = () =>
			'picks' in one ? [...new Set(one.picks.map((pick) => records[pick % records.length]))] : [];
		if (one.do === 'create') {
			this.service.create(one.count, one.late, one.isFuture ? FUTURE_MS : 0);
		} else if (one.do === 'update') this.service.update(chosen(), one.field, one.late);
		else this.service.archive(chosen());
		this.service.now = now;
	}
}

test(`in ${SCHEDULES} schedules no event is lost, none is false, and repeats have the same event ID`, () => {
	fc.assert(
		fc.property(setting, fc.array(action, { minLength: 3, maxLength: 25 }), (given, actions) => {
			const schedule = new Schedule(given);
			for (const one of actions) schedule.play(one);
			schedule.settle();
			expect(schedule.wrong).toEqual([]);
		}),
		{
			...{ numRuns: SCHEDULES, seed: SEED },
			endOnFailure: globalThis.process.env.SHRINK === undefined,
		},
	);
	if (globalThis.process.env.TALLY) console.log(JSON.stringify(tally));
	// Otherwise nothing was tried.
	expect(tally.created).toBeGreaterThan(SCHEDULES);
	expect(tally.updated).toBeGreaterThan(SCHEDULES);
	expect(tally.archived).toBeGreaterThan(SCHEDULES / 10);
	expect(tally.repeats).toBeGreaterThan(SCHEDULES / 100);
}, 600_000);
