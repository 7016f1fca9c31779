import { hash } from 'node:crypto';

import type { Steps } from '../execution';
import {
	ARCHIVED,
	ELSEWHERE,
	entryOf,
	entryText,
	isAway,
	knownNext,
	Recent,
	unpackKnown,
	UNREPORTED,
	WatchedValues,
	type Entry,
} from './remembered';
import type { Reading, Row, State } from './state';
import { BEGINNING, hashOf, progressOf, startAt, timeOf } from './state';

/**
 * The search for changes: state and what was read go in, events and the next state come out. No n8n, no
 * clock and no chance, so that the same state and the same rows always give the same events: what is lost
 * with a state is found again.
 */

export type ChangeEvent = 'created' | 'updated' | 'archived';

export interface Change<R = unknown> {
	readonly event: ChangeEvent;
	readonly id: string;
	/** The state of the record that the event is about; the same event has the same one at every time. */
	readonly version: string;
	/** How often before a record in the same state may have been reported. */
	readonly occurrence: number;
	/** Which watched fields changed, by their index; undefined where that is not known. */
	readonly changed?: readonly number[];
	/** The watched fields as they were before; undefined where that is not known. */
	readonly before?: readonly unknown[];
	/** Undefined for an archived record that can no longer be read. */
	readonly record?: R;
	/** When it happened, as the record says. */
	readonly time?: number;
}

export interface Rules {
	readonly events: readonly ChangeEvent[];
	/** How much later than its time a record may appear, milliseconds. */
	readonly overlapMs: number;
	/** Events of one step at most; the rest comes with the next. */
	readonly maxEvents: number;
	/** Whether only changes of some fields count; then rows have `prints`. */
	readonly watches: boolean;
	/** Whether to remember all IDs: for Archived, watched fields, records without a time of creation. */
	readonly keepsKnown: boolean;
}

/** How look-ups of records ended that were missing in a complete list. */
export interface Missing<R = unknown> {
	/** Those that are archived, with the record as far as it can still be read. */
	readonly archived: ReadonlyArray<{ readonly id: string; readonly record?: R }>;
	/** Those that are there but no longer in this list. */
	readonly elsewhere: readonly string[];
	/** Those of which a read does not say it: archived, if the next complete list lacks them too. */
	readonly unclear: readonly string[];
	/** Whether more were missing than were looked up. */
	readonly isPart?: boolean;
}

export interface Step<R = unknown> {
	readonly state: State;
	readonly changes: ReadonlyArray<Change<R>>;
}

/** Whether every record of the list has surely been read. */
export const isWhole = ({ complete, doubt }: Reading) => complete && doubt === undefined;

/** Known IDs that a complete reading lacks. */
function missingIn(state: State, reading: Reading): string[] {
	if (!isWhole(reading)) return [];
	const listed = new Set(reading.rows.map(({ id }) => id));
	const known = unpackKnown(state.known);
	return [...known.keys()].filter((id) => !listed.has(id) && !isAway(entryOf(known, id)));
}

/**
 * Takes in what was read; may be paused at every record, because lists are long.
 *
 * @param missing the look-ups of what is `missingIn` this reading, where Archived is wanted
 */
