import { createCircuit } from './circuit';
import { createConcurrencyEstimate } from './concurrencyEstimate';
import { createRateEstimate } from './rateEstimate';
import { createUnrelatedRefusals } from './unrelatedRefusals';
import { wait } from './wait';

/** What a request gets when it asks to be sent. */
export type Permit =
	| AcquiredPermit
	| { readonly kind: 'cancelled' }
	/** The service asked for a longer pause than a request may wait. */
	| { readonly kind: 'coolingDown'; readonly forMs: number }
	/** The service has been down for longer than a request may wait. */
	| { readonly kind: 'down'; readonly forMs: number }
	/** The time in which it may be sent again is over. */
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
	| { readonly kind: 'responded'; readonly quota?: Quota }
	/** Too many requests: 429, or a 503 with a time to come back, which is given if there was one. */
	| { readonly kind: 'refused'; readonly askedMs?: number }
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
	/** Milliseconds since 1970 after which it must not be sent; a retry has one. */
	readonly deadline?: number;
}

/** One node run, poll or look-up of the editor: those waiting in different queues take turns. */
export interface Queue {
	/** Waits until the request may be sent. Returns at once, without a promise, when nothing limits. */
	acquire(options: AcquireOptions): Permit | Promise<Permit>;
	/** Has to be called once for every permit. */
	release(permit: AcquiredPermit, outcome: Outcome): void;
	/** Whether the service is taken to be down just now, and requests of this queue wait for it. */
	readonly isDown: boolean;
	readonly stats: LimiterStats;
}

/** What the limit meant for one queue. */
export interface LimiterStats {
	/** Attempts sent. */
	readonly requests: number;
	readonly retried: number;
	readonly refused: number;
	/** Requests per second that the service allows in all, where it limits them. */
	readonly perSecond?: number;
	/** Time in which requests of this queue waited and none was under way. */
	readonly waitedMs: number;
}

export interface QueueOptions {
	/** Maximum number of concurrent requests. */
	readonly max: number;
	/** Somebody waits for it in the editor, or it is a poll: it goes first, and an outage does not hold it. */
	readonly isInteractive: boolean;
	/** Milliseconds that a request waits for a pause or an outage to end. */
	readonly maxWaitMs: number;
	/** The same for an outage of a service that has not responded yet: its address may be wrong. */
	readonly maxFirstWaitMs?: number;
	readonly signal?: AbortSignal;
}

/** What all who use one service with one credential share. */
export interface Limiter {
	openQueue(options: QueueOptions): Queue;
	/** Whether nothing waits and nothing is under way. */
	readonly isIdle: boolean;
	/** When it was last used, milliseconds since 1970. */
	readonly usedAt: number;
}

/** Clock and chance; tests pass their own. */
export interface LimiterParts {
	readonly now?: () => number;
	readonly random?: () => number;
	readonly sleep?: (ms: number) => Promise<void>;
}

/** Pause after a refusal without a time; doubles with every further one while nothing succeeds. */
const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 8000;
/** Pause after a refusal that has nothing to do with a limit. */
const SHORT_PAUSE_MS = 10;
/** Random part of a pause that the service did not ask for, so that processes do not go on together. */
const JITTER = 0.25;
/** So long a timer lives at most; it is set again while somebody waits. */
const SLICE_MS = 200;

interface Waiting extends AcquireOptions {
	readonly queue: QueueState;
	readonly resume: (permit: Permit) => void;
}

interface QueueState extends QueueOptions {
	readonly openedAt: number;
	underWay: number;
	fresh: Waiting[];
	retries: Waiting[];
	cancelled: boolean;
	/** Since when something waits although nothing is under way. */
	heldSince?: number;
	requests: number;
	retried: number;
	refused: number;
	waitedMs: number;
}

