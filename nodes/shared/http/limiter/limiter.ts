import { Circuit } from './circuit';
import { Pace } from './pace';
import { Places } from './places';
import {
	hasPlace,
	hasWaiting,
	JITTER,
	MAX_WAIT_MS,
	OneFirst,
	type AcquiredPermit,
	type AcquireOptions,
	type Outcome,
	type Permit,
	type QueueOptions,
	type QueueState,
	type Quota,
	type Waiting,
	WaitingLine,
} from './queue';
import { monotonicNow } from '../../lifetime';
import { MAX_TIMER_MS, wait } from '../wait';

/** Pause after a refusal without a time; doubles with every further one while nothing succeeds. */
const FIRST_PAUSE_MS = 200;
/** The longest pause while the service says that the request may come again at once. */
const MAX_PAUSE_AT_ONCE_MS = 1000;
/** A service whose clock is wrong may ask for years. */
const MAX_PAUSE_MS = 24 * 60 * 60_000;
/** Pause after a refusal for too many at once: one that ends makes room for another. */
const AT_ONCE_PAUSE_MS = 50;
/** The first pause after `Retry-After: 0`. */
const SHORT_PAUSE_MS = 10;
/** Where so many wait already, a further look-up or poll does not. */
const MAX_QUEUES = 1000;

/** What all who use one service with one credential share. */
export type Limiter = ReturnType<typeof createLimiter>;

/** One node run, poll or look-up of the editor: those waiting in different queues take turns. */
export type Queue = ReturnType<Limiter['openQueue']>;

/** What the limit meant for one queue. */
export type LimiterStats = Queue['stats'];

/** Clock and chance; tests pass their own. */
interface LimiterParts {
	/** Milliseconds of a clock that only goes forward. */
	readonly now?: () => number;
	readonly random?: () => number;
	readonly sleep?: (ms: number) => Promise<void>;
}

