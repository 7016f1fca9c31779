import { createLimiter } from './limiter';
import type { Limiter } from './queue';

/**
 * The limiters of this process, by credential with its resolved values: all nodes and executions that use the
 * same one share what was learned of its limits. The one that was opened last comes last.
 */
const limiters = new Map<string, Limiter>();

/** After this time without use, what was learned is forgotten. */
const UNUSED_MS = 10 * 60_000;

/** As a credential with expressions may open a workspace for each item, no more than these are kept. */
export const MAX_LIMITERS = 1000;

/**
 * The limiter of a credential.
 *
 * @param key a digest of its values; holds no secret
 */
export function limiterFor(key: string, now = Date.now()): Limiter {
	for (const [other, { isIdle, usedAt }] of limiters) {
		if (isIdle && now - usedAt > UNUSED_MS) limiters.delete(other);
	}
	const limiter = limiters.get(key) ?? createLimiter();
	limiters.delete(key);
	limiters.set(key, limiter);
	if (limiters.size > MAX_LIMITERS) limiters.delete(limiters.keys().next().value ?? '');
	return limiter;
}

/** How many limiters there are; for tests. */
export const limiterCount = () => limiters.size;
