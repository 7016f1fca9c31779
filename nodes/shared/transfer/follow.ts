import { cancelled, Failure, settle, wait, within, type Result, type StopSignal } from '../http';
import { monotonicNow } from '../lifetime';
import { adviseOnWord, CONFIRM_MS, judgeEnd, summaryOf, type EndVerdict } from './end';
import type { TransferReading } from './read';
import type { StatusWords } from './record';

/** Reads a transfer again and again until it ends: the one loop, for Wait and for jobs of bulk writes. */

const INITIAL_INTERVAL_MS = 1000;
const INTERVAL_GROWTH = 1.5;
const MAX_INTERVAL_MS = 60_000;

/** A transfer may not be visible at once, and a service not be up: a failure is no verdict before. */
const GRACE_MS = 10_000;
/** A refusal after good reads counts once it has lasted this long. */
const LASTING_MS = 300_000;

export interface Following {
	readonly read: () => Promise<TransferReading>;
	readonly words: StatusWords;
	readonly limitMs: number;
	/** Ends the wait early, as cancelled. */
	readonly stop?: StopSignal;
}

/** A transfer that has ended. */
export interface FollowedTransfer extends TransferReading {
	readonly verdict: Extract<EndVerdict, { kind: 'ended' }>;
}

/** Reads at growing intervals until the transfer has ended, cannot be read, or the time limit is reached. */
export async function followTransfer(following: Following): Promise<FollowedTransfer> {
	const { read, words, limitMs, stop } = following;
	const until = monotonicNow() + limitMs;
	let last: Judged | undefined;
	/** Since when every read has failed for a reason that may be a verdict. */
	let doubtedSince: number | undefined;
	for (let interval = INITIAL_INTERVAL_MS; ; interval *= INTERVAL_GROWTH) {
		const askedAt = monotonicNow();
		if (stop?.aborted) throw cancelled();
		const response = await within(settle(read()), Infinity, cancelled, stop);
		/** When another read decides something. */
		let decidesAt = Infinity;
		if (response.ok) {
			const { record } = response.value;
			last = { record, ...judgeEnd(record, words, last?.reads, askedAt) };
			const { verdict } = last;
			if (verdict.kind === 'ended') return { ...response.value, verdict };
			if (verdict.kind === 'probable') decidesAt = verdict.confirmAt;
			doubtedSince = undefined;
		} else {
			const lastingMs = decidesAfter(response.failure, last !== undefined);
			doubtedSince = lastingMs === Infinity ? undefined : (doubtedSince ?? askedAt);
			decidesAt = (doubtedSince ?? askedAt) + lastingMs;
			if (askedAt >= decidesAt || (!last && monotonicNow() >= until)) throw response.failure;
		}
		const now = monotonicNow();
		if (last && now >= until) throw tooLong(last, response, limitMs);
		const ms = Math.min(interval, MAX_INTERVAL_MS, until - now, Math.max(decidesAt - now, 0));
		await wait(ms, stop);
	}
}

type Judged = Pick<TransferReading, 'record'> & ReturnType<typeof judgeEnd>;

function tooLong({ record, verdict }: Judged, response: Result<unknown>, limitMs: number) {
	const since = response.ok ? '' : `. Since then it could not be read: ${response.failure.message}`;
	const advice = {
		ended: '',
		running: 'If it has ended, add its status word to the list in the options.',
		probable: `Where no status word says so, two reads ${CONFIRM_MS / 1000} seconds apart have to agree.`,
		unknownStatus: 'word' in verdict ? adviseOnWord(verdict.word) : '',
	};
	return new Failure({
		kind: 'timeLimit',
		message: `The transfer did not end within ${limitMs / 1000} seconds. ${summaryOf(record, verdict)}${since}`,
		remedy: `Raise Time Limit, or use the Workspace Records Transfer Trigger. ${advice[verdict.kind]}`,
		serviceDetails: record,
	});
}

/** Statuses that say by themselves that they pass: RFC 9110 (15.5.9, 15.5.10), RFC 4918 (11.3), RFC 8470 (5.2). */
const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 409, 423, 425]);

/** How many milliseconds a failure has to last to be a verdict on the transfer. */
function decidesAfter({ kind, status = 0 }: Failure, wasRead: boolean): number {
	if (kind === 'rateLimited' || PASSING_STATUSES.has(status)) return Infinity;
	if (kind === 'unavailable' && (wasRead || status > 0)) return Infinity;
	if (wasRead) return kind === 'unexpectedResponse' ? Infinity : LASTING_MS;
	const isSeen = kind === 'unauthorized' || kind === 'forbidden' || kind === 'input';
	return isSeen || (kind === 'refused' && status >= 300) ? 0 : GRACE_MS;
}
