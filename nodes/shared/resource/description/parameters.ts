import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import {
	article,
	byText,
	operationParameter,
	resourceParameter,
	titleCase,
	toolDescription,
	toggle,
} from '../../description';
import { describedChoices, fieldParameters, idOf, notice, picker, recordLocators } from './fields';
import { listParameters, outputParameters, sortParameters } from './lists';
import {
	listedKeys,
	onceFields,
	type RecordOperation,
	type Resource,
	writesOf,
} from '../definition/resource';
import { optionsParameters } from './options';

/** The editor's parameters of a record resource, in the order in which a person fills them in. */
export function recordParameters(resource: Resource): INodeProperties[] {
	return [
		resourceParameter([resource]),
		...operationParameters(resource),
		...pathParameterField(resource),
		...recordLocators(resource, recordLocator(resource)),
		...findParameters(resource),
		...syncParameters(resource),
		...fieldParameters(resource),
		...onceParameters(resource),
		...listParameters(resource),
		...outputParameters(resource),
		...optionsParameters(resource),
		...sortParameters(resource),
	];
}

/**
 * The Operation dropdown, twice: a new tool of an AI agent starts with reading. Behind it the texts by which a model knows
 * the tool of each operation.
 *
 * Only the tool's has `show.resource`: by the first that has it n8n names a node that is added, and
 * describes a tool to the model. The actions of the node panel come from the first dropdown of all.
 */
function operationParameters(resource: Resource): INodeProperties[] {
	const operations = operationsOf(resource);
	const options = operations.map(({ name, value, action, description }) => ({
		...{ name, value, action, description },
	}));
	const firstOf = (...wanted: string[]) =>
		wanted.find((name) => options.some(({ value }) => value === name)) ?? options[0].value;
	// A tool has a text of its own for each; and names of nodes are short.
	const short = options.map(({ name, value, action }) => ({
		...{ name, value, action: action?.replace(PER_ROW, '') },
	}));
	const { name: own } = resource;
	return [
		{
			...operationParameter(own, options, firstOf('create', 'upsert')),
			displayOptions: { hide: { '@tool': [true] } },
		},
		{
			...operationParameter(own, short, firstOf('getAll', 'get')),
			displayOptions: { show: { resource: [own], '@tool': [true] } },
		},
		...operations.map(({ tool, value }) => toolDescription(tool, { operation: [value] })),
	];
}

const READS = 'It changes nothing.';
const PER_ROW = ' (per row)';

/**
 * The operations of a resource as options, reads first, in the order of the node panel; names in Title Case, actions as
 * sentences; and for a model that chooses among tools, what each needs, returns and writes.
 */
