import { cancelled, wait, type Failure, type Result, type StopSignal } from '../http';
import { judgeEnd, type EndVerdict, type Reads } from './end';
import type { TransferReading } from './read';
import type { StatusWords } from './words';

/** Reads a transfer again and again until it ends: the one loop, for Wait and for jobs of bulk writes. */

const INITIAL_INTERVAL_MS = 1000;
const INTERVAL_GROWTH = 1.5;
const MAX_INTERVAL_MS = 60_000;

/** A transfer may not be visible at once, and a service not be up: so long nothing else than it is no verdict. */
const GRACE_MS = 10_000;
/** So long a service that showed the transfer has to refuse it. */
const LASTING_MS = 300_000;

export interface Following {
	readonly read: () => Promise<Result<TransferReading>>;
	readonly words: StatusWords;
	readonly limitMs: number;
	/** Ends the wait early, as cancelled. */
	readonly stop?: StopSignal;
}

type Ended = Extract<EndVerdict, { kind: 'ended' }>;

/** What became of the transfer. */
export type Followed =
	| { readonly kind: 'ended'; readonly reading: TransferReading; readonly verdict: Ended }
	| {
			readonly kind: 'timeLimit';
			/** As it was last read. */
			readonly reading: TransferReading;
			readonly verdict: EndVerdict;
			/** Why it could not be read since. */
			readonly failure?: Failure;
	  }
	/** It was never read, or the service no longer shows it. */
	| { readonly kind: 'failed'; readonly failure: Failure };

/** Reads at growing intervals until the transfer has ended, cannot be read, or the time limit is reached. */
export async function follow({ read, words, limitMs, stop }: Following): Promise<Followed> {
	const until = Date.now() + limitMs;
	let last: { reading: TransferReading; verdict: EndVerdict; reads: Reads } | undefined;
	/** Since when every read has failed for a reason that may be a verdict. */
	let doubtedSince: number | undefined;
	for (let interval = INITIAL_INTERVAL_MS; ; interval *= INTERVAL_GROWTH) {
		const askedAt = Date.now();
		const response = stop?.aborted ? undefined : await unlessStopped(read(), stop);
		if (!response) return { kind: 'failed', failure: cancelled().failure };
		/** When another read decides something. */
		let decidesAt = Infinity;
		let failure: Failure | undefined;
		if (response.ok) {
			const { record } = response.value;
			last = { reading: response.value, ...judgeEnd(record, words, last?.reads, askedAt) };
			const { reading, verdict } = last;
			if (verdict.kind === 'ended') return { kind: 'ended', reading, verdict };
			if (verdict.kind === 'probable') decidesAt = verdict.confirmAt;
			doubtedSince = undefined;
		} else {
			({ failure } = response);
			const patience = patienceWith(failure, last !== undefined);
			doubtedSince = patience === Infinity ? undefined : (doubtedSince ?? askedAt);
			decidesAt = (doubtedSince ?? askedAt) + patience;
			if (askedAt >= decidesAt) return { kind: 'failed', failure };
		}
		const now = Date.now();
		if (now >= until) {
			if (!last) return { kind: 'failed', failure: failure as Failure };
			const { reading, verdict } = last;
			return { kind: 'timeLimit', reading, verdict, failure };
		}
		await wait(
			Math.min(interval, MAX_INTERVAL_MS, until - now, Math.max(decidesAt - now, 0)),
			stop,
		);
	}
}

/** Statuses that say by themselves that they pass: RFC 9110 (15.5.9, 15.5.10), RFC 4918 (11.3), RFC 8470 (5.2). */
const PASSING_STATUSES: ReadonlySet<number | undefined> = new Set([408, 409, 423, 425]);

/** How many milliseconds a failure has to last to be a verdict on the transfer. */
function patienceWith({ kind, status = 0 }: Failure, wasRead: boolean): number {
	if (kind === 'rateLimited' || PASSING_STATUSES.has(status)) return Infinity;
	if (kind === 'unavailable' && (wasRead || status > 0)) return Infinity;
	if (wasRead) return kind === 'unexpectedResponse' ? Infinity : LASTING_MS;
	const isSeen = kind === 'unauthorized' || kind === 'forbidden' || kind === 'input';
	return isSeen || (kind === 'refused' && status >= 300) ? 0 : GRACE_MS;
}

/** What the task gives, or undefined as soon as the wait is over; the task is left to itself then. */
async function unlessStopped<T>(task: Promise<T>, stop?: StopSignal): Promise<T | undefined> {
	let isSettled = false;
	const settled = task.then((value) => {
		isSettled = true;
		return value;
	});
	const stopped = wait(Infinity, {
		get aborted() {
			return isSettled || stop?.aborted === true;
		},
	});
	return await Promise.race([settled, stopped.then(() => undefined)]);
}
