import type { INodeProperties } from 'n8n-workflow';

import { byText } from '../shared/description/sortByText';
import { statusWordOptions, workspaceOption } from '../Transfer/parameters';
import { maxParallelRequests } from '../shared/description/requestOptions';

export const transferTriggerParameters: INodeProperties[] = [
	{
		displayName: 'Transfer IDs',
		name: 'transferIds',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		required: true,
		placeholder: 'e.g. 0b9c7a52-6a0f-4f3e-9b1d-2c8e5a7f4d10',
		description:
			'IDs of the transfers to watch, separated by commas or line breaks. An expression may also give a list.',
	},
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		required: true,
		options: [
			{
				name: 'Changed',
				value: 'changed',
				description: 'Any change, including the end',
			},
			{ name: 'Failed', value: 'failed', description: 'The transfer has ended as failed' },
			{
				name: 'Finished',
				value: 'finished',
				description: 'The transfer has ended, possibly with some rows that failed',
			},
			{
				name: 'Progressed',
				value: 'progressed',
				description: 'The progress or the numbers of processed rows have changed',
			},
		],
		default: ['failed', 'finished'],
		description: 'Events that start the workflow; each event becomes one item',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			...statusWordOptions,
			maxParallelRequests,
			{
				displayName: 'Skip Already Ended',
				name: 'skipEnded',
				type: 'boolean' as const,
				default: false,
				description:
					'Whether to skip transfers that have already ended when they are first read. If n8n loses the state of the trigger, an end in the meantime is skipped too.',
			},
			workspaceOption(),
		].sort(byText('displayName')),
	},
];
