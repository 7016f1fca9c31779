import type { Fault } from '../../../sandbox';

/**
 * All kinds of faults at once; a probability applies to each request.
 *
 * @param perSecond requests that the service accepts in each second of the clock
 */
export const faultsBelow = (perSecond: number): Fault[] => [
	{ kind: 'latency', ms: 1, jitterMs: 5 },
	{ kind: 'rateLimit', perSecond, retryAfter: 0.03, retryAfterAs: 'ms' },
	{ kind: 'error', status: 429, retryAfter: 0.02, probability: 0.01 },
	{ kind: 'error', status: 429, retryAfter: 0.02, retryAfterAs: 'ms', probability: 0.01 },
	{ kind: 'error', status: 429, probability: 0.001 },
	{ kind: 'error', status: 503, retryAfter: 0.03, probability: 0.005 },
	{ kind: 'error', status: 503, retryAfter: 0.03, when: 'after', probability: 0.005 },
	{ kind: 'error', status: 503, probability: 0.0003 },
	{ kind: 'error', status: 500, shouldRetry: false, probability: 0.002 },
	{ kind: 'notOk', probability: 0.005 },
	{ kind: 'timeout', when: 'before', probability: 0.001 },
	{ kind: 'timeout', when: 'after', probability: 0.001 },
	...(['before', 'after'] as const).flatMap((when): Fault[] => [
		{ kind: 'reset', when, probability: 0.01 },
		{ kind: 'error', status: 500, when, probability: 0.005 },
		{ kind: 'error', status: 502, when, probability: 0.005 },
		{ kind: 'error', status: 504, when, probability: 0.005 },
		{ kind: 'html', status: 502, when, probability: 0.005 },
		{ kind: 'html', status: 200, when, probability: 0.005 },
	]),
	{ kind: 'truncate', probability: 0.01 },
];

/** The service rejected the request for good: it must not be retried. */
export const isFinal = ({ kind, shouldRetry }: Fault) => kind === 'notOk' || shouldRetry === false;

/** After this fault a write may have happened, as far as the caller can know. */
export const isAmbiguous = ({ kind, status = 500 }: Fault) =>
	['reset', 'timeout', 'html', 'truncate'].includes(kind) || (kind === 'error' && status >= 500);
