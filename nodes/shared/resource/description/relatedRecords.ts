import type { INodeProperties } from 'n8n-workflow';

import { byText } from '../../description/sortByText';
import type { Field, Reference } from '../../schema/field';
import type { Resource } from '../definition/resource';
import { picker, searchMethod } from './locator';
import { writesOf } from '../definition/writes';

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
	const { label = byId.label, role = byId.description } = byId.refersTo ?? {};
	return {
		displayName: label,
		description: role,
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
			description:
				'Records to pick from a list. They take precedence over IDs that are mapped in Fields.',
			options: related
				.map((each) => ({ ...relatedLocator(each), name: each.resource }))
				.sort(byText('displayName')),
		},
	];
}
