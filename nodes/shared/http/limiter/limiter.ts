import { Circuit, Pace, Places } from './pace';
import {
	JITTER,
	MAX_WAIT_MS,
	type AcquiredPermit,
	type AcquireOptions,
	type Outcome,
	type Permit,
	type QueueOptions,
	type Refused,
} from './permit';
import { monotonicNow } from '../../lifetime';
import { MAX_TIMER_MS, wait } from '../wait';

/** Pause after a refusal without a time; doubles with every further one while nothing succeeds. */
const FIRST_PAUSE_MS = 200;
/** The longest such pause where the service says that the request may come again at once. */
const MAX_PAUSE_AT_ONCE_MS = 1000;
/** A service whose clock is wrong may ask for years. */
const MAX_PAUSE_MS = 24 * 60 * 60_000;
/** Where so many wait already, a further look-up or poll does not. */
const MAX_QUEUES = 1000;

/** Clock and chance; tests pass their own. */
interface LimiterParts {
	/** Milliseconds of a clock that only goes forward. */
	readonly now?: () => number;
	readonly random?: () => number;
	readonly sleep?: (ms: number) => Promise<void>;
}

/** What all who use one service with one credential share: it lets requests go, and learns from how they end. */
export class Limiter {
	/** How fast the service was found to take requests. */
	readonly rate = new Pace();

	private readonly concurrency = new Places();

	private readonly circuit = new Circuit();

	private readonly line = new WaitingLine();

	private underWay = 0;

	private lastUsedAt: number;

	private pausedUntil = 0;

	/** Counts the reactions to refusals. */
	private epoch = 0;

	private refusalsInARow = 0;

	/** Since when the service has done nothing but refuse. */
	private refusedSince?: number;

	/** Whether the service itself has responded before. */
	wasReached = false;

	private wakeAt = Infinity;

	readonly now: () => number;

	constructor(private readonly parts: LimiterParts = {}) {
		this.now = parts.now ?? monotonicNow;
		this.lastUsedAt = this.now();
	}

	/** One node run, poll or look-up of the editor: those waiting in different queues take turns. */
	openQueue(options: QueueOptions): Queue {
		return new Queue(this, options);
	}

	/** When it was last used, by its clock: infinite while something waits or is under way, and the end of a pause. */
	get usedAt(): number {
		if (this.underWay > 0 || !this.line.isEmpty) return Infinity;
		return Math.max(this.lastUsedAt, this.pausedUntil);
	}

	get isDown(): boolean {
		return this.circuit.openSince !== undefined;
	}

	/** The request goes as soon as it may: at once when nothing limits. */
	ask(waiting: Waiting): void {
		const { line, rate } = this;
		if (this.underWay === 0 && line.isEmpty) {
			rate.resumed(this.now() - Math.max(this.lastUsedAt, this.pausedUntil));
		}
		if (waiting.queue.options.isInteractive && line.queues.length >= MAX_QUEUES) {
			return waiting.resume({ kind: 'expired' });
		}
		line.add(waiting);
		this.run();
	}

	/** The requests of a queue that was cancelled are nobody's any more. */
	cancel(queue: Queue): void {
		this.underWay -= queue.permits.size;
		queue.permits.clear();
		this.line.reject(({ queue: of }) => (of === queue ? { kind: 'cancelled' } : undefined));
		this.run();
	}

	/** A request has ended. */
	release(permit: AcquiredPermit, outcome: Outcome, queue: Queue): void {
		if (queue.permits.delete(permit)) this.underWay -= 1;
		const at = (this.lastUsedAt = this.now());
		if (outcome.kind === 'responded') this.responded(permit, outcome.isForeign);
		else if (outcome.kind === 'refused') this.refused(permit, queue, outcome);
		else if (outcome.kind === 'failed') this.circuit.failed(at, outcome.timedOut, permit.isProbe);
		else if (permit.isProbe) this.circuit.nextProbeAt = at;
		this.run();
	}

	private responded(permit: AcquiredPermit, isForeign = false): void {
		this.wasReached ||= !isForeign;
		this.circuit.responded();
		this.refusedSince = undefined;
		if (permit.epoch === this.epoch && !isForeign) this.refusalsInARow = 0;
		const together = Math.min(permit.underWay, this.underWay + 1);
		const isGrown = this.concurrency.responded(together, this.now(), !this.line.isEmpty);
		if (isGrown) this.rate.searchAgain();
	}

	private refused(permit: AcquiredPermit, queue: Queue, { askedMs, isUnsure }: Refused): void {
		const at = this.now();
		this.wasReached = true;
		this.circuit.responded();
		this.refusedSince ??= at;
		queue.counts.refused += 1;
		const isLate = permit.epoch !== this.epoch;
		// Two in a row and more let one find out: each 503 may be a write that was carried out.
		this.refusalsInARow = Math.max(isUnsure ? 2 : 1, this.refusalsInARow + Number(!isLate));
		if (isLate) {
			this.pause(askedMs ?? 0);
			return this.rate.refused(permit.number, at, Math.max(0, this.pausedUntil - at));
		}
		this.epoch += 1;
		const longest = askedMs === 0 ? MAX_PAUSE_AT_ONCE_MS : MAX_WAIT_MS;
		const computedMs = Math.min(FIRST_PAUSE_MS * 2 ** (this.refusalsInARow - 1), longest);
		const pauseMs = askedMs || computedMs * (1 - JITTER * (this.parts.random ?? Math.random)());
		this.pause(pauseMs);
		// One that was started later may have arrived before.
		const together = Math.max(permit.underWay, this.underWay + 1);
		if (!this.concurrency.refused(together, at, pauseMs)) {
			return this.rate.refused(permit.number, at, pauseMs);
		}
		this.rate.searchAgain();
		this.rate.beginPeriod(pauseMs);
	}

