import type { IExecuteFunctions, INodeCredentialDescription, INodeProperties } from 'n8n-workflow';

import { requestLimits, requestOptions } from '../description';
import type { CredentialType } from '../http';

/** What Enrich and Score show in the editor. */

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
		'Whether a call that this node has made in an earlier run of the same execution, for example in a loop, is not made again. Its result is used, marked with shared; where n8n keeps it no longer, as after a long wait, or where the outcome was unknown, the item is skipped. Leave it off where the record changes in between.',
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
	displayName: 'Retry Unknown Outcomes',
	name: 'retryUnknownOutcome',
	type: 'boolean',
	default: false,
	description:
		'Whether to send a call again after a time-out, a lost connection, a server error or a response that cannot be read. The call may have been billed by then, so every retry may cost as much as another call.',
};

/** For which records a call is made. */
export const onlyIfParameter = {
	displayName: 'Only If',
	name: 'onlyIf',
	type: 'options',
	options: [
		{ name: 'Always', value: 'always', description: 'Make the call for every item' },
		{
			name: 'Fields Are Missing',
			value: 'missing',
			description: 'Make the call only if one of the fields below has no value yet',
		},
	],
	default: 'always',
	description:
		'For which items the call, which may be billed, is made. Others come out as skipped.',
} satisfies INodeProperties;

/** The fields that Only If looks at. */
export const missingFieldsParameter = {
	displayName: 'Fields That May Be Missing',
	name: 'missingFields',
	type: 'string',
	default: '',
	placeholder: 'e.g. industry, phone_number',
	displayOptions: { show: { onlyIf: ['missing'] } },
	description:
		'Names of fields as Get shows them, separated by commas. If the input item is the record, its values count; otherwise the record is read first, which is not billed. A company that is given by name, website or external ID is not read: the input item decides.',
} satisfies INodeProperties;

/** How many calls an execution makes. */
export const maxCallsParameter = {
	displayName: 'Max Calls',
	name: 'maxCalls',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 0,
	description:
		'Maximum number of calls by all Enrich and Score nodes of this execution together; further items come out as skipped. Use 0 for no limit; an expression that comes to 0 allows none. Retries of one call count as one. It holds through waits and on workers. A sub-workflow, each call over MCP and a Retry from the list of executions are executions of their own.',
} satisfies INodeProperties;

/** The parameters of Enrich and Score that limit what their calls cost. */
export const costParameters: INodeProperties[] = [
	onlyIfParameter,
	missingFieldsParameter,
	maxCallsParameter,
];

/** Where the company is given by what is known of it. */
export const bySeed = { show: { source: ['seed'] } };

/** Options of Enrich. */
export const enrichOptions = {
	customFieldMap: {
		displayName: 'Custom Field Map',
		name: 'customFieldMap',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add field',
		default: {},
		description: 'Enriched facts that go into custom properties of your workspace',
		options: [
			{
				displayName: 'Pair',
				name: 'pair',
				values: [
					{
						displayName: 'Enriched Field',
						name: 'enriched',
						type: 'string',
						default: '',
						placeholder: 'e.g. industry',
						description: 'Name of the enriched fact',
					},
					{
						displayName: 'Property Name or ID',
						name: 'property',
						type: 'options',
						typeOptions: { loadOptionsMethod: 'getProperties' },
						default: '',
						description:
							'Custom property that takes it, by its internal name. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
					},
				],
			},
		],
	},
	dryRun: {
		displayName: 'Dry Run',
		name: 'dryRun',
		type: 'boolean',
		default: false,
		description: 'Whether to only propose the changes and write nothing',
	},
	forceRefresh: {
		displayName: 'Force Refresh',
		name: 'forceRefresh',
		type: 'boolean',
		default: false,
		description: 'Whether fields that already have a value may be overwritten',
	},
	readPreviousValues: {
		displayName: 'Read Previous Values',
		name: 'readPreviousValues',
		type: 'boolean',
		default: false,
		displayOptions: {
			show: { '/source': ['record'], '/output': ['simplified'] },
		},
		description:
			'Whether to read each company first, so that every change shows the old value, too. This takes one more request per company, and an access or refresh token.',
	},
} satisfies Record<string, INodeProperties>;

/** What identifies a company that may not be in the workspace yet, by the service's name for it. */
export const seedParameters = {
	name: {
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		placeholder: 'e.g. Acme Inc.',
		displayOptions: bySeed,
		description: 'Name of the company. One of name, website and external ID is needed.',
	},
	url: {
		displayName: 'Website',
		name: 'url',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://acme.example',
		displayOptions: bySeed,
		description: 'Address of the company’s website',
	},
	external_id: {
		displayName: 'External ID',
		name: 'externalId',
		type: 'string',
		default: '',
		placeholder: 'e.g. erp-1042',
		displayOptions: bySeed,
		description: 'Your own ID for the company, when it is in the workspace already',
	},
} satisfies Record<string, INodeProperties>;

/** The scoring model, where it is not the default one. */
export const scoreModelOption = {
	displayName: 'Score Model ID',
	name: 'scoreModelId',
	type: 'string',
	default: '',
	placeholder: 'e.g. 7d0f1c52-3c1e-4a55-9d36-5b8e2f4a6c11',
	description: 'The scoring model to use. Empty: the default model of the workspace.',
} satisfies INodeProperties;

/** An AI call is billed and may take minutes; the service's client shows no limit of its own (assumed). */
const AI_DEFAULTS: Readonly<Record<string, number>> = {
	maxParallelRequests: 5,
	timeout: 300_000,
};

const withAiDefault = (option: INodeProperties): INodeProperties =>
	option.name in AI_DEFAULTS ? { ...option, default: AI_DEFAULTS[option.name] } : option;

/** The numbers among the request options, with the defaults of AI calls. */
export const aiDefaults = { limits: requestLimits.map(withAiDefault) };

/** All options of Enrich and Score about their requests. */
export const aiOptions: INodeProperties[] = [
	...requestOptions(aiDefaults.limits),
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
