import { hashOf, sortedJson } from '../shared/changes/state';
import { anyObject, fits, z } from '../shared/schema/outside';
import { isObject } from '../shared/schema/values';
import {
	judgeEnd,
	meaningOf,
	messageOf,
	rowsOf,
	type Outcome,
	type Reads,
} from '../shared/transfer/end';
import type { TransferRecord } from '../shared/transfer/record';
import {
	countedEvents,
	eventOf,
	type Counts,
	type ReadFailure,
	type Rules,
	type TransferEvent,
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
	/** Since it is known, it may have ended already. */
	readonly early?: true;
	/** What was last emitted as on no list, and as standing still. */
	readonly unknown?: string;
	readonly stalled?: string;
	readonly failing?: Failing;
	readonly counts?: Counts;
	/**
	 * How often progress fell back, or the transfer was resumed after an end. Within one lap numbers only rise, so that no
	 * progress comes twice.
	 */
	readonly laps?: number;
}

const READS = z.object({ key: z.string(), since: z.number() }).passthrough().optional();

const FAILING = z.object({
	/** Failed reads in a row. */
	failures: z.number(),
	/** Not read before this time, milliseconds since 1970. */
	notBefore: z.number(),
	reported: z.boolean(),
});
type Failing = Readonly<z.infer<typeof FAILING>>;

const TRANSFER = z
	.object({
		ended: z.string().optional(),
		record: anyObject.optional(),
		reads: READS,
		doubt: READS,
	})
	.extend({ counts: anyObject.optional(), failing: FAILING.optional() })
	.passthrough();

/** What is stored between polls; keys of other versions may be there, too. */
export const storedTransfers = z
	.object({
		baseUrl: z.string(),
		next: z.string().optional(),
		// No record of zod: an early zod 4 takes none with an ID such as `constructor`.
		transfers: z.custom<object>(
			(given) => isObject(given) && Object.values(given).every((one) => fits(TRANSFER, one)),
		),
	})
	.passthrough();

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
		judgeEnd(record, rules.words, known?.ended ? known.doubt : known?.reads, now);
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
		const { known, events, counts } = readAgain(before, read, rules);
		if (known) return { known, events };
		const taken = takeRunning({ laps: (before.laps ?? 0) + 1, counts }, read, rules);
		return { ...taken, events: [...events, ...taken.events] };
	}
	const known = before ?? {};
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
	const subject = { id, record, verdict, before: known.record };
	const laps = known.record && fallsBack(known.record, record) ? (known.laps ?? 0) + 1 : known.laps;
	const number = (laps ?? 0) + 1;
	const progress = progressOf(record);
	const hasProgressed = progress !== '' && progress !== progressOf(known.record);
	const progressed = hasProgressed ? eventOf(subject, 'progressed', progress, number, rules) : [];
	if (verdict.kind === 'ended' || (rules.isTest && verdict.kind === 'probable')) {
		const { outcome } = verdict;
		const { events, counts } = countedEvents(subject, outcome, known.counts, rules);
		return {
			known: atEnd(record, outcome, { counts, laps }, now),
			events: [...events, ...progressed],
		};
	}
	const agrees = rules.isTest || known.reads?.key === reads.key;
	const word = verdict.kind === 'unknownStatus' ? verdict.word.slice(0, MAX_WORD) : '';
	const isUnknown = agrees && word !== '' && known.unknown !== word;
	const stoodMs = now - unchangedSince(record, reads);
	const isStalled = agrees && known.stalled !== reads.key && stoodMs >= rules.stalledAfterMs;
	const stalled = isStalled ? eventOf(subject, 'stalled', reads.key, number, rules) : [];
	const unknown = isUnknown ? eventOf(subject, 'unknown_status', word, number, rules) : [];
	return {
		known: {
			record,
			reads,
			unknown: unknown.length > 0 ? word : known.unknown,
			stalled: stalled.length > 0 ? reads.key : known.stalled,
			counts: known.counts,
			laps,
		},
		events: [...progressed, ...stalled, ...unknown],
	};
}

const numbersOf = (record: TransferRecord | undefined): readonly unknown[] =>
	[record?.progress, record?.success_number, record?.failed_number].map((number) => number ?? 0);

/** What makes this progress that progress; empty before any row is processed. */
function progressOf(record: TransferRecord | undefined): string {
	const numbers = numbersOf(record);
	return numbers.some((number) => Number(number) !== 0) ? sortedJson(numbers) : '';
}

