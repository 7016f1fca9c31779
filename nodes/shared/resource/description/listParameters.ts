import type { INodeProperties } from 'n8n-workflow';

import { byText } from '../../description/sortByText';
import type { Resource } from '../definition/resource';
import { titleCase } from './wording';

type Show = Record<string, string[]>;

/** The filter of Get Many that is done here and not by the service, by the key of the same record. */
export const UPDATED_AFTER = 'updatedAfter';
export const UPDATED_AT = 'updated_at';

/** Whether Get Many goes on with what it has when a paged list cannot be read completely. */
export const ACCEPT_INCOMPLETE = {
	displayName: 'Accept Incomplete List',
	name: 'acceptIncompleteList',
	type: 'boolean',
	default: false,
} satisfies INodeProperties;

/** The options that only Get Many has. */
export const listOptions = ({ list, plural, operations }: Resource): INodeProperties[] =>
	list.paging === 'none' || !operations.includes('getAll')
		? []
		: [
				{
					...ACCEPT_INCOMPLETE,
					displayOptions: { show: { '/operation': ['getAll'] } },
					description: `Whether to return the ${plural.toLowerCase()} that could be read when the service does not give all of them. A hint shows the numbers. By default the node fails.`,
				},
			];

/** Whether the rows of a resource's list say when they were updated. */
export const hasUpdateTime = ({ record, listRecord = record }: Resource) =>
	[UPDATED_AT, `${UPDATED_AT}!`].some((key) => key in listRecord);

/** Filters of Get Many: search and the other query parameters that the list call knows. */
export function filterParameters(resource: Resource, show: Show): INodeProperties[] {
	const { list, plural } = resource;
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
	const options = [...search, ...filters, ...updatedAfter(resource)].sort(byText('displayName'));
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

/** The service has no such filter; the description says what is read instead. */
function updatedAfter(resource: Resource): INodeProperties[] {
	if (!hasUpdateTime(resource)) return [];
	const many = resource.plural.toLowerCase();
	const inChanges = ' In Get Changes it only counts without a cursor.';
	return [
		{
			displayName: 'Updated After',
			name: UPDATED_AFTER,
			type: 'dateTime',
			default: '',
			description: resource.list.sort
				? `Only ${many} updated at or after this time. They are read latest first, up to the first older one; with another sort, or when the service does not keep that order, all ${many} are read.${inChanges}`
				: `Only ${many} updated at or after this time. The service cannot filter by it, so all ${many} are read and filtered here.${inChanges}`,
		},
	];
}

/** The order of Get Many, where the service sorts. */
export function sortParameters({ list, record }: Resource, show: Show): INodeProperties[] {
	if (!list.sort) return [];
	const sortable = Object.entries(record)
		.filter(([, kind]) => typeof kind === 'string')
		.map(([name]) => ({ name: titleCase(name), value: name }))
		.sort(byText('name'));
	return [
		{
			displayName: 'Sort',
			name: 'sort',
			type: 'fixedCollection',
			placeholder: 'Add sort',
			default: {},
			displayOptions: { show },
			description: 'The order of the results. Without it, the oldest come first.',
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