export function* step<R>(
	state: State,
	reading: Reading<R>,
	rules: Rules,
	missing?: Missing<R>,
): Steps<Step<R>> {
	const known = unpackKnown(state.known);
	yield;
	const seen = { known, recent: new Recent(state.recent) };
	const found = yield* changesIn(state, seen, reading, rules);
	const left = found.slice(rules.maxEvents);
	const values = new WatchedValues(state.values);
	const changes = found.slice(0, rules.maxEvents).map(({ row, change }) => {
		const before = change.event === 'updated' ? values.before(row) : undefined;
		return before ? { ...change, before } : change;
	});
	// What is left is compared as before, so that all is.
	const isRenewed = left.length === 0 && reading.rows.some(({ former }) => former);
	const noted = isRenewed ? new WatchedValues() : values;
	const pending = new Set(left.map(({ row }) => row.id));
	const archived = new Set(changes.flatMap(({ event, id }) => (event === 'archived' ? id : [])));
	for (const each of reading.rows) {
		yield;
		if (pending.has(each.id)) {
			if (isUnreported(state, each) && !known.has(each.id)) known.set(each.id, UNREPORTED);
			continue;
		}
		const row = isRenewed ? each : (each.former ?? each);
		seen.recent.add(row, state.fresh);
		noted.note(row);
		if (!isTracked(row, rules) || (!isRenewed && isKnownSince(state, known, row))) continue;
		known.set(row.id, entryText(remember(row, entryOf(known, row.id), archived, rules)));
	}
	changes.push(...forget(state, missing, known, rules.maxEvents - changes.length));
	const bounds = boundsAfter(state, reading, rules, { found, left, recent: seen.recent });
	return {
		changes,
		state: {
			since: state.since,
			...bounds,
			recent: yield* seen.recent.since(bounds.fresh),
			...noted.packed,
			...knownNext(state, known, reading),
			...missingNext(missing?.unclear ?? absent(state.missing, reading), known),
			...(rules.events.includes('archived') && { listed: listedNext(state, reading) }),
			...(state.sweptAt === undefined ? {} : { sweptAt: state.sweptAt }),
			...(left.length > 0 ? { backlog: true } : {}),
		},
	};
}

/** The changes that a reading shows and that are wanted, oldest first. */
function* changesIn<R>(
	state: State,
	seen: Seen,
	{ rows, complete }: Reading<R>,
	rules: Rules,
): Steps<Array<FoundChange<R>>> {
	const found: Array<FoundChange<R>> = [];
	for (const row of rows) {
		yield;
		const change = changeOf(state, seen, row.former ?? row, complete, rules);
		if (change && rules.events.includes(change.event)) found.push({ row, change });
	}
	return found.sort((one, other) => inOrder(one.row, other.row));
}

/** Whether a record, which does not say when it was created, was there at the first read. */
const isUnreported = ({ isNew, since }: State, { created, updated: time }: Row) =>
	isNew === true && since !== BEGINNING && created === undefined && time !== undefined;

/** From when on the list is read next, and up to when everything has been dealt with. */
function boundsAfter(
	state: State,
	reading: Reading,
	{ overlapMs }: Rules,
	{
		found,
		left,
		recent,
	}: Record<'found' | 'left', ReadonlyArray<FoundChange<unknown>>> & Pick<Seen, 'recent'>,
): Pick<State, 'from' | 'fresh' | 'high' | 'lag'> {
	// Its clock was set back where a change is older than all that was looked for: how far is found out anew.
	const isLate = found.some(({ row }) => timeOf(row)! < state.from && timeOf(row)! >= state.fresh);
	const { high, lag } = progressOf(isLate ? { ...state, lag: undefined } : state, reading);
	const [next] = left;
	const nextTime = (next && timeOf(next.row)) ?? Infinity;
	const holdMs = reading.doubt === undefined ? overlapMs : DOUBT_MS;
	const from = Math.max(state.fresh, Math.min(high - holdMs, nextTime));
	const memory = Math.max(from - MEMORY_MS, recent.latest(MAX_REMEMBERED));
	// Until the backlog is through, only `recent` knows which of its records have been seen.
	const fresh = next ? state.fresh : Math.max(state.fresh, Math.min(from, memory));
	return { from, fresh, high, ...(lag === undefined || isLate ? {} : { lag }) };
}

/** A list that may not be complete may show a day later what it hid. */
const DOUBT_MS = 24 * 60 * 60_000;

/** How long before `from` states are remembered, so that a clock that is set back hides nothing and repeats nothing … */
const MEMORY_MS = 60 * 60_000;

/** … and of how many of the latest records. */
const MAX_REMEMBERED = 2000;

const absent = (ids: readonly string[] = [], { rows }: Reading) =>
	ids.length > 0 ? ids.filter((id) => !rows.some((row) => row.id === id)) : ids;

