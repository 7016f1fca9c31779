import type { IExecuteFunctions, INodeCredentialDescription, INodeProperties } from 'n8n-workflow';

import type { CredentialType } from '../http';

/**
 * The AI endpoints take a workspace code beside the bearer token (specification: Authentication, 5).
 * What Enrich and Score share because of it.
 */
export const authenticationParameter: INodeProperties = {
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'Access or Refresh Token', value: 'token' },
		{
			name: 'Workspace Code',
			value: 'workspaceCode',
			description: 'Meant for the service’s own tooling',
		},
	],
	default: 'token',
	description: 'Authentication method',
};

export const aiCredentials: INodeCredentialDescription[] = [
	{
		name: 'workspaceRecordsApi',
		required: true,
		displayOptions: { show: { authentication: ['token'] } },
	},
	{
		name: 'workspaceRecordsInternalApi',
		required: true,
		displayOptions: { show: { authentication: ['workspaceCode'] } },
	},
];

/** The credential type that the node's parameter names. */
export const aiCredentialOf = (context: IExecuteFunctions): CredentialType =>
	context.getNodeParameter('authentication', 0, 'token') === 'workspaceCode'
		? 'workspaceRecordsInternalApi'
		: 'workspaceRecordsApi';

/** Enrich and Score may cost with every call, so neither is sent twice unless a person accepts that. */
export const retryUnknownOutcomeOption: INodeProperties = {
	displayName: 'Retry When Outcome Is Unknown',
	name: 'retryUnknownOutcome',
	type: 'boolean',
	default: false,
	description:
		'Whether to send a call again after a time-out, a lost connection, a server error or a response that cannot be read. The call may have been billed by then, so every retry may cost as much as another call.',
};
