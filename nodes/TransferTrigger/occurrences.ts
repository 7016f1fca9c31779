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
	/** The highest values of what usually only rises, of all records that were emitted; null for none. */
	readonly highest?: ReadonlyArray<number | null>;
}

export const noOccurrences: Occurrences = { times: {} };

/** Events remembered one by one; each takes about 14 bytes of n8n's database. */
const MAX_CACHED = 32;

/**
 * Counts an event that is emitted now.
 *
 * @param isNew whether it surely was not emitted before, known from elsewhere
 * @returns which occurrence it is, from 1
 */
export function count(
	before: Occurrences,
	event: string,
	key: string,
	isNew: boolean,
): { readonly number: number; readonly occurrences: Occurrences } {
	const hash = shortHash(event, key);
	const { [hash]: known, ...others } = before.times;
	const number = (known ?? (isNew ? 0 : (before.dropped ?? 0))) + 1;
	const entries = [...Object.entries(others), [hash, number] as const];
	const kept = entries.slice(-MAX_CACHED);
	const dropped = entries
		.slice(0, -MAX_CACHED)
		.reduce((highest, [, times]) => Math.max(highest, times), before.dropped ?? 0);
	return {
		number,
		occurrences: {
			...before,
			times: Object.fromEntries(kept),
			...(dropped > 0 ? { dropped } : {}),
		},
	};
}

/** Whether one of the values is higher than ever; a record that has it was surely not emitted before. */
export const isHigher = ({ highest = [] }: Occurrences, values: readonly unknown[]): boolean =>
	values.map(finite).some((value, index) => value > (highest[index] ?? -Infinity));

/** Takes in the values of a record that was emitted. */
export function raise(before: Occurrences, values: readonly unknown[]): Occurrences {
	const highest = values.map((value, index) => {
		const max = Math.max(finite(value), before.highest?.[index] ?? -Infinity);
		return Number.isFinite(max) ? max : null;
	});
	return { ...before, highest };
}

/** Numbers may come as text; what is none is lower than all. */
function finite(value: unknown): number {
	const isNumeric = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
	const number = isNumeric ? Number(value) : -Infinity;
	return Number.isFinite(number) ? number : -Infinity;
}

/** Starts with a letter, so that JavaScript keeps the keys in the order in which they came. */
const shortHash = (event: string, key: string): string =>
	event[0] +
	createHash('sha256')
		.update(JSON.stringify([event, key]))
		.digest('base64url')
		.slice(0, 8);
