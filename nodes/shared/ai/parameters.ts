import type { IExecuteFunctions, INodeCredentialDescription, INodeProperties } from 'n8n-workflow';

import { requestLimits, requestOptions } from '../description';
import type { CredentialType } from '../http';

/** What Enrich and Score share in the editor. */

/** The AI endpoints take a workspace code beside the bearer token (specification: Authentication, 5). */
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

/** A loop on the canvas may ask again for what has not changed since. */
export const oncePerExecutionOption: INodeProperties = {
	displayName: 'Once per Execution',
	name: 'oncePerExecution',
	type: 'boolean',
	default: false,
	description:
		'Whether a call that this node has made in an earlier run of the same execution, for example in a loop, is not made again. Its result is used, marked with shared. Leave it off where the record changes in between.',
};

/** Calls whose outcome is unknown may all have been billed. */
export const stopAfterUnknownOption: INodeProperties = {
	displayName: 'Stop After Unknown Outcomes',
	name: 'stopAfterUnknown',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 5,
	description:
		'Number of calls in a row with an unknown outcome after which this execution makes no further call. Use 0 for no limit.',
};

/** Enrich and Score may cost with every call, so neither is sent twice unless a person accepts that. */
export const retryUnknownOutcomeOption: INodeProperties = {
	displayName: 'Retry When Outcome Is Unknown',
	name: 'retryUnknownOutcome',
	type: 'boolean',
	default: false,
	description:
		'Whether to send a call again after a time-out, a lost connection, a server error or a response that cannot be read. The call may have been billed by then, so every retry may cost as much as another call.',
};

/** An AI call may take minutes; the service's client shows no limit of its own (assumed). */
const AI_TIMEOUT_MS = 300_000;

const withLongTimeout = (option: INodeProperties): INodeProperties =>
	option.name === 'timeout' ? { ...option, default: AI_TIMEOUT_MS } : option;

/** The numbers among the request options, with the defaults of AI calls. */
export const aiDefaults = { limits: requestLimits.map(withLongTimeout) };

/** All options of Enrich and Score about their requests. */
export const aiOptions: INodeProperties[] = [
	...requestOptions.map(withLongTimeout),
	oncePerExecutionOption,
	retryUnknownOutcomeOption,
	stopAfterUnknownOption,
];

/**
 * The Output parameter of Enrich and Score.
 *
 * @param simplified what an item has when it comes simplified
 */
export const outputParameter = (simplified: string): INodeProperties => ({
	displayName: 'Output',
	name: 'output',
	type: 'options',
	options: [
		{
			name: 'Raw',
			value: 'raw',
			description: 'All that the service returns, hashes and versions included',
		},
		{ name: 'Simplified', value: 'simplified', description: simplified },
	],
	default: 'simplified',
	description: 'How much of the result to return',
});
