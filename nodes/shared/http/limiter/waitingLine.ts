import type { AcquireOptions, Permit, QueueOptions } from './limiterTypes';

/** A request that waits for its permit. */
export interface Waiting extends AcquireOptions {
	readonly queue: QueueState;
	readonly resume: (permit: Permit) => void;
}

/** What the limiter keeps of one queue. Times are milliseconds since 1970. */
export interface QueueState extends QueueOptions {
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

/** Those who wait, and whose turn it is. */
export interface WaitingLine {
	readonly isEmpty: boolean;
	/** The queues in which somebody waits. */
	readonly queues: readonly QueueState[];
	add(waiting: Waiting): void;
	/** Takes out the next one that fits: look-ups before work, retries before others, queues in turn. */
	next(fits?: (waiting: Waiting) => boolean): Waiting | undefined;
	/** Ends the wait of those for whom there is a permit. */
	reject(permitFor: (waiting: Waiting) => Permit | undefined): void;
}

/** Whether somebody waits in the queue. */
export const hasWaiting = ({ fresh, retries }: QueueState): boolean =>
	fresh.length > 0 || retries.length > 0;

/** Whether the queue may have one more request under way. */
export const hasPlace = ({ underWay, max }: QueueState): boolean => underWay < max;

export function createWaitingLine(): WaitingLine {
	/** In the order in which they come next. */
	let queues: QueueState[] = [];

	return {
		get isEmpty() {
			return queues.length === 0;
		},
		get queues() {
			return queues;
		},
		add(waiting) {
			const { queue } = waiting;
			if (!hasWaiting(queue)) queues.push(queue);
			(waiting.isRetry ? queue.retries : queue.fresh).push(waiting);
		},
		next(fits = () => true) {
			for (const interactive of [true, false]) {
				for (const retries of [true, false]) {
					for (let index = 0; index < queues.length; index += 1) {
						const queue = queues[index];
						if (queue.isInteractive !== interactive || !hasPlace(queue)) continue;
						const requests = retries ? queue.retries : queue.fresh;
						const found = requests.findIndex(fits);
						if (found < 0) continue;
						const [waiting] = requests.splice(found, 1);
						queues.splice(index, 1);
						if (hasWaiting(queue)) queues.push(queue);
						return waiting;
					}
				}
			}
			return undefined;
		},
		reject(permitFor) {
			const stays = (waiting: Waiting) => {
				const permit = permitFor(waiting);
				if (permit) waiting.resume(permit);
				return !permit;
			};
			for (const queue of queues) {
				queue.retries = queue.retries.filter(stays);
				queue.fresh = queue.fresh.filter(stays);
			}
			queues = queues.filter((queue) => {
				if (!hasWaiting(queue)) queue.heldSince = undefined;
				return hasWaiting(queue);
			});
		},
	};
}
