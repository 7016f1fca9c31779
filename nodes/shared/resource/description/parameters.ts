import type { INodeProperties } from 'n8n-workflow';

import { byText } from '../../description/sortByText';
import { requestOptions, workspaceOption } from '../../description/requestOptions';
import { valueOptions } from '../../description/valueOptions';
import type { Resource } from '../definition/resource';
import { additionalOptions } from './additionalOptions';
import { changeOptions, changeParameters } from './changeParameters';
import { differenceOptions } from './differenceOption';
import { bulkOptions, bulkParameters } from './bulkParameters';
import { fieldParameters } from './fieldParameters';
import { findOptions, findParameters } from './findParameters';
import { filterParameters, listOptions, sortParameters } from './listParameters';
import { recordLocator } from './locator';
import { writesOf } from '../definition/writes';
import { operationParameters, resourceParameter } from './operations';
import { outputParameters } from './output';
import { outputFileOptions } from './outputFileOptions';

/** The editor's parameters of a record resource, in the order in which a person fills them in. */
export function recordParameters(resource: Resource): INodeProperties[] {
	return [
		resourceParameter([resource]),
		...operationParameters(resource),
		...pathParameterField(resource),
		recordLocator(resource),
		...findParameters(resource),
		...fieldParameters(resource),
		...bulkParameters(resource),
		...listParameters(resource),
		...outputParameters(resource),
		optionsParameter(resource),
	];
}

/**
 * The choice that is part of the path, where a resource has one.
 * @param use.writes whether the node writes too, so that what can only be read is marked
 */
export function pathParameterField(
	{ pathParameter }: Resource,
	{ writes = true } = {},
): INodeProperties[] {
	if (!pathParameter) return [];
	const writable = pathParameter.options.find((option) => !option.readOnly)?.value ?? '';
	return [
		{
			displayName: pathParameter.label,
			name: pathParameter.name,
			type: 'options',
			options: pathParameter.options.map(({ name, value, readOnly }) => ({
				name: readOnly && writes ? `${name} (Read-Only)` : name,
				value,
			})),
			default: writable,
			description: pathParameter.description,
		},
	];
}

export const returnAllParameter = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
} satisfies INodeProperties;

/** How many records a list gives, unless it gives all. */
export const limitParameter: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 50,
	description: 'Max number of results to return',
};

/** Whether a list is wanted as a whole, and how many of it otherwise. */
export const limitParameters = (show: Readonly<Record<string, string[]>>): INodeProperties[] => [
	{ ...returnAllParameter, displayOptions: { show } },
	{ ...limitParameter, displayOptions: { show: { ...show, returnAll: [false] } } },
];

function listParameters(resource: Resource): INodeProperties[] {
	if (!resource.operations.includes('getAll')) return [];
	const sortable = { resource: [resource.name], operation: ['getAll'] };
	const show = { ...sortable, operation: ['getAll', 'getChanges'] };
	return [
		...changeParameters(resource),
		...limitParameters(show),
		...filterParameters(resource, show),
		...sortParameters(resource, sortable),
	];
}

/** How the values and columns of the input are read; only writes have any. */
function writeOptions(resource: Resource): INodeProperties[] {
	const operation = writesOf(resource);
	if (operation.length === 0) return [];
	return valueOptions.map((option) => ({
		...option,
		displayOptions: { show: { '/operation': operation } },
	}));
}

function optionsParameter(resource: Resource): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			...additionalOptions(resource),
			...bulkOptions(resource),
			...differenceOptions(resource),
			...findOptions(resource),
			...writeOptions(resource),
			...listOptions(resource),
			...outputFileOptions(resource),
			...changeOptions(resource),
			...requestOptions,
			...(resource.workspace ? [workspaceOption] : []),
		].sort(byText('displayName')),
	};
}
