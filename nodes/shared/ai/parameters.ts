import type { IExecuteFunctions, INodeCredentialDescription, INodeProperties } from 'n8n-workflow';

import {
	bounded,
	dropdown,
	languageOption,
	optionGroup,
	requestLimits,
	requestsOption,
	textInput,
	titleCase,
	toggle,
	whole,
} from '../description';
import type { CredentialType } from '../http';
import { recordLocator, recordLocators } from '../resource';
import type { Resource } from '../resource/definition/resource';
import { describedChoices } from '../resource/description/fields';
import { additionalBodyFields, includeInputFields } from '../resource/description/options';

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

/** The credential types, by what that parameter says. */
const CREDENTIALS = {
	token: 'workspaceRecordsApi',
	workspaceCode: 'workspaceRecordsInternalApi',
} as const;

export const aiCredentials: INodeCredentialDescription[] = Object.entries(CREDENTIALS).map(
	([authentication, name]) => ({
		...{ name, required: true },
		displayOptions: { show: { authentication: [authentication] } },
	}),
);

/** The credential type that the node's parameter names. */
export const aiCredentialOf = (context: IExecuteFunctions): CredentialType =>
	context.getNodeParameter('authentication', 0, 'token') === 'workspaceCode'
		? CREDENTIALS.workspaceCode
		: CREDENTIALS.token;

/** What limits the calls. */
export const callLimits = {
	missingFields: {
		...textInput('Fields That May Be Missing', 'missingFields', 'e.g. industry, phone_number'),
		displayOptions: { show: { onlyIf: ['missing'] } },
		description:
			'As Get shows them, separated by commas. Without them in the input item the record is read first, which is not billed; of a company by name or website the item decides.',
	},
	maxCalls: {
		...bounded('Max Calls', 'maxCalls', whole(0), 0),
		description:
			'By all Enrich and Score nodes of this execution together, through waits and on workers; further items come out as skipped. Use 0 for no limit; an expression that comes to 0 allows none. A sub-workflow, each call over MCP and a Retry from the list of executions count anew.',
	},
	// Calls whose outcome is unknown may all have been billed.
	stopAfterUnknown: {
		...bounded('Max Unknown Outcomes', 'stopAfterUnknown', whole(0), 5),
		description:
			'Number of calls in a row with an unknown outcome after which this execution makes no further one. Use 0 for no limit.',
	},
	// A loop on the canvas may ask again for what has not changed since.
	oncePerExecution: toggle(
		'Once per Execution',
		'oncePerExecution',
		'Whether a call that an earlier run of this node has made, for example in a loop, is not made again. Its result is used, marked with shared; where n8n no longer has it, or the outcome was unknown, the item is skipped.',
	),
	onlyIf: {
		...dropdown('Only If', 'onlyIf', { always: 'Always', missing: 'Fields Are Missing' }, 'always'),
		description: 'For which items a call is made; others come out as skipped',
	},
	// Enrich and Score may cost with every call, so neither is sent twice unless a person accepts that.
	retryUnknownOutcome: toggle(
		'Retry Unknown Outcomes',
		'retryUnknownOutcome',
		'Whether to send a call again after a time-out, a lost connection, a server error or a response that cannot be read. It may have been billed by then, and is billed again.',
	),
} satisfies Record<string, INodeProperties>;

/** The collection of these limits among the options. */
const billedCalls: INodeProperties = {
	...optionGroup('Billed Calls', 'calls', Object.values(callLimits)),
	placeholder: 'Add limit',
	description: 'Which calls are made, each of which may be billed',
};

/**
 * What names a company that need not be in the workspace, by modes of the locator; the key is the service’s name for it.
 */
export const SEEDS: Readonly<Record<string, { key: string; example: string }>> = {
	name: { key: 'name', example: 'Acme Inc.' },
	website: { key: 'url', example: 'https://acme.example' },
};

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
						...textInput('Enriched Field', 'enriched', 'e.g. industry'),
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
	dryRun: toggle('Dry Run', 'dryRun', 'Whether to only propose the changes and write nothing'),
	forceRefresh: toggle(
		'Force Refresh',
		'forceRefresh',
		'Whether fields that already have a value may be overwritten',
	),
	readPreviousValues: {
		...toggle(
			'Read Previous Values',
			'readPreviousValues',
			'Whether to read each company first, so that every change shows the old value, too. This takes an access or refresh token.',
		),
		displayOptions: {
			show: { '/output': ['simplified'] },
			hide: { '/recordId.mode': Object.keys(SEEDS) },
		},
	},
} satisfies Record<string, INodeProperties>;

/** The scoring model, where it is not the default one. */
export const scoreModelOption = {
	...textInput('Score Model ID', 'scoreModelId', 'e.g. 7d0f1c52-3c1e-4a55-9d36-5b8e2f4a6c11'),
	description: 'The scoring model to use. Empty: the default model of the workspace.',
} satisfies INodeProperties;

/** An AI call is billed and may take minutes; the service's client shows no limit of its own (assumed). */
const AI_DEFAULTS: Readonly<Record<string, number>> = {
	maxParallelRequests: 5,
	timeout: 300_000,
};

/** The numbers among the request options, with the defaults of AI calls. */
export const aiDefaults = {
	limits: requestLimits.map((option) => ({
		...option,
		default: AI_DEFAULTS[option.name] ?? option.default,
	})),
};

/** The options that Enrich and Score share. */
export const aiOptions: INodeProperties[] = [
	requestsOption([languageOption, ...aiDefaults.limits]),
	additionalBodyFields,
	billedCalls,
	includeInputFields,
];

/** The picker of the record; a new node takes the one of its item. */
export function aiLocators(resource: Resource, seeds: typeof SEEDS = {}): INodeProperties[] {
	const locator = recordLocator(resource, { resource: [resource.name] });
	const more = Object.entries(seeds).map(([name, { example }]) => ({
		displayName: `By ${titleCase(name)}`,
		name,
		type: 'string' as const,
		placeholder: `e.g. ${example}`,
		hint: 'It need not be in the workspace',
	}));
	return recordLocators(resource, {
		...locator,
		default: { mode: 'id', value: '={{ $json.id }}' },
		modes: [...(locator.modes ?? []), ...more],
	});
}

/**
 * The Output parameter of Enrich and Score.
 *
 * @param simplified what an item has when it comes simplified
 */
export const outputParameter = (simplified: string): INodeProperties => ({
	displayName: 'Output',
	name: 'output',
	type: 'options',
	options: describedChoices({
		raw: ['Raw', 'All that the service returns, hashes and versions included'],
		simplified: ['Simplified', simplified],
	}),
	default: 'simplified',
	description: 'How much of the result to return',
});
