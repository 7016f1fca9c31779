import type { INodeParameterResourceLocator, INodeParameters, INodeProperties } from 'n8n-workflow';

import { byText } from '../../description/sortByText';
import type { Field, Reference } from '../../schema/types';
import type { Resource } from '../definition/resource';
import { picker, searchMethod } from './locator';
import { belongsTo, writeOf, writesOf } from '../definition/writes';

/** Another record that fields of a resource refer to, by its ID or by its external ID. */
interface Related {
	readonly resource: Reference['resource'];
	/** The field that takes its ID, and what the record is to it. */
	readonly byId: Field;
	readonly as: Reference;
	readonly byExternalId?: Field;
}

/** The records that the fields of a body refer to, each once. */
export function relatedOf(fields: readonly Field[]): Related[] {
	return fields.flatMap((byId) =>
		[byId.refersTo, byId.orRefersTo]
			.filter((reference): reference is Reference => reference?.by === 'id')
			.map((as) => ({
				resource: as.resource,
				byId,
				as,
				byExternalId: fields.find(
					({ refersTo }) => refersTo?.by === 'externalId' && refersTo.resource === as.resource,
				),
			})),
	);
}

/** The picker of another record, as the fields that refer to it allow. */
export function relatedLocator({ resource, byId, as, byExternalId }: Related) {
	const { label = byId.label, role = byId.description } = as;
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
	const pickers = [...new Map(related.map((each) => [each.resource, each])).values()]
		.map((each) => ({
			...relatedLocator(each),
			name: each.resource,
			...onlyWhereSent(resource, related, each),
		}))
		.sort(byText('displayName'));
	return [
		{
			displayName: 'Related Records',
			name: 'related',
			type: 'collection',
			placeholder: 'Add record',
			default: { ...shownAtFirst(pickers) },
			displayOptions: { show: { resource: [resource.name], operation: writesOf(resource) } },
			description:
				'Records to pick from a list. They take precedence over IDs that are mapped in Fields.',
			options: pickers,
		},
	];
}

/** Most records belong to a company, so its picker is there without being added; left empty, it is not sent. */
function shownAtFirst(pickers: readonly INodeProperties[]): INodeParameters {
	const company = pickers.find(({ name, displayOptions }) => name === 'company' && !displayOptions);
	return company ? { company: company.default as INodeParameterResourceLocator } : {};
}

/** A picker is offered for the writes whose body has a field for it. */
function onlyWhereSent(
	resource: Resource,
	related: readonly Related[],
	{ resource: name }: Related,
) {
	const fields = related.filter((each) => each.resource === name).map(({ byId }) => byId);
	const writes = writesOf(resource);
	const sending = writes.filter((write) =>
		fields.some((field) => belongsTo(field, writeOf(write))),
	);
	return sending.length < writes.length && { displayOptions: { show: { '/operation': sending } } };
}
