import { hash } from 'node:crypto';

/** A key that does not reveal the secret to anybody who reads the memory. */
export const keyOf = (...secrets: string[]): string => hash('sha256', secrets.join('\n'));

/** A cache that drops what is older than `maxAgeMs`, and the oldest beyond `maxSize`. */
export function createCache<T>(maxSize: number, maxAgeMs: number, now: () => number = Date.now) {
	const entries = new Map<string, { value: T; at: number }>();
	return {
		set(key: string, value: T): void {
			entries.delete(key);
			entries.set(key, { value, at: now() });
			for (const oldest of entries.keys()) {
				if (entries.size <= maxSize) break;
				entries.delete(oldest);
			}
		},
		get(key: string): T | undefined {
			const entry = entries.get(key);
			if (entry && now() - entry.at <= maxAgeMs) return entry.value;
			entries.delete(key);
			return undefined;
		},
		delete(key: string): void {
			entries.delete(key);
		},
		get size() {
			return entries.size;
		},
	};
}
