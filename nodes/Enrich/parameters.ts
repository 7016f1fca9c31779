import type { INodeProperties } from 'n8n-workflow';

import { company } from '../Company/WorkspaceRecordsCompany.node.js';
import {
	aiOptions,
	authenticationParameter,
	costParameters,
	outputParameter,
} from '../shared/ai/parameters';
import {
	askedOfModel,
	forModel,
	optionsParameter,
	resourceParameter,
	toolDescription,
} from '../shared/description';
import { recordLocator, recordLocators } from '../shared/resource';
import { additionalBodyFields } from '../shared/resource/description/options';

const bySeed = { show: { source: ['seed'] } };

/** Options that Score does not have. */
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

const COSTS =
	'It writes what it finds at once, unless a person has set Dry Run, and every call may be billed: call it only when that is asked for, and once for each company.';

const toolDescriptions = [
	toolDescription(
		`Fills in what outside sources know of a company of the workspace, by AI; returns what changed. Needs its id. ${COSTS}`,
		{ source: ['record'] },
	),
	toolDescription(
		`Looks up by AI what outside sources know of a company that need not be in the workspace, by its name, url or external_id; returns what was found. ${COSTS}`,
		bySeed.show,
	),
];

export const enrichParameters: INodeProperties[] = [
	authenticationParameter,
	resourceParameter([company]),
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['company'] } },
		options: [
			{
				name: 'Enrich',
				value: 'enrich',
				action: 'Enrich and update company in a call that may be billed',
				description:
					'Fill in what outside sources know about a company, and write it unless Dry Run is on. Every call may be billed.',
			},
		],
		default: 'enrich',
	},
	{
		displayName: 'Company Source',
		name: 'source',
		type: 'options',
		options: [
			{
				name: 'By Record',
				value: 'record',
				description: 'A company that is in the workspace, by its ID',
			},
			{
				name: 'By Name, Website or External ID',
				value: 'seed',
				description: 'A company that may not be in the workspace yet',
			},
		],
		default: 'record',
		description: 'How to identify the company to enrich',
	},
	...toolDescriptions,
	...recordLocators(company, recordLocator(company, { source: ['record'] })),
	...Object.entries(seedParameters).flatMap(([name, parameter]) =>
		forModel(parameter, askedOfModel(name, parameter.description, 'string', '')),
	),
	...costParameters,
	outputParameter('Which fields changed, to which values, and which were left alone'),
	optionsParameter([...Object.values(enrichOptions), additionalBodyFields, ...aiOptions]),
];
