import { createHash } from 'node:crypto';

/** A key that does not reveal the secret to anybody who reads the memory. */
export const keyOf = (...secrets: string[]): string =>
	createHash('sha256').update(secrets.join('\n')).digest('hex');

/** A cache with a maximum age and a maximum number of entries. */
export interface Cache<T> {
	set(key: string, value: T): void;
	get(key: string): T | undefined;
	delete(key: string): void;
	readonly size: number;
}

/** A cache that drops what is older than `maxAgeMs`, and the oldest beyond `maxSize`. */
export function createCache<T>(
	maxSize: number,
	maxAgeMs: number,
	now: () => number = Date.now,
): Cache<T> {
	const entries = new Map<string, { value: T; at: number }>();
	return {
		set(key, value) {
			entries.delete(key);
			entries.set(key, { value, at: now() });
			for (const oldest of entries.keys()) {
				if (entries.size <= maxSize) break;
				entries.delete(oldest);
			}
		},
		get(key) {
			const entry = entries.get(key);
			if (entry && now() - entry.at <= maxAgeMs) return entry.value;
			entries.delete(key);
			return undefined;
		},
		delete(key) {
			entries.delete(key);
		},
		get size() {
			return entries.size;
		},
	};
}
