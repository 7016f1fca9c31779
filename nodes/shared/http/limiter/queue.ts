/** The longest wait that the service did not ask for. */
export const MAX_WAIT_MS = 8000;
/** What was found, a rate or a number at once, is held no longer before more is tried. */
export const MAX_HOLD_MS = 30_000;
/** Random part of such a wait, so that many clients and processes do not resume at the same time. */
export const JITTER = 0.25;

/** What a request gets when it asks to be sent. */
export type Permit =
	| AcquiredPermit
	| { readonly kind: 'cancelled' }
	/** The service asked for a longer pause than a request may wait. */
	| { readonly kind: 'coolingDown'; readonly forMs: number }
	/** The service has been down for longer than a request may wait. */
	| { readonly kind: 'down'; readonly forMs: number }
	/** The service has refused everything for as long as a request may wait. */
	| { readonly kind: 'refusing'; readonly forMs: number }
	/** The time in which it may be sent is over, or too many wait. */
	| { readonly kind: 'expired' };

/** The request may be sent now; `Queue.release` has to be called when it has ended. */
export interface AcquiredPermit {
	readonly kind: 'acquired';
	/** For the estimate of the rate. */
	readonly number: number;
	/** Counts the reactions to refusals before it. */
	readonly epoch: number;
	/** Requests under way with it, itself included. */
	readonly underWay: number;
	/** Whether it finds out for all others if the service is up again. */
	readonly isProbe: boolean;
}

/** How many more requests the service accepts, and in how many milliseconds it starts to count anew. */
export interface Quota {
	readonly remaining: number;
	readonly resetMs: number;
}

/** How a request ended, as far as those after it are concerned. */
export type Outcome =
	/** The service did its work; or it did not, and the others have nothing to learn from that. */
	| {
			readonly kind: 'responded';
			readonly quota?: Quota;
			/** Something else has responded in its place. */
			readonly isForeign?: boolean;
	  }
	/**
	 * Too many requests: 429, or a 503 with Retry-After, which may have been carried out all the same. `askedMs` is the time
	 * that it named, if any.
	 */
	| { readonly kind: 'refused'; readonly askedMs?: number; readonly isUnsure?: boolean }
	/** No connection, or 502, 503 or 504. */
	| { readonly kind: 'failed'; readonly timedOut: boolean }
	/** It was not sent. */
	| { readonly kind: 'notSent' };

/** What a request says about itself when it asks to be sent. */
export interface AcquireOptions {
	/** It was refused or failed before, so that it goes before those that were never sent. */
	readonly isRetry: boolean;
	/** Sending it twice does no harm, so that it is a good probe. */
	readonly isIdempotent: boolean;
	/** Time by the limiter's clock after which it must not be sent: of a retry, a poll, a look-up. */
	readonly deadline?: number;
}

export interface QueueOptions {
	/** Maximum number of concurrent requests. */
	readonly max: number;
	/** Somebody waits for it in the editor, or it is a poll: it goes first, and an outage does not hold it. */
	readonly isInteractive: boolean;
	/** Since when a look-up or poll has had no turn, by the limiter's clock; since now when left out. */
	readonly unservedSince?: number;
	/** Milliseconds that a request waits for a pause or an outage to end. */
	readonly maxWaitMs: number;
	/** The same for an outage of a service that has not responded yet: its address may be wrong. */
	readonly maxFirstWaitMs?: number;
	readonly signal?: AbortSignal;
}

/** A request that waits for its permit. */
export interface Waiting extends AcquireOptions {
	readonly queue: QueueState;
	readonly resume: (permit: Permit) => void;
}

/** What the limiter keeps of one queue. Times are by its clock. */
export interface QueueState extends QueueOptions {
	readonly openedAt: number;
	unservedSince: number;
	/** Of the requests under way. */
	permits: Set<AcquiredPermit>;
	fresh: Waiting[];
	retries: Waiting[];
	cancelled: boolean;
	/** Since when something waits although nothing is under way. */
	heldSince?: number;
	/** Attempts sent, of those repeated and refused; time in which some waited and none was under way. */
	readonly stats: { requests: number; retried: number; refused: number; waitedMs: number };
}

/** Whether somebody waits in the queue. */
export const hasWaiting = ({ fresh, retries }: QueueState): boolean =>
	fresh.length > 0 || retries.length > 0;

/** Whether the queue may have one more request under way. */
const hasPlace = ({ permits, max }: QueueState): boolean => permits.size < max;

/**
 * After a 503, of the requests that must not be sent twice one finds out whether it is over: each may come to an unknown
 * outcome.
 */
export class OneFirst {
	/** The one that finds it out, or that there has to be one. */
	private first?: AcquiredPermit | 'wanted';

	admits({ isIdempotent }: AcquireOptions): boolean {
		return isIdempotent || this.first === undefined || this.first === 'wanted';
	}

	started(permit: AcquiredPermit, { isIdempotent }: AcquireOptions): void {
		if (this.first === 'wanted' && !isIdempotent) this.first = permit;
	}

	ended(permit: AcquiredPermit, outcome: Outcome): void {
		const isOver = outcome.kind === 'responded' && !outcome.isForeign;
		if (permit === this.first) this.first = isOver ? undefined : 'wanted';
		else if (outcome.kind === 'refused' && outcome.isUnsure) this.first ??= 'wanted';
	}
}

/** Those who wait, and whose turn it is. */
export class WaitingLine {
	/** The queues in which somebody waits, in the order in which they come next. */
	queues: QueueState[] = [];

	private isTurnOfWork = false;

	get isEmpty(): boolean {
		return this.queues.length === 0;
	}

	add(waiting: Waiting): void {
		const { queue } = waiting;
		if (!hasWaiting(queue)) this.queues.push(queue);
		(waiting.isRetry ? queue.retries : queue.fresh).push(waiting);
	}

	/**
	 * Takes out the next one that fits. Look-ups and polls, the longest unserved one first, take turns with work, whose
	 * queues take turns; retries go before others.
	 */
	next(fits: (waiting: Waiting) => boolean = () => true): Waiting | undefined {
		for (const interactive of [!this.isTurnOfWork, this.isTurnOfWork]) {
			const inTurn = this.queues.filter(
				(each) => each.isInteractive === interactive && hasPlace(each),
			);
			if (interactive) inTurn.sort((one, other) => one.unservedSince - other.unservedSince);
			for (const list of ['retries', 'fresh'] as const) {
				for (const queue of inTurn) {
					const found = queue[list].findIndex(fits);
					if (found < 0) continue;
					const [waiting] = queue[list].splice(found, 1);
					const others = this.queues.filter((each) => each !== queue);
					this.queues = hasWaiting(queue) ? [...others, queue] : others;
					this.isTurnOfWork = interactive;
					return waiting;
				}
			}
		}
		return undefined;
	}

	/** Ends the wait of those for whom there is a permit. */
	reject(permitFor: (waiting: Waiting) => Permit | undefined): void {
		const stays = (waiting: Waiting) => {
			const permit = permitFor(waiting);
			if (permit) waiting.resume(permit);
			return !permit;
		};
		for (const queue of this.queues) {
			queue.retries = queue.retries.filter(stays);
			queue.fresh = queue.fresh.filter(stays);
			if (!hasWaiting(queue)) queue.heldSince = undefined;
		}
		this.queues = this.queues.filter(hasWaiting);
	}
}
