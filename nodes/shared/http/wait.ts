import { sleep } from 'n8n-workflow';

/** Maximum timer length: a wait notices within it that the execution was cancelled, and no timer outlives it by more. */
export const MAX_TIMER_MS = 200;

/** Whether what is waited for is still wanted; an AbortSignal is one. */
export type StopSignal = Pick<AbortSignal, 'aborted'>;

/** Waits that many milliseconds, or until shortly after the signal aborts. */
export async function wait(ms: number, signal?: StopSignal): Promise<void> {
	for (let left = ms; left > 0 && !signal?.aborted; left -= MAX_TIMER_MS) {
		await sleep(Math.min(left, MAX_TIMER_MS));
	}
}

/**
 * What the task gives, unless the time is over before or the signal aborts; then the task is left to itself.
 *
 * @param late says why there is nothing
 * @throws what the task throws, or what `late` gives
 */
export async function within<T>(
	task: Promise<T>,
	ms: number,
	late: () => Error,
	signal?: StopSignal,
): Promise<T> {
	let isOver = false;
	const over = {
		get aborted() {
			return isOver || signal?.aborted === true;
		},
	};
	const waiting = wait(ms, over).then(() => {
		throw late();
	});
	return await Promise.race([task.finally(() => (isOver = true)), waiting]);
}
