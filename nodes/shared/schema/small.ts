/** Longest text in a message; a message is shown in several places. */
const MAX_TEXT_LENGTH = 500;
const MAX_KEY_LENGTH = 200;
/** What is kept of a value: so many levels, entries of each, and values in all. */
const MAX_DEPTH = 5;
const MAX_ENTRIES = 20;
const MAX_VALUES = 100;

/** A text for a message; what is left out is marked by `…`. */
export const shortened = (given: string) =>
	given.length > MAX_TEXT_LENGTH ? `${given.slice(0, MAX_TEXT_LENGTH)}…` : given;

/**
 * A copy of any value that JSON.stringify can write, small and not deep; what is left out is marked by `…`.
 * It takes no longer for a large value, and ends for one that holds itself.
 */
export function small(value: unknown): unknown {
	let values = 0;
	const copy = (one: unknown, depth: number): unknown => {
		values += 1;
		if (typeof one === 'string') return shortened(one);
		if (typeof one === 'bigint') return String(one);
		if (typeof one !== 'object' || one === null) return one;
		if (depth >= MAX_DEPTH || values > MAX_VALUES || ArrayBuffer.isView(one)) return '…';
		if (Array.isArray(one)) {
			const first = one.slice(0, MAX_ENTRIES).map((entry) => copy(entry, depth + 1));
			return one.length > MAX_ENTRIES ? [...first, '…'] : first;
		}
		const { toJSON } = one as { toJSON?: unknown };
		// Dates, and others that write themselves.
		if (typeof toJSON === 'function') return copy(toJSON.call(one), depth + 1);
		const copied: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
		let entries = 0;
		for (const key in one) {
			if ((entries += 1) > MAX_ENTRIES || values > MAX_VALUES) {
				copied['…'] = '…';
				break;
			}
			copied[key.slice(0, MAX_KEY_LENGTH)] = copy((one as Record<string, unknown>)[key], depth + 1);
		}
		return { ...copied };
	};
	return copy(value, 0);
}
