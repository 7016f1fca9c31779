import type { INodeProperties } from 'n8n-workflow';

import { byText } from '../../description/sortByText';
import type { Choosable } from '../definition/simplified';
import { unmarked, type Shape } from '../../schema/types';
import { titleCase } from './wording';

const keysOf = (record: Shape) => Object.keys(record).map((key) => unmarked(key).name);

/** The Output parameters of the reads, where the definition says what Simplified means. */
export function outputParameters(resource: Choosable): INodeProperties[] {
	if (!resource.simplified) return [];
	const show = {
		resource: [resource.name],
		operation: ['findOrCreate', 'get', 'getAll', 'getChanges'].filter((name) =>
			resource.operations.includes(name as 'get'),
		),
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
