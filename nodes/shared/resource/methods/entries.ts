import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';

import { badInput } from '../../http';
import { show } from '../../schema/limits';
import { isArchived, shownId } from '../actions/identity';
import type { Resource } from '../definition/resource';
import { isGiven } from '../../schema/values';

/** The entry of a pick list for a record; undefined for one without an ID, which cannot be picked. */
export function entryOf(
	resource: Resource,
	row: IDataObject,
): { readonly name: string; readonly value: string } | undefined {
	const value = shownId(resource.identifiers, row);
	if (value === undefined) return undefined;
	const title = resource.title.map((path) => at(row, path)).filter(isGiven);
	const state = resource.state ? row[resource.state] : undefined;
	const { number } = resource.identifiers;
	const isNamed = resource.title.some((path) => path !== number && isGiven(at(row, path)));
	const name = isNamed ? title.map(String).join(' · ') : unnamed(resource, row, value);
	return {
		name: isArchived(row.status ?? row.usage_status)
			? `${name} (archived)`
			: isGiven(state)
				? `${name} (${state})`
				: name,
		value: String(value),
	};
}

/** What a record without a name is called: its number, or its ID, and the day on which it was created. */
function unnamed({ label, identifiers }: Resource, row: IDataObject, id: unknown): string {
	const number = identifiers.number ? row[identifiers.number] : undefined;
	const created = /^\d{4}-\d\d-\d\d/.exec(String(row.created_at ?? ''));
	return [`${label} ${String(isGiven(number) ? number : id)}`, ...(created ?? [])].join(' · ');
}

const at = (row: IDataObject, path: string): unknown =>
	path
		.split('.')
		.reduce<unknown>(
			(value, key) =>
				typeof value === 'object' && value ? (value as IDataObject)[key] : undefined,
			row,
		);

/** The choice that is part of the path, which may be an expression; undefined where there is none. */
export function readPathParameter(
	context: ILoadOptionsFunctions,
	{ pathParameter }: Resource,
): string | undefined {
	if (!pathParameter) return;
	const { name, label, options } = pathParameter;
	const choice = evaluated(context, name);
	if (options.some(({ value }) => value === choice)) return choice as string;
	throw badInput(
		name,
		`${label} is ${show(choice)}`,
		'Choose it from the list, or use an expression that has a value before the workflow runs.',
	);
}

function evaluated(context: ILoadOptionsFunctions, name: string): unknown {
	try {
		return context.getNodeParameter(name, '');
	} catch {
		return context.getCurrentNodeParameter(name);
	}
}

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
