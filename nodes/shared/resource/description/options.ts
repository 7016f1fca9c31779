import type { INodeProperties } from 'n8n-workflow';

import {
	agentWritesOption,
	bounded,
	choices,
	dropdown,
	optionGroup,
	optionsParameter,
	maxCharactersOption,
	requestOptions,
	requestsOption,
	shownAt,
	textInput,
	whole,
	workspaceOption,
	readingOption,
	unknownColumnsSent,
	toggle,
} from '../../description';
import { linksOf } from '../definition/fields';
import { writesOf, type Resource } from '../definition/resource';
import { describedChoices, hasLines } from './fields';
import {
	emptyFiltersOption,
	filterChoices,
	filterOptions,
	hasSyncFilters,
	ignoredFieldsOption,
	outputAsFile,
	overlapOption,
} from './lists';

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
	...additionalBodyFields,
	displayName: 'Query Parameters',
	name: 'additionalQueryParameters',
} satisfies INodeProperties;

export const removeAllLines = toggle(
	'Remove All Lines',
	'removeAllLines',
	'Whether an empty list of lines removes all lines. Otherwise it is rejected.',
);

/** Whether a write that would change nothing is left out. */
export const onlyIfDifferent = toggle(
	'Only If Different',
	'onlyIfDifferent',
	'Whether to read first, and write only what differs',
);

/** What makes no difference. */
export const ignoreFields = {
	...textInput('Ignore Fields', 'ignoreFields', 'e.g. status'),
	description: 'Not compared, and sent beside other changes; separated by commas',
} satisfies INodeProperties;

/** What happens where a record that an item names is not found. */
export const ifMissing = {
	...dropdown('If Missing', 'ifMissing', { leaveEmpty: 'Leave Empty', reject: 'Reject' }, 'reject'),
	description: 'When a linked record is not found',
} satisfies INodeProperties;

/** What happens where a value that should be of one record is of several; external IDs are of one. */
export const whenSeveral = {
	displayName: 'When Several Match',
	name: 'whenSeveral',
	type: 'options',
	options: choices({ fail: 'Fail', oldest: 'Take the Oldest' }),
	default: 'fail',
	description: 'What to do if several records match',
} satisfies INodeProperties;

/** What happens where only an archived record is found. */
export const whenArchived = {
	displayName: 'When Only an Archived One Is Found',
	name: 'whenArchived',
	type: 'options',
	options: choices({ create: 'Create', fail: 'Fail' }),
	default: 'create',
	description: 'What to do then',
} satisfies INodeProperties;

/** Whether a record that is not there is a failure. */
export const failWhenNotFound = toggle(
	'Fail When Not Found',
	'failWhenNotFound',
	'Whether to fail then',
);

/** How many records one request of a bulk write carries. */
export const batchSizeOption = {
	...bounded('Batch Size', 'batchSize', whole(1), 100),
	description:
		'Maximum number of records per request. Batches that are too large for the service are split automatically.',
} satisfies INodeProperties;

/** Whether Get Many and Sync go on with what they have when a list cannot be read completely. */
export const ACCEPT_INCOMPLETE = toggle(
	'Accept Incomplete List',
	'acceptIncompleteList',
	'Whether to return what could be read when the list is incomplete',
);

const SYNC_INCOMPLETE = 'Whether to go on. What is not listed is created again.';

/** When a field is written. */
export const ruleParameter = {
	displayName: 'Rule',
	name: 'rule',
	type: 'options',
	options: choices({
		always: 'Always',
		clearIfEmpty: 'Clear If Empty',
		never: 'Never',
		onlyIfEmpty: 'Only If Empty',
		onlyOnCreate: 'Only on Create',
	}),
	default: 'always',
	description: 'When to write',
} satisfies INodeProperties;

/** The rules of Sync, each for some fields. */
export const fieldRules = {
	displayName: 'Field Rules',
	name: 'fieldRules',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add rule',
	default: {},
	description: 'When fields are written',
	options: [
		{
			displayName: 'Rule',
			name: 'rule',
			values: [
				{
					...textInput('Fields', 'field', 'e.g. status'),
					description: 'Separated by commas; * is all others',
				},
				ruleParameter,
			],
		},
	],
} satisfies INodeProperties;

/** Which items Sync gives. */
export const returnItems = {
	displayName: 'Return Items',
	name: 'returnItems',
	type: 'options',
	options: choices({ all: 'All Records', changed: 'Changed Records', summary: 'Summary' }),
	default: 'all',
	description: 'What to return',
} satisfies INodeProperties;

/** Whether items carry the columns of their rows. */
export const includeInputFields = toggle(
	'Include Input Fields',
	'includeInputFields',
	'Whether to add the row',
);

/** The limit of a guard. */
const limit = (displayName: string, name: string, usual: number) =>
	({ displayName, name, type: 'number', default: usual }) as const;

/** The option of Sync whose guards keep it from changing too much. */
export const guards = 'guards';

/** With more, nothing is changed. */
export const guardLimits = [
	limit('Max Archived', 'maxArchived', 20),
	limit('Max Archived (%)', 'maxArchivedPercent', 10),
	limit('Max Created (%)', 'maxCreated', 100),
	limit('Max Rejected (%)', 'maxRejected', 100),
	limit('Max Updated (%)', 'maxUpdated', 100),
];

export const whenStopped = {
	...dropdown('When Stopped', 'whenStopped', { fail: 'Fail', report: 'Report' }, 'fail'),
	description: 'What to do',
} satisfies INodeProperties;

