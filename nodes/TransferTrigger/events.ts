import { hash } from 'node:crypto';

import type { EndVerdict, Outcome } from '../shared/transfer/end';
import type { StatusWords, TransferRecord } from '../shared/transfer/record';

/** The events of a transfer, in the order of the items of one poll, and their IDs. */

export const EVENTS = {
	finished: {
		name: 'Finished',
		description: 'The transfer has ended, possibly with some rows that failed',
	},
	failed: { name: 'Failed', description: 'The transfer has ended as failed' },
	progressed: {
		name: 'Progressed',
		description: 'The progress or the numbers of processed rows have changed',
	},
	stalled: {
		name: 'Stalled',
		description: 'The transfer has not ended, and has not changed for a day (see the options)',
	},
	attention: {
		name: 'Needs Attention',
		description:
			'The status is an unknown word, the transfer cannot be read, its end was corrected to one that is not chosen here, or it runs again after its end. The item says which under "reason".',
	},
} as const;
export type WatchedEvent = keyof typeof EVENTS;
export const EVENT_NAMES = Object.keys(EVENTS) as WatchedEvent[];

/** Why a transfer needs attention, and how the summary of the item begins. */
export const REASONS = {
	corrected: 'Corrected',
	resumed: 'Resumed',
	unknown_status: 'Unknown Status',
	unreachable: 'Unreachable',
} as const;
type Reason = keyof typeof REASONS;

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
export interface Subject {
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
	/** Of `attention`. */
	readonly reason?: Reason;
	/** Does not depend on when the event is noticed; another one when it happens again. */
	readonly eventId: string;
}

/** An event, or the reason of one. */
type Occasion = Exclude<WatchedEvent, 'attention'> | Reason;

const isReason = (occasion: Occasion): occasion is Reason => Object.hasOwn(REASONS, occasion);

/**
 * The event, where it is wanted. The first occurrence has no number, so that it has the ID that an empty state gives it.
 *
 * @param key what of the record makes it this event: values that the service may correct are no part of it
 */
export function eventOf(
	subject: Subject,
	occasion: Occasion,
	key: string,
	number: number,
	{ events, service }: Rules,
): TransferEvent[] {
	const what = isReason(occasion)
		? { event: 'attention' as const, reason: occasion }
		: { event: occasion };
	if (!events.includes(what.event)) return [];
	const parts = [service, subject.id, occasion, key, ...(number > 1 ? [number] : [])];
	return [{ ...subject, ...what, eventId: hash('sha256', JSON.stringify(parts)).slice(0, 32) }];
}

/** How often each was emitted, by occasion and key. */
export type Counts = Readonly<Record<string, number>>;

/**
 * The event, where it is wanted, with the next number, and the numbers after it. Only what was emitted is counted:
 * n8n stores a state together with it, so that whatever older state it goes back to gives the same number to the same event.
 */
export function countedEvents(
	subject: Subject,
	occasion: Occasion,
	before: Counts | undefined,
	rules: Rules,
	key = '',
): { readonly events: readonly TransferEvent[]; readonly counts?: Counts } {
	const name = key ? `${occasion} ${key}` : occasion;
	const number = (before?.[name] ?? 0) + 1;
	const events = eventOf(subject, occasion, key, number, rules);
	return { events, counts: events.length > 0 ? { ...before, [name]: number } : before };
}
