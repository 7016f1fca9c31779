import type { INodeProperties } from 'n8n-workflow';

import { byText, choices, optionGroup } from './description';

/** The options that say how values and columns are read. */

/** How texts of numbers are written. The values are those of `NumberFormat` in schema/reading. */
export const numberFormatOption = {
	displayName: 'Number Format',
	name: 'numberFormat',
	type: 'options',
	options: choices({ auto: 'Automatic', point: '1,234.50', comma: '1.234,50' }),
	default: 'auto',
	description: 'Of numbers given as text',
} satisfies INodeProperties;

/** How texts of dates are written. The values are those of `DateFormat` in schema/reading. */
export const dateFormatOption = {
	displayName: 'Date Format',
	name: 'dateFormat',
	type: 'options',
	options: choices({
		auto: 'Automatic',
		dayMonthYear: '31/01/2026',
		monthDayYear: '01/31/2026',
		yearMonthDay: '2026/01/31',
	}),
	default: 'auto',
	description: 'Other than 2026-01-31',
} satisfies INodeProperties;

/** Words that count as an empty cell. */
export const emptyWordsOption = {
	displayName: 'Words for Empty',
	name: 'emptyWords',
	type: 'string',
	default: 'NULL, N/A, #N/A, NaN, \\N, -',
	description: 'Separated by commas; set here, they count in text fields too',
} satisfies INodeProperties;

/** Names of columns that the package does not know. */
export const columnNamesOption = {
	displayName: 'Column Names',
	name: 'columnNames',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add column',
	default: {},
	description: 'For names not recognised',
	options: [
		{
			displayName: 'Column',
			name: 'column',
			values: [
				{
					displayName: 'Column',
					name: 'name',
					type: 'string',
					default: '',
					noDataExpression: true,
					placeholder: 'e.g. Ref. 2',
					description: 'Its name, typed as in your data',
				},
				{
					displayName: 'Field',
					name: 'field',
					type: 'string',
					default: '',
					placeholder: 'e.g. Unit Price',
					description: 'Columns of one text field are joined',
				},
			],
		},
	],
} satisfies INodeProperties;

/** Column Names with a list of fields, which the editor asks `getFields` for. */
function columnNamesWithList(): INodeProperties {
	const [{ values, ...column }] = columnNamesOption.options;
	const [name, field] = values;
	const choice: INodeProperties = {
		...field,
		type: 'options',
		typeOptions: { loadOptionsMethod: 'getFields' },
		// Wire names, too, which were typed before there was a list.
		allowArbitraryValues: true,
	};
	return { ...columnNamesOption, options: [{ ...column, values: [name, choice] }] };
}

/** The fields that a column may be, to pick. Labels are the values, as people wrote them before there was a list. */
export const getFieldsOf = (fields: ReadonlyArray<{ readonly label: string }>) => ({
	async getFields() {
		const labels = new Set(['Leave Out', ...fields.map(({ label }) => label)]);
		return [...labels].map((label) => ({ name: label, value: label })).sort(byText('name'));
	},
});

/** What happens to columns that no field takes. */
export const unknownColumnsOption = {
	displayName: 'Unknown Columns',
	name: 'unknownColumns',
	type: 'options',
	options: choices({ fail: 'Fail', ignore: 'Ignore' }),
	default: 'ignore',
	description: 'Those that match no field',
} satisfies INodeProperties;

/** The same where bodies take what no field does. */
export const unknownColumnsSent = {
	...unknownColumnsOption,
	options: choices({ fail: 'Fail', ignore: 'Ignore', send: 'Send' }),
};

/** How values and columns are read, as one option; every node that writes fields has it. */
export const readingOption = (unknownColumns: INodeProperties, others: INodeProperties[] = []) =>
	optionGroup('Reading Values', 'reading', [
		columnNamesWithList(),
		dateFormatOption,
		emptyWordsOption,
		numberFormatOption,
		unknownColumns,
		...others,
	]);
