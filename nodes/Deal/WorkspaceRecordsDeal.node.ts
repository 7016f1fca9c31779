import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { company } from '../Company/WorkspaceRecordsCompany.node.js';
import { contact } from '../Contact/WorkspaceRecordsContact.node.js';
import { recordNode } from '../shared/resource';
import { currencyOf, parties, status, text } from '../shared/resource/definition/fields';
import { defineResource, keyed } from '../shared/resource/definition/resource';

export const deal = defineResource({
	label: 'Deal',
	identifiers: keyed('deal_id', {
		envelope: 'case_id',
		externalQuery: ['get', 'update', 'delete'],
	}),
	findBy: ['external_id'],
	extraReads: [
		{
			operation: 'getPipelines',
			label: 'Get Pipelines',
			action: 'Get pipelines of deals',
			description: 'Get the pipelines that deals move through, each with its stages',
			path: '/v1/public/deals/pipelines',
			response: 'array',
			workspace: true,
			record: {
				id: 'text',
				name: 'text',
				internal_name: 'text',
				is_default: 'boolean',
				order: 'integer',
				stages: [
					{
						id: 'text',
						name: 'text',
						internal_value: 'text',
						score: 'integer',
						order: 'integer',
					},
				],
			},
		},
	],
	language: ['list', 'get'],
	workspace: ['list'],
	fields: [
		text('external_id', 'External ID', 'Your own ID for the deal', {
			example: 'deal-001',
			wireAlias: 'externalId',
		}),
		text('name', 'Name', 'Name of the deal', {
			example: 'Acme annual contract',
		}),
		text('caseStatus', 'Stage', 'Stage of the pipeline that the deal is in', {
			knownValues: ['opportunities'],
			optionsFrom: {
				read: 'getPipelines',
				list: 'stages',
				value: 'internal_value',
				label: 'name',
				group: 'name',
			},
		}),
		status('record', { example: 'active' }),
		...parties('Company of the deal', 'Contact of the deal', 'camelCase'),
		currencyOf('the deal’s value'),
	],
	record: {
		id: 'text',
		deal_id: 'integer',
		name: 'text',
		status: 'text',
		case_status: 'text',
		pipeline_name: 'text',
		pipeline_order: 'integer',
		stage_key: 'text',
		stage_label: 'text',
		stage_position: 'integer',
		stage_score: 'integer',
		currency: 'text',
		created_at: 'dateTime!',
		updated_at: 'dateTime!',
	},
	title: ['name', 'deal_id'],
	state: 'status',
	simplified: [
		'name',
		'status',
		'case_status',
		'pipeline_name',
		'stage_label',
		'currency',
		'created_at',
		'updated_at',
	],
});

const node = recordNode(deal, [company, contact]);

export class WorkspaceRecordsDeal implements INodeType {
	description: INodeTypeDescription = {
		...node.description,
		displayName: 'Workspace Records Deal',
		name: 'workspaceRecordsDeal',
		icon: { light: 'file:../../icons/deal.svg', dark: 'file:../../icons/deal.dark.svg' },
		subtitle: node.subtitle,
		description: 'Create, read, update and archive deals, and read the pipelines they move through',
		defaults: { name: 'Workspace Records Deal' },
		usableAsTool: true,
		builderHint: node.builderHint('Get Pipelines lists the stages that a deal can be in', {
			Company: 'The company of the deal',
			Contact: 'The contact of the deal',
			Score: 'Rates the deal',
		}),
	};

	methods = node.methods;

	execute = node.execute;
}
