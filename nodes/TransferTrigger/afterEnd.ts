import { hashOf } from '../shared/changes/state';
import type { judgeEnd, Outcome, Reads } from '../shared/transfer/end';
import { meaningOf, messageOf, rowsOf } from '../shared/transfer/end';
import type { TransferRecord } from '../shared/transfer/record';
import { countedEvents, type Counts, type Rules, type TransferEvent } from './events';

/**
 * A transfer that has ended. It is read again for a day: it may be resumed, or its end be corrected. Little is kept of it,
 * because it stays in the state as long as its ID is watched: at most 150 bytes.
 */
export interface EndedTransfer {
	readonly ended: Outcome;
	/** A hash of the outcome and the numbers of rows. */
	readonly facts: string;
	/** When its end was noticed, and when it is read next, seconds since 1970; it is not read again without. */
	readonly since: number;
	readonly next?: number;
	/** The newest `updated_at` that was read of it, seconds since 1970. */
	readonly updated?: number;
	readonly counts?: Counts;
	readonly laps?: number;
	/** A read that shows another end, or none, and that is no proof yet. */
	readonly doubt?: Reads;
	/** That read was no older one: when the next shows the end as it was, it is another one. */
	readonly moved?: boolean;
}

const DAY = 24 * 60 * 60;
/** Seconds; intervals grow from here, and reach a quarter of an hour after an hour. */
const MIN_INTERVAL = 5 * 60;
const INTERVAL_SHARE = 1 / 4;

const seconds = (ms: number) => Math.floor(ms / 1000);

/** When the transfer was updated, milliseconds since 1970; undefined where it does not say so. */
export function updatedAt(record: TransferRecord | undefined): number | undefined {
	const at = typeof record?.updated_at === 'string' ? Date.parse(record.updated_at) : NaN;
	return Number.isFinite(at) ? at : undefined;
}

const updatedIn = (record: TransferRecord) => {
	const at = updatedAt(record);
	return at === undefined ? undefined : seconds(at);
};

/** Words and times are left out: they may change without a change of the end. */
function factsOf(record: TransferRecord, outcome: Outcome): string {
	const { total, done, failed } = rowsOf(record);
	return hashOf(JSON.stringify([outcome, total, done, failed, messageOf(record) !== '']), 8);
}

/** What is kept from its end on. */
export function atEnd(
	record: TransferRecord,
	ended: Outcome,
	{ counts, laps }: Pick<EndedTransfer, 'counts' | 'laps'>,
	now: number,
): EndedTransfer {
	const [facts, updated] = [factsOf(record, ended), updatedIn(record)];
	return readLater({ ended, facts, since: seconds(now), updated, counts, laps }, now);
}

/** The transfer with the time at which it is read again. */
export function readLater(known: EndedTransfer, now: number): EndedTransfer {
	const passed = seconds(now) - known.since;
	const interval = Math.max(MIN_INTERVAL, Math.ceil(passed * INTERVAL_SHARE));
	return { ...known, next: passed < DAY ? seconds(now) + interval : undefined };
}

/** Whether it is time to read it again, also where the clock was put back. */
export function isDueAgain({ next }: EndedTransfer, now: number): boolean {
	const left = (next ?? Infinity) - seconds(now);
	return left <= 0 || (left > DAY && next !== undefined);
}

/** A read of a transfer, and what it says of the end. */
export interface JudgedRead extends ReturnType<typeof judgeEnd> {
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
 * beside a word on no list. What contradicts the end counts at once where the record was updated since, or does not say
 * when it was; otherwise, and by message or counts alone, with the second read in a row.
 */
export function readAgain(known: EndedTransfer, read: JudgedRead, rules: Rules): AfterEnd {
	const { id, record, verdict, reads, now } = read;
	const [shown, newest] = [updatedIn(record) ?? Infinity, known.updated ?? 0];
	const [isNewer, isOlder] = [shown > newest, shown < newest];
	const updated = isNewer && shown < Infinity ? shown : known.updated;
	const { doubt, moved, ...settled } = { ...known, updated };
	const { total, done } = rowsOf(record);
	const saysRunning = meaningOf(record.status, rules.words) === 'running';
	const outcome = 'outcome' in verdict ? verdict.outcome : undefined;
	const isOther = factsOf(record, outcome ?? known.ended) !== known.facts;
	const isResumed = saysRunning || (outcome === undefined && isOther && done < total);
	if (!isResumed && !((isOther || (moved && !isOlder)) && outcome)) {
		// An older state shows nothing of what came in between.
		return { known: readLater(moved && isOlder ? known : settled, now), events: [] };
	}
	if (verdict.kind === 'probable' || !(isNewer || doubt)) {
		const again = { ...settled, next: seconds(now), doubt: reads, moved: moved || isNewer };
		return { known: again, events: [] };
	}
	const subject = { id, record, verdict, endedBefore: known.ended };
	if (!outcome) return countedEvents(subject, 'resumed', known.counts, rules);
	// A corrected end is told as the end that it is now; where that is not wanted, it needs attention.
	const occasion = rules.events.includes(outcome) ? outcome : 'corrected';
	const { events, counts } = countedEvents(subject, occasion, known.counts, rules);
	return { known: atEnd(record, outcome, { counts, laps: known.laps }, now), events };
}
