import { createCircuit } from './circuit';
import { createPace } from './pace';
import { createPlaces } from './places';
import {
	createWaitingLine,
	hasPlace,
	hasWaiting,
	type AcquiredPermit,
	type Limiter,
	type LimiterParts,
	type Permit,
	type Queue,
	type QueueOptions,
	type QueueState,
	type Quota,
	type Waiting,
} from './queue';
import { createUnrelatedRefusals } from './unrelatedRefusals';
import { wait } from '../wait';

/** Pause after a refusal without a time; doubles with every further one while nothing succeeds. */
const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 8000;
/** The longest pause while the service says that the request may come again at once. */
const MAX_PAUSE_AT_ONCE_MS = 1000;
/** Pause after a refusal for too many at once: one that ends makes room for another. */
const AT_ONCE_PAUSE_MS = 50;
/** Pause after a refusal that has nothing to do with a limit, and the first after `Retry-After: 0`. */
const SHORT_PAUSE_MS = 10;
/** Random part of a pause that the service did not ask for, so that processes do not go on together. */
const JITTER = 0.25;
/** Maximum timer length; re-armed while requests are waiting. */
const SLICE_MS = 200;

export function createLimiter({
	now = Date.now,
	random = Math.random,
	sleep = wait,
}: LimiterParts = {}): Limiter {
	const rate = createPace();
	const concurrency = createPlaces();
	const unrelated = createUnrelatedRefusals();
	const circuit = createCircuit();
	const line = createWaitingLine();
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

	const grant = (queue: QueueState, isRetry: boolean, isProbe = false): AcquiredPermit => {
		const at = now();
		usedAt = at;
		underWay += 1;
		queue.underWay += 1;
		queue.requests += 1;
		if (isRetry) queue.retried += 1;
		if (queue.heldSince !== undefined) {
			queue.waitedMs += at - queue.heldSince;
			queue.heldSince = undefined;
		}
		unrelated.started(at);
		if (isProbe) circuit.probeStarted();
		return { kind: 'acquired', number: rate.started(at), startedAt: at, epoch, underWay, isProbe };
	};

	/** How long a queue waits for an outage that began then. */
	const maxOutageMs = ({ maxWaitMs, maxFirstWaitMs = maxWaitMs }: QueueState) =>
		everResponded ? maxWaitMs : Math.min(maxWaitMs, maxFirstWaitMs);

	const permitNow = (waiting: Waiting, at: number): Permit | undefined => {
		const { queue, deadline = Infinity } = waiting;
		if (deadline < Math.max(at, pausedUntil)) return { kind: 'expired' };
		const forMs = pausedUntil - at;
		if (!waiting.isRetry && forMs > queue.maxWaitMs) return { kind: 'coolingDown', forMs };
		const { openSince, nextProbeAt = Infinity } = circuit;
		if (openSince === undefined || queue.isInteractive || nextProbeAt <= at) return undefined;
		const heldMs = at - Math.max(openSince, queue.openedAt);
		return heldMs >= maxOutageMs(queue) ? { kind: 'down', forMs: at - openSince } : undefined;
	};

	/** Earliest time at which something changes for those who wait. */
	const nextChange = (at: number): number => {
		let soonest = Infinity;
		for (const queue of line.queues) {
			for (const { deadline } of queue.retries) soonest = Math.min(soonest, deadline ?? Infinity);
			if (circuit.openSince !== undefined) {
				const since = Math.max(circuit.openSince, queue.openedAt);
				soonest = Math.min(soonest, Math.max(at + 1, since + maxOutageMs(queue)));
			}
		}
		return soonest;
	};

	/** Lets requests go while it may; returns when to look again. */
	const dispatch = (): number => {
		const at = now();
		if (line.isEmpty) return Infinity;
		line.reject((waiting) => permitNow(waiting, at));
		while (!line.isEmpty) {
			if (at < pausedUntil) return Math.min(pausedUntil, nextChange(at));
			if (circuit.openSince !== undefined) {
				const first = line.next(({ queue }) => queue.isInteractive);
				if (first) {
					first.resume(grant(first.queue, first.isRetry));
					continue;
				}
				const { nextProbeAt = Infinity } = circuit;
				if (at < nextProbeAt) return Math.min(nextProbeAt, nextChange(at));
				const probe = line.next(({ isIdempotent }) => isIdempotent) ?? line.next();
				if (!probe) return Infinity;
				probe.resume(grant(probe.queue, probe.isRetry, true));
				continue;
			}
			if (underWay >= places()) {
				const placeAt = concurrency.nextPlaceAt(at);
				if (placeAt === undefined) return nextChange(at);
				if (placeAt > at) return placeAt;
				continue;
			}
			if (at < rate.nextAt) return Math.min(rate.nextAt, nextChange(at));
			const one = line.next();
			if (!one) return nextChange(at);
			if (underWay === 0) concurrency.startedAlone(at);
			one.resume(grant(one.queue, one.isRetry));
		}
		return Infinity;
	};

	const run = () => {
		const at = dispatch();
		if (at >= wakeAt) return;
		const until = Math.min(at, now() + SLICE_MS);
		wakeAt = until;
		void sleep(Math.max(1, Math.ceil(until - now()))).then(() => {
			if (wakeAt === until) wakeAt = Infinity;
			run();
		});
	};

	const refused = (permit: AcquiredPermit, queue: QueueState, askedMs?: number) => {
		const at = now();
		queue.refused += 1;
		const isNews = permit.epoch === epoch;
		// A refusal with Retry-After is a limit, and so is one after two pauses without a success: the send rate is
		// no evidence then.
		const isStillRefused = isNews && refusalsInARow > 1;
		const meaning = askedMs || isStillRefused ? 'counts' : unrelated.refused();
		if (meaning !== 'counts') {
			pausedUntil = Math.max(pausedUntil, at + (askedMs ?? SHORT_PAUSE_MS));
			if (meaning === 'found') forgetLimits();
			return;
		}
		if (!isNews) {
			if (askedMs) pausedUntil = Math.max(pausedUntil, at + askedMs);
			if (lastBlamedRate) rate.refused(permit.number, at, Math.max(0, pausedUntil - at));
			return;
		}
		refusalsInARow += 1;
		const [first, longest] =
			askedMs === 0 ? [SHORT_PAUSE_MS, MAX_PAUSE_AT_ONCE_MS] : [FIRST_PAUSE_MS, MAX_PAUSE_MS];
		const computed = Math.min(first * 2 ** (refusalsInARow - 1), longest);
		const spread = 1 - JITTER * random();
		const pauseMs = askedMs || computed * spread;
		epoch += 1;
		// One that was started later may have arrived before.
		const together = Math.max(permit.underWay, underWay + 1);
		lastBlamedRate = !concurrency.refused(together, at, pauseMs);
		if (lastBlamedRate) {
			pausedUntil = Math.max(pausedUntil, at + pauseMs);
			rate.refused(permit.number, at, pauseMs);
		} else {
			const atOncePauseMs = askedMs || Math.min(pauseMs, AT_ONCE_PAUSE_MS * spread);
			pausedUntil = Math.max(pausedUntil, at + atOncePauseMs);
			rate.refusedAtOnce(permit.number, at, atOncePauseMs);
		}
	};

	const forgetLimits = () => {
		refusalsInARow = 0;
		concurrency.forget();
		rate.forget();
	};

	const responded = (permit: AcquiredPermit, quota?: Quota, isForeign = false) => {
		everResponded ||= !isForeign;
		circuit.responded();
		if (permit.epoch === epoch) refusalsInARow = 0;
		// Those under way may use up what is left.
		if (quota && quota.remaining <= underWay) {
			pausedUntil = Math.max(pausedUntil, now() + quota.resetMs);
		}
		if (concurrency.responded(permit.underWay, permit.startedAt, now(), !line.isEmpty))
			rate.searchAgain();
	};

	const openQueue = (options: QueueOptions): Queue => {
		const queue: QueueState = {
			...options,
			openedAt: now(),
			underWay: 0,
			fresh: [],
			retries: [],
			cancelled: false,
			requests: 0,
			retried: 0,
			refused: 0,
			waitedMs: 0,
		};
		const { signal } = options;
		const cancel = () => {
			queue.cancelled = true;
			underWay -= queue.underWay;
			queue.underWay = 0;
			line.reject((waiting) => (waiting.queue === queue ? { kind: 'cancelled' } : undefined));
			run();
		};
		/** The listener is there only while something waits or is under way. */
		let listens = false;
		const listen = () => {
			const wanted = queue.underWay > 0 || hasWaiting(queue);
			if (wanted === listens || !signal) return;
			listens = wanted;
			if (wanted) signal.addEventListener('abort', cancel, { once: true });
			else signal.removeEventListener('abort', cancel);
		};

		return {
			acquire(options) {
				if (signal?.aborted) return { kind: 'cancelled' };
				if (underWay === 0 && line.isEmpty) rate.resumed(now() - Math.max(usedAt, pausedUntil));
				const isFree =
					line.isEmpty &&
					hasPlace(queue) &&
					underWay < places() &&
					circuit.openSince === undefined &&
					(rate.perSecond === Infinity
						? now() >= pausedUntil
						: now() >= Math.max(pausedUntil, rate.nextAt));
				if (isFree) {
					if (underWay === 0) concurrency.startedAlone(now());
					const permit = grant(queue, options.isRetry);
					listen();
					return permit;
				}
				return new Promise<Permit>((resume) => {
					line.add({ ...options, queue, resume });
					if (queue.underWay === 0) queue.heldSince ??= now();
					listen();
					run();
				});
			},
			release(permit, outcome) {
				usedAt = now();
				concurrency.ended(usedAt);
				if (!queue.cancelled) {
					underWay -= 1;
					queue.underWay -= 1;
				}
				if (outcome.kind === 'responded') responded(permit, outcome.quota, outcome.isForeign);
				else if (outcome.kind === 'refused') {
					everResponded = true;
					circuit.responded();
					refused(permit, queue, outcome.askedMs);
				} else if (outcome.kind === 'failed') {
					circuit.failed(usedAt, outcome.timedOut, permit.isProbe);
				} else if (permit.isProbe) circuit.probeAbandoned(usedAt);
				if (hasWaiting(queue) && queue.underWay === 0) queue.heldSince ??= usedAt;
				run();
				listen();
			},
			get isDown() {
				return circuit.openSince !== undefined && !queue.isInteractive;
			},
			get wasReached() {
				return everResponded;
			},
			get stats() {
				const { requests, retried, refused: refusals, waitedMs } = queue;
				return { requests, retried, refused: refusals, perSecond: rate.found, waitedMs };
			},
		};
	};

	return {
		openQueue,
		get isIdle() {
			return underWay === 0 && line.isEmpty;
		},
		get usedAt() {
			return usedAt;
		},
	};
}

/**
 * The limiters of this process, by credential with its resolved values: all nodes and executions that use the
 * same one share what was learned of its limits. The one that was opened last comes last.
 */
const limiters = new Map<string, Limiter>();

/** After this time without use, what was learned is forgotten. */
const UNUSED_MS = 10 * 60_000;

/** As a credential with expressions may open a workspace for each item, no more than these are kept. */
export const MAX_LIMITERS = 1000;

/**
 * The limiter of a credential.
 *
 * @param key a digest of its values; holds no secret
 */
export function limiterFor(key: string, now = Date.now()): Limiter {
	for (const [other, { isIdle, usedAt }] of limiters) {
		if (isIdle && now - usedAt > UNUSED_MS) limiters.delete(other);
	}
	const limiter = limiters.get(key) ?? createLimiter();
	limiters.delete(key);
	limiters.set(key, limiter);
	if (limiters.size > MAX_LIMITERS) limiters.delete(limiters.keys().next().value ?? '');
	return limiter;
}

/** How many limiters there are; for tests. */
export const limiterCount = () => limiters.size;
