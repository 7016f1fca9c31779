import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { recordNode } from '../shared/resource';
import {
	boolean,
	integer,
	json,
	nestedIn,
	object,
	rows,
	stringList,
	text,
} from '../shared/resource/definition/fields';
import { defineResource } from '../shared/resource/definition/resource';
import type { Shape } from '../shared/schema/types';

const filter = [
	text('filter_select', 'Field', 'Field of the record that is compared', {
		required: true,
		nullable: false,
		example: 'status',
	}),
	text('filter_operator', 'Operator', 'How the field is compared', {
		required: true,
		nullable: false,
		example: 'is',
	}),
	rows(
		'filter_input',
		'Values',
		'Values that the field is compared with, separated by commas',
		[
			json('value', 'Value', 'Text, number or other value to compare with', {
				required: true,
				example: 'sent',
			}),
		],
		{ nullable: false, example: 'draft, sent' },
	),
	text('filter_source', 'Source', 'Kind of record that the field belongs to', {
		example: 'invoices',
	}),
	text('filter_type', 'Value Type', 'Kind of value that the field holds', { example: 'text' }),
];

const metric = [
	text('metric', 'Metric', 'Field or expression that is measured', {
		required: true,
		nullable: false,
		example: 'total_price',
	}),
	text('name', 'Name', 'Name of the metric as people see it', { example: 'Revenue' }),
	text('role', 'Role', 'Part that the metric plays in the panel', { example: 'value' }),
	text('metricType', 'Metric Type', 'How the values are brought together', { example: 'sum' }),
	text('dataSource', 'Data Source', 'Kind of record that is measured', { example: 'invoices' }),
	text('sort', 'Sort', 'How the results are sorted', { example: 'desc' }),
	text('displayResult', 'Display Result', 'How the result is shown', { example: 'total' }),
	text('rawSql', 'Raw SQL', 'Query text that is used instead of a field', {
		example: 'SUM(total_price)',
	}),
	object('filter', 'Filter', 'Which records are measured'),
	object('metaData', 'Metadata', 'Further settings of the metric'),
	integer('order', 'Order', 'Place of the metric among the others', { example: 1 }),
];

const panel = [
	text('name', 'Name', 'Title above the panel', { example: 'Revenue by month' }),
	text('description', 'Description', 'What the panel shows', { example: 'Invoices sent' }),
	text('panelType', 'Panel Type', 'How the panel shows its data', {
		knownValues: ['chart', 'table', 'summary_card', 'pivot_table', 'number'],
		isChoice: true,
	}),
	text('dataSourceType', 'Data Source Type', 'Where the data comes from', { knownValues: ['app'] }),
	text('dataSource', 'Data Source', 'Kind of record that the panel shows', { example: 'invoices' }),
	stringList('dataSources', 'Data Sources', 'Kinds of record, where the panel shows several', {
		nullable: false,
		example: 'invoices, payments',
	}),
	rows('metrics', 'Metrics', 'What the panel measures, one row per metric', metric, {
		nullable: false,
	}),
	text('breakdown', 'Breakdown', 'Field that the metrics are split by', { example: 'status' }),
	object('filter', 'Filter', 'Which records the panel shows'),
	stringList('typeObjects', 'Type Objects', 'Kinds of record that give the panel its type', {
		nullable: false,
		example: 'invoices',
	}),
	integer('widthUnits', 'Width (Columns)', 'Width of the panel in columns of the page', {
		example: 6,
	}),
	integer('heightPx', 'Height (Pixels)', 'Height of the panel in pixels', { example: 500 }),
	integer('ratio', 'Ratio (%)', 'Share of the panel that its first part takes, in percent', {
		default: 50,
		example: 50,
	}),
	object('metaData', 'Metadata', 'Further settings of the panel'),
	integer('order', 'Order', 'Place of the panel among the others', { example: 1 }),
];

