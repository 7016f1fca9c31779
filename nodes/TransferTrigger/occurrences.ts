import { createHash } from 'node:crypto';

/**
 * How often each state of one transfer was emitted. What happens again, such as progress that falls back
 * and rises anew, gets an event ID of its own by it.
 *
 * Plain JSON, and bounded: the latest events are remembered one by one, of older ones only what is
 * needed to give no number twice.
 */
export interface Occurrences {
	/** How often each was emitted, by a short hash of event and key; the latest last. */
	readonly times: Readonly<Record<string, number>>;
	/** The highest number that an event had which is no longer in `times`. */
	readonly dropped?: number;
}

/** Events remembered one by one; each takes about 14 bytes of n8n's database. */
const MAX_CACHED = 32;

/**
 * Counts an event that is emitted now.
 *
 * @returns which occurrence it is, from 1
 */
export function count(
	before: Occurrences = { times: {} },
	event: string,
	key: string,
): { readonly number: number; readonly occurrences: Occurrences } {
	const hash = shortHash(event, key);
	const { [hash]: known, ...others } = before.times;
	const number = (known ?? before.dropped ?? 0) + 1;
	const entries = [...Object.entries(others), [hash, number] as const];
	const kept = entries.slice(-MAX_CACHED);
	const dropped = entries
		.slice(0, -MAX_CACHED)
		.reduce((highest, [, times]) => Math.max(highest, times), before.dropped ?? 0);
	const times = Object.fromEntries(kept);
	return { number, occurrences: { times, ...(dropped > 0 && { dropped }) } };
}

/** Starts with a letter, so that JavaScript keeps the keys in the order in which they came. */
const shortHash = (event: string, key: string): string =>
	event[0] +
	createHash('sha256')
		.update(JSON.stringify([event, key]))
		.digest('base64url')
		.slice(0, 8);
