import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { requestOptions } from '../run';
import type { Field, Resource } from './definition';
import { filterParameters, sortParameters } from './listParameters';
import { outputParameters } from './outputChoice';
import { rowParameters } from './rowParameters';
import { article } from './wording';

/** The editor's parameters of a record resource, in the order in which a person fills them in. */
export function recordParameters(resource: Resource): INodeProperties[] {
	return [
		resourceParameter([resource]),
		operationParameter(resource),
		...pathChoiceParameter(resource),
		recordLocator(resource),
		...fieldParameters(resource),
		...listParameters(resource),
		...outputParameters(resource),
		optionsParameter(resource),
	];
}

/** The Resource dropdown. One option too: the actions panel and AI tools are built from it. */
export function resourceParameter(
	resources: ReadonlyArray<Pick<Resource, 'name' | 'label'>>,
): INodeProperties {
	const first = resources[0].name;
	return {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: resources.map(({ name, label }) => ({ name: label, value: name })),
		default: first,
	};
}

/** The operations of a resource as options: names in Title Case, actions as sentences. */
export function operationsOf(resource: Resource): INodePropertyOptions[] {
	const one = resource.label.toLowerCase();
	const many = resource.plural.toLowerCase();
	const a = article(resource.label);
	const standard: Record<string, Omit<INodePropertyOptions, 'value'>> = {
		create: { name: 'Create', action: `Create ${a} ${one}`, description: `Create ${a} ${one}` },
		upsert: {
			name: 'Create or Update',
			action: `Create or update ${a} ${one}`,
			description: `Create ${a} ${one}, or update the one with the same external ID (upsert)`,
		},
		delete: {
			name: 'Delete',
			action: `Delete ${a} ${one}`,
			description: `Archive ${a} ${one}: it leaves the lists but is not destroyed`,
		},
		get: { name: 'Get', action: `Get ${a} ${one}`, description: `Retrieve one ${one}` },
		getAll: {
			name: 'Get Many',
			action: `Get many ${many}`,
			description: `Retrieve many ${many}`,
		},
		update: {
			name: 'Update',
			action: `Update ${a} ${one}`,
			description: `Change fields of ${a} ${one}; fields that are not sent keep their values`,
		},
	};
	const further = [...(resource.extraReads ?? []), ...(resource.bulk ? [resource.bulk] : [])];
	return [
		...resource.operations.map((operation) => ({ ...standard[operation], value: operation })),
		...further.map(({ operation, label, action, description }) => ({
			name: label,
			value: operation,
			action,
			description,
		})),
	].sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

function operationParameter(resource: Resource): INodeProperties {
	const options = operationsOf(resource);
	const first = options.some(({ value }) => value === 'create') ? 'create' : options[0].value;
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource.name] } },
		options,
		default: first,
	};
}

function pathChoiceParameter({ pathChoice }: Resource): INodeProperties[] {
	if (!pathChoice) return [];
	const writable = pathChoice.options.find((option) => !option.readOnly)?.value ?? '';
	return [
		{
			displayName: pathChoice.label,
			name: pathChoice.name,
			type: 'options',
			options: pathChoice.options.map(({ name, value, readOnly }) => ({
				name: readOnly ? `${name} (Read Only)` : name,
				value,
			})),
			default: writable,
			description: pathChoice.description,
		},
	];
}

