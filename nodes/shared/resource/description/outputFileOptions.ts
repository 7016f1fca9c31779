import type { INodeProperties } from 'n8n-workflow';

import type { Resource } from '../definition/resource';

/** The choice to get records as files, in the options of Get Many. */
export const OUTPUT_AS_FILE = {
	displayName: 'Put Output in File',
	name: 'outputAsFile',
} as const;

/** The binary field of the items that the files go into. */
export const outputFileField: INodeProperties = {
	displayName: 'Put Output File in Field',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	placeholder: 'e.g. data',
	hint: 'The name of the output binary field to put the file in',
	description: 'With Put Output in File: the binary field of each item that its file goes into',
};

/** How many records a file has at most. */
export const recordsPerFile: INodeProperties = {
	displayName: 'Records per File',
	name: 'recordsPerFile',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 100_000,
	description:
		'With Put Output in File: the number of records after which a new file begins, in an item of its own',
};

/** How large a file is at most. */
export const maxOutputFileSize: INodeProperties = {
	displayName: 'Max File Size',
	name: 'maxFileSize',
	type: 'number',
	typeOptions: { minValue: 0.001 },
	default: 50,
	description:
		'With Put Output in File: the size in megabytes at which a new file begins. A single record is never divided.',
};

/** The options that put the records of Get Many into files. */
export function outputFileOptions({ operations, plural }: Resource): INodeProperties[] {
	if (!operations.includes('getAll')) return [];
	const displayOptions = { show: { '/operation': ['getAll'] } };
	const many = plural.toLowerCase();
	return [
		{
			...OUTPUT_AS_FILE,
			type: 'options',
			options: [
				{
					name: 'CSV',
					value: 'csv',
					description:
						'A line for each record, with a heading; lists and objects as JSON in a cell',
				},
				{
					name: 'NDJSON',
					value: 'ndjson',
					description: 'A line of JSON for each record, with all its values as they are',
				},
			],
			default: 'ndjson',
			description: `Whether the ${many} go into files while they are read, for lists that are too long for items. Each file comes as one item with the number of its records.`,
		},
		outputFileField,
		recordsPerFile,
		maxOutputFileSize,
	].map((option) => ({ ...option, displayOptions }) as INodeProperties);
}
