import type { INodeProperties } from 'n8n-workflow';

import { resourceParameter } from '../shared/resource';
import { requestOptions } from '../shared/description/requestOptions';

export const accountParameters: INodeProperties[] = [
	resourceParameter([{ name: 'account', label: 'Account' }]),
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['account'] } },
		options: [
			{
				name: 'Who Am I',
				value: 'whoami',
				action: 'Show token owner and permissions',
				description: 'Show the user, the workspace and the permissions of the token',
			},
		],
		default: 'whoami',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: requestOptions,
	},
];
