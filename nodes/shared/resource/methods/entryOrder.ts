/** An entry of a pick list. */
export interface Entry {
	readonly name: string;
	readonly value: string;
	/** What the service sorted by. */
	readonly by: unknown;
}

/** Made once: `localeCompare` takes many times as long. */
const names = new Intl.Collator('en', { numeric: true });

/** By name, numbers in it by their size; entries of the same name always in the same order. */
export const byName = (one: Entry, other: Entry) =>
	names.compare(one.name, other.name) || byValue(one, other);

const byValue = (one: Entry, other: Entry) =>
	one.value < other.value ? -1 : Number(one.value > other.value);

/** The first position from `position` on at which another name begins. */
export function endOfName(entries: readonly Entry[], position: number): number {
	let end = Math.min(position, entries.length);
	while (end > 0 && end < entries.length && entries[end].by === entries[end - 1].by) end += 1;
	return end;
}

/** As the service sorted them, but entries of the same name always in the same order. */
export function withNamesakesSorted(entries: readonly Entry[]): Entry[] {
	const sorted: Entry[] = [];
	for (let start = 0; start < entries.length; ) {
		const end = endOfName(entries, start + 1);
		sorted.push(...entries.slice(start, end).sort(byValue));
		start = end;
	}
	return sorted;
}

/** Orders of texts that databases have: by code, without case, by the rules of a language. */
const TEXT_ORDERS: ReadonlyArray<(one: string, other: string) => number> = [
	(one, other) => (one < other ? -1 : Number(one > other)),
	(one, other) => TEXT_ORDERS[0](one.toLowerCase(), other.toLowerCase()),
	new Intl.Collator('en').compare,
	new Intl.Collator('en', { ignorePunctuation: true }).compare,
	new Intl.Collator('en', { numeric: true }).compare,
];

/** Whether the service sorted the entries, by one of the orders that databases have; empty ones go anywhere. */
export function areSorted(entries: readonly Entry[]): boolean {
	const values = entries.map(({ by }) => by).filter((by) => by !== null && by !== undefined);
	const isUp = (follows: (one: unknown, other: unknown) => boolean) =>
		values.every((value, index) => index === 0 || follows(values[index - 1], value));
	return values.every((value) => typeof value === 'number')
		? isUp((one, other) => (one as number) <= (other as number))
		: TEXT_ORDERS.some((compare) => isUp((one, other) => compare(String(one), String(other)) <= 0));
}
