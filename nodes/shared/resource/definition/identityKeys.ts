import type { Identifiers } from './resource';

/**
 * The keys under which a record or a response may show the ID that a path takes, the likeliest first:
 * those of the definition, and names that other calls of the service and other services have for it.
 */
export const idKeys = ({ record, envelope, number }: Identifiers): string[] => [
	...new Set(
		[record, 'id', 'uuid', 'object_id', envelope, 'record_id', number].filter(
			(key) => key !== undefined,
		),
	),
];

/** The keys under which a record or a response may show the caller's own ID. */
export const externalIdKeys = ({ external }: Identifiers): string[] => [
	...new Set([external ?? 'external_id', 'external_id', 'externalId']),
];
