import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { askedOfModel, byText, forModel, titleCase } from '../../description';
import type { Choosable } from '../definition/outputs';
import { hasUpdateTime, keysOf, type Resource } from '../definition/resource';

/** What reads give: how many records, which, in what order, and which of their fields. */

type Show = Record<string, string[]>;

/** Whether a list is wanted as a whole. */
export const returnAllParameter = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
} satisfies INodeProperties;

/** How many records a list gives, unless it gives all. */
export const limitParameter = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 50,
	description: 'Max number of results to return',
} satisfies INodeProperties;

/** Where Get Changes goes on. */
export const cursorParameter = {
	displayName: 'Cursor',
	name: 'cursor',
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $json.cursor }}',
	description:
		'The cursor of the last record of an earlier run. Only what has changed since then is returned. Empty: all records. Store it when the work on the records is done, so that a failed run loses nothing.',
} satisfies INodeProperties;

/** The filter of Get Many that is done here and not by the service. */
export const UPDATED_AFTER = 'updatedAfter';

/** Return All and Limit. */
export const limitParameters = (show: Show): INodeProperties[] => [
	{ ...returnAllParameter, displayOptions: { show } },
	...forModel(
		{ ...limitParameter, displayOptions: { show: { ...show, returnAll: [false] } } },
		askedOfModel('limit', 'How many at most', 'number', limitParameter.default),
	),
];

/** The parameters of Get Many and Get Changes. */
export function listParameters(resource: Resource): INodeProperties[] {
	const { name, operations } = resource;
	if (!operations.includes('getAll')) return [];
	const showFor = (...operation: string[]) => ({ resource: [name], operation });
	const show = showFor('getAll', 'getChanges');
	return [
		...(operations.includes('getChanges')
			? [{ ...cursorParameter, displayOptions: { show: showFor('getChanges') } }]
			: []),
		...limitParameters(show),
		...filterParameters(resource, show),
		...sortParameters(resource, showFor('getAll')),
		...askedParameters(resource).map((parameter) => ({
			...parameter,
			displayOptions: { show: { ...showFor('getAll'), '@tool': [true] } },
		})),
	];
}

/** What a record shows of its company. */
export const COMPANY = ['company_id', 'company_name'];

/**
 * What a model may ask a list for. Only tools have these, so that each comes as an argument; what the service cannot filter
 * by is compared here.
 */
function askedParameters(resource: Resource): INodeProperties[] {
	const { list, name: own, plural, listRecord, record, state } = resource;
	const keys = keysOf(listRecord ?? record);
	const hasCompany = own !== 'company' && COMPANY.some((key) => keys.includes(key));
	const only = `Only ${plural.toLowerCase()}`;
	const asked: Array<[name: string, description: string, isThere: boolean]> = [
		['search', `${only} with this text`, list.search !== undefined],
		['status', `${only} with this status`, state !== undefined],
		['company', `${only} of the company with this id or name`, hasCompany],
		['changedSince', `${only} changed since, such as 2026-01-31`, hasUpdateTime(resource)],
		['next', 'The value of next of the call before, to go on behind it', true],
	];
	return asked
		.filter(([, , isThere]) => isThere)
		.map(([name, description]) => ({
			displayName: titleCase(name.replace(/[A-Z]/g, '_$&').toLowerCase()),
			name,
			type: 'string',
			default: askedOfModel(name, `${description}. Empty: all.`, 'string', ''),
			description,
		}));
}

/** Filters of Get Many: search and the other query parameters that the list call knows. */
export function filterParameters(resource: Resource, show: Show): INodeProperties[] {
	const { list, plural } = resource;
	const options = (list.filters ?? []).map(
		({ name, label, description, type, example }): INodeProperties => ({
			displayName: label,
			name,
			...(type === 'boolean'
				? { type, default: false }
				: { type: 'string', default: '', placeholder: `e.g. ${example ?? 'value'}` }),
			description,
		}),
	);
	if (list.search) {
		options.push({
			displayName: 'Search',
			name: list.search,
			type: 'string',
			default: '',
			placeholder: 'e.g. acme',
			description: `Only ${plural.toLowerCase()} in which the service finds this text`,
		});
	}
	if (hasUpdateTime(resource)) options.push(updatedAfter(resource));
	if (options.length === 0) return [];
	return [
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			displayOptions: { show },
			options: options.sort(byText('displayName')),
		},
	];
}

/** The service has no such filter; the description says what is read instead. */
function updatedAfter({ list, plural }: Resource): INodeProperties {
	const many = plural.toLowerCase();
	const read = list.sort
		? `They are read latest first, up to the first older one; with another sort, or when the service does not keep that order, all ${many} are read.`
		: `The service cannot filter by it, so all ${many} are read and filtered here.`;
	return {
		displayName: 'Updated After',
		name: UPDATED_AFTER,
		type: 'dateTime',
		default: '',
		description: `Only ${many} updated at or after this time. ${read} In Get Changes it only counts without a cursor.`,
	};
}

/** The order of Get Many, where the service sorts. */
function sortParameters({ list, record }: Resource, show: Show): INodeProperties[] {
	if (!list.sort) return [];
	const sortable = Object.keys(record).filter((key) => typeof record[key] === 'string');
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
							options: choicesOf(sortable),
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

/** The Output parameters of the reads, where the definition says what Simplified means. */
export function outputParameters(resource: Choosable): INodeProperties[] {
	if (!resource.simplified) return [];
	const show = {
		resource: [resource.name],
		operation: ['findOrCreate', 'get', 'getAll', 'getChanges'].filter((name) =>
			resource.operations.includes(name as 'get'),
		),
	};
	return [
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			options: [
				{ name: 'Raw', value: 'raw', description: 'All fields' },
				{
					name: 'Selected Fields',
					value: 'selected',
					description: 'The identifiers and the fields that you choose',
				},
				{
					name: 'Simplified',
					value: 'simplified',
					description: 'The identifiers and the fields that matter most',
				},
			],
			default: 'simplified',
			displayOptions: { show },
			description: `Which fields of the ${resource.label.toLowerCase()} to return`,
		},
		{
			displayName: 'Fields to Return',
			name: 'outputFields',
			type: 'multiOptions',
			options: choicesOf(keysOf(resource.record)),
			default: [],
			displayOptions: { show: { ...show, output: ['selected'] } },
			description: 'The fields to return beside the identifiers',
		},
	];
}

/** Keys of a record as options, A to Z. */
const choicesOf = (keys: readonly string[]): INodePropertyOptions[] =>
	keys.map((key) => ({ name: titleCase(key), value: key })).sort(byText('name'));
