import type { INodeProperties } from 'n8n-workflow';

import {
	agentWritesOption,
	optionsParameter,
	requestOptions,
	valueOptions,
	workspaceOption,
} from '../../description';
import { linksOf } from '../definition/fields';
import { writesOf, type Resource } from '../definition/resource';
import { hasLines } from './fields';
import { filterChoices, filterOptions, hasSyncFilters } from './lists';

/** The Options of a record node, each at the operations that have it. What names the record is added below. */

/** For what the service takes beyond what this package knows. */
export const additionalBodyFields = {
	displayName: 'Additional Body Fields',
	name: 'additionalBodyFields',
	type: 'json',
	default: '{}',
	description: 'As JSON, e.g. {"region": "north"}',
} satisfies INodeProperties;

/** For what the service takes beyond what this package knows. */
export const additionalQueryParameters = {
	displayName: 'Query Parameters',
	name: 'additionalQueryParameters',
	type: 'json',
	default: '{}',
	description: 'As JSON, e.g. {"region": "north"}',
} satisfies INodeProperties;

export const sendUnknownFields = {
	displayName: 'Send Unknown Input Fields',
	name: 'sendUnknownFields',
	type: 'boolean',
	default: false,
	description: 'Whether to send input that matches no field, when mapped automatically',
} satisfies INodeProperties;

export const removeAllLines = {
	displayName: 'Remove All Lines',
	name: 'removeAllLines',
	type: 'boolean',
	default: false,
	description: 'Whether an empty list of lines removes all lines. Otherwise it is rejected.',
} satisfies INodeProperties;

/** Whether a write that would change nothing is left out. */
export const onlyIfDifferent = {
	displayName: 'Only If Different',
	name: 'onlyIfDifferent',
	type: 'boolean',
	default: false,
	description: 'Whether to read first, and write only what differs',
} satisfies INodeProperties;

/** What makes no difference. */
export const ignoreFields = {
	displayName: 'Ignore Fields',
	name: 'ignoreFields',
	type: 'string',
	default: '',
	placeholder: 'e.g. phone_number, status',
	description:
		'Fields that are not compared, separated by commas, such as ones that the service rewrites. They are sent when something else differs.',
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
	description: 'When a linked record is not found, or several are',
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
	description: 'What to do if several records match',
} satisfies INodeProperties;

/** What happens where only an archived record is found. */
export const whenArchived = {
	displayName: 'When Only an Archived One Is Found',
	name: 'whenArchived',
	type: 'options',
	options: [
		{ name: 'Create', value: 'create', description: 'As if it was not there' },
		{ name: 'Fail', value: 'fail', description: 'Write nothing and name its ID' },
	],
	default: 'create',
	description: 'What to do if all records that match are archived',
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
	description: 'Whether to return what could be read when the list is incomplete',
} satisfies INodeProperties;

/** Filters that narrow nothing where they have no value; any other one is refused then. */
export const emptyFiltersOption = {
	displayName: 'Filters That May Be Empty',
	name: 'emptyFilters',
	type: 'multiOptions',
	default: [],
	description: 'Any other filter without a value is refused',
} satisfies INodeProperties;

/** How late a change may appear. */
export const overlapOption = {
	displayName: 'Overlap (Minutes)',
	name: 'overlapMinutes',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 1440 },
	default: 5,
	description: 'How late a change may appear. Nothing is returned twice.',
} satisfies INodeProperties;

/** What is no change. */
export const ignoredFieldsOption = {
	displayName: 'Ignored Fields',
	name: 'ignoredFields',
	type: 'string',
	default: '',
	placeholder: 'e.g. avatar_url, preview_url',
	description: 'Output fields whose changes do not count, separated by commas',
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
			description: 'One line per record, with a header row; lists and objects as JSON',
		},
		{
			name: 'NDJSON',
			value: 'ndjson',
			description: 'One line of JSON per record',
		},
	],
	default: 'ndjson',
	description: 'Whether to write the records to files instead of returning items',
} satisfies INodeProperties;

/** The binary field of the items that the files go into. */
export const outputFileField = {
	displayName: 'Put Output File in Field',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	hint: 'The name of the output binary field to put the file in',
} satisfies INodeProperties;

/** How many records a file has at most. */
export const recordsPerFile = {
	displayName: 'Records per File',
	name: 'recordsPerFile',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 100_000,
} satisfies INodeProperties;

/** How large a file is at most. */
export const maxOutputFileSize = {
	displayName: 'Max File Size (MB)',
	name: 'maxFileSize',
	type: 'number',
	typeOptions: { minValue: 0.001 },
	default: 50,
} satisfies INodeProperties;

/** How many records a Mirror may archive … */
export const maxArchived = {
	displayName: 'Max Archived',
	name: 'maxArchived',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 20,
	description: 'With more, nothing is changed',
} satisfies INodeProperties;

/** … of all that it may archive. */
export const maxArchivedPercent = {
	displayName: 'Max Archived (%)',
	name: 'maxArchivedPercent',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 100 },
	default: 10,
	description: 'With more, nothing is changed',
} satisfies INodeProperties;

/** Which records a Mirror may archive at all. */
export const onlyRecordsWith = {
	displayName: 'Only Records With',
	name: 'onlyRecordsWith',
	type: 'string',
	default: '',
	placeholder: 'e.g. erp-',
	description: 'Archive only those whose Match By begins with this text',
} satisfies INodeProperties;

