import { bulkItem, envelopeShape, orderItem } from './writeResponses';
import type { Resource } from './resource';
import { unmarked, type Shape, type ValueType } from '../../schema/types';
import { identifiedShape, simplifiedShape } from './simplified';

/**
 * The items that a node gives, by the path of their output schema: `company/get`, or `output` for
 * a node without resource and operation. The build makes `__schema__` files of them.
 */
export type Outputs = Readonly<Record<string, Shape>>;

/** The items of every operation of a record resource, as they come when nothing else is chosen. */
export function recordOutputs(resource: Resource): Outputs {
	const { identifiers } = resource;
	const written = identifiedShape(identifiers, writtenItem(resource));
	const listed = simplifiedShape(resource, resource.listRecord ?? resource.record);
	const items: Readonly<Record<string, Shape>> = {
		create: written,
		upsert: written,
		update: written,
		delete: {
			...identifiedShape(identifiers, { response: envelopeShape(resource) }),
			deleted: 'boolean!',
		},
		get: simplifiedShape(resource, resource.record),
		getAll: listed,
		findOrCreate: {
			...withoutMarks({ ...simplifiedShape(resource, resource.record), ...written }),
			created: 'boolean!',
		},
		getChanges: { ...listed, cursor: 'text!' },
	};
	const further = [
		...(resource.bulk
			? [[resource.bulk.operation, identifiedShape(identifiers, resultItem(bulkItem))] as const]
			: []),
		...(resource.extraReads ?? []).map((read) => [read.operation, read.record] as const),
	];
	return Object.fromEntries(
		[
			...resource.operations.map((operation) => [operation, items[operation]] as const),
			...further,
		].map(([operation, shape]) => [`${resource.name}/${operation}`, shape]),
	);
}

/** The result of one of many records as an item, with its job on top. */
const resultItem = ({ queued, job_id, ...result }: Shape): Shape => ({
	queued,
	job_id,
	response: Object.fromEntries(Object.entries(result).filter(([key]) => key !== 'external_id')),
});

/**
 * What a write becomes as an item: the envelope that is specified of every object below `response`, beside
 * the record where one was observed; of a list of results, the one that is about the item.
 */
function writtenItem(resource: Resource): Shape {
	const envelope = envelopeShape(resource);
	const response = { response: envelope };
	if (resource.writeResponse === 'record') return { ...resource.record, ...response };
	return resource.writeResponse === 'results' ? resultItem(orderItem) : response;
}

/** A shape of which nothing is always there: an item is one of two kinds. */
const withoutMarks = (shape: Shape): Shape =>
	Object.fromEntries(
		Object.entries(shape).map(([key, kind]) =>
			typeof kind === 'string'
				? [key, unmarked(kind).name as ValueType]
				: [unmarked(key).name, kind],
		),
	);
