/**
 * What outlives an execution. All such state of the package is declared with `keptUnder`, `once` or `Cache`, by a name;
 * `npm run check state` makes the table in docs/architecture.md from the declarations, and finds state beside them.
 */

/** Milliseconds of a clock that only goes forward, whatever time the machine is set to: for limits of time. */
export const monotonicNow = (): number => performance.now();

/**
 * Keeps one value for each object and key, made when it is first asked for, as long as the object is in memory.
 *
 * @param _name what is kept
 * @param _owner what the object stands for
 * @param maxAgeMs milliseconds after which a value is made anew
 */
export function keptUnder<T, A extends unknown[] = []>(
	_name: string,
	_owner: string,
	make: (...given: A) => T,
	maxAgeMs = Infinity,
) {
	const kept = new WeakMap<object, Map<string, { readonly value: T; readonly until: number }>>();
	return (owner: object, key = '', ...given: A): T => {
		const values = kept.get(owner) ?? new Map<string, { value: T; until: number }>();
		const found = values.get(key);
		if (found && (found.until === Infinity || monotonicNow() <= found.until)) return found.value;
		const value = make(...given);
		kept.set(owner, values.set(key, { value, until: monotonicNow() + maxAgeMs }));
		return value;
	};
}

/** Makes a value when it is first asked for, and keeps it as long as the process lasts. */
export function once<T>(_name: string, make: () => T): () => T {
	let made: { readonly value: T } | undefined;
	return () => (made ??= { value: make() }).value;
}

/** What a cache holds, in literals: the table is made from them. */
interface CacheLimits<T> {
	readonly name: string;
	/** Maximum number of entries; the first ones that were set make room. */
	readonly max: number;
	/** Milliseconds after which the next use of the cache drops an entry; counted from its last use where that is known. */
	readonly maxAgeMs?: number;
	/** When a value was last used, by the clock of the cache; a later time than now keeps it until then. */
	readonly usedAt?: (value: T) => number;
}

/** Values of the process by key: no more than so many, and for no longer than so long. */
export class Cache<T> {
	/** In the order in which they were set. */
	private readonly entries = new Map<string, { readonly value: T; readonly at: number }>();

	constructor(
		private readonly limits: CacheLimits<T>,
		private readonly now: () => number = monotonicNow,
	) {}

	get size(): number {
		return this.entries.size;
	}

	get(key: string): T | undefined {
		this.sweep();
		return this.entries.get(key)?.value;
	}

	set(key: string, value: T): void {
		this.sweep();
		this.entries.delete(key);
		this.entries.set(key, { value, at: this.now() });
		if (this.entries.size > this.limits.max) this.makeRoom();
	}

	delete(key: string): void {
		this.entries.delete(key);
	}

	/** Drops what is too old. */
	sweep(): void {
		const { maxAgeMs = Infinity, usedAt } = this.limits;
		const now = this.now();
		for (const [key, { value, at }] of this.entries) {
			if (now - at <= maxAgeMs) return;
			this.entries.delete(key);
			if (usedAt && now - usedAt(value) <= maxAgeMs) this.entries.set(key, { value, at: now });
		}
	}

	/** Drops the first entry that is not in use. */
	private makeRoom(): void {
		for (const [key, { value }] of this.entries) {
			if (this.limits.usedAt && this.limits.usedAt(value) > this.now()) continue;
			this.entries.delete(key);
			return;
		}
	}
}
