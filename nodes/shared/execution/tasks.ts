import { cancelled } from '../http';
import { monotonicNow } from '../lifetime';

/**
 * Does the work for each of the items, up to `parallel` at once.
 *
 * @param signal when it is aborted, no further work begins
 * @throws what the work throws, at once; no further work begins then
 */
export async function runTasks<T>(
	items: readonly T[],
	parallel: number,
	work: (item: T, index: number) => Promise<unknown>,
	signal?: AbortSignal,
): Promise<void> {
	let next = 0;
	const worker = async () => {
		while (next < items.length && !signal?.aborted) {
			const index = next++;
			await work(items[index], index);
		}
	};
	try {
		await Promise.all(Array.from({ length: Math.min(parallel, items.length) }, worker));
	} finally {
		next = items.length;
	}
}

/**
 * Tasks that share a key run one after another, in the order in which they enter, and all others beside each other: of
 * several writes to one record, the last one wins.
 */
export class KeyedOrder {
	/** Resolves when the last task of each key that has not ended, and all before it, have ended. */
	private readonly last = new Map<string, Promise<unknown>>();

	/**
	 * Waits for the tasks before that share a key with this one, or until it is cancelled.
	 *
	 * @returns to be called when it has ended
	 */
	async enter(
		given: string | undefined | readonly string[],
		cancelled?: Promise<unknown>,
	): Promise<() => void> {
		const keys = typeof given === 'string' ? [given] : (given ?? []);
		const before = [...new Set(keys.flatMap((key) => this.last.get(key) ?? []))];
		let leave = () => {};
		const own = new Promise<void>((resolve) => (leave = resolve));
		const ended = Promise.all([own, ...before]);
		for (const key of keys) this.last.set(key, ended);
		void ended.then(() => {
			for (const key of keys) if (this.last.get(key) === ended) this.last.delete(key);
		});
		const isNext = Promise.all(before);
		await (cancelled ? Promise.race([isNext, cancelled]) : isNext);
		return leave;
	}
}

/** One would spread requests best; with two, the cost is not measurable without latency. */
const STARTS_PER_TURN = 2;

/**
 * Lets callers continue two at a time, one turn of the event loop apart.
 *
 * Without it, responses that arrive together stay together: all of them are processed before the first
 * connection for a next request is seen to be open, so that the next requests leave together too.
 */
export function createStaggeredStart(): () => Promise<void> {
	let last = Promise.resolve();
	let callers = 0;
	return async () => {
		const mine = last;
		callers += 1;
		if (callers % STARTS_PER_TURN === 0) last = mine.then(nextTurn);
		await mine;
	};
}

/** How long n8n waits for a loop over many items: other executions and the editor share its thread. */
const SLICE_MS = 10;

/**
 * Resolves one turn of the event loop later, so that everything else that waits comes first. n8n keeps
 * `setImmediate` from nodes, and a timer takes a millisecond; a message takes one turn.
 */
export const nextTurn = async () =>
	await new Promise<void>((resume) => {
		const { port1, port2 } = new MessageChannel();
		port1.once('message', () => {
			port1.close();
			resume();
		});
		port2.postMessage(undefined);
	});

/** Work over many items that may be paused at every `yield`. */
export type Steps<T> = Generator<undefined, T>;

/**
 * Does the work in slices, with a turn of the event loop between them.
 *
 * @returns what the work returns
 * @throws what the work throws; Failure when the execution is cancelled
 */
export async function runInSlices<T>(steps: Steps<T>, signal?: AbortSignal): Promise<T> {
	for (;;) {
		const until = monotonicNow() + SLICE_MS;
		let step = steps.next();
		while (!step.done && monotonicNow() < until) step = steps.next();
		if (step.done) return step.value;
		await nextTurn();
		if (signal?.aborted) throw cancelled();
	}
}

/** Makes one thing of each item, in their order. */
export function* eachInSteps<T, R>(
	items: Iterable<T>,
	make: (item: T, index: number) => R,
): Steps<R[]> {
	const made: R[] = [];
	for (const item of items) {
		yield;
		made.push(make(item, made.length));
	}
	return made;
}

/** Runs to the end without yielding. */
export function runAtOnce<T>(steps: Steps<T>): T {
	for (;;) {
		const step = steps.next();
		if (step.done) return step.value;
	}
}

/**
 * For a loop that awaits: a function that yields to the event loop when a slice of time is over, and does nothing
 * before.
 */
export function createPause(): () => Promise<void> {
	let until = monotonicNow() + SLICE_MS;
	return async () => {
		if (monotonicNow() < until) return;
		await nextTurn();
		until = monotonicNow() + SLICE_MS;
	};
}
