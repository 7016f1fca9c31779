import { unmarked, type Shape } from '../../schema/types';
import { externalIdKeys, idKeys } from './identityKeys';
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
