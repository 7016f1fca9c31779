/** A clock that only moves when somebody waits for it, and then at once. */
export function createTime() {
	let now = 1_000_000;
	let waiting: Array<{ at: number; wake: () => void }> = [];

	const sleep = async (ms: number, signal?: AbortSignal) => {
		if (ms <= 0 || signal?.aborted) return;
		await new Promise<void>((wake) => {
			waiting.push({ at: now + ms, wake });
			signal?.addEventListener('abort', () => wake(), { once: true });
		});
	};

	/** Lets everything happen that needs no time. */
	const settle = async () => await new Promise<void>((resolve) => setImmediate(resolve));

	return {
		now: () => now,
		sleep,
		settle,
		/** Moves on by so many milliseconds and wakes whoever waits for them, in order. */
		async pass(ms: number) {
			const until = now + ms;
			await settle();
			for (;;) {
				const due = waiting.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
				if (due.length === 0) break;
				now = Math.max(now, due[0].at);
				waiting = waiting.filter((waiter) => waiter !== due[0]);
				due[0].wake();
				await settle();
			}
			now = until;
		},
	};
}
