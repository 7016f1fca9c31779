import type { IPollFunctions } from 'n8n-workflow';

/** n8n makes one for each time that a workflow becomes active, and polls with it from then on. */
const polled = new WeakSet<IPollFunctions>();

/**
 * Whether n8n polls for the first time since it switched the workflow on by itself, as it does at its
 * start. An error would leave the workflow off: n8n 2.40 gives up after five attempts in 15 seconds,
 * without its publication service it tries again ever later, up to a day. The next poll may fail.
 */
export function resumesWith(context: IPollFunctions): boolean {
	const isFirst = !polled.has(context);
	polled.add(context);
	return isFirst && ['init', 'leadershipChange'].includes(context.getActivationMode?.());
}
