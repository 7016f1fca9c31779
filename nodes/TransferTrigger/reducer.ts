import { judgeEnd, type Reads } from '../shared/transfer/end';
import type { TransferRecord } from '../shared/transfer/record';
import {
	atEnd,
	filesOf,
	isDueAgain,
	readAgain,
	readLater,
	updatedAt,
	type EndedTransfer,
	type JudgedRead,
} from './afterEnd';
import {
	changes,
	makeEvent,
	numbered,
	type ReadFailure,
	type Rules,
	type EventCounts,
	type TransferEvent,
	type Occurrences,
} from './events';

/** What the trigger knows and decides, as pure functions of state, what was read, and time. */

/** What is known between polls. Plain JSON. */
export interface State {
	readonly transfers: Readonly<Record<string, KnownTransfer>>;
	/** Where to begin, when the last poll did not get through. */
	readonly next?: string;
}

type KnownTransfer = RunningTransfer | EndedTransfer;

/** One that has not ended. */
interface RunningTransfer {
	readonly ended?: undefined;
	/** As it was when last read, and since when. */
	readonly record?: TransferRecord;
	readonly reads?: Reads;
	/** A read that is older than the one before by its own time: the next one counts. */
	readonly doubt?: Reads;
	/** Since it is known, it may have ended already. */
	readonly early?: true;
	/** What was last emitted as on no list, and as standing still. */
	readonly unknown?: string;
	readonly stalled?: string;
	readonly failing?: Failing;
	/** Set once a change or progress was emitted. */
	readonly occurrences?: Occurrences;
	/** How often it was emitted as unreachable, by kind of failure. */
	readonly outages?: Readonly<Record<string, number>>;
	readonly emitted?: EventCounts;
	readonly runs?: number;
}

interface Failing {
	/** Failed reads in a row. */
	readonly failures: number;
	/** Not read before this time, milliseconds since 1970. */
	readonly notBefore: number;
	readonly reported: boolean;
}

/** The outcome of reading one transfer. */
export type Read = { readonly id: string; readonly record: TransferRecord } | FailedRead;
interface FailedRead {
	readonly id: string;
	readonly failure: ReadFailure;
}

interface Taken {
	readonly known: KnownTransfer;
	readonly events: readonly TransferEvent[];
}

export const nothingKnown: State = { transfers: {} };

const MINUTE = 60_000;
/** Minutes only, so that a transfer that can be read again is noticed soon. */
const MAX_BACK_OFF = 5 * MINUTE;
/** Polls in a row that a transfer may fail for reasons that may pass before that is reported. */
const MAX_CONSECUTIVE_FAILURES = 5;

/** The transfers to read now, in this order: those that are not backing off, and ended ones from time to time. */
export function due(state: State, ids: readonly string[], now: number): string[] {
	const start = Math.max(0, ids.indexOf(state.next ?? ''));
	return [...ids.slice(start), ...ids.slice(0, start)].filter((id) => {
		const known = knownTransfer(state, id);
		if (known?.ended) return isDueAgain(known, now);
		const wait = (known?.failing?.notBefore ?? 0) - now;
		// A longer wait than any that was ever set: the clock was put back.
		return wait <= 0 || wait > MAX_BACK_OFF;
	});
}

/**
 * Takes in what was read of the due transfers; those that were not read stay as they were.
 *
 * @param ids all transfers to watch; what is known of others is forgotten
 * @param reads of due transfers
 */
export function step(
	state: State,
	ids: readonly string[],
	reads: readonly Read[],
	now: number,
	rules: Rules,
) {
	const failed = allFailed(state, ids, reads);
	const results = new Map(reads.map((read) => [read.id, read]));
	const events: TransferEvent[] = [];
	const judge = (known: KnownTransfer | undefined, record: TransferRecord) =>
		judgeEnd(record, rules.words, known?.doubt ?? (known?.ended ? undefined : known?.reads), now);
	const nextKnown = (id: string): KnownTransfer | undefined => {
		const known = knownTransfer(state, id);
		const read = results.get(id);
		if (!read) return known;
		// Nothing shows that it is this transfer and not the service: it is read again at the next poll.
		if (failed && !known?.ended) return known ?? {};
		const taken =
			'failure' in read
				? takeFailure(known, read, now, rules)
				: takeRecord(known, { ...read, now, ...judge(known, read.record) }, rules);
		events.push(...taken.events);
		return taken.known;
	};
	const entries = ids.flatMap((id): Array<[string, KnownTransfer]> => {
		const known = nextKnown(id);
		return known ? [[id, known]] : [];
	});
	const next = due(state, ids, now).find((id) => !results.has(id));
	return {
		state: {
			transfers: Object.fromEntries(entries),
			...(next !== undefined && { next }),
		} satisfies State,
		events,
		/** Nothing could be read: the poll as a whole is to fail. */
		failed,
	};
}