/** The limits of Mirror. */
const mirrorOptions: INodeProperties[] = [maxArchived, maxArchivedPercent, onlyRecordsWith].map(
	(option) => ({
		...option,
		displayOptions: { show: { '/operation': ['sync'], '/mode': ['mirror'] } },
	}),
);

/** Not in Mirror, which would archive what a filter without a value was to leave out. */
const NOT_MIRROR = { '/operation': ['sync'], '/mode': ['upsert', 'updateOnly', 'createOnly'] };

/** The option at these operations, left out where there are none. */
const at = (
	operations: readonly string[],
	option: INodeProperties,
	description = option.description,
): INodeProperties[] =>
	operations.length > 0
		? [{ ...option, displayOptions: { show: { '/operation': [...operations] } }, description }]
		: [];

/**
 * The Options parameter, once for operations that have the same ones: an AI builder reads all options of a parameter, whatever
 * operation each is for.
 */
export function optionsParameters(resource: Resource): INodeProperties[] {
	const { bulk, extraReads = [], operations } = resource;
	const all = [
		...operations,
		...[...extraReads, ...(bulk ? [bulk] : [])].map((one) => one.operation),
	];
	const writes: readonly string[] = writesOf(resource);
	// Sync repeats all options of writes: apart in every node, the descriptions would exceed their size.
	const alone = ['getAll', 'getChanges', ...(bulk ? ['sync', bulk.operation] : [])];
	const options = recordOptions(resource);
	const groups = [writes, all.filter((one) => !writes.includes(one))];
	return [
		...alone.map((one) => all.filter((other) => other === one)),
		...groups.map((group) => group.filter((one) => !alone.includes(one))),
	]
		.filter((operation) => operation.length > 0)
		.map((operation) => ({
			...optionsParameter(optionsOf(options, operation)),
			displayOptions: { show: { operation: [...operation] } },
		}));
}

/** The options that one of these operations has; what all of them have names none. */
const optionsOf = (options: readonly INodeProperties[], operations: readonly string[]) =>
	options.flatMap(({ displayOptions, ...option }): INodeProperties[] => {
		const { '/operation': given = operations, ...others } = displayOptions?.show ?? {};
		const shown = operations.filter((operation) => given.includes(operation));
		if (shown.length === 0) return [];
		// Only Sync has a mode.
		const isSaid = shown.length === operations.length || '/mode' in others;
		const show = { ...others, ...(!isSaid && { '/operation': shown }) };
		return [{ ...option, ...(Object.keys(show).length > 0 && { displayOptions: { show } }) }];
	});

/** The options that the resource and its operations have. */
function recordOptions(resource: Resource): INodeProperties[] {
	const { bulk, extraReads = [], fields, findBy = [], label, list, operations } = resource;
	const one = label.toLowerCase();
	const many = resource.plural.toLowerCase();
	const amongst = (...names: string[]) => operations.filter((name) => names.includes(name));
	const writes = writesOf(resource);
	const lists = amongst('getAll', 'getChanges');
	const emptyFilters = { ...emptyFiltersOption, options: filterChoices(filterOptions(resource)) };
	const reads = [...amongst('get'), ...lists, ...extraReads.map(({ operation }) => operation)];
	const bulkWrites = bulk ? [bulk.operation] : [];
	const getMany = amongst('getAll');
	const ofEach = bulk ? `. In ${bulk.label}, they are fields of each ${one}.` : '';
	return [
		...at(writes, additionalBodyFields, additionalBodyFields.description + ofEach),
		...at(writes, sendUnknownFields),
		...at(fields.some(hasLines) ? ['update'] : [], removeAllLines),
		...at(reads, additionalQueryParameters),
		...at(
			bulkWrites,
			batchSizeOption,
			`Maximum number of ${many} per request. Batches that are too large for the service are split automatically.`,
		),
		...at(
			bulkWrites,
			waitOption,
			`Whether to wait, up to ten minutes per request, when the service queues the ${many}`,
		),
		...at(amongst('update', 'upsert', 'findOrCreate'), onlyIfDifferent),
		...at(amongst('sync', 'update', 'upsert', 'findOrCreate'), ignoreFields),
		...at(findBy.length > 1 ? amongst('findOrCreate') : [], whenSeveral),
		...at(amongst('findOrCreate'), whenArchived),
		...at(linksOf(fields).length > 0 ? writes : [], ifMissing),
		...valueOptions.flatMap((option) => at(writes, option)),
		...at(emptyFilters.options.length > 0 ? lists : [], emptyFilters),
		...(hasSyncFilters(resource)
			? [{ ...emptyFilters, displayOptions: { show: NOT_MIRROR } }]
			: []),
		...at(list.paging === 'none' ? [] : getMany, ACCEPT_INCOMPLETE),
		...[OUTPUT_AS_FILE, outputFileField, recordsPerFile, maxOutputFileSize].flatMap((option) =>
			at(getMany, option),
		),
		...(operations.includes('sync') ? mirrorOptions : []),
		...at(amongst('sync'), agentWritesOption),
		...at(amongst('getChanges'), ignoredFieldsOption),
		...at(amongst('getChanges'), overlapOption),
		...requestOptions,
		...(resource.workspace ? [workspaceOption] : []),
	];
}