function operationsOf(resource: Resource) {
	const { bulk, extraReads = [], fields, findBy = [], identifiers, operations } = resource;
	const one = resource.label.toLowerCase();
	const many = resource.plural.toLowerCase();
	const a = article(resource.label);
	const id = idOf(resource);
	const { external } = identifiers;
	const starts = fields.some((field) => field.name === 'triggerWorkflows')
		? ' and may start workflows of the service'
		: '';
	const writes = `It writes at once${starts}.`;
	const standard: Record<RecordOperation, Omit<INodePropertyOptions, 'value'> & { tool: string }> =
		{
			getAll: {
				name: 'Get Many',
				action: `Get many ${many}`,
				description: `Retrieve many ${many}`,
				tool: `Lists ${many}, each with its ${id}, which other tools need. ${READS}`,
			},
			get: {
				name: 'Get',
				action: `Get ${one}${PER_ROW}`,
				description: `Retrieve one ${one}`,
				tool: `Returns one ${one}. Needs its ${id}. ${READS}`,
			},
			upsert: {
				name: 'Create or Update',
				action: `Create or update ${one}${PER_ROW}`,
				description: 'Create a new record, or update the current one if it already exists (upsert)',
				tool: `Creates ${a} ${one}, or updates the one with the same ${external}; returns its ${id}. Needs ${external}. ${writes}`,
			},
			create: {
				name: 'Create',
				action: `Create ${one}${PER_ROW}`,
				description: `Create ${a} ${one}`,
				tool: `Creates ${a} ${one} and returns its ${id}. ${writes} Every call creates another.`,
			},
			update: {
				name: 'Update',
				action: `Update ${one}${PER_ROW}`,
				description: 'Update a record; fields that are not sent keep their values',
				tool: `Changes the given fields of one ${one}. Needs its ${id}. ${writes}`,
			},
			sync: {
				name: 'Sync',
				action: `Sync ${many} with whole table`,
				description: 'Make records equal to the rows of the input; only differences are written',
				tool: `Makes the ${many} equal to rows. It only says what it would do, unless a person lets agents write.`,
			},
			find: {
				name: 'Find',
				action: `Find ${one} by ${findWords(resource)}${PER_ROW}`,
				description: 'Find a record and return it; an item says so if there is none',
				tool: `Finds the ${one} with this ${findBy.join(' or ')} and returns it, or found: false. ${READS}`,
			},
			findOrCreate: {
				name: 'Find or Create',
				action: `Find or create ${one} by ${findWords(resource)}${PER_ROW}`,
				description: 'Find a record, and create it only if there is none',
				tool: `Finds the ${one} with this ${findBy.join(' or ')}, or creates it, and returns it. ${writes}`,
			},
			getChanges: {
				name: 'Get Changes',
				action: `Get ${many} that have changed`,
				description: 'Retrieve records created or changed since an earlier run',
				tool: `Lists the ${many} created or changed since the call before. ${READS}`,
			},
			delete: {
				name: 'Delete',
				action: `Delete ${one} by archiving it${PER_ROW}`,
				description: 'Archive a record; it may be hidden from lists',
				tool: `Archives one ${one}. Needs its ${id}. It writes at once, and no tool undoes it.`,
			},
		};
	return [
		...Object.entries(standard)
			.map(([value, operation]) => ({ ...operation, value }))
			.filter(({ value }) => operations.includes(value as RecordOperation)),
		...[...extraReads, ...(bulk ? [bulk] : [])].map((own) => ({
			name: own.label,
			value: own.operation,
			action: own.action,
			description: own.description,
			tool:
				own === bulk
					? `Creates ${many} and returns their IDs. ${writes}`
					: `${own.description}. ${READS}`,
		})),
	];
}

/**
 * The choice that is part of the path, where a resource has one.
 *
 * @param use.writes whether the node writes too, so that what can only be read is marked
 */
export function pathParameterField(
	{ pathParameter }: Resource,
	{ writes = true } = {},
): INodeProperties[] {
	if (!pathParameter) return [];
	const { description, label, name, options } = pathParameter;
	const writable = options.find(({ readOnly }) => !readOnly)?.value ?? '';
	return [
		{
			displayName: label,
			name,
			type: 'options',
			options: options.map((option) => ({
				name: option.readOnly && writes ? `${option.name} (Read-Only)` : option.name,
				value: option.value,
			})),
			default: writable,
			description,
		},
	];
}

/** The picker of the record that an operation is about. */
export function recordLocator(
	{ identifiers, label, operations }: Resource,
	show?: Record<string, string[]>,
): INodeProperties {
	const operation = operations.filter((each) => ['delete', 'get', 'update'].includes(each));
	return {
		displayName: label,
		name: 'recordId',
		required: true,
		description: 'The record to work on',
		displayOptions: { show: show ?? { operation } },
		...picker(label, 'records', {
			hint: identifiers.number ? 'Its long ID, or its number' : undefined,
			external: identifiers.external !== undefined,
		}),
	};
}

/** By which field Find and Find or Create look a record up. */
export const findByParameter = { displayName: 'Find By', name: 'findBy' } as const;

/** What Find or Create does with a record that is there. */
export const whenFound = {
	displayName: 'When Found',
	name: 'whenFound',
	type: 'options',
	options: describedChoices({
		leave: ['Leave It As It Is', 'Return it'],
		update: ['Update It', 'Write the fields below'],
	}),
	default: 'leave',
	description: 'What to do with a record that is found',
} satisfies INodeProperties;

/** The fields by which a record can be found, the default first. */
const findable = ({ fields, findBy = [] }: Resource) =>
	findBy.flatMap((name) => fields.find((field) => field.name === name) ?? []);