export function createLimiter(parts: LimiterParts = {}) {
	const { now = monotonicNow, random = Math.random, sleep = wait } = parts;
	const rate = new Pace();
	const concurrency = new Places();
	const circuit = new Circuit();
	const line = new WaitingLine();
	const oneFirst = new OneFirst();
	let underWay = 0;
	let usedAt = now();
	let pausedUntil = 0;
	let epoch = 0;
	let refusalsInARow = 0;
	let everResponded = false;
	/** What the last refusal was taken for. */
	let lastBlamedRate = true;
	let wakeAt = Infinity;

	/** Requests at once, now; when a pause has not helped, one finds out whether the next one did. */
	const places = () => (refusalsInARow > 1 ? 1 : concurrency.atOnce);

	const grant = (queue: QueueState, asked: AcquireOptions, isProbe = false): AcquiredPermit => {
		const at = now();
		usedAt = at;
		if (underWay === 0) concurrency.startedAlone(at);
		underWay += 1;
		queue.stats.requests += 1;
		queue.unservedSince = at;
		if (asked.isRetry) queue.stats.retried += 1;
		if (queue.heldSince !== undefined) {
			queue.stats.waitedMs += at - queue.heldSince;
			queue.heldSince = undefined;
		}
		if (isProbe) circuit.probeStarted();
		const number = rate.started(at);
		const permit = { kind: 'acquired', number, startedAt: at, epoch, underWay, isProbe } as const;
		queue.permits.add(permit);
		oneFirst.started(permit, asked);
		return permit;
	};

	const pause = (at: number, ms: number) => {
		pausedUntil = Math.max(pausedUntil, at + Math.min(ms, MAX_PAUSE_MS));
	};

	/** How long a queue waits for an outage that began then. */
	const maxOutageMs = ({ maxWaitMs, maxFirstWaitMs = maxWaitMs }: QueueState) =>
		everResponded ? maxWaitMs : Math.min(maxWaitMs, maxFirstWaitMs);

	const permitNow = (waiting: Waiting, at: number): Permit | undefined => {
		const { queue, isRetry, deadline = Infinity } = waiting;
		const forMs = pausedUntil - at;
		if (deadline >= at && !isRetry && forMs > queue.maxWaitMs)
			return { kind: 'coolingDown', forMs };
		if (deadline < Math.max(at, pausedUntil)) return { kind: 'expired' };
		const { openSince, nextProbeAt } = circuit;
		if (openSince === undefined || queue.isInteractive || nextProbeAt <= at) return undefined;
		const heldMs = at - Math.max(openSince, queue.openedAt);
		return heldMs >= maxOutageMs(queue) ? { kind: 'down', forMs: at - openSince } : undefined;
	};

	/** Earliest time at which something changes for those who wait. */
	const nextChange = (at: number): number => {
		const times: number[] = [];
		for (const queue of line.queues) {
			const waiting = [...queue.retries, ...queue.fresh];
			// A deadline is over after its last moment.
			times.push(...waiting.map(({ deadline = Infinity }) => deadline + 1));
			const { openSince = Infinity } = circuit;
			times.push(Math.max(openSince, queue.openedAt) + maxOutageMs(queue));
		}
		return Math.min(...times.filter((time) => time > at));
	};

	/** Lets requests go while it may; returns when there may be a place for the next one. */
	const sendWhilePossible = (at: number): number => {
		const next = (fits: (waiting: Waiting) => boolean = () => true) =>
			line.next((waiting) => oneFirst.admits(waiting) && fits(waiting));
		if (at < pausedUntil) return pausedUntil;
		while (!line.isEmpty) {
			let one: Waiting | undefined;
			let isProbe = false;
			if (circuit.openSince !== undefined) {
				one = next(({ queue }) => queue.isInteractive);
				isProbe = one === undefined;
				if (isProbe && at < circuit.nextProbeAt) return circuit.nextProbeAt;
				one ??= next(({ isIdempotent }) => isIdempotent) ?? next();
			} else if (underWay >= places()) {
				const placeAt = concurrency.nextPlaceAt(at) ?? Infinity;
				if (placeAt > at) return placeAt;
				continue;
			} else if (at < rate.nextAt) return rate.nextAt;
			else one = next();
			if (!one) return Infinity;
			one.resume(grant(one.queue, one, isProbe));
		}
		return Infinity;
	};

	/** Returns when to look again. */
	const dispatch = (): number => {
		const at = now();
		if (line.isEmpty) return Infinity;
		line.reject((waiting) => permitNow(waiting, at));
		const placeAt = sendWhilePossible(at);
		return line.isEmpty ? Infinity : Math.min(placeAt, nextChange(at));
	};

	const run = () => {
		const at = dispatch();
		if (at >= wakeAt) return;
		const until = Math.min(at, now() + MAX_TIMER_MS);
		wakeAt = until;
		void sleep(Math.max(1, Math.ceil(until - now()))).then(() => {
			if (wakeAt === until) wakeAt = Infinity;
			run();
		});
	};

	const refused = (permit: AcquiredPermit, queue: QueueState, askedMs?: number) => {
		const at = now();
		queue.stats.refused += 1;
		if (permit.epoch !== epoch) {
			if (askedMs) pause(at, askedMs);
			if (lastBlamedRate) rate.refused(permit.number, at, Math.max(0, pausedUntil - at));
			return;
		}
		refusalsInARow += 1;
		const [first, longest] =
			askedMs === 0 ? [SHORT_PAUSE_MS, MAX_PAUSE_AT_ONCE_MS] : [FIRST_PAUSE_MS, MAX_WAIT_MS];
		const computed = Math.min(first * 2 ** (refusalsInARow - 1), longest);
		const spread = 1 - JITTER * random();
		const pauseMs = askedMs || computed * spread;
		epoch += 1;
		// One that was started later may have arrived before.
		const together = Math.max(permit.underWay, underWay + 1);
		lastBlamedRate = !concurrency.refused(together, at, pauseMs);
		if (lastBlamedRate) {
			pause(at, pauseMs);
			rate.refused(permit.number, at, pauseMs);
		} else {
			const atOncePauseMs = askedMs || Math.min(pauseMs, AT_ONCE_PAUSE_MS * spread);
			pause(at, atOncePauseMs);
			rate.refusedAtOnce(permit.number, at, atOncePauseMs);
		}
	};

	const responded = (permit: AcquiredPermit, quota?: Quota, isForeign = false) => {
		everResponded ||= !isForeign;
		circuit.responded();
		if (permit.epoch === epoch) refusalsInARow = 0;
		// Those under way may use up what is left.
		if (quota && quota.remaining <= underWay) pause(now(), quota.resetMs);
		if (concurrency.responded(permit.underWay, permit.startedAt, now(), !line.isEmpty))
			rate.searchAgain();
	};

	const openQueue = (options: QueueOptions) => {
		const queue: QueueState = {
			...options,
			openedAt: now(),
			unservedSince: options.unservedSince ?? now(),
			permits: new Set(),
			fresh: [],
			retries: [],
			cancelled: false,
			stats: { requests: 0, retried: 0, refused: 0, waitedMs: 0 },
		};
		const { signal } = options;
		const cancel = () => {
			queue.cancelled = true;
			underWay -= queue.permits.size;
			queue.permits.clear();
			line.reject((waiting) => (waiting.queue === queue ? { kind: 'cancelled' } : undefined));
			run();
		};
		/** The listener is there only while something waits or is under way. */
		let listens = false;
		const listen = () => {
			const wanted = queue.permits.size > 0 || hasWaiting(queue);
			if (wanted === listens || !signal) return;
			listens = wanted;
			if (wanted) signal.addEventListener('abort', cancel, { once: true });
			else signal.removeEventListener('abort', cancel);
		};

		return {
			/** Waits until the request may be sent. Returns at once, without a promise, when nothing limits. */
			acquire(options: AcquireOptions): Permit | Promise<Permit> {
				if (signal?.aborted) return { kind: 'cancelled' };
				if (underWay === 0 && line.isEmpty) rate.resumed(now() - Math.max(usedAt, pausedUntil));
				const isFree =
					line.isEmpty &&
					hasPlace(queue) &&
					oneFirst.admits(options) &&
					underWay < places() &&
					circuit.openSince === undefined &&
					now() >= Math.max(pausedUntil, rate.nextAt);
				if (isFree) {
					const permit = grant(queue, options);
					listen();
					return permit;
				}
				if (queue.isInteractive && line.queues.length >= MAX_QUEUES) return { kind: 'expired' };
				return new Promise<Permit>((resume) => {
					line.add({ ...options, queue, resume });
					if (queue.permits.size === 0) queue.heldSince ??= now();
					listen();
					run();
				});
			},
			/** Has to be called for every permit; a second time has no effect. */
			release(permit: AcquiredPermit, outcome: Outcome): void {
				if (queue.permits.delete(permit)) underWay -= 1;
				else if (!queue.cancelled) return;
				usedAt = now();
				concurrency.ended(usedAt);
				oneFirst.ended(permit, outcome);
				if (outcome.kind === 'responded') responded(permit, outcome.quota, outcome.isForeign);
				else if (outcome.kind === 'refused') {
					everResponded = true;
					circuit.responded();
					refused(permit, queue, outcome.askedMs);
				} else if (outcome.kind === 'failed') {
					circuit.failed(usedAt, outcome.timedOut, permit.isProbe);
				} else if (permit.isProbe) circuit.probeAbandoned(usedAt);
				if (hasWaiting(queue) && queue.permits.size === 0) queue.heldSince ??= usedAt;
				run();
				listen();
			},
			/** Whether the service is taken to be down just now, and requests of this queue wait for it. */
			get isDown() {
				return circuit.openSince !== undefined && !queue.isInteractive;
			},
			/** Whether the service itself has responded before. */
			get wasReached() {
				return everResponded;
			},
			get stats(): QueueState['stats'] & {
				/** Requests per second that the service allows in all, where it limits them. */
				readonly perSecond?: number;
			} {
				return { ...queue.stats, perSecond: rate.found };
			},
		};
	};

	return {
		openQueue,
		/** When it was last used, by its clock: infinite while something waits or is under way, and the end of a pause. */
		get usedAt(): number {
			return underWay > 0 || !line.isEmpty ? Infinity : Math.max(usedAt, pausedUntil);
		},
	};
}
