import { unmarked, type Shape } from '../../schema/types';
import type { Resource } from './resource';

/** What the choice goes by; of a resource, or of what a node of its own knows of its record. */
export type Choosable = Pick<
	Resource,
	'name' | 'label' | 'identifiers' | 'operations' | 'record' | 'simplified'
>;

/**
 * The keys that identify a record, whether or not the contract shows them in one: the service may
 * send more than it shows.
 */
export const identifyingKeys = ({ identifiers }: Choosable): string[] =>
	[
		'id',
		identifiers.record,
		identifiers.number,
		identifiers.envelope,
		identifiers.external,
		'external_id',
		'externalId',
	].filter((key) => key !== undefined);

/** The shape that a record has when it comes simplified. */
export function simplifiedShape(resource: Choosable, shape: Shape): Shape {
	if (!resource.simplified) return shape;
	const kept = new Set([...identifyingKeys(resource), ...resource.simplified]);
	return Object.fromEntries(Object.entries(shape).filter(([key]) => kept.has(unmarked(key).name)));
}