const panelRecord = {
	id: 'text!',
	order: 'integer!',
	name: 'text',
	description: 'text',
	panel_type: 'text',
	data_source_type: 'text',
	data_source: 'text',
	width_units: 'integer',
	height_px: 'integer',
	breakdown: 'text',
	ratio: 'integer',
	filter: 'object',
	meta_data: 'object',
	type_objects: 'text',
	created_at: 'dateTime!',
	updated_at: 'dateTime!',
	metrics: [
		{
			id: 'text!',
			role: 'text',
			name: 'text',
			metric: 'text',
			metric_type: 'text',
			order: 'integer',
			data_source: 'text',
			sort: 'text',
			filter: 'object',
			meta_data: 'object',
		},
	],
} as const satisfies Shape;

const summary = {
	id: 'text!',
	name: 'text',
	description: 'text',
	report_type: 'text',
	panel_count: 'integer',
	created_at: 'dateTime!',
	updated_at: 'dateTime!',
} as const satisfies Shape;

export const report = defineResource({
	label: 'Report',
	identifiers: { record: 'id', envelope: 'report_id' },
	workspace: ['list', 'get', 'update', 'delete'],
	fields: [
		...nestedIn('reportMetadata', [
			text('name', 'Name', 'Name of the report', {
				required: 'create',
				nullable: 'update',
				example: 'Invoices by status',
			}),
			text('description', 'Description', 'What the report shows', {
				example: 'All invoices, grouped by status',
			}),
			...nestedIn('reportType', [
				text('type', 'Report Type', 'Kind of record that the report is about', {
					required: 'create',
					nullable: false,
					knownValues: [
						'orders',
						'invoices',
						'payments',
						'bills',
						'expenses',
						'deals',
						'companies',
						'contacts',
						'items',
						'subscriptions',
						'purchase_orders',
						'slips',
					],
					isChoice: true,
				}),
			]),
			text('reportFormat', 'Report Format', 'How the report is laid out', {
				knownValues: ['chart', 'table', 'summary_card', 'pivot_table'],
				isChoice: true,
			}),
			stringList('detailColumns', 'Columns', 'Fields that the report shows as columns', {
				nullable: 'update',
				example: 'id_inv, company_name, total_price',
			}),
			...nestedIn('reportFilters', [
				rows(
					'filters',
					'Filters',
					'Which records the report shows, one row per condition',
					filter,
					{
						nullable: false,
					},
				),
			]),
			stringList('groupingsDown', 'Row Groups', 'Fields that the rows are grouped by', {
				nullable: 'update',
				example: 'status',
			}),
			stringList('groupingsAcross', 'Column Groups', 'Fields that the columns are grouped by', {
				nullable: 'update',
				example: 'currency',
			}),
		]),
		rows('panels', 'Panels', 'Charts, tables and numbers of the report, one row each', panel, {
			nullable: 'update',
		}),
		boolean(
			'createDefaultPanel',
			'Create Default Panel',
			'Whether the service adds a first panel automatically',
			{ nullable: false, default: false },
		),
	],
	record: { ...summary, panels: [panelRecord] },
	listRecord: summary,
	envelope: { report_metadata: 'object', report_extended_metadata: 'object' },
	title: ['name', 'report_type'],
});

const node = recordNode(report);

export class WorkspaceRecordsReport implements INodeType {
	description: INodeTypeDescription = {
		...node.description,
		displayName: 'Workspace Records Report',
		name: 'workspaceRecordsReport',
		icon: { light: 'file:../../icons/report.svg', dark: 'file:../../icons/report.dark.svg' },
		subtitle: node.subtitle,
		description: 'Create, read, update and archive reports of a Workspace Records workspace',
		defaults: { name: 'Workspace Records Report' },
		usableAsTool: true,
		builderHint: node.builderHint(
			'Reports with charts and tables; for single numbers read the records themselves',
		),
	};

	methods = node.methods;

	execute = node.execute;
}
