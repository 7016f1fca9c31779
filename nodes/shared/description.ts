import {
	NodeConnectionTypes,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeTypeDescription,
} from 'n8n-workflow';

/** What all nodes show: the subtitle, the resource, the options of requests and of values, and its wording. */

/** Orders by what a person reads, A to Z; asking for a language's own order would cost time when n8n starts. */
export const byText =
	<K extends string>(key: K) =>
	(one: Readonly<Record<K, string>>, other: Readonly<Record<K, string>>) =>
		one[key].toLowerCase() < other[key].toLowerCase() ? -1 : 1;

const SPELLING: Readonly<Record<string, string>> = {
	id: 'ID',
	ids: 'IDs',
	in: 'in',
	url: 'URL',
	uuid: 'UUID',
};

/** The editor's spelling of a record's key: `created_at` → `Created At`. */
export const titleCase = (wireName: string): string =>
	wireName
		.split('_')
		.map((word) => SPELLING[word] ?? word.charAt(0).toUpperCase() + word.slice(1))
		.join(' ');

/** `a` or `an`, before a label. */
export const article = (label: string) => (/^[aeiou]/i.test(label) ? 'an' : 'a');

/** Choices that need no description, by their values. */
export const choices = (names: Readonly<Record<string, string>>) =>
	Object.entries(names).map(([value, name]) => ({ name, value }));

/** A switch that is off. */
export const toggle = (displayName: string, name: string, description: string) =>
	({ displayName, name, type: 'boolean', default: false, description }) as const;

/** What stands under a node on the canvas: the operation in words, and what it is about. */
const operation =
	'={{ ({ getAll: "get many", upsert: "create or update", whoami: "who am I" })[$parameter["operation"]]' +
	' ?? $parameter["operation"].replace(/[A-Z]/g, " $&").toLowerCase() }}';

/** `create or update: company` */
export const subtitle = `${operation}: {{ $parameter["resource"].replace(/[A-Z]/g, " $&").toLowerCase() }}`;

/** `upsert orders: my-erp`, where a parameter says what it is about. */
export const subtitleWith = (parameter: string) => `${operation}: {{ $parameter["${parameter}"] }}`;

/** What the nodes have in common that work on the items of their input. */
export const actionNode = {
	group: ['transform'],
	version: 1,
	inputs: [NodeConnectionTypes.Main],
	outputs: [NodeConnectionTypes.Main],
	credentials: [{ name: 'workspaceRecordsApi', required: true }],
} satisfies Partial<INodeTypeDescription>;

/**
 * What the AI builder reads of a node.
 *
 * @param relatedNodes by the end of their names, what other nodes are to this one
 */
export const builderHint = (
	searchHint: string,
	relatedNodes?: Readonly<Record<string, string>>,
) => ({
	searchHint,
	...(relatedNodes && {
		relatedNodes: Object.entries(relatedNodes).map(([name, relationHint]) => ({
			nodeType: `n8n-nodes-workspace-records.workspaceRecords${name}`,
			relationHint,
		})),
	}),
});

/**
 * The Resource dropdown. One option, too, is shown: n8n's AI builder tells operations apart only below a Resource of this
 * type, and the actions panel is built from it.
 */
export function resourceParameter(
	resources: ReadonlyArray<{ readonly name: string; readonly label: string }>,
): INodeProperties {
	const [{ name: first }] = resources;
	return {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: resources.map(({ name, label }) => ({ name: label, value: name })),
		default: first,
	};
}

/** The Operation dropdown of a resource. */
export const operationParameter = (
	resource: string,
	options: INodePropertyOptions[],
	byDefault: INodePropertyOptions['value'],
): INodeProperties => ({
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: [resource] } },
	options,
	default: byDefault,
});

/** The same where there is one operation. */
export const onlyOperation = (resource: string, operation: INodePropertyOptions) =>
	operationParameter(resource, [operation], operation.value);

/** The Options parameter, with its options from A to Z. */
export const optionsParameter = (options: readonly INodeProperties[]): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [...options].sort(byText('displayName')),
});

/** Options that belong together, as one option. */
export const optionGroup = (
	displayName: string,
	name: string,
	options: readonly INodeProperties[],
): INodeProperties => ({
	...optionsParameter(options),
	displayName,
	name,
	placeholder: `Add to ${displayName.toLowerCase()}`,
});

/** The same where also this holds. */
export const shownAt = (
	{ displayOptions, ...option }: INodeProperties,
	show: Readonly<Record<string, string[]>>,
): INodeProperties => ({
	...option,
	displayOptions: { show: { ...displayOptions?.show, ...show } },
});

/** A number within bounds. */
export const bounded = (
	displayName: string,
	name: string,
	typeOptions: NonNullable<INodeProperties['typeOptions']>,
	usual: number,
) => ({ displayName, name, type: 'number', typeOptions, default: usual }) as const;

/** The bounds of a whole number. */
export const whole = (minValue: number, maxValue?: number) => ({
	minValue,
	maxValue,
	numberPrecision: 0,
});

/** A text, with an example of one. */
export const textInput = (displayName: string, name: string, placeholder: string) =>
	({ displayName, name, type: 'string', default: '', placeholder }) as const;

/** One of several choices that need no description, by their values. */
export const dropdown = (
	displayName: string,
	name: string,
	names: Readonly<Record<string, string>>,
	usual: string,
) => ({ displayName, name, type: 'options', options: choices(names), default: usual }) as const;

