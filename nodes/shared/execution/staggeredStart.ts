import { nextTurn } from './nextTurn';

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
