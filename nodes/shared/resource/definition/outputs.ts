import { unmarked, type Shape, type ValueType } from '../../schema/types';
import { externalIdKeys, idKeys, type RecordOperation, type Resource } from './resource';

/**
 * The items that a node gives, by the path of their output schema: `company/get`, or `output` for
 * a node without resource and operation. The build makes `__schema__` files of them.
 */
export type Outputs = Readonly<Record<string, Shape>>;

/** The items of every operation of a record resource, as they come when nothing else is chosen. */
export function recordOutputs(resource: Resource): Outputs {
	const { identifiers, operations, bulk, extraReads = [], record, listRecord = record } = resource;
	const written = identifiedShape(identifiers, writtenItem(resource));
	const one = simplifiedShape(resource, record);
	const listed = simplifiedShape(resource, listRecord);
	const all: Readonly<Record<RecordOperation, Shape>> = {
		create: written,
		upsert: written,
		update: written,
		delete: {
			...identifiedShape(identifiers, { response: envelopeShape(resource) }),
			deleted: 'boolean!',
		},
		get: one,
		getAll: listed,
		find: { ...withoutMarks(one), found: 'boolean!', archived_found: 'boolean' },
		findOrCreate: {
			...withoutMarks({ ...one, ...written }),
			created: 'boolean!',
			archived_found: 'boolean',
		},
		getChanges: { ...listed, event: 'text!', event_id: 'text!', cursor: 'text!' },
		sync: identifiedShape(identifiers, syncItem),
	};
	const outputs: Array<readonly [string, Shape]> = operations.map((name) => [name, all[name]]);
	if (bulk) outputs.push([bulk.operation, identifiedShape(identifiers, resultItem(bulkItem))]);
	outputs.push(...extraReads.map(({ operation, record }) => [operation, record] as const));
	return Object.fromEntries(outputs.map(([name, shape]) => [`${resource.name}/${name}`, shape]));
}

/** What Sync did with a row, or with a record that the input does not have. */
const syncItem: Shape = {
	name: 'text',
	outcome: 'text!',
	changes: 'object!',
	dry_run: 'boolean',
	reason: 'text',
};

/** The result of one of many records as an item, with its job on top. */
const resultItem = ({ queued, job_id, ...result }: Shape): Shape => ({
	queued,
	job_id,
	response: result,
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

/** The response to a write (specification: Write envelope), with the resource's own keys in it. */
function envelopeShape(resource: Resource): Shape {
	const { envelope } = resource.identifiers;
	return {
		ok: 'boolean',
		status: 'text!',
		external_id: 'text',
		[envelope]: 'text',
		...resource.envelope,
		ctx_id: 'text',
	};
}

/** One of the results of a bulk write as an item; an order that was queued has a job, maybe no result yet. */
const bulkItem: Shape = {
	status: 'text',
	order_id: 'text',
	errors: 'texts',
	queued: 'boolean',
	job_id: 'text',
	ctx_id: 'text',
};

/** The result of writing one order. */
const orderItem: Shape = { ok: 'boolean', ...bulkItem };

/** What the choice goes by; of a resource, or of what a node of its own knows of its record. */
export type Choosable = Pick<
	Resource,
	'name' | 'label' | 'identifiers' | 'operations' | 'record' | 'simplified'
> &
	Partial<Pick<Resource, 'fields'>>;

/**
 * The keys that identify a record, whether or not the contract shows them in one: the service may
 * send more than it shows.
 */
export const identifyingKeys = ({ identifiers }: Choosable): string[] => [
	...idKeys(identifiers),
	...externalIdKeys(identifiers),
];

/** The shape that a record has when it comes simplified. */
export function simplifiedShape(resource: Choosable, shape: Shape): Shape {
	const { identifiers, simplified } = resource;
	if (!simplified) return identifiedShape(identifiers, shape);
	const kept = new Set([...identifyingKeys(resource), ...simplified]);
	return identifiedShape(
		identifiers,
		Object.fromEntries(Object.entries(shape).filter(([key]) => kept.has(unmarked(key).name))),
	);
}

/** The shape of an item that has `id`, and `external_id` where the object has one. */
export const identifiedShape = ({ external }: Choosable['identifiers'], shape: Shape): Shape => ({
	id: 'text',
	...(external ? { external_id: 'text' as const } : {}),
	...shape,
});
