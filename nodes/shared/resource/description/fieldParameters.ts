import type { INodeProperties } from 'n8n-workflow';

import { byText } from '../../description/sortByText';
import type { Field } from '../../schema/field';
import type { Resource } from '../definition/resource';
import { relatedParameters } from './relatedRecords';
import { rowParameters } from './rowParameters';

/** The resource mapper of every write, and the rows that do not fit into one. */
export function fieldParameters(resource: Resource): INodeProperties[] {
	const writes = [
		{ operation: 'create', mode: 'add' },
		{ operation: 'upsert', mode: 'add' },
		{ operation: 'update', mode: 'update' },
	] as const;
	const bulk = resource.bulk ? [resource.bulk.operation] : [];
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
						operation: [operation, ...(operation === 'create' ? bulk : [])],
					},
				},
				typeOptions: {
					loadOptionsDependsOn: [
						'operation',
						...(resource.pathParameter ? [resource.pathParameter.name] : []),
					],
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
			}),
		);
	return [
		...mappers,
		...relatedParameters(resource),
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
				.sort(byText('name')),
			default: [],
			displayOptions: { show: { resource: [resource.name], operation: [...operations] } },
			description: 'Fields to empty in the record. They are sent as null.',
		},
	];
}
