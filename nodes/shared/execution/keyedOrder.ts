/**
 * Runs tasks with the same key one after another, in the order in which they are given, and all others
 * beside each other: of several writes to one record, the last one wins.
 */
export function createKeyedOrder(): <T>(
	key: string | undefined,
	task: () => Promise<T>,
) => Promise<T> {
	/** The last task of each key that has not ended. */
	const last = new Map<string, Promise<unknown>>();
	return async (key, task) => {
		if (key === undefined) return await task();
		const before = last.get(key);
		const mine = before ? before.then(task, task) : task();
		last.set(key, mine);
		try {
			return await mine;
		} finally {
			if (last.get(key) === mine) last.delete(key);
		}
	};
}
