// Waiting for what a real n8n does in its own time.
import pWaitFor from 'p-wait-for';

/**
 * Waits until something is so, some polls of a busy machine at most.
 *
 * @template T
 * @param {string} what is waited for
 * @param {() => T | Promise<T>} isSo
 * @param {{seconds?: number, interval?: number}} [options] `interval` in milliseconds
 */
export const until = async (what, isSo, { seconds = 240, interval = 500 } = {}) =>
	await pWaitFor(isSo, {
		interval,
		timeout: { milliseconds: seconds * 1000, message: `Timed out waiting for ${what}` },
	});
