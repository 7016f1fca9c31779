import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { recordNode } from '../shared/resource';
import {
	boolean,
	integer,
	json,
	object,
	shapeOf,
	stringList,
	text,
} from '../shared/resource/definition/fields';
import { defineResource } from '../shared/resource/definition/resource';

const fields = [
	text('name', 'Name', 'Name of the property as people see it', { example: 'Customer segment' }),
	text('internal_name', 'Internal Name', 'Name that stays the same when the shown name changes', {
		example: 'customer_segment',
	}),
	text('type', 'Type', 'Kind of value that the property holds', {
		knownValues: ['text', 'number', 'date', 'choice', 'tag'],
		isChoice: true,
	}),
	text('description', 'Description', 'What the property is for', {
		example: 'How we group this customer',
	}),
	text('number_format', 'Number Format', 'How numbers of the property are written', {
		example: 'currency',
	}),
	json('choice_values', 'Choices', 'Values to choose from, as a list or with labels', {
		example: 'small, large',
		textIsList: true,
	}),
	object(
		'conditional_choice_mapping',
		'Conditional Choices',
		'Which choices are offered for which value of another property',
		{ example: '{"retail": ["small"], "wholesale": ["large"]}' },
	),
	stringList('tag_values', 'Tags', 'Tags to choose from', { example: 'new, returning' }),
	boolean('multiple_select', 'Multiple Select', 'Whether several values can be chosen'),
	boolean('unique', 'Unique', 'Whether no two records may have the same value'),
	boolean('required_field', 'Required Field', 'Whether every record must have a value'),
	boolean('show_badge', 'Show Badge', 'Whether the value is shown as a badge'),
	text('badge_color', 'Badge Color', 'Color of the badge', { example: 'blue' }),
	integer('order', 'Order', 'Place of the property among the others', { example: 1 }),
];

export const property = defineResource({
	label: 'Property',
	path: '/v1/public/properties/{objectName}',
	pathParameter: {
		name: 'objectName',
		label: 'Object',
		description: 'Kind of record that the property belongs to',
		options: [
			{ name: 'Bills', value: 'bills' },
			{ name: 'Cases (Deals)', value: 'cases', readOnly: true },
			{ name: 'Companies', value: 'companies' },
			{ name: 'Contacts', value: 'contacts' },
			{ name: 'Deals', value: 'deals', readOnly: true },
			{ name: 'Disbursements', value: 'disbursements' },
			{ name: 'Estimates', value: 'estimates' },
			{ name: 'Inventories', value: 'inventories' },
			{ name: 'Inventory Transactions', value: 'inventory-transactions' },
			{ name: 'Invoices', value: 'invoices' },
			{ name: 'Items', value: 'items' },
			{ name: 'Locations', value: 'locations', readOnly: true },
			{ name: 'Meters', value: 'meters', readOnly: true },
			{ name: 'Orders', value: 'orders' },
			{ name: 'Payments', value: 'payments' },
			{ name: 'Purchase Orders', value: 'purchase-orders' },
			{ name: 'Slips', value: 'slips' },
			{ name: 'Subscriptions', value: 'subscriptions' },
		],
	},
	identifiers: { record: 'id', envelope: 'property_id' },
	list: {
		filters: [
			boolean(
				'custom_only',
				'Custom Only',
				'Whether to leave out the properties that are built in',
				{
					nullable: false,
					default: false,
				},
			),
		],
	},
	language: ['list', 'get'],
	workspace: ['list', 'get'],
	fields,
	record: {
		id: 'text!',
		object: 'text!',
		...shapeOf(fields),
		is_custom: 'boolean!',
		immutable: 'boolean!',
		created_at: 'dateTime',
		updated_at: 'dateTime',
	},
	envelope: { object: 'text!', property_id: 'text!', ctx_id: 'text!' },
	title: ['name', 'internal_name'],
	simplified: [
		'object',
		'name',
		'internal_name',
		'type',
		'description',
		'choice_values',
		'is_custom',
		'required_field',
	],
});

const node = recordNode(property);

export class WorkspaceRecordsProperty implements INodeType {
	description: INodeTypeDescription = {
		...node.description,
		displayName: 'Workspace Records Property',
		name: 'workspaceRecordsProperty',
		icon: { light: 'file:../../icons/property.svg', dark: 'file:../../icons/property.dark.svg' },
		subtitle: node.subtitle,
		description: 'Create, read, update and archive the properties that records have',
		defaults: { name: 'Workspace Records Property' },
		usableAsTool: true,
		builderHint: node.builderHint(
			'Fields of companies, contacts and other objects, custom ones included',
			{ Enrich: 'Fills custom properties' },
		),
	};

	methods = node.methods;

	execute = node.execute;
}
