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

/** The service did its work; or it did not, and the others have nothing to learn from that. */
export interface Responded {
	readonly kind: 'responded';
	readonly quota?: Quota;
	/** Something else has responded in its place. */
	readonly isForeign?: boolean;
}

/** Too many requests: 429, or a 503 with Retry-After, which may have been carried out all the same. */
export interface Refused {
	readonly kind: 'refused';
	/** The time that it named, if any. */
	readonly askedMs?: number;
	readonly isUnsure?: boolean;
}

/** How a request ended, as far as those after it are concerned. */
export type Outcome =
	| Responded
	| Refused
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
	readonly queue: Queue;
	readonly resume: (permit: Permit) => void;
}

/** What a queue needs of its limiter. */
interface Dispatcher {
	readonly rate: { readonly found?: number };
	readonly isDown: boolean;
	readonly wasReached: boolean;
	now(): number;
	ask(waiting: Waiting): void;
	release(permit: AcquiredPermit, outcome: Outcome, queue: Queue): void;
	cancel(queue: Queue): void;
}

/** The requests of one execution, poll or look-up. Times are by the limiter's clock. */
export class Queue {
	/** Of the requests under way. */
	readonly permits = new Set<AcquiredPermit>();

	waiting: Waiting[] = [];

	readonly openedAt: number;

	unservedSince: number;

	/** Since when something waits although nothing is under way. */
	heldSince?: number;

	/** Attempts sent, of those repeated and refused; time in which some waited and none was under way. */
	readonly counts = { requests: 0, retried: 0, refused: 0, waitedMs: 0 };

	constructor(
		private readonly limiter: Dispatcher,
		readonly options: QueueOptions,
	) {
		this.openedAt = limiter.now();
		this.unservedSince = options.unservedSince ?? this.openedAt;
	}

	/** Waits until the request may be sent. Returns at once, without a promise, when nothing limits. */
	acquire(options: AcquireOptions): Permit | Promise<Permit> {
		if (this.options.signal?.aborted) return { kind: 'cancelled' };
		let permit: Permit | undefined;
		let resume = (given: Permit): void => void (permit = given);
		this.limiter.ask({ ...options, queue: this, resume: (given) => resume(given) });
		this.listen();
		return permit ?? new Promise((resolve) => (resume = resolve));
	}

	/** Has to be called for every permit; a second time frees no place. */
	release(permit: AcquiredPermit, outcome: Outcome): void {
		this.limiter.release(permit, outcome, this);
		this.listen();
	}

	/** Whether the service is taken to be down just now, and requests of this queue wait for it. */
	get isDown(): boolean {
		return this.limiter.isDown && !this.options.isInteractive;
	}

	/** Whether the service itself has responded before. */
	get wasReached(): boolean {
		return this.limiter.wasReached;
	}

	get stats(): LimiterStats {
		return { ...this.counts, perSecond: this.limiter.rate.found };
	}

	/** A listener is there only while something waits or is under way: the signal outlives many queues. */
	private listen(): void {
		const { signal } = this.options;
		if (this.permits.size + this.waiting.length > 0) signal?.addEventListener('abort', this.cancel);
		else signal?.removeEventListener('abort', this.cancel);
	}

	private readonly cancel = () => this.limiter.cancel(this);
}

/** What the limit meant for one queue. */
export type LimiterStats = Queue['counts'] & {
	/** Requests per second that the service allows in all, where it limits them. */
	readonly perSecond?: number;
};

/** Waiting requests; picks the next one. */
export class WaitingLine {
	/** The queues with waiting requests, in the order in which they come next. */
	queues: Queue[] = [];

	private isTurnOfWork = false;

	get isEmpty(): boolean {
		return this.queues.length === 0;
	}

	add(waiting: Waiting): void {
		const { queue } = waiting;
		if (queue.waiting.length === 0) this.queues.push(queue);
		queue.waiting.push(waiting);
	}

	/**
	 * Takes out the next one that fits. Look-ups and polls, the longest unserved one first, take turns with work, whose
	 * queues take turns; retries go before others.
	 */
	next(fits: (waiting: Waiting) => boolean = () => true): Waiting | undefined {
		const isTurn = ({ queue }: Waiting) => queue.options.isInteractive !== this.isTurnOfWork;
		const unservedSince = ({ queue }: Waiting) =>
			queue.options.isInteractive ? queue.unservedSince : 0;
		const [next] = this.queues
			.filter(({ permits, options }) => permits.size < options.max)
			.map(({ waiting }) => waiting.find((one) => one.isRetry && fits(one)) ?? waiting.find(fits))
			.filter((one) => one !== undefined)
			.sort(
				(one, other) =>
					Number(isTurn(other)) - Number(isTurn(one)) ||
					Number(other.isRetry) - Number(one.isRetry) ||
					unservedSince(one) - unservedSince(other),
			);
		if (!next) return undefined;
		const { queue } = next;
		queue.waiting.splice(queue.waiting.indexOf(next), 1);
		const others = this.queues.filter((each) => each !== queue);
		this.queues = queue.waiting.length > 0 ? [...others, queue] : others;
		this.isTurnOfWork = queue.options.isInteractive;
		return next;
	}

	/** Ends the wait of those for whom there is a permit. */
	reject(permitFor: (waiting: Waiting) => Permit | undefined): void {
		for (const queue of this.queues) {
			queue.waiting = queue.waiting.filter((waiting) => {
				const permit = permitFor(waiting);
				if (permit) waiting.resume(permit);
				return !permit;
			});
			if (queue.waiting.length === 0) queue.heldSince = undefined;
		}
		this.queues = this.queues.filter(({ waiting }) => waiting.length > 0);
	}
}
