import type { INodeProperties } from 'n8n-workflow';

import { byText } from '../../description/sortByText';
import type { Field } from '../../schema/types';
import type { Resource } from '../definition/resource';
import { relatedParameters } from './relatedRecords';
import { rowParameters } from './rowParameters';
import { dependsOnWrite, writeOf, writesOf } from '../definition/writes';
import { recordFields } from './bulkParameters';

/** The resource mapper of every write, and the rows that do not fit into one. */
export function fieldParameters(resource: Resource): INodeProperties[] {
	const writes = [
		{ operation: 'create', mode: 'add' },
		{ operation: 'upsert', mode: 'add' },
		{ operation: 'update', mode: 'update' },
	] as const;
	const creating = writesOf(resource).filter((operation) => writeOf(operation) === 'create');
	const mappers = writes
		.filter(({ operation }) => resource.operations.includes(operation))
		.map(
			({ operation, mode }): INodeProperties => ({
				displayName: 'Fields',
				name: 'fields',
				type: 'resourceMapper',
				noDataExpression: true,
				default: { mappingMode: 'defineBelow', value: null },
				required: true,
				description: `The fields of the ${resource.label.toLowerCase()}; what is not set is not sent`,
				displayOptions: {
					show: {
						resource: [resource.name],
						operation: operation === 'create' ? creating : [operation],
					},
				},
				typeOptions: {
					// The editor empties a mapper when what it depends on changes.
					...(dependsOnWrite(resource) && { loadOptionsDependsOn: ['operation'] }),
					resourceMapper: {
						resourceMapperMethod: 'getColumns',
						// `update` would ask for columns to match on; the record is picked above instead.
						mode: 'add',
						fieldWords: { singular: 'field', plural: 'fields' },
						addAllFields: mode === 'add',
						multiKeyMatch: false,
						supportAutoMap: true,
						refreshStaleSchemaOnOpen: true,
					},
				},
			}),
		);
	return [
		...relatedParameters(resource),
		...mappers,
		...knownNames(resource),
		...resource.fields.filter(isRows).flatMap((field) => rowParameters(resource, field)),
		...clearParameter(resource),
	];
}

const isRows = (field: Field) => field.type === 'rows';

/** Says which columns automatic mapping finds. */
function knownNames(resource: Resource): INodeProperties[] {
	const operation = writesOf(resource);
	if (operation.length === 0) return [];
	const fields = recordFields(resource);
	const names = fields.map(({ label }) => label).join(', ');
	const others = fields.some(({ aliases }) => aliases)
		? 'Usual names in English, German, French and Spanish are known too; others'
		: 'Other names';
	return [
		{
			displayName: `Columns are matched by name, whatever their case, spaces and signs: ${names}. ${others} can be set under Column Names in Options.`,
			name: 'knownColumns',
			type: 'notice',
			default: '',
			displayOptions: {
				show: {
					resource: [resource.name],
					operation,
					'/fields.mappingMode': ['autoMapInputData'],
				},
			},
		},
	];
}

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
				.sort(byText('name')),
			default: [],
			displayOptions: { show: { resource: [resource.name], operation: [...operations] } },
			description: 'Fields to empty in the record. They are sent as null.',
		},
	];
}
