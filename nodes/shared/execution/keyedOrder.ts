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
