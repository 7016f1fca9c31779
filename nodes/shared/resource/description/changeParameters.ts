import type { INodeProperties } from 'n8n-workflow';

import type { Resource } from '../definition/resource';

/** How late a change may appear. */
export const overlapOption = {
	displayName: 'Overlap (Minutes)',
	name: 'overlapMinutes',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 1440 },
	default: 5,
	description:
		'How far to read back before the latest known change. A change that the service shows later than this after the time it carries is missed. Nothing is returned twice.',
} satisfies INodeProperties;

/** Where Get Changes goes on. */
export const cursorParameter = {
	displayName: 'Cursor',
	name: 'cursor',
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $json.cursor }}',
	description:
		'The cursor of the last record of an earlier run. Only what has changed since then is returned. Empty: all records. Store it when the work on the records is done, so that a failed run loses nothing.',
} satisfies INodeProperties;

/** The parameters that only Get Changes has. */
export const changeParameters = ({ name, operations }: Resource): INodeProperties[] =>
	operations.includes('getChanges')
		? [
				{
					...cursorParameter,
					displayOptions: { show: { resource: [name], operation: ['getChanges'] } },
				},
			]
		: [];

/** The options that only Get Changes has. */
export const changeOptions = ({ operations }: Resource): INodeProperties[] =>
	operations.includes('getChanges')
		? [{ ...overlapOption, displayOptions: { show: { '/operation': ['getChanges'] } } }]
		: [];
