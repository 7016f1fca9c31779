import type { INodeProperties } from 'n8n-workflow';

import type { BulkWrite, Resource } from '../definition/resource';
import type { Field } from '../../schema/types';
import { writesOf } from '../definition/writes';

/** The resource as one record of a bulk write has it: without what is set once for the whole call. */
export const elementOf = (resource: Resource, { element }: BulkWrite): Resource => ({
	...resource,
	bulk: undefined,
	fields: resource.fields
		.filter(({ nestedIn }) => nestedIn?.[0] === element)
		.map((field) => ({ ...field, nestedIn: field.nestedIn?.slice(1) })),
});

/** The fields that are set once for the whole call. */
export const onceFields = ({ fields }: Resource, { element }: BulkWrite): Field[] =>
	fields.filter(({ nestedIn }) => nestedIn?.[0] !== element);

/** The fields of the mapper: those of a record, which are the same for one record and for many. */
export const recordFields = (resource: Resource): readonly Field[] =>
	resource.bulk ? elementOf(resource, resource.bulk).fields : resource.fields;

/** Switches for what is set once for a whole call, whether it writes one record or many. */
export function bulkParameters(resource: Resource): INodeProperties[] {
	const { bulk, name } = resource;
	if (!bulk) return [];
	const displayOptions = { show: { resource: [name], operation: writesOf(resource) } };
	return onceFields(resource, bulk).map((field) => {
		const words = { displayName: field.label, name: field.name, description: field.description };
		return { ...words, type: 'boolean', default: field.default === true, displayOptions };
	});
}

/** How many records one request of a bulk write carries. */
export const batchSizeOption: INodeProperties = {
	displayName: 'Batch Size',
	name: 'batchSize',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 100,
};

/** Whether to wait for records that the service has queued. */
export const waitOption: INodeProperties = {
	displayName: 'Wait for Queued Records',
	name: 'waitForQueued',
	type: 'boolean',
	default: false,
};

/** The options that only a bulk write has. */
export const bulkOptions = ({ bulk, plural }: Resource): INodeProperties[] =>
	bulk
		? [
				{
					...batchSizeOption,
					displayOptions: { show: { '/operation': [bulk.operation] } },
					description: `Maximum number of ${plural.toLowerCase()} per request. Batches that are too large for the service, or are rejected for a single record, are split automatically; where a record must not be created twice, only after two look-ups have found none of them.`,
				},
				{
					...waitOption,
					displayOptions: { show: { '/operation': [bulk.operation] } },
					description: `Whether to wait, up to ten minutes per request, when the service queues the ${plural.toLowerCase()}, and to report what became of each. Works where the transfer record knows the job.`,
				},
			]
		: [];
