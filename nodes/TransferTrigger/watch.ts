import { createHash } from 'node:crypto';

import {
	outcomeOf,
	type Outcome,
	type StatusWords,
	type TransferRecord,
} from '../Transfer/outcome';

/**
 * What the trigger knows and decides, as pure functions of state, what was read, and time.
 *
 * Each kind of event has a key that is made of the record alone. A key that differs from the one of
 * the record before is an event. So a lost state repeats events, with the same IDs, and skips none.
 */

export type WatchedEvent = Outcome | 'progressed' | 'changed';

export interface Rules {
	/** The service that the transfers are of; part of every event ID. */
	readonly service: string;
	readonly events: readonly WatchedEvent[];
	readonly words: StatusWords;
	/** Whether a transfer that has already ended when it is first seen is passed over. */
	readonly skipEnded: boolean;
}

/** What is known between polls. Plain JSON. */
export interface State {
	readonly transfers: Readonly<Record<string, Seen>>;
	/** Where to begin, when the last poll did not get through. */
	readonly next?: string;
}

interface Seen {
	/** Set once it ended; nothing else is kept then, and it is not read again. */
	readonly ended?: Outcome;
	/** As it was when last read. */
	readonly record?: TransferRecord;
	readonly failing?: Failing;
}

interface Failing {
	/** Failed reads in a row. */
	readonly tries: number;
	/** Not read before this time, milliseconds since 1970. */
	readonly notBefore: number;
	readonly reported: boolean;
}

/** What came of reading one transfer. */
export type Read =
	| { readonly id: string; readonly record: TransferRecord }
	| { readonly id: string; readonly failure: ReadFailure };

export interface ReadFailure {
	/** Whether it is about this transfer (no such ID, not allowed) rather than about the service. */
	readonly ofThisTransfer: boolean;
	/** What kind of failure it is; part of the event's ID. */
	readonly kind: string;
}

/** Something to tell, once. */
export type Happening = {
	/** The same for the same event, whenever and however often it is noticed. */
	readonly eventId: string;
	readonly id: string;
	/** The record as it was before; undefined when nothing is known of it. */
	readonly before?: TransferRecord;
} & (
	| { readonly event: WatchedEvent; readonly record: TransferRecord }
	| { readonly event: 'unreachable'; readonly failure: ReadFailure }
);

export interface Step {
	readonly state: State;
	readonly happenings: readonly Happening[];
	/** Nothing could be read: the poll as a whole is to fail. */
	readonly failed: boolean;
}

export const nothingKnown: State = { transfers: {} };

const MINUTE = 60_000;
const LONGEST_BACK_OFF = 6 * 60 * MINUTE;
/** Polls in a row that a transfer may fail for the service's reasons before that is reported. */
const PATIENCE = 5;

/** The transfers to read now, in this order: those that have not ended and are not backing off. */
export function due(state: State, ids: readonly string[], now: number): string[] {
	const start = Math.max(0, ids.indexOf(state.next ?? ''));
	return [...ids.slice(start), ...ids.slice(0, start)].filter((id) => {
		const { ended, failing } = seenOf(state, id) ?? {};
		if (ended) return false;
		const wait = (failing?.notBefore ?? 0) - now;
		// A longer wait than any that was ever set: the clock was put back.
		return wait <= 0 || wait > LONGEST_BACK_OFF;
	});
}

/**
 * Takes in what was read of the due transfers; those that were not read stay as they were.
 *
 * @param ids all transfers to watch; what is known of others is forgotten
 */
