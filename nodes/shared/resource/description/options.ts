import type { INodeProperties } from 'n8n-workflow';

import {
	agentWritesOption,
	requestOptions,
	valueOptionsOf,
	workspaceOption,
} from '../../description';
import { linksOf } from '../definition/fields';
import { namedFields, writesOf, type Resource } from '../definition/resource';
import { hasLines } from './fields';
import { resetOption } from './lists';

/** The Options of a record node, each at the operations that have it. What names the record is added below. */

/** For what the service takes beyond what this package knows. */
export const additionalBodyFields = {
	displayName: 'Additional Body Fields',
	name: 'additionalBodyFields',
	type: 'json',
	default: '{}',
	placeholder: 'e.g. {"region": "north"}',
	description:
		'Further fields of the request body, as JSON. They are sent as they are, and must not repeat one that the node sends.',
} satisfies INodeProperties;

/** For what the service takes beyond what this package knows. */
export const additionalQueryParameters = {
	displayName: 'Additional Query Parameters',
	name: 'additionalQueryParameters',
	type: 'json',
	default: '{}',
	placeholder: 'e.g. {"region": "north"}',
	description:
		'Further query parameters of the request, as JSON. They are sent as they are, and must not repeat one that the node sends.',
} satisfies INodeProperties;

export const sendUnknownFields = {
	displayName: 'Send Unknown Input Fields',
	name: 'sendUnknownFields',
	type: 'boolean',
	default: false,
	description:
		'Whether to send fields of the input that this node does not know, under their own names, when columns are mapped automatically. Otherwise they are ignored.',
} satisfies INodeProperties;

export const removeAllLines = {
	displayName: 'Remove All Lines',
	name: 'removeAllLines',
	type: 'boolean',
	default: false,
	description:
		'Whether an empty list as lines removes all lines of the record. Otherwise it is rejected.',
} satisfies INodeProperties;

/** Whether a write that would change nothing is left out. */
export const onlyIfDifferent = {
	displayName: 'Only If Different',
	name: 'onlyIfDifferent',
	type: 'boolean',
	default: false,
} satisfies INodeProperties;

/** What happens where a record that an item names is not found. */
export const ifMissing = {
	displayName: 'If Missing',
	name: 'ifMissing',
	type: 'options',
	options: [
		{ name: 'Leave Empty', value: 'leaveEmpty', description: 'Send the item without it' },
		{ name: 'Reject', value: 'reject', description: 'Do not send the item' },
	],
	default: 'reject',
	description:
		'What to do with an item that names a company or contact by website, email or name when not exactly one has it',
} satisfies INodeProperties;

/** What happens where a value that should be of one record is of several; external IDs are of one. */
export const whenSeveral = {
	displayName: 'When Several Match',
	name: 'whenSeveral',
	type: 'options',
	options: [
		{ name: 'Fail', value: 'fail', description: 'Write nothing and name their IDs' },
		{ name: 'Take the Oldest', value: 'oldest', description: 'The one created first' },
	],
	default: 'fail',
} satisfies INodeProperties;

/** How many records one request of a bulk write carries. */
export const batchSizeOption = {
	displayName: 'Batch Size',
	name: 'batchSize',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 100,
} satisfies INodeProperties;

/** Whether to wait for records that the service has queued. */
export const waitOption = {
	displayName: 'Wait for Queued Records',
	name: 'waitForQueued',
	type: 'boolean',
	default: false,
} satisfies INodeProperties;

/** Whether Get Many goes on with what it has when a paged list cannot be read completely. */
export const ACCEPT_INCOMPLETE = {
	displayName: 'Accept Incomplete List',
	name: 'acceptIncompleteList',
	type: 'boolean',
	default: false,
} satisfies INodeProperties;

/** How late a change may appear. */
export const overlapOption = {
	displayName: 'Overlap (Minutes)',
	name: 'overlapMinutes',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 1440 },
	default: 5,
	description:
		'How far to read back before the latest known change. A change that the service shows later than this after the time it carries is missed. Nothing is returned twice.',
} satisfies INodeProperties;

/** What is no change. */
export const ignoredFieldsOption = {
	displayName: 'Ignored Fields',
	name: 'ignoredFields',
	type: 'string',
	default: '',
	placeholder: 'e.g. avatar_url, preview_url',
	description:
		'Fields that change with every read, such as signed links, by their names in the output and separated by commas. A record in which nothing else is different has not changed. A hint names such fields.',
} satisfies INodeProperties;

/** The choice to get the records of Get Many as files. */
export const OUTPUT_AS_FILE = {
	displayName: 'Put Output in File',
	name: 'outputAsFile',
	type: 'options',
	options: [
		{
			name: 'CSV',
			value: 'csv',
			description: 'A line for each record, with a heading; lists and objects as JSON in a cell',
		},
		{
			name: 'NDJSON',
			value: 'ndjson',
			description: 'A line of JSON for each record, with all its values as they are',
		},
	],
	default: 'ndjson',
} satisfies INodeProperties;

/** The binary field of the items that the files go into. */
export const outputFileField = {
	displayName: 'Put Output File in Field',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	placeholder: 'e.g. data',
	hint: 'The name of the output binary field to put the file in',
	description: 'With Put Output in File: the binary field of each item that its file goes into',
} satisfies INodeProperties;

