import type { Shape } from '../../schema/types';
import type { Resource } from './resource';

/** The response to a write (specification: Write envelope), with the resource's own keys in it. */
export function envelopeShape(resource: Resource): Shape {
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

/** The result of writing one order as an item; an order that was queued has a job, maybe no result yet. */
export const orderItem: Shape = {
	ok: 'boolean',
	external_id: 'text',
	status: 'text',
	order_id: 'text',
	errors: 'texts',
	job_id: 'text',
	queued: 'boolean',
	ctx_id: 'text',
};

/** One of the results of a bulk write as an item. */
export const bulkItem: Shape = {
	external_id: 'text!',
	status: 'text',
	order_id: 'text',
	errors: 'texts',
	queued: 'boolean',
	job_id: 'text',
	ctx_id: 'text',
};

/** What is known of the response to a create or an update: as observed, and as specified of every object. */
export function writtenShapes(resource: Resource): readonly Shape[] {
	const envelope = envelopeShape(resource);
	if (resource.writeResponse === 'record') return [resource.record, envelope];
	return resource.writeResponse === 'results' ? [orderItem, envelope] : [envelope];
}
