import { cancelled } from '../http';
import { monotonicNow } from '../lifetime';

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