/** What a Mirror does with records that the input does not have. */
export const whenGone = {
	displayName: 'When Gone',
	name: 'whenGone',
	type: 'options',
	options: describedChoices({
		archive: ['Archive', 'A row that comes back is a new record'],
		report: ['Report', 'Change nothing'],
		setFields: ['Set Fields', 'Which stay if the row comes back'],
	}),
	default: 'archive',
	description: 'Without a row',
} satisfies INodeProperties;

/** What is set of records that the input does not have. */
export const fieldsWhenGone = {
	displayName: 'Fields When Gone',
	name: 'fieldsWhenGone',
	type: 'json',
	displayOptions: { show: { whenGone: ['setFields'] } },
	default: '{}',
	placeholder: 'e.g. {"status": "inactive"}',
	description: 'As JSON',
} satisfies INodeProperties;

/** Which records a Mirror touches at all for want of a row. */
export const onlyRecordsWith = {
	...textInput('Only Records With', 'onlyRecordsWith', 'e.g. erp-'),
	description: 'With this at the start of Match By',
} satisfies INodeProperties;

const MIRROR = { '/mode': ['mirror'] };

/** The options that only Sync has. */
function syncOptions(resource: Resource, mayBeEmpty: INodeProperties): INodeProperties[] {
	// Not in Mirror, which would archive what a filter without a value was to leave out.
	const show = { '/mode': ['upsert', 'updateOnly', 'createOnly'] };
	return [
		agentWritesOption,
		fieldRules,
		includeInputFields,
		returnItems,
		...[whenGone, fieldsWhenGone].map((option) => shownAt(option, MIRROR)),
		optionGroup('Guards', guards, [
			...guardLimits,
			whenStopped,
			shownAt(onlyRecordsWith, MIRROR),
			{ ...ACCEPT_INCOMPLETE, description: SYNC_INCOMPLETE },
			...(hasSyncFilters(resource) ? [{ ...mayBeEmpty, displayOptions: { show } }] : []),
		]),
	];
}

/** An option, and the operations that have it: all where none are named. */
type Option = readonly [INodeProperties, ReadonlyArray<string>?];

/**
 * The Options parameter, once for Sync, for other writes and for reads: an AI builder reads all options of a parameter for
 * each operation that has it. Where a node writes many at once, and so is the largest, each list has one of its own, too.
 */
export function optionsParameters(resource: Resource): INodeProperties[] {
	const { bulk, extraReads = [], operations } = resource;
	const options = recordOptions(resource);
	const writes = writesOf(resource);
	const apart = ['sync', ...(bulk ? ['getAll', 'getChanges', bulk.operation] : [])];
	const all = [
		...operations,
		...[...extraReads, ...(bulk ? [bulk] : [])].map((one) => one.operation),
	];
	const rest = all.filter((one) => !apart.includes(one));
	return [
		...apart.filter((one) => all.includes(one)).map((one) => [one]),
		rest.filter((one) => writes.includes(one)),
		rest.filter((one) => !writes.includes(one)),
	]
		.filter((group) => group.length > 0)
		.map((operation) => ({
			...optionsParameter(optionsOf(options, operation)),
			displayOptions: { show: { operation } },
		}));
}

/** The options that one of these operations has; what all of them have names none. */
const optionsOf = (options: readonly Option[], operations: readonly string[]) =>
	options.flatMap(([option, given = operations]) => {
		const shown = operations.filter((operation) => given.includes(operation));
		if (shown.length === 0) return [];
		const isSaid = shown.length === operations.length;
		return [isSaid ? option : shownAt(option, { '/operation': shown })];
	});

// Made once: n8n waits for all nodes when it starts.
const requests = requestsOption(requestOptions);
const requestsOfWorkspace = requestsOption([...requestOptions, workspaceOption]);
const reading = readingOption(unknownColumnsSent);
const readingWithLinks = readingOption(unknownColumnsSent, [ifMissing]);

/** The options that the resource and its operations have. */
function recordOptions(resource: Resource): Option[] {
	const { bulk, extraReads = [], fields, findBy = [], label, list } = resource;
	const one = label.toLowerCase();
	const writes = writesOf(resource);
	const lists = ['getAll', 'getChanges'];
	const emptyFilters = { ...emptyFiltersOption, options: filterChoices(filterOptions(resource)) };
	const reads = ['get', ...lists, ...extraReads.map(({ operation }) => operation)];
	const bulkWrites = bulk ? [bulk.operation] : [];
	const ofEach = bulk ? `. In ${bulk.label}, they are fields of each ${one}.` : '';
	return [
		[
			{
				...additionalBodyFields,
				description: additionalBodyFields.description + ofEach,
			},
			writes,
		],
		[removeAllLines, fields.some(hasLines) ? ['update'] : []],
		[additionalQueryParameters, reads],
		[batchSizeOption, bulkWrites],
		[onlyIfDifferent, ['update', 'upsert', 'findOrCreate']],
		[ignoreFields, ['sync', 'update', 'upsert', 'findOrCreate']],
		[whenSeveral, findBy.length > 1 ? ['find', 'findOrCreate'] : []],
		[failWhenNotFound, ['find']],
		[whenArchived, ['findOrCreate']],
		[linksOf(fields).length > 0 ? readingWithLinks : reading, writes],
		[emptyFilters, emptyFilters.options.length > 0 ? lists : []],
		[ACCEPT_INCOMPLETE, list.paging ? ['getAll'] : []],
		[outputAsFile, ['getAll']],
		...syncOptions(resource, emptyFilters).map((option) => [option, ['sync']] as const),
		[ignoredFieldsOption, ['getChanges']],
		[overlapOption, ['getChanges']],
		[maxCharactersOption, reads],
		[
			resource.workspace || extraReads.some(({ workspace }) => workspace)
				? requestsOfWorkspace
				: requests,
		],
	];
}