/** The picker of one record: from the list, by ID, by external ID. */
export function recordLocator(resource: Resource, show?: Record<string, string[]>): INodeProperties {
	const label = resource.label;
	const a = article(label);
	const { number, external } = resource.identifiers;
	return {
		displayName: label,
		name: 'recordId',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		description: `The ${label.toLowerCase()} to work on`,
		displayOptions: {
			show: show ?? {
				resource: [resource.name],
				operation: ['delete', 'get', 'update'].filter((operation) =>
					resource.operations.includes(operation as 'get'),
				),
			},
		},
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Select ${a} ${label.toLowerCase()}…`,
				typeOptions: { searchListMethod: 'searchRecords', searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. 0b9c7a52-6a0f-4f3e-9b1d-2c8e5a7f4d10',
				hint: number ? 'The service’s ID or the record number' : 'The service’s ID',
			},
			...(external
				? [
						{
							displayName: 'By External ID',
							name: 'externalId',
							type: 'string' as const,
							placeholder: 'e.g. erp-1042',
							hint: 'Your own ID, as it was given when the record was created',
						},
					]
				: []),
		],
	};
}

/** The resource mapper of every write, and the rows that do not fit into one. */
function fieldParameters(resource: Resource): INodeProperties[] {
	const writes = [
		{ operation: 'create', mode: 'add' },
		{ operation: 'upsert', mode: 'add' },
		{ operation: 'update', mode: 'update' },
	] as const;
	const mappers = writes
		.filter(({ operation }) => resource.operations.includes(operation))
		.map(({ operation, mode }): INodeProperties => ({
			displayName: 'Fields',
			name: 'fields',
			type: 'resourceMapper',
			noDataExpression: true,
			default: { mappingMode: 'defineBelow', value: null },
			required: true,
			description: `The fields of the ${resource.label.toLowerCase()}; what is not set is not sent`,
			displayOptions: { show: { resource: [resource.name], operation: [operation] } },
			typeOptions: {
				loadOptionsDependsOn: ['operation', ...(resource.pathChoice ? [resource.pathChoice.name] : [])],
				resourceMapper: {
					resourceMapperMethod: 'getColumns',
					// `update` would ask for columns to match on; the record is picked above instead.
					mode: 'add',
					fieldWords: { singular: 'field', plural: 'fields' },
					addAllFields: mode === 'add',
					multiKeyMatch: false,
					supportAutoMap: true,
				},
			},
		}));
	return [
		...mappers,
		...resource.fields.filter(isRows).flatMap((field) => rowParameters(resource, field)),
		...clearParameter(resource),
	];
}

const isRows = (field: Field) => field.type === 'rows';

/** Empty is not the same as absent: what is to be emptied is named. */
function clearParameter(resource: Resource): INodeProperties[] {
	const operations = (['update', 'upsert'] as const).filter((operation) =>
		resource.operations.includes(operation),
	);
	const clearable = resource.fields.filter(
		(field) => field.only !== 'create' && field.required === undefined && field.nullable !== false,
	);
	if (operations.length === 0 || clearable.length === 0) return [];
	return [
		{
			displayName: 'Fields to Clear',
			name: 'fieldsToClear',
			type: 'multiOptions',
			options: clearable
				.filter(({ name }) => name !== resource.identifiers.external)
				.map(({ label, name }) => ({ name: label, value: name }))
				.sort((a, b) => a.name.localeCompare(b.name, 'en')),
			default: [],
			displayOptions: { show: { resource: [resource.name], operation: [...operations] } },
			description: 'Fields to empty in the record. They are sent as null.',
		},
	];
}

function listParameters(resource: Resource): INodeProperties[] {
	if (!resource.operations.includes('getAll')) return [];
	const show = { resource: [resource.name], operation: ['getAll'] };
	return [
		{
			displayName: 'Return All',
			name: 'returnAll',
			type: 'boolean',
			default: false,
			displayOptions: { show },
			description: 'Whether to return all results or only up to a given limit',
		},
		{
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 50,
			displayOptions: { show: { ...show, returnAll: [false] } },
			description: 'Max number of results to return',
		},
		...filterParameters(resource, show),
		...sortParameters(resource, show),
	];
}

function optionsParameter(resource: Resource): INodeProperties {
	const { language } = resource;
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			...(language?.header || language?.query
				? [
						{
							displayName: 'Language',
							name: 'language',
							type: 'string' as const,
							default: 'en',
							placeholder: 'e.g. en',
							description:
								'Language in which the service gives words such as a status, for reads that take one',
						},
					]
				: []),
			...requestOptions,
			...(resource.workspace
				? [
						{
							displayName: 'Workspace ID',
							name: 'workspaceId',
							type: 'string' as const,
							default: '',
							placeholder: 'e.g. 5a3f6c1e-8d27-4b6a-a0c4-7f1b2e9d3c58',
							description:
								'ID of the workspace to read from, for tokens that see several. Empty: the token’s own.',
						},
					]
				: []),
		].sort((a, b) => a.displayName.localeCompare(b.displayName, 'en')),
	};
}
