/** Asks once for each item. */
export interface RememberedItems<T> {
	/** What the item gives. Throws what was thrown when it was asked for. */
	read(item: number): T;
	/** What the item gives, for the last time: it is not kept any longer. */
	take(item: number): T;
}

/**
 * Reads each item once, however often it is asked for, and keeps the value, or what was thrown: n8n
 * takes long to resolve expressions.
 */
export function rememberItems<T>(ask: (item: number) => T): RememberedItems<T> {
	const known: Array<{ readonly value: T } | { readonly error: Error } | undefined> = [];
	const read = (item: number) => {
		const found = (known[item] ??= attempt(() => ask(item)));
		if ('error' in found) throw found.error;
		return found.value;
	};
	return {
		read,
		take(item) {
			try {
				return read(item);
			} finally {
				known[item] = undefined;
			}
		},
	};
}

function attempt<T>(read: () => T) {
	try {
		return { value: read() };
	} catch (error) {
		return { error: error as Error };
	}
}

/**
 * Keeps one value for each object and key, made when it is first asked for, as long as the object is in memory: of an
 * execution, a node in it, a run, or a service with its credential.
 */
export function keptUnder<T, A extends unknown[] = []>(make: (...given: A) => T) {
	const kept = new WeakMap<object, Map<string, T>>();
	return (owner: object, key = '', ...given: A): T => {
		const values = kept.get(owner) ?? new Map<string, T>();
		kept.set(owner, values);
		if (!values.has(key)) values.set(key, make(...given));
		return values.get(key) as T;
	};
}
