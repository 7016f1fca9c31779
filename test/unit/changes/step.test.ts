import { cursorsOf, decodeCursor, encodeCursor } from '../../../nodes/shared/changes/cursor';
import {
	beginning,
	eventId,
	follow,
	lookForMissing,
	step as stepsOf,
	type Rules,
} from '../../../nodes/shared/changes/step';
import { packKnown, unpackKnown } from '../../../nodes/shared/changes/remembered';
import { hashOf, type Reading, type Row, type State } from '../../../nodes/shared/changes/state';
import { runAtOnce } from '../../../nodes/shared/execution';
import fc from '../../../testing/properties';

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 0, 31);
const HOUR_AGO = NOW - 60 * MINUTE;
const rules: Rules = {
	events: ['created', 'updated', 'archived'],
	overlapMs: 5 * MINUTE,
	maxEvents: 1000,
	watches: false,
	keepsKnown: true,
};
const row = (id: string, time: number, version = `${time}`): Row => ({
	...{ id, version, record: id },
	created: time,
	updated: time,
});
const reading = (rows: Row[], serviceTime: number, complete = true): Reading => ({
	...{ rows, serviceTime, complete },
	...{ readAt: serviceTime, tookMs: 0 },
});
/** As many records as bear out a time. */
const five = (time: number) => ['v', 'w', 'x', 'y', 'z'].map((id) => row(id, time));
const step = (...given: Parameters<typeof stepsOf>) => runAtOnce(stepsOf(...given));
const first = (rows: Row[], given = rules) =>
	runAtOnce(follow(undefined, reading(rows, NOW), given)).state;

test('while nothing changes, the time up to which was read moves on with the service’s clock', () => {
	const idle = step(first(five(NOW - MINUTE)), reading([], NOW + 120 * MINUTE, false), rules).state;
	expect([idle.high, idle.from]).toEqual([NOW + 119 * MINUTE, NOW + 114 * MINUTE]);
	expect(idle.recent).toEqual({});
});

test('without the service’s clock, a read is taken for as old as its beginning', () => {
	const slow = { rows: five(NOW), complete: true, readAt: NOW, tookMs: MINUTE };
	expect(runAtOnce(follow(undefined, slow, rules)).state.high).toBe(NOW - MINUTE);
});

test('four records that are dated ahead hide no other, and a fifth may', () => {
	const highs = [4, 5].map((count) => first([...five(HOUR_AGO), ...five(NOW).slice(-count)]).high);
	expect(highs).toEqual([HOUR_AGO, NOW]);
});

test.each([
	[200, MINUTE, 69],
	[3000, 1000, 2000],
])('of %i records %i ms apart, those of an hour are kept, and 2,000', (length, apart, kept) => {
	const rows = Array.from({ length }, (_, n) => row(`r${n}`, NOW - n * apart));
	const { state } = step(first(rows), reading(rows, NOW + MINUTE), rules);
	expect(Object.keys(state.recent)).toHaveLength(kept);
});

test('a record that a list lacks without a reason is archived when the next one lacks it, too', () => {
	const a = row('a', HOUR_AGO);
	const unclear = { archived: [], elsewhere: [], unclear: ['b'] };
	const state = first([a, row('b', HOUR_AGO)]);
	const once = step(state, reading([a], NOW), rules, unclear);
	expect(once.changes).toEqual([]);
	const back = step(once.state, reading([a, row('b', HOUR_AGO)], NOW), rules).state;
	expect(step(back, reading([a], NOW), rules, unclear).changes).toEqual([]);
	const twice = step(once.state, reading([a], NOW), rules, unclear);
	expect(twice.changes).toEqual([{ event: 'archived', id: 'b', version: '', occurrence: 0 }]);
	expect(lookForMissing(twice.state, reading([a], NOW)).ids).toEqual([]);
});

test('a record that has only left the list is not looked up again until it is back', () => {
	const [a, b] = [row('a', HOUR_AGO), row('b', HOUR_AGO)];
	const gone = { archived: [], elsewhere: ['b'], unclear: [] };
	const { state, changes } = step(first([a, b]), reading([a], NOW), rules, gone);
	expect([changes, lookForMissing(state, reading([a], NOW)).ids]).toEqual([[], []]);
	const back = step(state, reading([a, b], NOW), rules).state;
	expect(lookForMissing(back, reading([a], NOW)).ids).toEqual(['b']);
});

test.each([
	[20, 100, false],
	[21, 300, false],
	[21, 200, true],
])('%i of %i records gone at once are doubtful: %s', (gone, all, isDoubtful) => {
	const rows = Array.from({ length: all }, (_, n) => row(`r${n}`, HOUR_AGO));
	const found = lookForMissing(first(rows), reading(rows.slice(gone), NOW));
	expect([found.ids.length, found.isDoubtful]).toEqual([gone, isDoubtful]);
});

test('a state of a record has one ID, whether it is taken for created or updated', () => {
	const about = { id: 'a', version: 'v', occurrence: 0 };
	const idOf = (event: 'created' | 'updated' | 'archived') => eventId(['x'], { ...about, event });
	expect(idOf('created')).toBe(idOf('updated'));
	expect(idOf('archived')).not.toBe(idOf('updated'));
});

