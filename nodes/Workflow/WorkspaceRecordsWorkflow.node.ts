import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { recordNode } from '../shared/resource';
import {
	boolean,
	externalId,
	integer,
	number,
	object,
	rows,
	shapeOf,
	status,
	text,
} from '../shared/resource/definition/fields';
import { defineResource } from '../shared/resource/definition/resource';
import type { Shape } from '../shared/schema/types';

const condition = [
	text('id', 'ID', 'ID of the condition', { isId: true, example: 'condition-1' }),
	text('object_type', 'Object', 'Kind of record that is tested', { example: 'deals' }),
	text('record_source', 'Record Source', 'Where the tested record comes from', {
		example: 'trigger',
	}),
	text('record_ids', 'Record IDs', 'IDs of the tested records, as text', { example: '12, 15' }),
	text('field_name', 'Field', 'Field that is tested', { example: 'case_status' }),
	text('operator', 'Operator', 'How the field is compared', { example: 'is' }),
	text('value_type', 'Value Type', 'Which of the values below counts', { example: 'text' }),
	text('value_text', 'Text Value', 'Text to compare with', { example: 'won' }),
	number('value_number', 'Number Value', 'Number to compare with', { example: 100 }),
	text('value_date', 'Date Value', 'Day to compare with', { example: '2026-01-31' }),
	text('value_datetime', 'Date and Time Value', 'Time to compare with', {
		example: '2026-01-31T09:00:00Z',
	}),
	object('extra_condition', 'Extra Condition', 'Further settings of the condition'),
];

const conditionGroup = [
	text('id', 'ID', 'ID of the group', { isId: true, example: 'group-1' }),
	text('operator', 'Operator', 'How the conditions are joined', {
		nullable: false,
		default: 'and',
		example: 'and',
	}),
	text('parent_group_id', 'Parent Group ID', 'Group that this group is part of', {
		isId: true,
		example: 'group-1',
	}),
	rows('conditions', 'Conditions', 'What is tested, one row per condition', condition, {
		nullable: false,
	}),
];

const step = [
	text('id', 'ID', 'ID of the step', { isId: true, example: 'step-1' }),
	text('user_display_name', 'Name', 'Name of the step as people see it', {
		example: 'Send the invoice',
	}),
	text('action_uid', 'Action UID', 'Action of the step, by the UID that Get Many Actions shows', {
		isId: true,
		example: 'send_invoice',
		optionsFrom: { read: 'getActions', value: 'action_uid', label: 'title' },
	}),
	text('action_slug', 'Action Slug', 'Action of the step, by its short name', {
		example: 'send-invoice',
	}),
	text('action_id', 'Action ID', 'Action of the step, by its ID in the service', {
		isId: true,
		example: 'action-12',
	}),
	boolean('is_base', 'Is Base', 'Whether the workflow starts with this step'),
	object('input_data', 'Input', 'What the action is given'),
	object('predefined_input', 'Preset Input', 'What the action is given unless the input says more'),
	object('previous_output_data', 'Previous Output', 'What the step before handed on'),
	rows('condition_groups', 'Conditions', 'When the step runs', conditionGroup, { nullable: false }),
	text('integration_slug', 'Integration Slug', 'Integration that the action uses, by short name', {
		example: 'mail',
	}),
	text('integration_id', 'Integration ID', 'Integration that the action uses, by its ID', {
		isId: true,
		example: 'integration-3',
	}),
	integer('cost_minutes', 'Cost (Minutes)', 'Minutes that a run of the step is counted as', {
		example: 5,
	}),
	boolean('valid_to_run', 'Valid to Run', 'Whether the step has all that it needs'),
];

const stepRecord: Shape = {
	...shapeOf(step.filter(({ type }) => type !== 'rows')),
	id: 'text!',
	is_base: 'boolean!',
	valid_to_run: 'boolean!',
	condition_groups: [
		{
			id: 'text!',
			operator: 'text',
			parent_group_id: 'text',
			conditions: [{ ...shapeOf(condition), id: 'text!' }],
		},
	],
};

const summary = {
	workflow_id: 'text!',
	external_id: 'text!',
	title: 'text',
	description: 'text',
	status: 'text',
	trigger_type: 'text',
	trigger_every: 'integer',
	is_trigger_active: 'boolean!',
	valid_to_run: 'boolean!',
} as const satisfies Shape;

export const workflow = defineResource({
	label: 'Workflow',
	identifiers: { record: 'workflow_id', envelope: 'workflow_id', external: 'external_id' },
	operations: ['get', 'getAll', 'getChanges', 'upsert'],
	extraReads: [
		{
			operation: 'getActions',
			label: 'Get Many Actions',
			action: 'Get many actions for workflows',
			description: 'Get the actions and triggers that the steps of a workflow can use',
			path: '/v1/public/workflows/actions',
			response: 'data',
			record: {
				action_uid: 'text!',
				action_slug: 'text',
				title: 'text',
				title_ja: 'text',
				is_trigger: 'boolean!',
				trigger_type: 'text',
				input_format: 'object',
				output_format: 'object',
				required_conditions: 'object',
			},
		},
	],
	list: { paging: 'untilShort' },
	fields: [
		externalId('external_id', 'workflow', { example: 'workflow-001' }),
		text('title', 'Title', 'Name of the workflow', { example: 'Invoice won deals' }),
		text('description', 'Description', 'What the workflow does', {
			example: 'Sends an invoice when a deal is won',
		}),
		text('type', 'Type', 'Kind of workflow, as your workspace names it', { example: 'automation' }),
		status('workflow', { example: 'active' }),
		text('trigger_type', 'Trigger Type', 'What starts the workflow, as Get Many Actions shows it', {
			example: 'record_updated',
			optionsFrom: { read: 'getActions', value: 'trigger_type', label: 'title' },
		}),
		integer('trigger_every', 'Trigger Every', 'Interval between two starts on a timer', {
			example: 60,
		}),
		boolean('is_trigger_active', 'Trigger Active', 'Whether the trigger is switched on'),
		rows('nodes', 'Steps', 'What the workflow does, one row per step', step, { nullable: false }),
		object('config', 'Configuration', 'Further settings of the workflow'),
	],
	additionalProperties: true,
	record: { ...summary, nodes: [stepRecord], ctx_id: 'text' },
	listRecord: { ...summary, updated_at: 'text' },
	envelope: {
		external_id: 'text!',
		workflow_id: 'text!',
		valid_to_run: 'boolean!',
		node_count: 'integer!',
	},
	title: ['title', 'external_id'],
	state: 'status',
	simplified: [
		'title',
		'description',
		'status',
		'trigger_type',
		'is_trigger_active',
		'valid_to_run',
	],
});

const node = recordNode(workflow);

export class WorkspaceRecordsWorkflow implements INodeType {
	description: INodeTypeDescription = {
		...node.description,
		displayName: 'Workspace Records Workflow',
		name: 'workspaceRecordsWorkflow',
		icon: { light: 'file:../../icons/workflow.svg', dark: 'file:../../icons/workflow.dark.svg' },
		subtitle: node.subtitle,
		description: 'Read, create and update the workflows that run inside Workspace Records',
		defaults: { name: 'Workspace Records Workflow' },
		usableAsTool: true,
		builderHint: node.builderHint(
			'Workflows inside the service, not those of n8n; Get Actions lists the steps they can have',
		),
	};

	methods = node.methods;

	execute = node.execute;
}
