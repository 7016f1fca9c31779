import { cancelled, fail, succeed, type Result } from '../http';
import { nextTurn } from './nextTurn';
import { SLICE_MS } from './pause';
import { unexpected } from './nodeErrors';

/** Work over many items that may be paused at every `yield`. */
export type Steps<T> = Generator<undefined, T>;

/**
 * Does the work in slices, with a turn of the event loop between them.
 *
 * @returns what the work returns; a failure when it throws, or when the execution is cancelled
 */
export async function runInSlices<T>(steps: Steps<T>, signal?: AbortSignal): Promise<Result<T>> {
	try {
		for (;;) {
			const until = Date.now() + SLICE_MS;
			let step = steps.next();
			while (!step.done && Date.now() < until) step = steps.next();
			if (step.done) return succeed(step.value);
			await nextTurn();
			if (signal?.aborted) return cancelled();
		}
	} catch (error) {
		return fail(unexpected(error as Error));
	}
}

/** Does the work at a stretch. */
export function runAtOnce<T>(steps: Steps<T>): T {
	for (;;) {
		const step = steps.next();
		if (step.done) return step.value;
	}
}