/** Whether one of the numbers is another one, and not a higher one. */
function fallsBack(before: TransferRecord, record: TransferRecord): boolean {
	const last = numbersOf(before);
	return numbersOf(record).some(
		(number, at) =>
			sortedJson(number) !== sortedJson(last[at]) && !(Number(number) > Number(last[at])),
	);
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
	const { failing: failed, counts: known, record } = before ?? {};
	const failing = nextAttempt(failure, before ?? {}, now);
	if (!failing.reported || failed?.reported) return { known: { ...before, failing }, events: [] };
	const subject = { id, failure, before: record };
	const { events, counts } = countedEvents(subject, 'unreachable', known, rules, failure.kind);
	return { known: { ...before, failing, counts }, events };
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

/**
 * A transfer that has ended. It is read again for a day: it may be resumed, or its end be corrected. Little is kept of it,
 * because it stays in the state as long as its ID is watched: at most 150 bytes.
 */
interface EndedTransfer {
	readonly ended: Outcome;
	/** A hash of the outcome and the numbers of rows. */
	readonly facts: string;
	/** When its end was noticed, and when it is read next, seconds since 1970; it is not read again without. */
	readonly since: number;
	readonly next?: number;
	readonly counts?: Counts;
	readonly laps?: number;
	/** A read that shows another end by message or counts, which is no proof yet: when the next shows the end as it was, it is another one. */
	readonly doubt?: Reads;
}

const DAY = 24 * 60 * 60;
/** Seconds; intervals grow from here, and reach a quarter of an hour after an hour. */
const MIN_INTERVAL = 5 * 60;
const INTERVAL_SHARE = 1 / 4;

const seconds = (ms: number) => Math.floor(ms / 1000);

/** When the transfer was updated, milliseconds since 1970; undefined where it does not say so. */
function updatedAt(record: TransferRecord | undefined): number | undefined {
	const at = typeof record?.updated_at === 'string' ? Date.parse(record.updated_at) : NaN;
	return Number.isFinite(at) ? at : undefined;
}

/** Words and times are left out: they may change without a change of the end. */
function factsOf(record: TransferRecord, outcome: Outcome): string {
	const { total, done, failed } = rowsOf(record);
	return hashOf(JSON.stringify([outcome, total, done, failed, messageOf(record) !== '']), 8);
}

/** What is kept from its end on. */
function atEnd(
	record: TransferRecord,
	ended: Outcome,
	{ counts, laps }: Pick<EndedTransfer, 'counts' | 'laps'>,
	now: number,
): EndedTransfer {
	const facts = factsOf(record, ended);
	return readLater({ ended, facts, since: seconds(now), counts, laps }, now);
}

/** The transfer with the time at which it is read again. */
function readLater(known: EndedTransfer, now: number): EndedTransfer {
	const passed = seconds(now) - known.since;
	const interval = Math.max(MIN_INTERVAL, Math.ceil(passed * INTERVAL_SHARE));
	return { ...known, next: passed < DAY ? seconds(now) + interval : undefined };
}

/** Whether it is time to read it again, also where the clock was put back. */
function isDueAgain({ next }: EndedTransfer, now: number): boolean {
	const left = (next ?? Infinity) - seconds(now);
	return left <= 0 || (left > DAY && next !== undefined);
}

/** A read of a transfer, and what it says of the end. */
interface JudgedRead extends ReturnType<typeof judgeEnd> {
	readonly id: string;
	readonly record: TransferRecord;
	/** When it was read, milliseconds since 1970. */
	readonly now: number;
}

interface AfterEnd {
	/** Undefined where it was resumed. */
	readonly known?: EndedTransfer;
	readonly counts?: Counts;
	readonly events: readonly TransferEvent[];
}

/**
 * What a read after the end says. A word that says running is a resume; so are numbers by which rows are left again,
 * beside a word on no list. What contradicts the end by message or counts alone counts with the second read in a row.
 */
function readAgain(known: EndedTransfer, read: JudgedRead, rules: Rules): AfterEnd {
	const { id, record, verdict, reads, now } = read;
	const { total, done } = rowsOf(record);
	const saysRunning = meaningOf(record.status, rules.words) === 'running';
	const outcome = 'outcome' in verdict ? verdict.outcome : undefined;
	const isOther = factsOf(record, outcome ?? known.ended) !== known.facts;
	const isResumed = saysRunning || (outcome === undefined && isOther && done < total);
	if (!isResumed && !((isOther || known.doubt) && outcome)) {
		return { known: readLater({ ...known, doubt: undefined }, now), events: [] };
	}
	if (verdict.kind === 'probable') {
		return { known: { ...known, next: seconds(now), doubt: reads }, events: [] };
	}
	const subject = { id, record, verdict, endedBefore: known.ended };
	if (!outcome) return countedEvents(subject, 'resumed', known.counts, rules);
	// A corrected end is told as the end that it is now; where that is not wanted, it needs attention.
	const occasion = rules.events.includes(outcome) ? outcome : 'corrected';
	const { events, counts } = countedEvents(subject, occasion, known.counts, rules);
	return { known: atEnd(record, outcome, { counts, laps: known.laps }, now), events };
}