/** How many records a file has at most. */
export const recordsPerFile = {
	displayName: 'Records per File',
	name: 'recordsPerFile',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 100_000,
	description:
		'With Put Output in File: the number of records after which a new file begins, in an item of its own',
} satisfies INodeProperties;

/** How large a file is at most. */
export const maxOutputFileSize = {
	displayName: 'Max File Size',
	name: 'maxFileSize',
	type: 'number',
	typeOptions: { minValue: 0.001 },
	default: 50,
	description:
		'With Put Output in File: the size in megabytes at which a new file begins. A single record is never divided.',
} satisfies INodeProperties;

/** How many records a Mirror may archive … */
export const maxArchivedOption = {
	displayName: 'Max Archived',
	name: 'maxArchived',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 20,
	description:
		'Maximum number of records that Mirror may archive in one run. If there are more, nothing is changed, and the output lists what would be.',
} satisfies INodeProperties;

/** … of all that it may archive. */
export const maxArchivedPercentOption = {
	displayName: 'Max Archived (%)',
	name: 'maxArchivedPercent',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 100 },
	default: 10,
	description:
		'Maximum share of the records that Mirror may archive in one run, in percent. If there are more, nothing is changed, and the output lists what would be.',
} satisfies INodeProperties;

/** Which records a Mirror may archive at all. */
export const prefixOption = {
	displayName: 'Only Records With',
	name: 'onlyRecordsWith',
	type: 'string',
	default: '',
	placeholder: 'e.g. erp-',
	description:
		'Mirror archives only records whose value of Match By begins with this text, for example those that come from one system',
} satisfies INodeProperties;

/** The options of Sync. */
const syncOptions: INodeProperties[] = [
	...[maxArchivedOption, maxArchivedPercentOption, prefixOption].map((option) => ({
		...option,
		displayOptions: { show: { '/operation': ['sync'], '/mode': ['mirror'] } },
	})),
	{ ...agentWritesOption, displayOptions: { show: { '/operation': ['sync'] } } },
];

/** The option at these operations, left out where there are none. */
const at = (
	operations: readonly string[],
	option: INodeProperties,
	description = option.description,
): INodeProperties[] =>
	operations.length > 0
		? [{ ...option, displayOptions: { show: { '/operation': [...operations] } }, description }]
		: [];

/** The options that the resource and its operations have. */
export function recordOptions(resource: Resource): INodeProperties[] {
	const { bulk, extraReads = [], fields, findBy = [], label, list, operations } = resource;
	const one = label.toLowerCase();
	const many = resource.plural.toLowerCase();
	const amongst = (...names: string[]) => operations.filter((name) => names.includes(name));
	const writes = writesOf(resource);
	const reads = [
		...amongst('get', 'getAll', 'getChanges'),
		...extraReads.map(({ operation }) => operation),
	];
	const bulkWrites = bulk ? [bulk.operation] : [];
	const getMany = amongst('getAll');
	const ofEach = bulk ? ` In ${bulk.label}, they are fields of each ${one}.` : '';
	return [
		...at(writes, additionalBodyFields, additionalBodyFields.description + ofEach),
		...at(writes, sendUnknownFields),
		...at(fields.some(hasLines) ? ['update'] : [], removeAllLines),
		...at(reads, additionalQueryParameters),
		...at(
			bulkWrites,
			batchSizeOption,
			`Maximum number of ${many} per request. Batches that are too large for the service, or are rejected for a single record, are split automatically; where a record must not be created twice, only after two look-ups have found none of them.`,
		),
		...at(
			bulkWrites,
			waitOption,
			`Whether to wait, up to ten minutes per request, when the service queues the ${many}, and to report what became of each. Works where the transfer record knows the job.`,
		),
		...at(
			amongst('update', 'upsert', 'findOrCreate'),
			onlyIfDifferent,
			`Whether to read the ${one} first, and to send nothing if it has all these values already. The item says so in "changed" and "changed_fields". A field that Get does not show counts as different.`,
		),
		...at(
			findBy.length > 1 ? amongst('findOrCreate') : [],
			whenSeveral,
			`What to do when several ${many} have the value that is looked up`,
		),
		...at(linksOf(fields).length > 0 ? writes : [], ifMissing),
		...valueOptionsOf(namedFields(resource)).flatMap((option) => at(writes, option)),
		...at(
			list.paging === 'none' ? [] : getMany,
			ACCEPT_INCOMPLETE,
			`Whether to return the ${many} that could be read when the service does not give all of them. A hint shows the numbers. By default the node fails.`,
		),
		...at(getMany, {
			...OUTPUT_AS_FILE,
			description: `Whether the ${many} go into files while they are read, for lists that are too long for items. Each file comes as one item with the number of its records.`,
		}),
		...[outputFileField, recordsPerFile, maxOutputFileSize].flatMap((file) => at(getMany, file)),
		...(operations.includes('sync') ? syncOptions : []),
		...at(amongst('getChanges'), ignoredFieldsOption),
		...at(amongst('getChanges'), overlapOption),
		...at(amongst('getChanges'), resetOption),
		...requestOptions,
		...(resource.workspace ? [workspaceOption] : []),
	];
}