/** What was missing once stays so until it is reported, or a complete list has been looked at. */
function missingNext(
	unclear: readonly string[],
	known: ReadonlyMap<string, string>,
): Pick<State, 'missing'> {
	const ids = unclear.filter((id) => entryOf(known, id).mark !== ARCHIVED);
	return ids.length > 0 ? { missing: ids } : {};
}

/** With more words than these, the state of a record is a text of its own, and hides nothing from a list. */
const MAX_WORDS = 100;

function listedNext({ listed = [] }: State, { rows }: Reading): readonly string[] {
	const words = new Set(listed);
	for (const { state } of rows) if (state !== undefined) words.add(state);
	return [...words].slice(0, MAX_WORDS);
}

interface FoundChange<R> {
	readonly row: Row<R>;
	readonly change: Change<R>;
}

interface Seen {
	readonly known: ReadonlyMap<string, string>;
	readonly recent: Recent;
}

/** What a row says that was not known; undefined where it says nothing new, or nothing that counts. */
function changeOf<R>(
	state: State,
	seen: Seen,
	row: Row<R>,
	complete: boolean,
	rules: Rules,
): Change<R> | undefined {
	const time = timeOf(row);
	const { id, version, record } = row;
	const entry = entryOf(seen.known, id);
	const { mark, print: before, occurrence } = entry;
	const about = { id, version, occurrence, record, time };
	const changeAs = (event: ChangeEvent): Change<R> => ({ event, ...about });
	if (rules.events.includes('archived') && row.archived) {
		return seen.known.has(id) && !isAway(entry) ? changeAs('archived') : undefined;
	}
	if (mark === ARCHIVED) return changeAs('updated');
	if (time === undefined) {
		if (before === undefined) {
			const event = isCreated(state, row) ? 'created' : state.isNew ? undefined : 'updated';
			return event && changeAs(event);
		}
		return updated({ ...changeAs('updated'), occurrence: occurrence + 1 }, row, before);
	}
	if (time < state.fresh || seen.recent.has(row, time < state.from)) return undefined;
	if (isFirst(state, seen, row, complete)) return changeAs('created');
	return updated(changeAs('updated'), row, before);
}

/** A change of a record that was there before; undefined when nothing that counts has changed. */
function updated<R>(
	change: Change<R>,
	{ prints, updated: time, version }: Row<R>,
	before: string | undefined,
): Change<R> | undefined {
	if (!prints) {
		const isSame = time === undefined && before === hashOf(version);
		return isSame ? undefined : change;
	}
	if (before === undefined) return change;
	let start = 0;
	const changed = prints.flatMap((print, index) => {
		const isSame = before.startsWith(print, start);
		start += print.length;
		return isSame ? [] : [index];
	});
	return changed.length > 0 ? { ...change, changed } : undefined;
}

/** Whether a record with a time has never been seen, and was created since the beginning. */
function isFirst(state: State, { known, recent }: Seen, row: Row, complete: boolean): boolean {
	if (known.has(row.id) || recent.hasAny(row)) return false;
	if (row.created === undefined) return complete && (!state.isNew || state.since === BEGINNING);
	return row.created >= Math.max(state.fresh, state.since);
}

/** Whether a record without a time, seen for the first time, was created since the beginning. */
const isCreated = ({ since, isNew }: State, { created }: Row): boolean =>
	created === undefined ? !isNew || since === BEGINNING : created >= since;

const isTracked = ({ created, updated: time }: Row, { keepsKnown }: Rules) =>
	keepsKnown || created === undefined || time === undefined;

/** Whether nothing about a known record can be new, so that it need not be looked at closely. */
function isKnownSince({ fresh }: State, known: ReadonlyMap<string, string>, row: Row): boolean {
	if (!known.has(row.id) || (timeOf(row) ?? Infinity) >= fresh || row.archived) return false;
	return entryOf(known, row.id).mark === '';
}