export function createLimiter({
	now = Date.now,
	random = Math.random,
	sleep = wait,
}: LimiterParts = {}): Limiter {
	const rate = createRateEstimate();
	const concurrency = createConcurrencyEstimate();
	const unrelated = createUnrelatedRefusals();
	const circuit = createCircuit();
	/** Queues in which somebody waits, in the order in which they come next. */
	let queues: QueueState[] = [];
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

	const hasPlace = (queue: QueueState) => queue.underWay < queue.max;

	/** The one whose permit it is: look-ups before work, retries before others, queues in permit. */
	const next = (fits: (waiting: Waiting) => boolean = () => true): Waiting | undefined => {
		for (const interactive of [true, false]) {
			for (const retries of [true, false]) {
				for (let index = 0; index < queues.length; index += 1) {
					const queue = queues[index];
					if (queue.isInteractive !== interactive || !hasPlace(queue)) continue;
					const requests = retries ? queue.retries : queue.fresh;
					const found = requests.find(fits);
					if (!found) continue;
					requests.splice(requests.indexOf(found), 1);
					queues.splice(index, 1);
					if (queue.fresh.length > 0 || queue.retries.length > 0) queues.push(queue);
					return found;
				}
			}
		}
		return undefined;
	};

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
		return { kind: 'acquired', number: rate.started(at), epoch, underWay, isProbe };
	};

	/** Ends the wait of those for whom it has no point. */
	const reject = (permitFor: (waiting: Waiting) => Permit | undefined) => {
		for (const queue of queues) {
			const stays = (waiting: Waiting) => {
				const permit = permitFor(waiting);
				if (permit) waiting.resume(permit);
				return !permit;
			};
			queue.retries = queue.retries.filter(stays);
			queue.fresh = queue.fresh.filter(stays);
		}
		queues = queues.filter((queue) => {
			if (queue.fresh.length > 0 || queue.retries.length > 0) return true;
			queue.heldSince = undefined;
			return false;
		});
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
		for (const queue of queues) {
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
		if (queues.length === 0) return Infinity;
		reject((waiting) => permitNow(waiting, at));
		while (queues.length > 0) {
			if (at < pausedUntil) return Math.min(pausedUntil, nextChange(at));
			if (circuit.openSince !== undefined) {
				const first = next(({ queue }) => queue.isInteractive);
				if (first) {
					first.resume(grant(first.queue, first.isRetry));
					continue;
				}
				const { nextProbeAt = Infinity } = circuit;
				if (at < nextProbeAt) return Math.min(nextProbeAt, nextChange(at));
				const probe = next(({ isIdempotent }) => isIdempotent) ?? next();
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
			const one = next();
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
		const meaning = unrelated.refused();
		if (meaning !== 'counts') {
			pausedUntil = Math.max(pausedUntil, at + (askedMs ?? SHORT_PAUSE_MS));
			if (meaning === 'found') forgetLimits();
			return;
		}
		const isNews = permit.epoch === epoch;
		if (!isNews) {
			if (askedMs) pausedUntil = Math.max(pausedUntil, at + askedMs);
			if (lastBlamedRate) rate.refused(permit.number, at, Math.max(0, pausedUntil - at));
			return;
		}
		refusalsInARow += 1;
		const computed = Math.min(FIRST_PAUSE_MS * 2 ** (refusalsInARow - 1), MAX_PAUSE_MS);
		const pauseMs = askedMs || computed * (1 - JITTER * random());
		pausedUntil = Math.max(pausedUntil, at + pauseMs);
		epoch += 1;
		lastBlamedRate = !concurrency.refused(permit.underWay, at, pauseMs);
		if (lastBlamedRate) rate.refused(permit.number, at, pauseMs);
	};

	const forgetLimits = () => {
		refusalsInARow = 0;
		concurrency.forget();
		rate.forget();
	};

	const responded = (permit: AcquiredPermit, quota?: Quota) => {
		everResponded = true;
		circuit.responded();
		if (permit.epoch === epoch) refusalsInARow = 0;
		if (rate.accepted(permit.number, now())) {
			concurrency.takeBack();
			refusalsInARow = 0;
		}
		// Those under way may use up what is left.
		if (quota && quota.remaining <= underWay) {
			pausedUntil = Math.max(pausedUntil, now() + quota.resetMs);
		}
		concurrency.responded(permit.underWay, now(), queues.length > 0);
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
			queues = queues.filter((other) => other !== queue);
			[...queue.retries, ...queue.fresh].forEach(({ resume }) => resume({ kind: 'cancelled' }));
			queue.retries = [];
			queue.fresh = [];
			run();
		};
		/** The listener is there only while something waits or is under way. */
		let listens = false;
		const listen = () => {
			const wanted = queue.underWay + queue.fresh.length + queue.retries.length > 0;
			if (wanted === listens || !signal) return;
			listens = wanted;
			if (wanted) signal.addEventListener('abort', cancel, { once: true });
			else signal.removeEventListener('abort', cancel);
		};

		return {
			acquire(options) {
				if (signal?.aborted) return { kind: 'cancelled' };
				const isFree =
					queues.length === 0 &&
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
					if (queue.fresh.length === 0 && queue.retries.length === 0) queues.push(queue);
					(options.isRetry ? queue.retries : queue.fresh).push({ ...options, queue, resume });
					if (queue.underWay === 0) queue.heldSince ??= now();
					listen();
					run();
				});
			},
			release(permit, outcome) {
				usedAt = now();
				if (!queue.cancelled) {
					underWay -= 1;
					queue.underWay -= 1;
				}
				if (outcome.kind === 'responded') responded(permit, outcome.quota);
				else if (outcome.kind === 'refused') {
					everResponded = true;
					circuit.responded();
					refused(permit, queue, outcome.askedMs);
				} else if (outcome.kind === 'failed') {
					circuit.failed(usedAt, outcome.timedOut, permit.isProbe);
				} else if (permit.isProbe) circuit.probeAbandoned(usedAt);
				const waits = queue.fresh.length > 0 || queue.retries.length > 0;
				if (waits && queue.underWay === 0) queue.heldSince ??= usedAt;
				run();
				listen();
			},
			get isDown() {
				return circuit.openSince !== undefined && !queue.isInteractive;
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
			return underWay === 0 && queues.length === 0;
		},
		get usedAt() {
			return usedAt;
		},
	};
}
