import type { INodeProperties } from 'n8n-workflow';

import type { Resource } from '../definition/resource';
import { writesOf } from '../definition/writes';
import { hasLines } from './rowParameters';

/** A way out where the service takes more than this package knows. */

export const additionalBodyFields = {
	displayName: 'Additional Body Fields',
	name: 'additionalBodyFields',
	type: 'json',
	default: '{}',
	placeholder: 'e.g. {"region": "north"}',
	description:
		'Further fields of the request body, as JSON. They are sent as they are, and must not repeat one that the node sends.',
} satisfies INodeProperties;

export const additionalQueryParameters = {
	displayName: 'Additional Query Parameters',
	name: 'additionalQueryParameters',
	type: 'json',
	default: '{}',
	placeholder: 'e.g. {"region": "north"}',
	description:
		'Further query parameters of the request, as JSON. They are sent as they are, and must not repeat one that the node sends.',
} satisfies INodeProperties;

export const sendUnknownFields = {
	displayName: 'Send Unknown Input Fields',
	name: 'sendUnknownFields',
	type: 'boolean',
	default: false,
	description:
		'Whether to send fields of the input that this node does not know, under their own names, when columns are mapped automatically. Otherwise they are ignored.',
} satisfies INodeProperties;

export const removeAllLines = {
	displayName: 'Remove All Lines',
	name: 'removeAllLines',
	type: 'boolean',
	default: false,
	description:
		'Whether an empty list as lines removes all lines of the record. Otherwise it is rejected.',
} satisfies INodeProperties;

/** The options for additions, each at the operations that take it. */
export function additionalOptions(resource: Resource): INodeProperties[] {
	const { operations, extraReads = [], bulk } = resource;
	const writes = writesOf(resource);
	const reads = [
		...operations.filter((operation) => ['get', 'getAll', 'getChanges'].includes(operation)),
		...extraReads.map(({ operation }) => operation),
	];
	const at = (option: INodeProperties, names: string[]): INodeProperties[] =>
		names.length === 0 ? [] : [{ ...option, displayOptions: { show: { '/operation': names } } }];
	const ofEach = bulk
		? ` In ${bulk.label}, they are fields of each ${resource.label.toLowerCase()}.`
		: '';
	const description = additionalBodyFields.description + ofEach;
	return [
		...at({ ...additionalBodyFields, description }, writes),
		...at(sendUnknownFields, writes),
		...at(removeAllLines, resource.fields.some(hasLines) ? ['update'] : []),
		...at(additionalQueryParameters, reads),
	];
}