/** What is remembered of a record of the list, and how often it was reported as archived or, without a time, changed. */
function remember(
	row: Row,
	before: Entry,
	reported: ReadonlySet<string>,
	{ events }: Rules,
): Entry {
	const { id, prints, version, updated: time } = row;
	if (events.includes('archived') && row.archived) {
		if (!reported.has(id))
			return { ...before, mark: before.mark === ARCHIVED ? ARCHIVED : ELSEWHERE };
		return { ...before, mark: ARCHIVED, occurrence: before.occurrence + 1 };
	}
	const print = prints ? prints.join('') : time === undefined ? hashOf(version) : '';
	const isChange = time === undefined && before.print !== undefined && before.print !== print;
	return { mark: '', print, occurrence: before.occurrence + Number(isChange) };
}

/** Oldest first; records without a time last. */
function inOrder(one: Row, other: Row): number {
	const difference = (timeOf(one) ?? Infinity) - (timeOf(other) ?? Infinity);
	return difference || (one.id < other.id ? -1 : 1);
}

/** Takes out of the known IDs what is gone, and reports it, as far as there is room. */
function forget<R>(
	state: State,
	missing: Missing<R> | undefined,
	known: Map<string, string>,
	room: number,
): Array<Change<R>> {
	if (!missing) return [];
	for (const id of missing.elsewhere) {
		known.set(id, entryText({ ...entryOf(known, id), mark: ELSEWHERE }));
	}
	const before = new Set(state.missing);
	const twice = missing.unclear.filter((id) => before.has(id)).map((id) => ({ id }));
	return [...missing.archived, ...twice].slice(0, room).map((gone) => {
		const { print, occurrence } = entryOf(known, gone.id);
		known.set(gone.id, entryText({ mark: ARCHIVED, print, occurrence: occurrence + 1 }));
		return { event: 'archived' as const, version: '', occurrence, ...gone };
	});
}

/** From which time on changes are wanted: only those from now on, from a time on, or all. */
export type Start = 'now' | 'all' | number;

/** The state to begin with; undefined where the first read itself is the beginning. */
export const beginning = (start: Start): State | undefined =>
	start === 'now' ? undefined : startAt(start === 'all' ? BEGINNING : start);

/**
 * One step from a state, or from nothing: then what is there now counts as known. May be paused, as `step`.
 *
 * @param missing the look-ups of what is `missingIn` this reading, where Archived is wanted
 */
export function* follow<R>(
	state: State | undefined,
	reading: Reading<R>,
	rules: Rules,
	missing?: Missing<R>,
): Steps<Step<R>> {
	if (state) return yield* step(state, reading, rules, missing);
	const { from = BEGINNING } = reading;
	const first = { since: BEGINNING, from, fresh: from, high: BEGINNING, recent: {}, known: '' };
	const { state: next } = yield* step(first, reading, { ...rules, maxEvents: Infinity });
	// What appears later was not there now, even if it is dated earlier.
	return { state: { ...next, since: next.fresh }, changes: [] };
}

/** More missing records than this, and more than a tenth of all, are a list that went wrong. */
const MAX_MISSING = 20;
const MAX_MISSING_SHARE = 0.1;

/** The known records that a reading lacks, and whether they are too many to be believed. */
export function lookForMissing(state: State, reading: Reading) {
	const ids = missingIn(state, reading);
	const before = reading.rows.length + ids.length;
	return { ids, isDoubtful: ids.length > MAX_MISSING && ids.length > before * MAX_MISSING_SHARE };
}

/**
 * The ID of an event: the same for the same state of the record, whenever, however often and under whichever name it
 * is noticed; another one for every other state, and when a record comes into a state again.
 *
 * @param origin the service and the object that the record is of
 */
export const eventId = (
	origin: readonly string[],
	{ id, event, version, occurrence }: Change,
): string => {
	const text = JSON.stringify([...origin, id, event === 'archived' ? '' : version, occurrence]);
	return hash('sha256', text, 'hex').slice(0, 32);
};
