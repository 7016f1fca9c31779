import type { INodeProperties } from 'n8n-workflow';

import type { Resource } from './definition';
import { titleCase } from './wording';

type Show = Record<string, string[]>;

/** Filters of Get Many: search and the other query parameters that the list call knows. */
export function filterParameters({ list, plural }: Resource, show: Show): INodeProperties[] {
	const search: INodeProperties[] = list.search
		? [
				{
					displayName: 'Search',
					name: list.search,
					type: 'string',
					default: '',
					placeholder: 'e.g. acme',
					description: `Only ${plural.toLowerCase()} in which the service finds this text`,
				},
			]
		: [];
	const filters = (list.filters ?? []).map(
		({ name, label, description, type, example }): INodeProperties => ({
			displayName: label,
			name,
			type: type === 'boolean' ? 'boolean' : 'string',
			default: type === 'boolean' ? false : '',
			...(type === 'boolean' ? {} : { placeholder: `e.g. ${example ?? 'value'}` }),
			description,
		}),
	);
	const options = [...search, ...filters].sort((a, b) =>
		a.displayName.localeCompare(b.displayName, 'en'),
	);
	if (options.length === 0) return [];
	return [
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			displayOptions: { show },
			options,
		},
	];
}

/** The order of Get Many, where the service sorts. */
export function sortParameters({ list, record }: Resource, show: Show): INodeProperties[] {
	if (!list.sort) return [];
	const sortable = Object.entries(record)
		.filter(([, kind]) => typeof kind === 'string')
		.map(([name]) => ({ name: titleCase(name), value: name }))
		.sort((a, b) => a.name.localeCompare(b.name, 'en'));
	return [
		{
			displayName: 'Sort',
			name: 'sort',
			type: 'fixedCollection',
			placeholder: 'Add sort',
			default: {},
			displayOptions: { show },
			options: [
				{
					displayName: 'By',
					name: 'by',
					values: [
						{
							displayName: 'Field',
							name: 'field',
							type: 'options',
							options: sortable,
							default: 'created_at',
							description: 'The field to sort by',
						},
						{
							displayName: 'Direction',
							name: 'direction',
							type: 'options',
							options: [
								{ name: 'Ascending', value: 'asc' },
								{ name: 'Descending', value: 'desc' },
							],
							default: 'asc',
							description: 'Whether the smallest or the largest value comes first',
						},
					],
				},
			],
		},
	];
}
