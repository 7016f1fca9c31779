import { nextTurn } from './steps';

/**
 * Does the work for each of the items, up to `parallel` at once.
 *
 * @throws what the work throws, at once
 */
export async function runTasks<T>(
	items: readonly T[],
	parallel: number,
	work: (item: T, index: number) => Promise<unknown>,
): Promise<void> {
	let next = 0;
	const worker = async () => {
		for (let index = next++; index < items.length; index = next++) await work(items[index], index);
	};
	await Promise.all(Array.from({ length: Math.min(parallel, items.length) }, worker));
}

/** Runs tasks in the order of their keys; a task comes to an `R`. */
type KeyedOrder<R = unknown> = <T extends R>(
	keys: string | undefined | readonly string[],
	task: (before: ReadonlyArray<R | undefined>) => Promise<T>,
	cancelled?: Promise<unknown>,
) => Promise<T>;

/**
 * Runs tasks that share a key one after another, in the order in which they are given, and all others
 * beside each other: of several writes to one record, the last one wins. A task gets what those came to
 * that it waited for, undefined of one that threw. One that is cancelled waits no longer.
 */
export function createKeyedOrder<R>(): KeyedOrder<R> {
	/** What the last task of each key that has not ended comes to, when all before it have ended, too. */
	const last = new Map<string, Promise<R | undefined>>();
	return async (given, task, cancelled) => {
		const keys = typeof given === 'string' ? [given] : (given ?? []);
		const before = [...new Set(keys.flatMap((key) => last.get(key) ?? []))];
		const isNext = Promise.all(before);
		const wait = cancelled ? Promise.race([isNext, cancelled.then(() => [])]) : isNext;
		const mine = before.length === 0 ? task([]) : wait.then(task);
		const ended = Promise.all([mine.catch(() => undefined), ...before]).then(([own]) => own);
		for (const key of keys) last.set(key, ended);
		void ended.then(() => {
			for (const key of keys) if (last.get(key) === ended) last.delete(key);
		});
		return await mine;
	};
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
