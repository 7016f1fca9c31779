import type { INodeProperties, ResourceMapperField } from 'n8n-workflow';

import {
	agentWritesOption,
	bounded,
	operationParameter,
	resourceParameter,
	maxCharactersOption,
	requestOptions,
	requestsOption,
	shownAt,
	optionsParameter,
	textInput,
	toggle,
	toolDescription,
	readingOption,
	unknownColumnsOption,
	whole,
} from '../shared/description';
import { describedChoices } from '../shared/resource/description/fields';
import { batchSizeOption } from '../shared/resource/description/options';
import { columnTypes } from '../shared/schema/types';
import { allFields, headerFields } from './fields';

const resource = ['migrationUpsert'];
const upsertOnly = { '/operation': ['upsertOrders'] };
const show = { resource, operation: ['upsertOrders'] };
const ofRows = { '/inputMode': ['line', 'file'] };

/** Whether rows without an order number belong to the order above. */
export const fillDownOption = shownAt(
	toggle(
		'Fill Down Order Number',
		'fillDownOrderNumber',
		'Whether a row without an order number is a line of the order above it, as in sheets with merged cells. Off: such a row rejects the order above it.',
	),
	ofRows,
);

/** Where to go on with a file that was interrupted. */
export const startAtRowOption: INodeProperties = {
	...bounded('Start at Row', 'startAtRow', whole(1), 1),
	displayOptions: { show: { '/inputMode': ['file'] } },
	description:
		'Row of the file, as a spreadsheet counts them, at which to go on after an interruption. Orders that stand above it are left out; the log and the summary name the row.',
};

/** Of tables that hold orders alone. */
export const linesElsewhereOption = shownAt(
	toggle(
		'Lines Are Not in This Table',
		'linesElsewhere',
		'Whether orders are sent though no column names an item, and their lines stay as they are; or lines without a quantity',
	),
	ofRows,
);

/** How the characters of a file are stored. */
export const encodingOption = {
	displayName: 'Encoding',
	name: 'encoding',
	type: 'options',
	default: 'auto',
	displayOptions: { show: { '/inputMode': ['file'] } },
	options: [
		{ name: 'Automatic', value: 'auto' },
		{ name: 'Big5 (Traditional Chinese)', value: 'big5' },
		{ name: 'EUC-JP (Japanese)', value: 'euc-jp' },
		{ name: 'EUC-KR (Korean)', value: 'euc-kr' },
		{ name: 'GBK (Simplified Chinese)', value: 'gbk' },
		{ name: 'ISO-8859-15 (Western European)', value: 'iso-8859-15' },
		{ name: 'ISO-8859-2 (Central European)', value: 'iso-8859-2' },
		{ name: 'Shift_JIS (Japanese)', value: 'shift_jis' },
		{ name: 'UTF-16 BE', value: 'utf-16be' },
		{ name: 'UTF-16 LE', value: 'utf-16le' },
		{ name: 'UTF-8', value: 'utf-8' },
		{ name: 'Windows-1250 (Central European)', value: 'windows-1250' },
		{ name: 'Windows-1251 (Cyrillic)', value: 'windows-1251' },
		{ name: 'Windows-1252 (Western European)', value: 'windows-1252' },
		{ name: 'Windows-1254 (Turkish)', value: 'windows-1254' },
	],
	description:
		'How the characters of the file are stored. Automatically: by a byte order mark, or UTF-8; any other file is refused.',
} satisfies INodeProperties;

/** Where the lines of an order stand; under other usual names, where nothing is there. */
export const LINES_OF_ITEM = '={{ $json.items }}';

/** The migration target; it becomes part of the path. */
export const partnerParameter = {
	...textInput('Partner', 'partner', 'e.g. my-erp'),
	required: true,
	displayOptions: { show: { resource } },
	description:
		'Name of the migration target, as your service calls it: letters, digits, - and _. It applies to all items.',
} satisfies INodeProperties;

/** What an input item is. */
export const inputModeParameter = {
	displayName: 'Input Mode',
	name: 'inputMode',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show },
	options: describedChoices({
		file: [
			'File',
			'A CSV, TSV or NDJSON file of order lines in the binary data of each item, of any size',
		],
		json: ['JSON', 'Orders as the service takes them, one or a list of them from each item'],
		order: ['One Item per Order', 'Each item is an order; its lines stand in one of its fields'],
		line: [
			'One Item per Order Line',
			'Rows of a spreadsheet or database; those with the same order external ID become one order',
		],
	}),
	default: 'line',
	description: 'What one input item contains',
} satisfies INodeProperties;

