import { createHash } from 'node:crypto';

/** A key that gives the secret away to nobody who reads the memory. */
export const keyOf = (...secrets: string[]): string =>
	createHash('sha256').update(secrets.join('\n')).digest('hex');

/** What is remembered of the past, for a while and up to a number of entries. */
export interface Memory<T> {
	remember(key: string, value: T): void;
	recall(key: string): T | undefined;
	forget(key: string): void;
	readonly size: number;
}

/** A memory that forgets what is older than `maxAgeMs`, and the oldest beyond `maxSize`. */
export function createMemory<T>(
	maxSize: number,
	maxAgeMs: number,
	now: () => number = Date.now,
): Memory<T> {
	const entries = new Map<string, { value: T; at: number }>();
	return {
		remember(key, value) {
			entries.delete(key);
			entries.set(key, { value, at: now() });
			for (const oldest of entries.keys()) {
				if (entries.size <= maxSize) break;
				entries.delete(oldest);
			}
		},
		recall(key) {
			const entry = entries.get(key);
			if (entry && now() - entry.at <= maxAgeMs) return entry.value;
			entries.delete(key);
			return undefined;
		},
		forget(key) {
			entries.delete(key);
		},
		get size() {
			return entries.size;
		},
	};
}
