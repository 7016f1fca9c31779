import { judgeEnd, type Outcome } from '../shared/transfer/end';
import type { TransferRecord } from '../shared/transfer/record';
import { newEvents, unreachable, type TransferEvent, type ReadFailure, type Rules } from './events';
import type { Occurrences } from './occurrences';

/** What the trigger knows and decides, as pure functions of state, what was read, and time. */

/** What is known between polls. Plain JSON. */
export interface State {
	readonly transfers: Readonly<Record<string, KnownTransfer>>;
	/** Where to begin, when the last poll did not get through. */
	readonly next?: string;
}

interface KnownTransfer {
	/** Set once it ended; nothing else is kept then, and it is only read again as a probe. */
	readonly ended?: Outcome;
	/** As it was when last read. */
	readonly record?: TransferRecord;
	readonly failing?: Failing;
	/** Set once a change or progress was emitted. */
	readonly occurrences?: Occurrences;
	/** How often it was emitted as unreachable, by kind of failure. */
	readonly outages?: Readonly<Record<string, number>>;
}

interface Failing {
	/** Failed reads in a row. */
	readonly failures: number;
	/** Not read before this time, milliseconds since 1970. */
	readonly notBefore: number;
	readonly reported: boolean;
}

/** What came of reading one transfer. */
export type Read =
	| { readonly id: string; readonly record: TransferRecord }
	| { readonly id: string; readonly failure: ReadFailure };

export interface Step {
	readonly state: State;
	readonly events: readonly TransferEvent[];
	/** Nothing could be read: the poll as a whole is to fail. */
	readonly failed: boolean;
}

export const nothingKnown: State = { transfers: {} };

const MINUTE = 60_000;
/** Minutes only, so that a transfer that can be read again is noticed soon. */
const MAX_BACK_OFF = 5 * MINUTE;
/** Polls in a row that a transfer may fail for the service's reasons before that is reported. */
const MAX_CONSECUTIVE_FAILURES = 5;

/** The transfers to read now, in this order: those that have not ended and are not backing off. */
export function due(state: State, ids: readonly string[], now: number): string[] {
	const start = Math.max(0, ids.indexOf(state.next ?? ''));
	return [...ids.slice(start), ...ids.slice(0, start)].filter((id) => {
		const { ended, failing } = knownTransfer(state, id) ?? {};
		if (ended) return false;
		const wait = (failing?.notBefore ?? 0) - now;
		// A longer wait than any that was ever set: the clock was put back.
		return wait <= 0 || wait > MAX_BACK_OFF;
	});
}

/**
 * Takes in what was read of the due transfers; those that were not read stay as they were.
 *
 * @param ids all transfers to watch; what is known of others is forgotten
 * @param reads of due transfers, and of the probe, if there was one
 */
export function step(
	state: State,
	ids: readonly string[],
	reads: readonly Read[],
	now: number,
	rules: Rules,
): Step {
	const failed = allFailed(reads);
	const results = new Map(reads.map((read) => [read.id, read]));
	const events: TransferEvent[] = [];
	const nextKnown = (id: string): KnownTransfer | undefined => {
		const known = knownTransfer(state, id);
		const read = results.get(id);
		if (!read || known?.ended) return known;
		if ('record' in read) {
			const { verdict } = judgeEnd(read.record, rules.words, undefined, now);
			const ended = 'outcome' in verdict ? verdict.outcome : undefined;
			const isEmitted = !ended || known !== undefined || !rules.skipEnded;
			const { emitted, occurrences } = newEvents(read, ended, known ?? {}, rules);
			if (isEmitted) events.push(...emitted);
			if (ended) return { ended };
			const { outages } = known ?? {};
			return {
				record: read.record,
				...(occurrences && { occurrences }),
				...(outages && { outages }),
			};
		}
		// Nothing shows that it is this transfer and not the service: it is read again at the next poll.
		if (failed) return known ?? {};
		const failing = nextAttempt(read.failure, known?.failing, now);
		if (!failing.reported || known?.failing?.reported) return { ...known, failing };
		const { kind } = read.failure;
		const outages = { ...known?.outages, [kind]: (known?.outages?.[kind] ?? 0) + 1 };
		events.push(unreachable(read, known?.record, outages[kind], rules));
		return { ...known, failing, outages };
	};
	const entries = ids.flatMap((id): Array<[string, KnownTransfer]> => {
		const known = nextKnown(id);
		return known ? [[id, known]] : [];
	});
	const next = due(state, ids, now).find((id) => !results.has(id));
	return {
		state: { transfers: Object.fromEntries(entries), ...(next === undefined ? {} : { next }) },
		events,
		failed,
	};
}

/** An ID may be any text, `constructor` too. */
const knownTransfer = ({ transfers }: State, id: string): KnownTransfer | undefined =>
	Object.hasOwn(transfers, id) ? transfers[id] : undefined;

/**
 * The transfer to read once more where nothing that was due could be read: the last one of the list that
 * has ended. It could be read before, by the same call and with the same permission, so it shows
 * whether the service works. Undefined where none has ended, or where the failures are the service's.
 */
export function probeOf(
	state: State,
	ids: readonly string[],
	reads: readonly Read[],
): string | undefined {
	const mayBeTheirOwn = reads.every(
		(read) =>
			'failure' in read &&
			(read.failure.ofThisTransfer || knownTransfer(state, read.id)?.failing?.reported === true),
	);
	if (!allFailed(reads) || !mayBeTheirOwn) return undefined;
	return ids.filter((id) => knownTransfer(state, id)?.ended).at(-1);
}

/** Whether the poll found nothing but failure; a transfer that was read shows that the service works. */
const allFailed = (reads: readonly Read[]): boolean =>
	reads.length > 0 && reads.every((read) => 'failure' in read);

function nextAttempt(failure: ReadFailure, before: Failing | undefined, now: number): Failing {
	const failures = (before?.failures ?? 0) + 1;
	const giveUp = failure.ofThisTransfer || failures >= MAX_CONSECUTIVE_FAILURES;
	const wait = giveUp ? Math.min(MINUTE * 2 ** failures, MAX_BACK_OFF) : 0;
	return { failures, notBefore: now + wait, reported: before?.reported === true || giveUp };
}
