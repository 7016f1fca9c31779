import type { RecordNames } from '../../http/evidence';
import { unmarked } from '../../schema/types';
import type { Identifiers, Resource } from './resource';

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

/** The names under which a response may show a record of this kind, as the service writes them and in camelCase. */
export function recordNames({
	identifiers,
	record,
	name = '',
	fields = [],
}: Pick<Resource, 'identifiers' | 'record'> &
	Partial<Pick<Resource, 'name' | 'fields'>>): RecordNames {
	const known = [
		...Object.keys(record).map((key) => unmarked(key).name),
		...fields.map((field) => field.name),
	];
	const ids = idKeys(identifiers);
	const externalIds = externalIdKeys(identifiers);
	const noun = identifiers.envelope.replace(/_?id$/, '');
	return {
		ids: inBothCases(ids),
		externalIds: inBothCases(externalIds),
		wrappers: inBothCases([name, snakeCase(name), noun].filter((each) => each !== '')),
		fields: inBothCases(known.filter((key) => !ids.includes(key) && !externalIds.includes(key))),
	};
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const inBothCases = (names: readonly string[]): string[] => [
	...new Set(
		names.flatMap((name) => [
			name,
			name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
		]),
	),
];
