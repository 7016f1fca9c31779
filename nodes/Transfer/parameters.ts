import type { INodeProperties } from 'n8n-workflow';

import {
	bounded,
	operationParameter,
	resourceParameter,
	maxCharactersOption,
	requestOptions,
	requestsOption,
	workspaceOption,
	optionsParameter,
	textInput,
	toggle,
	toolDescription,
} from '../shared/description';
import {
	limitParameters,
	outputParameters,
	recordLocators,
	type Choosable,
} from '../shared/resource';
import { maxOutputFileSize, outputFileField } from '../shared/resource/description/lists';
import { DEFAULT_WORDS, endShape, transferRecord } from '../shared/transfer/record';

/** What Get gives of it; the operations that follow a transfer give all of it. */
export const transferOutput: Choosable = {
	name: 'transfer',
	label: 'Transfer',
	identifiers: { record: 'id', envelope: 'id' },
	operations: ['get'],
	record: { ...transferRecord, ...endShape },
	simplified: [
		'type',
		'name',
		'status',
		...Object.keys(endShape),
		'progress',
		'total_number',
		'success_number',
		'failed_number',
		'error_message',
		'error_file_url',
		'data_file_url',
	],
};

/** Words with which a transfer has ended in one of two ways; the same in the node and in the trigger. */
const statusesOption = (label: string, outcome: 'failed' | 'finished', placeholder: string) =>
	({
		...textInput(`${label} Statuses`, `${outcome}Statuses`, placeholder),
		default: DEFAULT_WORDS[outcome].join(', '),
		description: `Status words, separated by commas, with which a transfer has ended as ${outcome}. Case makes no difference. They win over the usual English words, which are known as well.`,
	}) satisfies INodeProperties;

export const failedStatusesOption = statusesOption('Failed', 'failed', 'e.g. failed, aborted');
export const finishedStatusesOption = statusesOption('Finished', 'finished', 'e.g. finished, done');

/** For a service that shows a transfer under another ID than it is read by. */
export const acceptOtherIdOption: INodeProperties = toggle(
	'Accept Another ID',
	'acceptOtherId',
	'Whether to accept a record that shows another ID than the one asked for. Otherwise it is not taken for the transfer.',
);

const showFor = (...operation: string[]) => ({ show: { resource: ['transfer'], operation } });
const downloads = ['downloadDataFile', 'downloadErrorFile'];

/** How large a file a download takes. */
export const maxFileSizeOption = {
	...maxOutputFileSize,
	description: 'Maximum size of the file in megabytes. The item fails if the file is larger.',
} satisfies INodeProperties;

/** How long to wait for a transfer to end. */
export const timeLimitParameter: INodeProperties = {
	// A day; longer waits belong on the canvas.
	...bounded('Time Limit (Seconds)', 'timeLimit', { minValue: 0, maxValue: 86_400 }, 600),
	description:
		'Maximum number of seconds to wait, up to a day. The item fails if the transfer has not ended by then. The execution is held meanwhile; for long waits use the trigger, or a loop of Get, IF and Wait.',
};

/** The binary field that a downloaded file goes into. */
export const outputFieldParameter = {
	...outputFileField,
	required: true,
	placeholder: 'e.g. data',
	displayOptions: showFor(...downloads),
} satisfies INodeProperties;

/** Whether an item fails whose transfer ended as failed. */
export const failOnFailedParameter = {
	...toggle(
		'Fail When the Transfer Failed',
		'failOnFailed',
		'Whether a transfer that ended as failed fails the item. Rows that failed do not.',
	),
	displayOptions: showFor('wait'),
} satisfies INodeProperties;

/** What the node does with a transfer, and how a model knows it as a tool. */
const OPERATIONS = {
	downloadDataFile: {
		name: 'Download Data File',
		action: 'Download data file of transfer',
		description:
			'Fetch the file with the data of a transfer. An agent gets its name, type and size only.',
		tool: 'Downloads the data file of an import or export for a person, and says its name, type and size.',
	},
	downloadErrorFile: {
		name: 'Download Error File',
		action: 'Download error file of transfer',
		description:
			'Fetch the file with the rows of a transfer that failed. An agent gets its name, type and size only; Get Error Rows gives it the rows.',
		tool: 'Downloads the file of rows that failed for a person, and says its name, type and size.',
	},
	get: {
		name: 'Get',
		action: 'Get transfer',
		description: 'Get the current state of a transfer',
		tool: 'Returns the state of an import or export: whether it ended, how, and how many rows failed.',
	},
	getErrorRows: {
		name: 'Get Error Rows',
		action: 'Get error rows of transfer',
		description:
			'Get the rows of a transfer that failed, with their reasons, from its error file (CSV or NDJSON)',
		tool: 'Lists the rows of an import that failed, with the reasons.',
	},
	wait: {
		name: 'Wait',
		action: 'Wait for transfer to end',
		description: 'Poll until finished. The execution is held meanwhile.',
		tool: 'Waits until an import or export has ended, ten minutes unless a person has set a time, and returns how.',
	},
};

const recordId: INodeProperties = {
	displayName: 'Transfer',
	name: 'recordId',
	type: 'resourceLocator',
	default: { mode: 'id', value: '' },
	required: true,
	description: 'The transfer to work on. No list of transfers to pick from is known.',
	displayOptions: { show: { resource: ['transfer'] } },
	modes: [
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 0b9c7a52-6a0f-4f3e-9b1d-2c8e5a7f4d10',
			hint: 'The history ID of the transfer',
		},
	],
};

export const transferParameters: INodeProperties[] = [
	resourceParameter([{ name: 'transfer', label: 'Transfer' }]),
	operationParameter(
		'transfer',
		Object.entries(OPERATIONS).map(([value, { name, action, description }]) => ({
			name,
			value,
			action,
			description,
		})),
		'get',
	),
	...Object.entries(OPERATIONS).map(([operation, { tool }]) =>
		toolDescription(`${tool} Needs the id of the transfer. It changes nothing.`, {
			operation: [operation],
		}),
	),
	...recordLocators(transferOutput, recordId),
	...outputParameters(transferOutput),
	outputFieldParameter,
	...limitParameters(showFor('getErrorRows').show),
	{ ...timeLimitParameter, displayOptions: showFor('wait') },
	failOnFailedParameter,
	optionsParameter([
		...[failedStatusesOption, finishedStatusesOption].map((option) => ({
			...option,
			displayOptions: { show: { '/operation': ['get', 'wait'] } },
		})),
		acceptOtherIdOption,
		{
			...maxFileSizeOption,
			displayOptions: { show: { '/operation': [...downloads, 'getErrorRows'] } },
		},
		maxCharactersOption,
		requestsOption([...requestOptions, workspaceOption]),
	]),
];
