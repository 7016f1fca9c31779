import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { looseKey, snakeCase } from '../../schema/types';
import {
	askedOfModel,
	bounded,
	byText,
	choices,
	dropdown,
	forModel,
	optionGroup,
	textInput,
	titleCase,
	toggle,
	whole,
} from '../../description';
import type { Choosable } from '../definition/outputs';
import { hasUpdateTime, keysOf, listedKeys, type Resource } from '../definition/resource';
import { describedChoices } from './fields';

/** What reads give: how many records, which, in what order, and which of their fields. */

type Show = Record<string, string[]>;

/** Whether a list is wanted as a whole. */
export const returnAllParameter = toggle(
	'Return All',
	'returnAll',
	'Whether to return all results or only up to a given limit',
);

/** How many records a list gives, unless it gives all. */
export const limitParameter = {
	...bounded('Limit', 'limit', whole(1), 50),
	description: 'Max number of results to return',
} satisfies INodeProperties;

/** Where Get Changes goes on. */
export const cursorParameter = {
	...textInput('Cursor', 'cursor', "e.g. {{ $('Read Cursor').item.json.cursor }}"),
	description:
		'Of the last record that an earlier run dealt with. Empty, or the word start: all records, or those since Updated After.',
} satisfies INodeProperties;

/** What the trigger begins with. */
export const startFromParameter = {
	displayName: 'Start From',
	name: 'startFrom',
	type: 'options',
	options: describedChoices({
		all: ['All Records', 'All existing records, then every change'],
		date: ['Date', 'Records created or updated since a date, then every change'],
		now: ['Now', 'Changes from now on'],
	}),
	default: 'now',
	description: 'Which records to begin with when the workflow is activated for the first time',
} satisfies INodeProperties;

/** The time to begin with. */
export const startDateParameter = {
	displayName: 'Start Date',
	name: 'startDate',
	type: 'dateTime',
	default: '',
	required: true,
	displayOptions: { show: { startFrom: ['date'] } },
	description: 'Records created or updated since then are included',
} satisfies INodeProperties;

/** The filter of Get Many that is done here and not by the service. */
export const UPDATED_AFTER = 'updatedAfter';

/**
 * Return All and Limit.
 *
 * @param offByDefault where Return All is off by default
 */
export const limitParameters = (show: Show, offByDefault = show): INodeProperties[] => [
	{ ...returnAllParameter, displayOptions: { show: offByDefault } },
	...forModel(
		{ ...limitParameter, displayOptions: { show: { ...show, returnAll: [false] } } },
		askedOfModel('limit', 'How many at most', 'number', limitParameter.default),
	),
];

/** Whether Sync has filters; a field of that name takes their place. */
export const hasSyncFilters = ({ operations, fields }: Resource): boolean =>
	operations.includes('sync') && !fields.some(({ name }) => name === 'filters');

/** The parameters of Get Many and Get Changes. */
export function listParameters(resource: Resource): INodeProperties[] {
	const { operations } = resource;
	if (!operations.includes('getAll')) return [];
	const showFor = (...operation: string[]) => ({ operation });
	const show = showFor('getAll', 'getChanges');
	const filtered = showFor('getAll', 'getChanges', ...(hasSyncFilters(resource) ? ['sync'] : []));
	return [
		...(operations.includes('getChanges') ? changesParameters(showFor('getChanges')) : []),
		...limitParameters(show, showFor('getAll')),
		...filterParameters(filterOptions(resource), filtered),
		...askedParameters(resource).map((parameter) => ({
			...parameter,
			displayOptions: { show: { ...showFor('getAll'), '@tool': [true] } },
		})),
	];
}

/** Where Get Changes goes on. It gives all that has changed, but for a model. */
const changesParameters = (show: Show): INodeProperties[] => [
	{ ...cursorParameter, displayOptions: { show } },
	...forModel({ ...returnAllParameter, default: true, displayOptions: { show } }, false),
];

/** What a record shows of its company. */
export const COMPANY = ['company_id', 'company_name'];

/**
 * What a model may ask a list for. Only tools have these, so that each comes as an argument; what the service cannot filter
 * by is compared here.
 */
function askedParameters(resource: Resource): INodeProperties[] {
	const { list, name: own, state } = resource;
	const keys = listedKeys(resource);
	const hasCompany = own !== 'company' && COMPANY.some((key) => keys.includes(key));
	const asked: Array<[name: string, description: string, isThere: boolean]> = [
		['search', 'Only those with this text', list.search !== undefined],
		['status', 'Only those with this status', state !== undefined],
		['company', 'Only those of the company with this id or name', hasCompany],
		['changedSince', 'Only those changed since, such as 2026-01-31', hasUpdateTime(resource)],
		['next', 'The value of next of the call before, to continue', true],
	];
	return asked
		.filter(([, , isThere]) => isThere)
		.map(([name, description]) => ({
			displayName: titleCase(snakeCase(name)),
			name,
			type: 'string',
			default: askedOfModel(name, `${description}. Empty: all.`, 'string', ''),
		}));
}

/** The filters of a list: search and the other query parameters that the list call knows. */
export function filterOptions(resource: Resource): INodeProperties[] {
	const { list } = resource;
	const options = (list.filters ?? []).map(
		({ name, label, description, type, example }): INodeProperties => ({
			displayName: label,
			name,
			...(type === 'boolean'
				? { type, default: false }
				: { type: 'string', default: '', placeholder: `e.g. ${example}` }),
			description,
		}),
	);
	if (list.search) {
		options.push({
			...textInput('Search', list.search, 'e.g. acme'),
			description: 'Only records in which the service finds this text',
		});
	}
	if (hasUpdateTime(resource)) options.push(updatedAfter(resource));
	return options.sort(byText('displayName'));
}

