import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';

import { badInput } from '../../http';
import { show } from '../../schema/limits';
import { isArchived, shownId } from '../actions/identity';
import type { Resource } from '../definition/resource';

/** The entry of a pick list for a record; undefined for one without an ID, which cannot be picked. */
export function entryOf(
	resource: Resource,
	row: IDataObject,
): { readonly name: string; readonly value: string } | undefined {
	const value = shownId(resource.identifiers, row);
	if (value === undefined) return undefined;
	const title = resource.title.map((path) => at(row, path)).filter(isShown);
	const state = resource.state ? row[resource.state] : undefined;
	const { number } = resource.identifiers;
	const isNamed = resource.title.some((path) => path !== number && isShown(at(row, path)));
	const name = isNamed ? title.map(String).join(' · ') : unnamed(resource, row, value);
	return {
		name: isArchived(row.status ?? row.usage_status)
			? `${name} (archived)`
			: isShown(state)
				? `${name} (${state})`
				: name,
		value: String(value),
	};
}

/** What a record without a name is called: its number, or its ID, and the day on which it was created. */
function unnamed({ label, identifiers }: Resource, row: IDataObject, id: unknown): string {
	const number = identifiers.number ? row[identifiers.number] : undefined;
	const created = /^\d{4}-\d\d-\d\d/.exec(String(row.created_at ?? ''));
	return [`${label} ${String(isShown(number) ? number : id)}`, ...(created ?? [])].join(' · ');
}

const isShown = (value: unknown): value is string | number =>
	(typeof value === 'string' && value !== '') || typeof value === 'number';

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
