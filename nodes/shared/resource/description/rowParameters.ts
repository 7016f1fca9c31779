import type { INodeProperties } from 'n8n-workflow';

import type { Field } from '../../schema/types';
import type { Resource } from '../definition/resource';
import { picker, searchMethod } from './locator';
import { relatedLocator } from './relatedRecords';
import { belongsTo, writeOf } from '../definition/writes';

/** The name of the parameter that says where the rows of a field come from. */
export const rowSource = (field: Field) => `${field.name}Source`;
/** The name of the parameter that holds the rows as JSON. */
export const rowJson = (field: Field) => `${field.name}Json`;

/** A list of objects as rows to fill in, or taken as it is from a field of the item. */
export function rowParameters(resource: Resource, field: Field): INodeProperties[] {
	const operations = (['create', 'update', 'upsert', 'findOrCreate'] as const).filter(
		(write) => resource.operations.includes(write) && belongsTo(field, writeOf(write)),
	);
	const show = {
		resource: [resource.name],
		operation: [
			...operations,
			...(resource.bulk && field.nestedIn?.includes(resource.bulk.element)
				? [resource.bulk.operation]
				: []),
		],
	};
	const name = field.label;
	return [
		{
			displayName: `${name} Source`,
			name: rowSource(field),
			type: 'options',
			options: [
				{ name: 'Enter Rows Here', value: 'rows', description: 'Entered row by row' },
				{ name: 'From Input Field', value: 'json', description: 'Taken from a field of the item' },
			],
			default: 'rows',
			displayOptions: { show },
			description: `Where the ${name.toLowerCase()} come from`,
		},
		{
			displayName: name,
			name: field.name,
			type: 'fixedCollection',
			typeOptions: { multipleValues: true, sortable: true },
			placeholder: 'Add row',
			default: {},
			displayOptions: { show: { ...show, [rowSource(field)]: ['rows'] } },
			description: field.description,
			options: [
				{
					displayName: 'Row',
					name: 'row',
					values: (field.rows ?? []).map(rowField),
				},
			],
		},
		{
			displayName: `${name} (JSON)`,
			name: rowJson(field),
			type: 'json',
			default: `={{ $json.${field.name} }}`,
			displayOptions: { show: { ...show, [rowSource(field)]: ['json'] } },
			description: `${field.description}. A list of objects with the keys ${(field.rows ?? []).map((row) => row.name).join(', ')}.`,
		},
	];
}

function rowField(field: Field): INodeProperties {
	const base = {
		displayName: field.label,
		name: field.name,
		description: field.description,
	};
	if (field.refersTo?.by === 'id') {
		return {
			...relatedLocator({ resource: field.refersTo.resource, byId: field, as: field.refersTo }),
			name: field.name,
		};
	}
	if (field.optionsFrom) {
		const method = searchMethod(field.optionsFrom.read);
		const hint = 'The value as the service knows it';
		return { ...base, ...picker(field.label, { method, hint, external: false }) };
	}
	if (field.isChoice) {
		const method = searchMethod(field.name);
		const hint = 'The value as the service knows it';
		return { ...base, ...picker(field.label, { method, hint, external: false }) };
	}
	switch (field.type) {
		case 'boolean':
			// Not a switch: an untouched one would be sent as false.
			return {
				...base,
				type: 'options',
				options: [
					{ name: 'No', value: 'false' },
					{ name: 'Not Set', value: '' },
					{ name: 'Yes', value: 'true' },
				],
				default: '',
			};
		case 'rows':
		case 'object':
			if (onlyColumn(field)) {
				return { ...base, type: 'string', default: '', placeholder: `e.g. ${textExample(field)}` };
			}
			return {
				...base,
				type: 'json',
				default: untouchedJson(field),
				description: `${field.description}, e.g. ${jsonExample(field)}`,
			};
		case 'any':
			return { ...base, type: 'string', default: '', placeholder: `e.g. ${jsonExample(field)}` };
		case 'dateTime':
			return { ...base, type: 'dateTime', default: '' };
		default:
			// Numbers too: an untouched number field would be sent as 0.
			return {
				...base,
				type: 'string',
				default: '',
				placeholder: `e.g. ${field.example ?? field.knownValues?.[0] ?? 'value'}`,
			};
	}
}

/** The one field of rows that have no other: they can be written as texts, separated by commas. */
export const onlyColumn = ({ type, rows = [] }: Field): Field | undefined =>
	type === 'rows' && rows.length === 1 ? rows[0] : undefined;

const textExample = ({ example, rows = [] }: Field) => String(example ?? rows[0].example ?? 'a, b');

/** What a JSON field starts with, so that the editor finds no error in it; left so, nothing is sent. */
export const untouchedJson = ({ type }: Field): string | undefined =>
	type === 'rows' ? '[]' : type === 'object' ? '{}' : undefined;

/** How such a value is written as JSON. */
function jsonExample({ example, rows }: Field): string {
	if (!rows) return typeof example === 'string' ? JSON.stringify(example) : '{"key": "value"}';
	const telling = rows.find((row) => row.example ?? row.default) ?? rows[0];
	return `[{"${telling.name}": ${JSON.stringify(telling.example ?? telling.default ?? 'value')}}]`;
}

/** Whether its rows are lines: each is about an item of the service. */
export const hasLines = ({ rows = [] }: Field): boolean => rows.some(namesItem);

export const namesItem = ({ refersTo }: Field): boolean => refersTo?.resource === 'item';
