import type { INodeProperties } from 'n8n-workflow';

import {
	optionsParameter,
	requestOptions,
	resourceParameter,
	toolDescription,
} from '../shared/description';

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
	toolDescription(
		'Returns the user, the workspace and the permissions of the access that the tools have. Needs nothing. It changes nothing.',
		{ operation: ['whoami'] },
	),
	optionsParameter(requestOptions),
];
