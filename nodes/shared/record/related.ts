import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { byText } from './alphabet';
import type { Field, Reference, Resource } from './definition';
import { trimId } from './ids';
import { picker, searchMethod } from './locator';
import { writesOf } from './writes';

/** Another record that fields of a resource refer to, by its ID or by its external ID. */
interface Related {
	readonly resource: Reference['resource'];
	readonly byId: Field;
	readonly byExternalId?: Field;
}

/** The records that the fields of a body refer to, each once. */
export function relatedOf(fields: readonly Field[]): Related[] {
	return fields
		.filter(({ refersTo }) => refersTo?.by === 'id')
		.map((byId) => ({
			resource: byId.refersTo!.resource,
			byId,
			byExternalId: fields.find(
				({ refersTo }) =>
					refersTo?.by === 'externalId' && refersTo.resource === byId.refersTo?.resource,
			),
		}));
}

/** The picker of another record, as the fields that refer to it allow. */
export function relatedLocator({ resource, byId, byExternalId }: Related) {
	const label = byId.label.replace(/ ID$/, '');
	return {
		displayName: label,
		description: byId.description.replace(/,? by its ID in the service$/, ''),
		...picker(label, {
			method: searchMethod(resource),
			hint: 'The service’s ID',
			external: byExternalId !== undefined,
		}),
	};
}

/** Pick lists for the records that a write refers to; a mapper's columns can have none. */
export function relatedParameters(resource: Resource): INodeProperties[] {
	const related = relatedOf(resource.fields);
	if (related.length === 0) return [];
	return [
		{
			displayName: 'Related Records',
			name: 'related',
			type: 'collection',
			placeholder: 'Add record',
			default: {},
			displayOptions: { show: { resource: [resource.name], operation: writesOf(resource) } },
			description: 'Records to pick from a list. They win over IDs that are mapped in Fields.',
			options: related
				.map((each) => ({ ...relatedLocator(each), name: each.resource }))
				.sort(byText('displayName')),
		},
	];
}

/**
 * Prepares, once for all items, the reading of the fields that picked records stand for; undefined
 * takes back what was mapped.
 */
export function relatedReader(
	context: IExecuteFunctions,
	fields: readonly Field[],
): (item: number) => Record<string, unknown> {
	const related = relatedOf(fields);
	if (related.length === 0) return () => ({});
	return (item) => {
		const given = context.getNodeParameter('related', item, {}) as Record<string, unknown>;
		const values: Record<string, unknown> = {};
		for (const { resource: name, byId, byExternalId } of related) {
			const { mode, value: picked } = asLocator(given[name]);
			const value = trimId(picked);
			if (value === undefined || value === null || value === '') continue;
			const field = mode === 'externalId' && byExternalId ? byExternalId : byId;
			if (byExternalId) values[byExternalId.name] = undefined;
			values[byId.name] = undefined;
			values[field.name] = value;
		}
		return values;
	};
}

/** A locator as the editor stores it, or the bare value that an expression or a model gives. */
export const asLocator = (given: unknown): { mode?: string; value?: unknown } =>
	typeof given === 'object' && given !== null && 'value' in given ? given : { value: given };