/** Whether the service creates items that it does not know. */
export const createMissingItemsOption = {
	...toggle(
		'Create Missing Items',
		'createMissingItems',
		'Whether items that the service does not know yet are created',
	),
	default: true,
};

/** Whether all is read and checked, and nothing sent. */
export const dryRunParameter = shownAt(
	toggle(
		'Dry Run',
		'dryRun',
		'Whether to only validate and group the items and send nothing; the output shows the orders and the errors by item',
	),
	show,
);

export const migrationParameters: INodeProperties[] = [
	resourceParameter([{ name: 'migrationUpsert', label: 'Migration' }]),
	operationParameter(
		'migrationUpsert',
		[
			{
				name: 'Bootstrap',
				value: 'bootstrap',
				action: 'Prepare workspace for migration',
				description:
					'Prepare the workspace and return the IDs of the fields that hold external IDs',
			},
			{
				name: 'Upsert Orders',
				value: 'upsertOrders',
				action: 'Create or update orders in bulk',
				description:
					'Create or update the orders of all input items with as few requests as possible',
			},
		],
		'upsertOrders',
	),
	toolDescription(
		'Prepares the workspace for a migration of orders, and returns the IDs of the fields that hold external IDs. It writes at once.',
		{ operation: ['bootstrap'] },
	),
	toolDescription(
		'Creates or updates orders by their external IDs. It only says what it would do, unless a person lets agents write; then it writes at once and may create items.',
		show,
	),
	partnerParameter,
	inputModeParameter,
	{
		displayName: 'Input Data Field Name',
		name: 'binaryPropertyName',
		type: 'string',
		default: 'data',
		required: true,
		placeholder: 'e.g. data',
		displayOptions: { show: { ...show, inputMode: ['file'] } },
		hint: 'The name of the input field containing the file data to be processed',
		description:
			'Field of the binary data with the file. Columns find their fields by name; Column Names in Reading Values maps others.',
	},
	{
		displayName: 'Fields',
		name: 'fields',
		type: 'resourceMapper',
		noDataExpression: true,
		default: { mappingMode: 'autoMapInputData', value: null },
		required: true,
		displayOptions: { show: { ...show, inputMode: ['line', 'order'] } },
		description:
			'Which column goes into which field. Automatically: by name, common spellings such as “Order No.” or “SKU” included.',
		typeOptions: {
			loadOptionsDependsOn: ['inputMode'],
			resourceMapper: {
				resourceMapperMethod: 'getColumns',
				mode: 'add',
				fieldWords: { singular: 'field', plural: 'fields' },
				addAllFields: true,
				multiKeyMatch: false,
				supportAutoMap: true,
			},
		},
	},
	{
		displayName: 'Line Items',
		name: 'items',
		type: 'json',
		default: LINES_OF_ITEM,
		displayOptions: { show: { ...show, inputMode: ['order'] } },
		description: 'The lines of the order: a list of objects. Their keys are matched by name.',
	},
	{
		displayName: 'Orders',
		name: 'orders',
		type: 'json',
		default: '={{ $json }}',
		displayOptions: { show: { ...show, inputMode: ['json'] } },
		description: 'One order or a list of orders, with the field names of the service',
	},
	dryRunParameter,
	optionsParameter([
		fillDownOption,
		linesElsewhereOption,
		startAtRowOption,
		encodingOption,
		...[agentWritesOption, batchSizeOption, createMissingItemsOption].map((option) =>
			shownAt(option, upsertOnly),
		),
		shownAt(readingOption(unknownColumnsOption), upsertOnly),
		maxCharactersOption,
		requestsOption(requestOptions),
	]),
];

/** What one input item is: an order, an order line, orders as JSON, or a file of order lines. */
export type InputMode = 'order' | 'line' | 'json' | 'file';

/** The columns that a person maps by hand: those of an order, and of a line where an item is one. */
export function mapperColumns(mode: InputMode): ResourceMapperField[] {
	const fields = mode === 'line' ? allFields : headerFields;
	return fields.map(({ name, label, type, required }) => ({
		id: name,
		displayName: label,
		required: required === true,
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: true,
		type: columnTypes[type as keyof typeof columnTypes],
	}));
}
