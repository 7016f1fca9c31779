import { createLimiter } from './limiter';
import type { Limiter } from './limiterTypes';

/**
 * The limiters of this process, by service and credential: all nodes and executions that use the same
 * one share what was learned of its limits.
 */
const limiters = new Map<string, Limiter>();

/** What was learned is forgotten after so long without use. */
const UNUSED_MS = 10 * 60_000;

/**
 * The limiter of a service and a credential.
 *
 * @param key base URL and ID of the credential; holds no secret
 */
export function limiterFor(key: string, now = Date.now()): Limiter {
	for (const [other, { isIdle, usedAt }] of limiters) {
		if (isIdle && now - usedAt > UNUSED_MS) limiters.delete(other);
	}
	let limiter = limiters.get(key);
	if (!limiter) limiters.set(key, (limiter = createLimiter()));
	return limiter;
}
