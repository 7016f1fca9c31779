import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { byText } from '../../description/sortByText';
import type { Resource } from '../definition/resource';
import { unmarked, type Shape } from '../../schema/types';
import { titleCase } from './wording';

/** Records with many keys come simplified unless a person wants more; identifiers always come. */
export type OutputChoice = (record: IDataObject) => IDataObject;

/** What the choice goes by; of a resource, or of what a node of its own knows of its record. */
export type Choosable = Pick<
	Resource,
	'name' | 'label' | 'identifiers' | 'operations' | 'record' | 'simplified'
>;

/**
 * The keys that identify a record, whether or not the contract shows them in one: the service may
 * send more than it shows.
 */
const identifyingKeys = ({ identifiers }: Choosable): string[] =>
	[
		'id',
		identifiers.record,
		identifiers.number,
		identifiers.envelope,
		identifiers.external,
		'external_id',
		'externalId',
	].filter((key) => key !== undefined);

const keysOf = (record: Shape) => Object.keys(record).map((key) => unmarked(key).name);

/** The Output parameters of Get and Get Many, where the definition says what Simplified means. */
export function outputParameters(resource: Choosable): INodeProperties[] {
	if (!resource.simplified) return [];
	const show = {
		resource: [resource.name],
		operation: ['get', 'getAll'].filter((name) => resource.operations.includes(name as 'get')),
	};
	return [
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			options: [
				{ name: 'Raw', value: 'raw', description: 'All fields' },
				{
					name: 'Selected Fields',
					value: 'selected',
					description: 'The identifiers and the fields that you choose',
				},
				{
					name: 'Simplified',
					value: 'simplified',
					description: 'The identifiers and the fields that matter most',
				},
			],
			default: 'simplified',
			displayOptions: { show },
			description: `Which fields of the ${resource.label.toLowerCase()} to return`,
		},
		{
			displayName: 'Fields to Return',
			name: 'outputFields',
			type: 'multiOptions',
			options: keysOf(resource.record)
				.map((name) => ({ name: titleCase(name), value: name }))
				.sort(byText('name')),
			default: [],
			displayOptions: { show: { ...show, output: ['selected'] } },
			description: 'The fields to return beside the identifiers',
		},
	];
}

/** Reads what one item wants of its records. */
export function readOutputChoice(
	context: IExecuteFunctions,
	resource: Choosable,
	item: number,
): OutputChoice {
	const choice = resource.simplified
		? context.getNodeParameter('output', item, 'simplified')
		: 'raw';
	if (choice === 'raw') return (record) => record;
	const wanted =
		choice === 'selected'
			? (context.getNodeParameter('outputFields', item, []) as string | string[])
			: (resource.simplified ?? []);
	const named = typeof wanted === 'string' ? wanted.split(',').map((name) => name.trim()) : wanted;
	const kept = new Set([...identifyingKeys(resource), ...named]);
	return (record) => Object.fromEntries(Object.entries(record).filter(([key]) => kept.has(key)));
}

/** The shape that a record has when it comes simplified. */
export function simplifiedShape(resource: Choosable, shape: Shape): Shape {
	if (!resource.simplified) return shape;
	const kept = new Set([...identifyingKeys(resource), ...resource.simplified]);
	return Object.fromEntries(Object.entries(shape).filter(([key]) => kept.has(unmarked(key).name)));
}
