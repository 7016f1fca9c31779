import type { INodeProperties } from 'n8n-workflow';

import { optionsParameter, resourceParameter, toolDescription } from '../shared/description';
import { company } from '../Company/WorkspaceRecordsCompany.node.js';
import { deal } from '../Deal/WorkspaceRecordsDeal.node.js';
import {
	aiOptions,
	authenticationParameter,
	costParameters,
	outputParameter,
} from '../shared/ai/parameters';
import { recordLocator, recordLocators } from '../shared/resource';
import { additionalBodyFields } from '../shared/resource/description/options';

const scored = [company, deal] as const;

const operation = (resource: (typeof scored)[number]): INodeProperties => ({
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: [resource.name] } },
	options: [
		{
			name: 'Score',
			value: 'score',
			action: `Score ${resource.label.toLowerCase()} in a call that may be billed`,
			description: `Rate a ${resource.label.toLowerCase()} with a score, a band and the reasons. Every call may be billed.`,
		},
	],
	default: 'score',
});

const describe = ({ label, name }: (typeof scored)[number]): INodeProperties =>
	toolDescription(
		`Scores one ${label.toLowerCase()} by AI: a score, a band and the reasons. Needs its id. It changes nothing, but every call may be billed: call it only when a score is asked for.`,
		{ resource: [name] },
	);

/** The scoring model, where it is not the default one. */
export const scoreModelOption = {
	displayName: 'Score Model ID',
	name: 'scoreModelId',
	type: 'string',
	default: '',
	placeholder: 'e.g. 7d0f1c52-3c1e-4a55-9d36-5b8e2f4a6c11',
	description: 'The scoring model to use. Empty: the default model of the workspace.',
} satisfies INodeProperties;

export const scoreParameters: INodeProperties[] = [
	authenticationParameter,
	resourceParameter(scored),
	...scored.map(operation),
	...scored.map((resource) => describe(resource)),
	...scored.flatMap((resource) =>
		recordLocators(resource, recordLocator(resource, { resource: [resource.name] })),
	),
	...costParameters,
	outputParameter('The score, its band and the reasons'),
	optionsParameter([additionalBodyFields, ...aiOptions, scoreModelOption]),
];