/** The fields by which records can be found, as words: `website, name or email`. */
function findWords(resource: Resource): string {
	const words = findable(resource).map(({ label }) => label.toLowerCase().replace(/\bid\b/, 'ID'));
	return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

/** How Find and Find or Create find a record, and what they do with it. */
function findParameters(resource: Resource): INodeProperties[] {
	const { operations } = resource;
	if (!operations.includes('findOrCreate')) return [];
	const displayOptions = { show: { operation: ['find', 'findOrCreate'] } };
	const choices = findable(resource);
	const found = { ...whenFound, displayOptions: { show: { operation: ['findOrCreate'] } } };
	if (choices.length < 2) return [found];
	const ofWebsites = choices.some((field) => field.name === 'url')
		? '; of websites, all but scheme and www. counts'
		: '';
	return [
		{
			...findByParameter,
			type: 'options',
			options: choices
				.map((field) => ({ name: field.label, value: field.name }))
				.sort(byText('name')),
			default: choices[0].name,
			displayOptions,
			hint: 'Set this field below: it is required',
			description: `The field to search by; case does not matter in emails and names${ofWebsites}`,
		},
		found,
	];
}

/** Switches for what is set once for a whole call, whether it writes one record or many. */
function onceParameters(resource: Resource): INodeProperties[] {
	const { bulk } = resource;
	if (!bulk) return [];
	const displayOptions = { show: { operation: writesOf(resource) } };
	return onceFields(resource, bulk).map((field) => {
		const words = { displayName: field.label, name: field.name, description: field.description };
		return { ...words, type: 'boolean', default: field.default === true, displayOptions };
	});
}

/** Fields that name a record, where a list shows them. */
const NAMING = new Set(['name', 'internal_name', 'url', 'email', 'phone_number']);

/** By what rows and records can be matched: the external ID, what lists show, and the service's own identifiers. */
export function matchKeys(resource: Resource) {
	const { fields, identifiers } = resource;
	const { external, number, record: id } = identifiers;
	const listed = new Set(listedKeys(resource));
	const named = fields.filter(({ name }) => NAMING.has(name) && listed.has(name));
	const given: INodePropertyOptions[] = [
		...fields.filter(({ name }) => name === external),
		...named,
	].map(({ label, name }) => ({ name: label, value: name }));
	const assigned = [number, id].filter((key): key is string => key !== undefined);
	const own = assigned.map((key) => ({
		...(key === id
			? { name: 'ID', description: 'The long ID of the service' }
			: { name: titleCase(key), description: 'The number of the record' }),
		value: key,
	}));
	return { options: [...given, ...own], assigned };
}

/** What is done to records and rows. */
export const syncMode = {
	displayName: 'Mode',
	name: 'mode',
	type: 'options',
	options: describedChoices({
		createOnly: ['Create Only', 'Records that exist stay as they are'],
		upsert: [
			'Create or Update',
			'Create a new record, or update the current one if it already exists (upsert)',
		],
		mirror: ['Mirror', 'Create or update, and archive records that the input does not have'],
		updateOnly: ['Update Only', 'Rows without a record are skipped'],
	}),
	default: 'upsert',
	description: 'What to do with the rows of the input',
} satisfies INodeProperties;

/** By which value a row and a record belong together. */
export const matchByParameter = { displayName: 'Match By', name: 'matchBy' } as const;

/** Whether nothing is written. */
export const syncDryRun = toggle(
	'Dry Run',
	'dryRun',
	'Whether to write nothing and return the same items',
);

/** The parameters of Sync before the fields. */
function syncParameters(resource: Resource): INodeProperties[] {
	const { operations } = resource;
	if (!operations.includes('sync')) return [];
	const displayOptions = { show: { operation: ['sync'] } };
	const { options } = matchKeys(resource);
	return [
		{ ...syncMode, displayOptions },
		{
			...matchByParameter,
			type: 'options',
			options: [...options].sort(byText('name')),
			default: options[0].value,
			displayOptions,
			description: 'What a row and its record share. A row that matches several changes none.',
		},
		{ ...syncDryRun, displayOptions },
		notice(
			'mirrorKey',
			'Mirror archives records without a row, within Guards. It stops if the list does not show what is in Match By.',
			{ ...displayOptions.show, mode: ['mirror'] },
		),
	];
}