export function step(
	state: State,
	ids: readonly string[],
	reads: readonly Read[],
	now: number,
	rules: Rules,
): Step {
	const failed = allFailed(state, ids, reads);
	const results = new Map(reads.map((read) => [read.id, read]));
	const happenings: Happening[] = [];
	const nowKnown = (id: string): Seen | undefined => {
		const seen = seenOf(state, id);
		const read = results.get(id);
		if (!read || seen?.ended) return seen;
		if ('record' in read) {
			const ended = outcomeOf(read.record, rules.words);
			if (!ended || seen || !rules.skipEnded) {
				happenings.push(...newEvents(read, ended, seen?.record, rules));
			}
			return ended ? { ended } : { record: read.record };
		}
		if (failed && !read.failure.ofThisTransfer) return seen ?? {};
		const failing = nextTry(read.failure, seen?.failing, now, !failed);
		if (failing.reported && !seen?.failing?.reported) {
			happenings.push(unreachable(read, seen?.record, rules));
		}
		return { ...seen, failing };
	};
	const entries = ids.flatMap((id): Array<[string, Seen]> => {
		const seen = nowKnown(id);
		return seen ? [[id, seen]] : [];
	});
	const next = due(state, ids, now).find((id) => !results.has(id));
	return {
		state: { transfers: Object.fromEntries(entries), ...(next === undefined ? {} : { next }) },
		happenings,
		failed,
	};
}

/** An ID may be any text, `constructor` too. */
const seenOf = ({ transfers }: State, id: string): Seen | undefined =>
	Object.hasOwn(transfers, id) ? transfers[id] : undefined;

/**
 * Whether the poll found nothing but failure. A transfer that cannot be read while others can is an
 * event of its own instead.
 */
function allFailed(state: State, ids: readonly string[], reads: readonly Read[]): boolean {
	const failures = reads.flatMap((read) => ('failure' in read ? [read] : []));
	if (reads.length === 0 || failures.length < reads.length) return false;
	const failing = new Set(failures.map(({ id }) => id));
	const othersWork = ids.some((id) => {
		const seen = seenOf(state, id);
		return !failing.has(id) && (seen?.ended ?? (seen?.record && !seen.failing));
	});
	const onlyThese = failures.every(
		({ id, failure }) => failure.ofThisTransfer || seenOf(state, id)?.failing?.reported,
	);
	return !(othersWork && onlyThese);
}

function nextTry(
	failure: ReadFailure,
	before: Failing | undefined,
	now: number,
	mayReport: boolean,
): Failing {
	const tries = (before?.tries ?? 0) + 1;
	const giveUp = failure.ofThisTransfer || tries >= PATIENCE;
	const reported = before?.reported === true || (mayReport && giveUp);
	const wait = giveUp ? Math.min(MINUTE * 2 ** tries, LONGEST_BACK_OFF) : 0;
	return { tries, notBefore: now + wait, reported };
}

/** What the record says that the record before did not. */
function newEvents(
	{ id, record }: { id: string; record: TransferRecord },
	ended: Outcome | undefined,
	before: TransferRecord | undefined,
	rules: Rules,
): Happening[] {
	const known = before ? keysOf(before) : {};
	// It ends once, even if the service corrects its numbers afterwards: no value is part of the key.
	const keys = { ...keysOf(record), ...(ended ? { [ended]: '' } : {}) };
	return rules.events.flatMap((event): Happening[] => {
		const key = keys[event];
		if (key === undefined || key === known[event]) return [];
		return [{ event, id, eventId: eventId(rules.service, id, event, key), record, before }];
	});
}

function unreachable(
	{ id, failure }: { id: string; failure: ReadFailure },
	before: TransferRecord | undefined,
	{ service }: Rules,
): Happening {
	const event = 'unreachable';
	return { event, id, eventId: eventId(service, id, event, failure.kind), failure, before };
}

/** What makes each change that one change; undefined where there is nothing to tell. */
function keysOf(record: TransferRecord): Partial<Record<WatchedEvent, string>> {
	const numbers = [record.progress, record.success_number, record.failed_number];
	const begun = numbers.some((number) => Number(number ?? 0) !== 0);
	return { ...(begun ? { progressed: sorted(numbers) } : {}), changed: sorted(record) };
}

const eventId = (...parts: string[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);

/** JSON that does not depend on the order of keys. */
function sorted(value: unknown): string {
	return JSON.stringify(value, (_, part: unknown) =>
		typeof part === 'object' && part !== null && !Array.isArray(part)
			? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
			: part,
	);
}