/** How many requests of one node may be pending at once. Where a service allows fewer, its refusals are learned from. */
const maxParallelRequests = bounded(
	'Max Parallel Requests',
	'maxParallelRequests',
	whole(1, 50),
	20,
);

/** The same for polls, which have little time, and read pages ahead that they may not need. */
export const fewParallelRequests = { ...maxParallelRequests, default: 5 };

/** Retries of one request, the first attempt not counted. */
const maxRetriesOption = bounded('Max Retries', 'maxRetries', whole(0, 20), 3);

/** For how long a request is retried, in seconds. */
const retryTimeLimitOption = bounded(
	'Retry Time Limit (Seconds)',
	'retryBudget',
	{ minValue: 0, maxValue: 3600 },
	120,
);

/** How long to wait for a response, in milliseconds. The default is observed in a public client. */
const timeoutOption = bounded(
	'Timeout (Milliseconds)',
	'timeout',
	{ minValue: 1, maxValue: 3_600_000 },
	60_000,
);

/** Whether a call by an agent writes. */
export const agentWritesOption = {
	...toggle('Allow Writes by an Agent', 'allowAgentWrites', 'Whether agents may write'),
	displayOptions: { show: { '@tool': [true] } },
} satisfies INodeProperties;

/** One for all calls, so that words in responses do not depend on the call. */
export const languageOption = {
	displayName: 'Language',
	name: 'language',
	type: 'string',
	default: 'en',
} satisfies INodeProperties;

/** The size of what a tool returns, in characters of JSON. */
export const maxCharactersOption = {
	...bounded('Max Characters', 'maxCharacters', whole(1_000, 1_000_000), 20_000),
	displayOptions: { show: { '@tool': [true] } },
} satisfies INodeProperties;

/**
 * The default of a parameter of a tool: what a model is asked for. The mark makes the editor show it as left to the model.
 *
 * @param description for the model, without quotes
 * @param usual what holds where the model gives nothing; without one it has to
 */
export function askedOfModel(
	name: string,
	description: string,
	type = 'string',
	usual?: string | number,
): string {
	const otherwise =
		usual === undefined ? '' : `, ${typeof usual === 'string' ? `'${usual}'` : usual}`;
	return `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${name}', \`${description}\`, '${type}'${otherwise}) }}`;
}

/** A parameter twice: as a person sets it, and in a tool with another default, of which a model is asked. */
export const forModel = (
	parameter: INodeProperties,
	asked: INodeProperties['default'],
): INodeProperties[] => [
	{
		...parameter,
		displayOptions: { ...parameter.displayOptions, hide: { '@tool': [true] } },
	},
	{
		...parameter,
		displayOptions: { show: { ...parameter.displayOptions?.show, '@tool': [true] } },
		default: asked,
	},
];

/**
 * The text by which a model knows a tool. Without such a parameter n8n takes the `action` of the operation, which the canvas
 * shows, and which does not say what is needed, written or billed.
 *
 * @param text the default; a person may change it
 * @param show where the tool does this
 */
export const toolDescription = (text: string, show: Record<string, string[]>): INodeProperties => ({
	displayName: 'Description',
	name: 'toolDescription',
	type: 'string',
	default: text,
	displayOptions: { show: { ...show, '@tool': [true] } },
});

/** The numbers among the request options. */
export const requestLimits: INodeProperties[] = [
	maxParallelRequests,
	maxRetriesOption,
	retryTimeLimitOption,
	timeoutOption,
];

/** The request options of nodes that work on items. */
export const requestOptions: INodeProperties[] = [languageOption, ...requestLimits];

/** For tokens that see several workspaces. */
export const workspaceOption = {
	...textInput('Workspace ID', 'workspaceId', 'e.g. 5a3f6c1e-8d27-4b6a-a0c4-7f1b2e9d3c58'),
	description: 'If the token sees several; the Account node shows its own',
} satisfies INodeProperties;

/** The options that are about requests, as one. */
export const requestsOption = (options: readonly INodeProperties[]) =>
	optionGroup('Requests', 'requests', options);

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

/** A list of fields, which the editor asks `getFields` for; wire names may be typed, too. */
const OFFERED = {
	typeOptions: { loadOptionsMethod: 'getFields' },
	allowArbitraryValues: true,
};

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
					...textInput('Column', 'name', 'e.g. Ref. 2'),
					noDataExpression: true,
					description: 'Its name, typed as in your data',
				},
				{
					displayName: 'Field',
					name: 'field',
					type: 'options',
					...OFFERED,
					default: '',
					description: 'Columns of one text field are joined',
				},
			],
		},
	],
} satisfies INodeProperties;

/** The fields that a column may be, to pick. Labels are the values, as people wrote them before there was a list. */
export const getFieldsOf = (fields: ReadonlyArray<{ readonly label: string }>) => ({
	async getFields() {
		const labels = new Set(['Leave Out', ...fields.map(({ label }) => label)]);
		return [...labels].map((label) => ({ name: label, value: label })).sort(byText('name'));
	},
});

/** What happens to columns that no field takes. */
export const unknownColumnsOption = {
	...dropdown('Unknown Columns', 'unknownColumns', { fail: 'Fail', ignore: 'Ignore' }, 'ignore'),
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
		columnNamesOption,
		dateFormatOption,
		emptyWordsOption,
		numberFormatOption,
		unknownColumns,
		...others,
	]);