/** Those that may be empty, as choices; each once. */
export function filterChoices(filters: readonly INodeProperties[]): INodePropertyOptions[] {
	const labels = new Map(filters.map(({ displayName, name }) => [name, displayName]));
	return [...labels].map(([value, name]) => ({ name, value })).sort(byText('name'));
}

/** Filters of Get Many. */
export function filterParameters(options: INodeProperties[], show: Show): INodeProperties[] {
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
function updatedAfter({ list }: Resource): INodeProperties {
	const read = list.sort
		? 'In an order of your own, all are read'
		: 'All are read and filtered here';
	return {
		displayName: 'Updated After',
		name: UPDATED_AFTER,
		type: 'dateTime',
		default: '',
		description: `Only records updated since then. ${read}.`,
	};
}

/** The order of Get Many, where the service sorts. n8n has it below Options. */
export function sortParameters(resource: Resource): INodeProperties[] {
	const { list, operations, record } = resource;
	if (!list.sort || !operations.includes('getAll')) return [];
	const sortable = Object.keys(record).filter((key) => typeof record[key] === 'string');
	return [
		{
			displayName: 'Sort',
			name: 'sort',
			type: 'fixedCollection',
			placeholder: 'Add sort',
			default: {},
			displayOptions: { show: { operation: ['getAll'] } },
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
							options: choicesOf(resource, sortable),
							default: 'created_at',
							description: 'The field to sort by',
						},
						{
							displayName: 'Direction',
							name: 'direction',
							type: 'options',
							options: choices({ asc: 'Ascending', desc: 'Descending' }),
							default: 'asc',
							description: 'Which value comes first',
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
		operation: ['find', 'findOrCreate', 'get', 'getAll', 'getChanges'].filter((name) =>
			resource.operations.includes(name as 'get'),
		),
	};
	return [
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			options: describedChoices({
				raw: ['Raw', 'All fields'],
				selected: ['Selected Fields', 'Identifiers and the fields you choose'],
				simplified: ['Simplified', 'Identifiers and the most important fields'],
			}),
			default: 'simplified',
			displayOptions: { show },
			description: 'Which fields to return',
		},
		{
			displayName: 'Fields to Return',
			name: 'outputFields',
			type: 'multiOptions',
			...OUTPUT_FIELDS,
			default: [],
			displayOptions: { show: { ...show, output: ['selected'] } },
			description: 'Returned with the identifiers',
		},
	];
}

/** Asked for when it is shown, so that n8n loads them of no other node. Its rules want "Names or IDs" for an ID only. */
const OUTPUT_FIELDS = { typeOptions: { loadOptionsMethod: 'getOutputFields' } };

/** The fields of a record that can be chosen, to pick. */
export const outputFieldsOf = (resource: Choosable) => ({
	async getOutputFields() {
		return choicesOf(resource, keysOf(resource.record));
	},
});

/** What keys of a record are called: as in the forms that write them, where one does. */
export function labelsOfKeys({ fields = [] }: Pick<Choosable, 'fields'>): (key: string) => string {
	const labels = new Map(fields.map(({ label, name }) => [looseKey(name), label]));
	return (key) => labels.get(looseKey(key)) ?? titleCase(key);
}

/** Keys of a record as options, A to Z. */
export function choicesOf(
	resource: Pick<Choosable, 'fields'>,
	keys: readonly string[],
): INodePropertyOptions[] {
	const labelOf = labelsOfKeys(resource);
	return keys.map((key) => ({ name: labelOf(key), value: key })).sort(byText('name'));
}

/** How the records of Get Many are written in files. */
export const outputFormat = {
	...dropdown('Format', 'format', { csv: 'CSV', ndjson: 'NDJSON' }, 'ndjson'),
	description: 'Of the files, which come instead of items',
} satisfies INodeProperties;

/** The binary field of the items that the files go into. */
export const outputFileField = {
	displayName: 'Put Output File in Field',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	hint: 'The name of the output binary field to put the file in',
} satisfies INodeProperties;

/** How many records a file has at most. */
export const recordsPerFile = bounded('Records per File', 'recordsPerFile', whole(1), 100_000);

/** How large a file is at most. */
export const maxOutputFileSize = bounded(
	'Max File Size (MB)',
	'maxFileSize',
	{ minValue: 0.001 },
	50,
);

/** To get the records of Get Many as files; their format is there at once. */
export const outputAsFile: INodeProperties = {
	...optionGroup('Put Output in File', 'file', [
		outputFormat,
		outputFileField,
		recordsPerFile,
		maxOutputFileSize,
	]),
	placeholder: 'Add file setting',
	default: { [outputFormat.name]: outputFormat.default },
};

/** Filters that narrow nothing where they have no value; any other one is refused then. */
export const emptyFiltersOption = {
	displayName: 'Filters That May Be Empty',
	name: 'emptyFilters',
	type: 'multiOptions',
	default: [],
	description: 'Others are refused without a value',
} satisfies INodeProperties;

/** How late a change may appear. */
export const overlapOption = {
	...bounded('Overlap (Minutes)', 'overlapMinutes', { minValue: 0, maxValue: 1440 }, 5),
	description: 'How late a change may appear. Nothing is returned twice.',
} satisfies INodeProperties;

/** What is no change. */
export const ignoredFieldsOption = {
	...textInput('Ignored Fields', 'ignoredFields', 'e.g. avatar_url, preview_url'),
	description: 'Output fields whose changes do not count, separated by commas',
} satisfies INodeProperties;