function takeRecord(before: KnownTransfer | undefined, read: JudgedRead, rules: Rules): Taken {
	const { record, reads, verdict, now } = read;
	if (before?.ended) {
		const { known, events, emitted } = readAgain(before, read, rules);
		if (known) return { known, events };
		const taken = takeRunning({ runs: (before.runs ?? 0) + 1, emitted }, read, rules);
		return { ...taken, events: [...events, ...taken.events] };
	}
	const known = before ?? {};
	const [shown, last] = [updatedAt(record), updatedAt(known.record)];
	if (shown !== undefined && last !== undefined && shown < last && !known.doubt) {
		return { known: { ...known, doubt: reads }, events: [] };
	}
	const mayBeEarly = rules.skipEnded && !rules.isTest && (!before || known.early);
	if (!mayBeEarly || !('outcome' in verdict)) return takeRunning(known, read, rules);
	const isEnded = verdict.kind === 'ended';
	return {
		known: isEnded ? atEnd(record, verdict.outcome, known, now) : { record, reads, early: true },
		events: [],
	};
}

function takeRunning(known: RunningTransfer, read: JudgedRead, rules: Rules): Taken {
	const { id, record, verdict, reads, now } = read;
	const { runs, outages } = known;
	const subject = { id, record, verdict, before: known.record };
	const changed = changes(subject, known.occurrences, rules, runs);
	if (verdict.kind === 'ended' || (rules.isTest && verdict.kind === 'probable')) {
		const names = [verdict.outcome, ...(filesOf(record) ? ['filesReady' as const] : [])];
		const { events, emitted } = numbered(subject, names, known.emitted, rules);
		return {
			known: atEnd(record, verdict.outcome, { emitted, runs }, now),
			events: [...events, ...changed.events],
		};
	}
	const agrees = rules.isTest || known.reads?.key === reads.key;
	const word = verdict.kind === 'unknownStatus' ? verdict.word.slice(0, MAX_WORD) : '';
	const isUnknown = agrees && word !== '' && known.unknown !== word;
	const stoodMs = now - unchangedSince(record, reads);
	const isStalled = agrees && known.stalled !== reads.key && stoodMs >= rules.stalledAfterMs;
	const unknown = isUnknown ? makeEvent(subject, 'unknownStatus', word, rules, 1, runs) : [];
	const stalled = isStalled ? makeEvent(subject, 'stalled', reads.key, rules, 1, runs) : [];
	return {
		known: {
			record,
			reads,
			unknown: unknown.length > 0 ? word : known.unknown,
			stalled: stalled.length > 0 ? reads.key : known.stalled,
			emitted: known.emitted,
			occurrences: changed.occurrences,
			outages,
			runs,
		},
		events: [...changed.events, ...unknown, ...stalled],
	};
}

const MAX_WORD = 60;

/** By its own reads, or by the record where the service evidently keeps its time of update. */
function unchangedSince(record: TransferRecord, { since }: Reads): number {
	const updated = updatedAt(record);
	const isKept = updated !== undefined && updated > Date.parse(String(record.created_at));
	return isKept ? Math.min(since, updated) : since;
}

function takeFailure(
	before: KnownTransfer | undefined,
	{ id, failure }: FailedRead,
	now: number,
	rules: Rules,
): Taken {
	// Its end was reported; that it can no longer be read is no event.
	if (before?.ended) return { known: readLater(before, now), events: [] };
	const { failing: failed, outages, record, runs } = before ?? {};
	const failing = nextAttempt(failure, before ?? {}, now);
	if (!failing.reported || failed?.reported) return { known: { ...before, failing }, events: [] };
	const { kind } = failure;
	const number = (outages?.[kind] ?? 0) + 1;
	const subject = { id, failure, before: record };
	const events = makeEvent(subject, 'unreachable', kind, rules, number, runs);
	const counted = events.length > 0 ? { ...outages, [kind]: number } : outages;
	return { known: { ...before, failing, outages: counted }, events };
}

/** An ID may be any text, `constructor` too. */
const knownTransfer = ({ transfers }: State, id: string): KnownTransfer | undefined =>
	Object.hasOwn(transfers, id) ? transfers[id] : undefined;

/**
 * Whether the poll found nothing but failure. A transfer that was read, and a service that says no of one by itself,
 * show that the service works; when all have ended it does not matter.
 */
const allFailed = (state: State, ids: readonly string[], reads: readonly Read[]): boolean =>
	reads.length > 0 &&
	reads.every((read) => 'failure' in read && !read.failure.ofThisTransfer) &&
	ids.some((id) => knownTransfer(state, id)?.ended === undefined);

/** One that was read before may be away for a moment. */
function nextAttempt(failure: ReadFailure, known: RunningTransfer, now: number): Failing {
	const failures = (known.failing?.failures ?? 0) + 1;
	const enough = !failure.ofThisTransfer ? MAX_CONSECUTIVE_FAILURES : known.record ? 2 : 1;
	const reported = known.failing?.reported === true || failures >= enough;
	const wait = reported ? Math.min(MINUTE * 2 ** failures, MAX_BACK_OFF) : 0;
	return { failures, notBefore: now + wait, reported };
}
