import { nextTurn } from './nextTurn';

/** How long n8n waits for a loop over many items: other executions and the editor share its thread. */
export const SLICE_MS = 10;

/**
 * For a loop that awaits: a function that lets everything else come first when a slice of time is
 * over, and does nothing before.
 */
export function createPause(): () => Promise<void> {
	let until = Date.now() + SLICE_MS;
	return async () => {
		if (Date.now() < until) return;
		await nextTurn();
		until = Date.now() + SLICE_MS;
	};
}
