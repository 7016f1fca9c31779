import type { INodeProperties } from 'n8n-workflow';

import type { Resource } from '../definition/resource';
import { article } from './wording';

/** The name of the method that searches a pick list: `searchCompany`, `searchGetActions`. */
export const searchMethod = (name: string) => `search${name[0].toUpperCase()}${name.slice(1)}`;

/** A parameter that picks something: from the list, by ID, by external ID. */
export function picker(
	label: string,
	{ method, hint, external }: { method: string; hint: string; external: boolean },
) {
	return {
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Select ${article(label)} ${label.replace(/ U?ID$/, '').toLowerCase()}…`,
				typeOptions: { searchListMethod: method, searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. 0b9c7a52-6a0f-4f3e-9b1d-2c8e5a7f4d10',
				hint,
			},
			...(external
				? [
						{
							displayName: 'By External ID',
							name: 'externalId',
							type: 'string' as const,
							placeholder: 'e.g. erp-1042',
							hint: 'Your own ID, as it was given when the record was created',
						},
					]
				: []),
		],
	} satisfies Partial<INodeProperties>;
}

/** The picker of the record that an operation is about. */
export function recordLocator(
	resource: Resource,
	show?: Record<string, string[]>,
): INodeProperties {
	const { label } = resource;
	const { number, external } = resource.identifiers;
	return {
		displayName: label,
		name: 'recordId',
		required: true,
		description: `The ${label.toLowerCase()} to work on`,
		displayOptions: {
			show: show ?? {
				resource: [resource.name],
				operation: ['delete', 'get', 'update'].filter((operation) =>
					resource.operations.includes(operation as 'get'),
				),
			},
		},
		...picker(label, {
			method: 'searchRecords',
			hint: number ? 'The service’s ID or the record number' : 'The service’s ID',
			external: external !== undefined,
		}),
	};
}