test('more than 50,000 records are not known, and what is created and updated is told nevertheless', () => {
	const rows = Array.from({ length: 50_001 }, (_, n) => row(`r${n}`, HOUR_AGO));
	const state = first(rows);
	expect([state.known, state.tooMany]).toEqual(['', 50_001]);
	const next = step(state, reading([...rows, row('new', NOW)], NOW + MINUTE), rules);
	expect(next.changes.map(({ event, id }) => `${event} ${id}`)).toEqual(['created new']);
});

test('known IDs are packed in 23 characters for a UUID, whatever they are', () => {
	const id = fc.oneof(
		fc.uuid(),
		fc.string({ unit: 'grapheme', minLength: 1 }),
		fc.nat().map(String),
	);
	const entry = fc.tuple(id, fc.constantFrom('', 'abc-_1', '~', '?', '~x'));
	fc.assert(
		fc.property(fc.array(entry), (entries) => {
			const known = new Map(entries);
			expect(unpackKnown(packKnown(known))).toEqual(known);
		}),
	);
	expect(packKnown(new Map([['0b9c7a52-6a0f-4f3e-9b1d-2c8e5a7f4d10', '']]))).toHaveLength(23);
});

describe('a cursor', () => {
	const both: Rules = { ...rules, events: ['created', 'updated'] };
	const all: Rules = { ...both, keepsKnown: false, maxEvents: 100_000 };
	const origin = { scope: 'scope', credential: 'credential', workspace: 'workspace' };
	const after = (cursor: string) => decodeCursor(cursor)!.state;
	const start = beginning('all')!;
	const read = (state: State, rows: Row[]) => {
		const shown = rows.filter((each) => (each.updated ?? NOW) >= state.from);
		return step(state, reading(shown, NOW), all);
	};
	const ids = ({ changes }: ReturnType<typeof step>) => changes.map(({ id }) => id);

	test('gives what comes after it, exactly where few records follow each other closely', () => {
		const times = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 15 });
		const untimed = fc.integer({ min: 0, max: 2 });
		const isTimed = (id: string) => id.startsWith('t');
		fc.assert(
			fc.property(times, untimed, (minutes, count) => {
				const timed = minutes.map((minute, n) => row(`t${n}`, NOW - minute * MINUTE));
				const without = ['u0', 'u1'].map((id) => ({ id, version: 'v', record: id }));
				const rows = [...timed, ...without.slice(0, count)];
				const whole = read(start, rows);
				const cursors = runAtOnce(cursorsOf(origin, start, whole));
				cursors.forEach((cursor, at) => {
					const rest = ids(read(after(cursor), rows));
					const isLast = at === cursors.length - 1;
					const wanted = isLast ? [] : ids(whole).slice(at + 1);
					// Records without a time are all told again until the last one.
					expect(rest.filter(isTimed)).toEqual(wanted.filter(isTimed));
					expect(rest).toEqual(expect.arrayContaining(wanted));
					if (isLast) expect(rest).toEqual([]);
				});
			}),
		);
	});

	test('passes no record, though the clock of one response is ahead', () => {
		const early = read(start, five(NOW - MINUTE)).state;
		const ahead = reading([row('a', NOW)], NOW + 60 * MINUTE, false);
		const cursors = runAtOnce(cursorsOf(origin, early, step(early, ahead, all)));
		const rows = [row('a', NOW), row('b', NOW + MINUTE), row('c', NOW + 40 * MINUTE)];
		const state = after(cursors[0]);
		const next = rows.filter(({ updated = 0 }) => updated >= state.from);
		expect(ids(step(state, reading(next, NOW + 50 * MINUTE, false), all))).toEqual(['b', 'c']);
	});

	test('stays short where many records follow each other closely, and loses none', () => {
		const rows = Array.from({ length: 500 }, (_, n) => row(`r${String(n).padStart(3, '0')}`, NOW));
		const whole = read(start, rows);
		const cursors = runAtOnce(cursorsOf(origin, start, whole));
		expect(Math.max(...cursors.slice(0, -1).map(({ length }) => length))).toBeLessThan(2048);
		expect(ids(read(after(cursors[250]), rows))).toEqual(
			expect.arrayContaining(ids(whole).slice(251)),
		);
		// Of the last one as many as fit are not told again, so that none is lost.
		expect(cursors[499].length).toBeLessThan(2048);
		expect(ids(read(after(cursors[499]), rows))).toHaveLength(500 - 40);
	});

	// In quadratic time each would take minutes.
	test.each([
		['closely', 0],
		['a minute apart', MINUTE],
	])('is there for 5,000 records that follow each other %s', (_, apart) => {
		const rows = Array.from({ length: 5_000 }, (__, n) => row(`r${n}`, NOW - n * apart));
		const cursors = runAtOnce(cursorsOf(origin, start, read(start, rows)));
		expect(cursors).toHaveLength(5_000);
	});

	test('is refused where it is none', () => {
		const cursor = encodeCursor(origin, start);
		expect(decodeCursor(cursor)?.origin).toEqual(origin);
		for (const text of ['', 'x', '2.', '2.W10', '1.W10', `0${cursor}`, `${cursor}0`, '2.e30.e30']) {
			expect([text, decodeCursor(text)]).toEqual([text, undefined]);
		}
		const whole = JSON.parse(
			Buffer.from(cursor.split('.')[1], 'base64url').toString(),
		) as unknown[];
		for (const at of whole.keys()) {
			const changed = Object.assign([...whole], { [at]: true });
			const other = Buffer.from(JSON.stringify(changed)).toString('base64url');
			expect(decodeCursor(`2.${other}.${hashOf(other)}`)).toBeUndefined();
		}
	});
});
