import { cancelled } from '../http';
import { nextTurn } from './nextTurn';
import { SLICE_MS } from './pause';

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
		const until = Date.now() + SLICE_MS;
		let step = steps.next();
		while (!step.done && Date.now() < until) step = steps.next();
		if (step.done) return step.value;
		await nextTurn();
		if (signal?.aborted) throw cancelled();
	}
}

/** Runs to the end without yielding. */
export function runAtOnce<T>(steps: Steps<T>): T {
	for (;;) {
		const step = steps.next();
		if (step.done) return step.value;
	}
}