	private pause(ms: number): void {
		this.pausedUntil = Math.max(this.pausedUntil, this.now() + Math.min(ms, MAX_PAUSE_MS));
	}

	private grant({ queue, ...asked }: Waiting, isProbe: boolean): AcquiredPermit {
		const at = (this.lastUsedAt = this.now());
		this.underWay += 1;
		queue.counts.requests += 1;
		queue.unservedSince = at;
		if (asked.isRetry) queue.counts.retried += 1;
		queue.counts.waitedMs += at - (queue.heldSince ?? at);
		queue.heldSince = undefined;
		if (isProbe) this.circuit.nextProbeAt = Infinity;
		const { epoch, underWay } = this;
		const number = this.rate.started(at);
		const permit = { kind: 'acquired', number, epoch, underWay, isProbe } as const;
		queue.permits.add(permit);
		return permit;
	}

	/** When a queue has waited long enough for a service that is down or does nothing but refuse. */
	private givesUpAt({ openedAt, options }: Queue): number {
		const { maxWaitMs, maxFirstWaitMs = maxWaitMs } = options;
		const { openSince } = this.circuit;
		const longest = this.wasReached ? maxWaitMs : Math.min(maxWaitMs, maxFirstWaitMs);
		return Math.max(openSince ?? this.refusedSince ?? Infinity, openedAt) + longest;
	}

	/** What one that waits gets instead of a place. */
	private permitNow({ queue, isRetry, deadline = Infinity }: Waiting, at: number) {
		const forMs = this.pausedUntil - at;
		const isFresh = deadline >= at && !isRetry;
		if (isFresh && forMs > queue.options.maxWaitMs) return { kind: 'coolingDown', forMs } as const;
		if (deadline < Math.max(at, this.pausedUntil)) return { kind: 'expired' } as const;
		if (at < this.givesUpAt(queue)) return undefined;
		const { openSince = at, nextProbeAt } = this.circuit;
		if (!this.isDown) {
			const refusedMs = at - (this.refusedSince ?? at);
			return forMs > 0 ? ({ kind: 'refusing', forMs: refusedMs } as const) : undefined;
		}
		const isHeld = !queue.options.isInteractive && nextProbeAt > at;
		return isHeld ? ({ kind: 'down', forMs: at - openSince } as const) : undefined;
	}

	/** Earliest time at which something changes for those who wait. */
	private nextChange(at: number): number {
		const times = this.line.queues.flatMap((queue) => [
			// A deadline is over after its last moment.
			...queue.waiting.map(({ deadline = Infinity }) => deadline + 1),
			this.givesUpAt(queue),
		]);
		return Math.min(...times.filter((time) => time > at));
	}

	/** Lets requests go while it may; returns when there may be a place for the next one. */
	private sendWhilePossible(at: number): number {
		const { line } = this;
		if (at < this.pausedUntil) return this.pausedUntil;
		while (!line.isEmpty) {
			let one: Waiting | undefined;
			let isProbe = false;
			if (this.isDown) {
				one = line.next(({ queue }) => queue.options.isInteractive);
				isProbe = one === undefined;
				if (isProbe && at < this.circuit.nextProbeAt) return this.circuit.nextProbeAt;
				one ??= line.next(({ isIdempotent }) => isIdempotent) ?? line.next();
			} else if (this.underWay >= (this.refusalsInARow > 1 ? 1 : this.concurrency.atOnce)) {
				// When a pause has not helped, one finds out whether the next one did.
				return Infinity;
			} else if (at < this.rate.nextAt) return this.rate.nextAt;
			else one = line.next();
			if (!one) return Infinity;
			one.resume(this.grant(one, isProbe));
		}
		return Infinity;
	}

	/** Lets go who may, and looks again when something changes. */
	private run(): void {
		if (this.line.isEmpty) return;
		const at = this.now();
		// Whoever waits for nobody goes, whatever its deadline.
		const placeAt = this.sendWhilePossible(at);
		this.line.reject((waiting) => this.permitNow(waiting, at));
		if (this.line.isEmpty) return;
		for (const queue of this.line.queues) if (queue.permits.size === 0) queue.heldSince ??= at;
		const changeAt = Math.min(placeAt, this.nextChange(at));
		if (changeAt >= this.wakeAt) return;
		const until = Math.min(changeAt, this.now() + MAX_TIMER_MS);
		this.wakeAt = until;
		const sleep = this.parts.sleep ?? wait;
		void sleep(Math.max(1, Math.ceil(until - this.now()))).then(() => {
			if (this.wakeAt === until) this.wakeAt = Infinity;
			this.run();
		});
	}
}

/** A request that waits for its permit. */
interface Waiting extends AcquireOptions {
	readonly queue: Queue;
	readonly resume: (permit: Permit) => void;
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
		readonly limiter: Limiter,
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

	/** `perSecond`: requests that the service allows in all, where it limits them. */
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
export type LimiterStats = Queue['counts'] & { readonly perSecond?: number };

/** Waiting requests; picks the next one. */
class WaitingLine {
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
