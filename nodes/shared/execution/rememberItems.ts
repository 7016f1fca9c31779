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
