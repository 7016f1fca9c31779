/**
 * The same function, which asks once for each item and keeps the value, or what was thrown: n8n takes
 * long to resolve expressions.
 */
export function rememberItems<T>(read: (item: number) => T): (item: number) => T {
	const known: Array<{ readonly value: T } | { readonly error: Error }> = [];
	return (item) => {
		const found = (known[item] ??= attempt(() => read(item)));
		if ('error' in found) throw found.error;
		return found.value;
	};
}

function attempt<T>(read: () => T) {
	try {
		return { value: read() };
	} catch (error) {
		return { error: error as Error };
	}
}
