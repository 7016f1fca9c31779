import type { INodeProperties } from 'n8n-workflow';

/** How texts of numbers are written. The values are those of `NumberFormat` in schema/reading. */
export const numberFormatOption: INodeProperties = {
	displayName: 'Number Format',
	name: 'numberFormat',
	type: 'options',
	options: [
		{
			name: 'Automatic',
			value: 'auto',
			description: 'By the values of each column; what could mean two numbers is rejected',
		},
		{
			name: '1,234.50',
			value: 'point',
			description: 'Decimal point; digits may be grouped by commas, spaces or apostrophes',
		},
		{
			name: '1.234,50',
			value: 'comma',
			description: 'Decimal comma; digits may be grouped by points, spaces or apostrophes',
		},
	],
	default: 'auto',
	description: 'How numbers are written that come as text',
};

/** How texts of dates are written. The values are those of `DateFormat` in schema/reading. */
export const dateFormatOption: INodeProperties = {
	displayName: 'Date Format',
	name: 'dateFormat',
	type: 'options',
	options: [
		{
			name: 'Automatic',
			value: 'auto',
			description: 'By the values of each column; what could mean two days is rejected',
		},
		{ name: '31/01/2026', value: 'dayMonthYear', description: 'Day, month, year' },
		{ name: '01/31/2026', value: 'monthDayYear', description: 'Month, day, year' },
		{ name: '2026/01/31', value: 'yearMonthDay', description: 'Year, month, day' },
	],
	default: 'auto',
	description:
		'How dates are written that come as numbers with points, slashes or hyphens. Dates as 2026-01-31 are always read.',
};

/** Words that count as an empty cell. */
export const emptyWordsOption: INodeProperties = {
	displayName: 'Words for Empty',
	name: 'emptyWords',
	type: 'string',
	default: 'NULL, N/A, #N/A, NaN, \\N, -',
	description:
		'Words that count as an empty cell, separated by commas. Without this option, NULL, N/A, #N/A, NaN, \\N and - count in numbers, dates, true/false fields and IDs. With it, its words count in every field.',
};

/** Names of columns that the package does not know. */
export const columnNamesOption: INodeProperties = {
	displayName: 'Column Names',
	name: 'columnNames',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add column',
	default: {},
	description:
		'Which field a column of your data holds. Takes precedence over names that are recognised; applies when fields are mapped automatically.',
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
					placeholder: 'e.g. Ref. 2',
					description: 'Name of the column in your data',
				},
				{
					displayName: 'Field',
					name: 'field',
					type: 'string',
					default: '',
					placeholder: 'e.g. Unit Price',
					description: 'Name of the field that it holds, as in the mapping',
				},
			],
		},
	],
};

/** What happens to columns that no field takes. */
export const unknownColumnsOption: INodeProperties = {
	displayName: 'Unknown Columns',
	name: 'unknownColumns',
	type: 'options',
	options: [
		{ name: 'Fail', value: 'fail', description: 'Send nothing and name the columns' },
		{ name: 'Ignore', value: 'ignore', description: 'Leave them out and name them in a hint' },
	],
	default: 'ignore',
	description: 'What to do with columns that hold values and match no field',
};

/** How values and columns are read; every node that writes fields has them. */
export const valueOptions: readonly INodeProperties[] = [
	columnNamesOption,
	dateFormatOption,
	emptyWordsOption,
	numberFormatOption,
	unknownColumnsOption,
];
