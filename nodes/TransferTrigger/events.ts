import { hash } from 'node:crypto';

import { hashOf, sortedJson } from '../shared/changes/row';
import type { EndVerdict, Outcome } from '../shared/transfer/end';
import type { StatusWords, TransferRecord } from '../shared/transfer/record';

/**
 * The events of a transfer, and their IDs.
 *
 * Progress, changes and standstills have a key that is made of the record alone. So a lost state repeats them, with the
 * same IDs, and skips none. What happens again while the state is kept has its number in the ID. Ends and what follows
 * them are numbered by those that were emitted: n8n stores a state together with what was emitted, so that whatever
 * older state it goes back to gives the same number to the same event.
 */

/** All events, in the order of the items of one poll. */
export const EVENTS = [
	'finished',
	'failed',
	'corrected',
	'resumed',
	'filesReady',
	'progressed',
	'changed',
	'unknownStatus',
	'stalled',
	'unreachable',
] as const;
export type WatchedEvent = (typeof EVENTS)[number];

/** Those that are numbered; the first of `EVENTS`. */
type NumberedEvent = Outcome | 'corrected' | 'resumed' | 'filesReady';

export interface Rules {
	/** The service that the transfers are of; part of every event ID. */
	readonly service: string;
	/** What is not among them is not emitted. */
	readonly events: readonly WatchedEvent[];
	readonly words: StatusWords;
	/** Whether a transfer that has already ended when it is first seen is passed over. */
	readonly skipEnded: boolean;
	readonly stalledAfterMs: number;
	/** For a test in the editor: one read is enough where otherwise two have to agree. */
	readonly isTest: boolean;
}

export interface ReadFailure {
	/** Whether it is the service's word on this transfer (no such ID, not allowed): that shows, too, that it works. */
	readonly ofThisTransfer: boolean;
	/** What kind of failure it is; part of the event's ID. */
	readonly kind: string;
}

/** What the events of one transfer in one poll are about: its record, or why there is none. */
interface Subject {
	readonly id: string;
	/** The record as it was before; undefined when nothing is known of it. */
	readonly before?: TransferRecord;
	/** The end that was reported before, where the record shows another one. */
	readonly endedBefore?: Outcome;
	readonly record?: TransferRecord;
	readonly verdict?: EndVerdict;
	readonly failure?: ReadFailure;
}

/** An event, emitted once. */
export interface TransferEvent extends Subject {
	readonly event: WatchedEvent;
	/** Does not depend on when the event is noticed; another one when it happens again. */
	readonly eventId: string;
}

/** How many of each numbered event were emitted, in the order of `EVENTS`; without those at the end that are 0. */
export type EventCounts = readonly number[];

/** Those of the events that are wanted, each with the next number, and the numbers after them. */
export function numbered(
	subject: Subject,
	names: readonly NumberedEvent[],
	before: EventCounts | undefined,
	rules: Rules,
): { readonly events: readonly TransferEvent[]; readonly emitted?: EventCounts } {
	const counts = [...(before ?? [])];
	const events = names.flatMap((event) => {
		const at = EVENTS.indexOf(event);
		const number = (counts[at] ?? 0) + 1;
		// The service may correct its numbers, so that no value is part of the key.
		const own = makeEvent(subject, event, '', rules, number);
		if (own.length > 0) counts[at] = number;
		return own;
	});
	return {
		events,
		emitted: counts.length > 0 ? Array.from(counts, (each) => each ?? 0) : undefined,
	};
}

/**
 * The event, where it is wanted. The first occurrence has no number, so that it has the ID that an empty state gives it.
 *
 * @param runs how often the transfer was resumed after an end
 */
export function makeEvent(
	subject: Subject,
	event: WatchedEvent,
	key: string,
	{ events, service }: Rules,
	number = 1,
	runs = 0,
): TransferEvent[] {
	if (!events.includes(event)) return [];
	const again = runs > 0 ? [number, runs] : number > 1 ? [number] : [];
	const parts = JSON.stringify([service, subject.id, event, key, ...again]);
	const eventId = hash('sha256', parts).slice(0, 32);
	return [{ ...subject, event, eventId }];
}

/** Progress and changes that the record shows and the record before did not, and the occurrences with them. */
export function changes(
	subject: Subject & { readonly record: TransferRecord },
	seen: Occurrences | undefined,
	rules: Rules,
	runs?: number,
): { readonly events: readonly TransferEvent[]; readonly occurrences?: Occurrences } {
	const { record, before } = subject;
	const known = before ? keysOf(before) : undefined;
	const keys = keysOf(record);
	let occurrences = seen;
	const events = (['progressed', 'changed'] as const).flatMap((event) => {
		const key = keys[event];
		if (key === undefined || key === known?.[event] || !rules.events.includes(event)) return [];
		const counted = count(occurrences, event, key);
		({ occurrences } = counted);
		return makeEvent(subject, event, key, rules, counted.number, runs);
	});
	return { events, occurrences };
}

/** What makes each change that one change; undefined where there is no event. */
function keysOf(record: TransferRecord) {
	const numbers = [record.progress, record.success_number, record.failed_number];
	const begun = numbers.some((number) => Number(number ?? 0) !== 0);
	return { progressed: begun ? sortedJson(numbers) : undefined, changed: sortedJson(record) };
}

/**
 * How often each state of one transfer was emitted. What happens again, such as progress that falls back
 * and rises anew, gets an event ID of its own by it.
 *
 * Plain JSON, and bounded: the latest events are remembered one by one, of older ones only what is
 * needed to give no number twice.
 */
export interface Occurrences {
	/** How often each was emitted, by a short hash of event and key; the latest last. */
	readonly times: Readonly<Record<string, number>>;
	/** The highest number that an event had which is no longer in `times`. */
	readonly dropped?: number;
}

/** Events remembered one by one; each takes about 14 bytes of n8n's database. */
const MAX_CACHED = 32;

/**
 * Counts an event that is emitted now.
 *
 * @returns which occurrence it is, from 1
 */
function count(
	before: Occurrences = { times: {} },
	event: string,
	key: string,
): { readonly number: number; readonly occurrences: Occurrences } {
	const hash = shortHash(event, key);
	const { [hash]: known, ...others } = before.times;
	const number = (known ?? before.dropped ?? 0) + 1;
	const entries = [...Object.entries(others), [hash, number] as const];
	const kept = entries.slice(-MAX_CACHED);
	const dropped = entries
		.slice(0, -MAX_CACHED)
		.reduce((highest, [, times]) => Math.max(highest, times), before.dropped ?? 0);
	const times = Object.fromEntries(kept);
	return { number, occurrences: { times, ...(dropped > 0 && { dropped }) } };
}

/** Starts with a letter, so that JavaScript keeps the keys in the order in which they came. */
const shortHash = (event: string, key: string): string =>
	event[0] + hashOf(JSON.stringify([event, key]), 8);
