import { createHash } from 'node:crypto';

import { sortedJson } from '../shared/changes/row';
import type { EndVerdict, Outcome } from '../shared/transfer/end';
import type { TransferRecord } from '../shared/transfer/record';
import type { StatusWords } from '../shared/transfer/words';
import { count, isHigher, noOccurrences, raise, type Occurrences } from './occurrences';

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
	/** Whether it is about this transfer (no such ID, not allowed) rather than about the service. */
	readonly ofThisTransfer: boolean;
	/** The service itself says so: that shows, too, that it works. */
	readonly isVerdict?: boolean;
	/** What kind of failure it is; part of the event's ID. */
	readonly kind: string;
}

/** An event, emitted once. */
export type TransferEvent = {
	/** The same for the same event, whenever it is noticed; another one when it happens again. */
	readonly eventId: string;
	readonly id: string;
	/** The record as it was before; undefined when nothing is known of it. */
	readonly before?: TransferRecord;
} & (
	| {
			readonly event: Exclude<WatchedEvent, 'unreachable'>;
			readonly record: TransferRecord;
			readonly verdict: EndVerdict;
			/** The end that was reported before this one, where the record showed another one. */
			readonly endedBefore?: Outcome;
	  }
	| { readonly event: 'unreachable'; readonly failure: ReadFailure }
);

/** What the events of one transfer in one poll are about. */
export interface Subject {
	readonly id: string;
	readonly record: TransferRecord;
	readonly verdict: EndVerdict;
	readonly before?: TransferRecord;
	readonly endedBefore?: Outcome;
	/** How often it was resumed after an end. */
	readonly runs?: number;
}

/** How many of each numbered event were emitted, in the order of `EVENTS`; without those at the end that are 0. */
export type Told = readonly number[];

/** Those of the events that are wanted, each with the next number, and the numbers after them. */
export function numbered(
	subject: Subject,
	names: readonly NumberedEvent[],
	told: Told | undefined,
	rules: Rules,
): { readonly emitted: readonly TransferEvent[]; readonly told?: Told } {
	const counts = [...(told ?? [])];
	const emitted = names.flatMap((event) => {
		const at = EVENTS.indexOf(event);
		const number = (counts[at] ?? 0) + 1;
		// The service may correct its numbers, so that no value is part of the key.
		const own = makeEvent({ ...subject, runs: 0 }, event, '', rules, number);
		if (own.length > 0) for (let each = 0; each <= at; each += 1) counts[each] ??= 0;
		if (own.length > 0) counts[at] = number;
		return own;
	});
	return { emitted, told: counts.length > 0 ? counts : undefined };
}

/** The event, where it is wanted. */
export function makeEvent(
	{ runs = 0, ...subject }: Subject,
	event: Exclude<WatchedEvent, 'unreachable'>,
	key: string,
	{ events, service }: Rules,
	number = 1,
): TransferEvent[] {
	if (!events.includes(event)) return [];
	return [{ ...subject, event, eventId: eventId(service, subject.id, event, key, number, runs) }];
}

/** Progress and changes that the record shows and the record before did not, and the occurrences with them. */
export function changes(
	subject: Subject,
	seen: Occurrences | undefined,
	rules: Rules,
): { readonly emitted: readonly TransferEvent[]; readonly occurrences?: Occurrences } {
	const { record, before } = subject;
	const known = before ? keysOf(before) : undefined;
	const keys = keysOf(record);
	const numbers = numbersOf(record);
	const clock = Date.parse(String(record.updated_at));
	const earlier = seen ?? noOccurrences;
	const isNew = {
		progressed: isHigher(earlier, numbers),
		changed: isHigher(earlier, [...numbers, clock]),
	};
	let occurrences = earlier;
	const emitted = (['progressed', 'changed'] as const).flatMap((event) => {
		const key = keys[event];
		if (key === undefined || key === known?.[event] || !rules.events.includes(event)) return [];
		const counted = count(occurrences, event, key, isNew[event]);
		({ occurrences } = counted);
		return makeEvent(subject, event, key, rules, counted.number);
	});
	if (occurrences === earlier) return { emitted, occurrences: seen };
	return { emitted, occurrences: raise(occurrences, [...numbers, clock]) };
}

/** @param number how often it has been unreachable for this kind of failure, this time included */
export function unreachable(
	{ id, failure }: { readonly id: string; readonly failure: ReadFailure },
	{ before, runs = 0 }: Pick<Subject, 'before' | 'runs'>,
	number: number,
	{ service, events }: Rules,
): TransferEvent[] {
	const event = 'unreachable';
	if (!events.includes(event)) return [];
	const own = eventId(service, id, event, failure.kind, number, runs);
	return [{ event, id, eventId: own, failure, before }];
}

/** What makes each change that one change; undefined where there is no event. */
function keysOf(record: TransferRecord): {
	readonly progressed?: string;
	readonly changed: string;
} {
	const numbers = numbersOf(record);
	const begun = numbers.some((number) => Number(number ?? 0) !== 0);
	return { ...(begun ? { progressed: sortedJson(numbers) } : {}), changed: sortedJson(record) };
}

const numbersOf = (record: TransferRecord): unknown[] => [
	record.progress,
	record.success_number,
	record.failed_number,
];

/** The first occurrence has no number, so that it has the ID that an empty state gives it, too. */
function eventId(
	service: string,
	id: string,
	event: string,
	key: string,
	number: number,
	runs: number,
): string {
	const again = runs > 0 ? [number, runs] : number > 1 ? [number] : [];
	const parts = [service, id, event, key, ...again];
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
