import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodePropertyOptions,
	ResourceMapperFields,
	ResourceMapperField,
	INodeListSearchResult,
} from 'n8n-workflow';

import { titleCase } from '../../description';
import { relatedOf } from '../definition/fields';
import { byName, labelOf, noticeOf, withWord } from './entries';
import {
	type Resource,
	writeOf,
	belongsTo,
	dependsOnWrite,
	isRequired,
	lookedUp,
	writesOf,
	type Write,
	recordFields,
} from '../definition/resource';
import { settle, type Failure, MAX_PAGE_SIZE, readPage, type ServiceRequest } from '../../http';
import { cellOf } from '../../schema/differences';
import { columnTypes, type Field, type OptionsFrom } from '../../schema/types';
import { createPause, isTool, orNodeError } from '../../execution';
import { isGiven, isObject } from '../../schema/values';
import { extraRequest } from '../actions/readResponse';
import { requestsOf } from '../actions/requests';
import { openEditor, withinCall, type Editor } from './editor';

/** The columns of the mapper for the chosen operation, with what the service offers to pick from. */
export async function loadColumns(
	context: ILoadOptionsFunctions,
	resource: Resource,
): Promise<ResourceMapperFields> {
	const operation = String(context.getNodeParameter('operation', 'create'));
	const mapped = operation === 'find' ? lookedUp(resource) : resource;
	const choices = await choicesOfFields(context, mapped);
	const set = valuesSet(context);
	const fields = columnsOf(mapped, writeOf(operation), choices).map((column) =>
		column.id in set ? { ...column, removed: false } : column,
	);
	const [usual] = resource.findBy ?? [];
	const used = context.getCurrentNodeParameter('findBy') ?? usual;
	// What a record is found by comes first.
	const place = ({ id }: ResourceMapperField) =>
		operation.startsWith('find') && id === used ? 0 : 1;
	return { fields: fields.sort((one, other) => place(one) - place(other)) };
}

/** The choices of the fields that have some. A list that cannot be read leaves its field as text. */
async function choicesOfFields(
	context: ILoadOptionsFunctions,
	resource: Resource,
): Promise<Choices> {
	const choices = new Map<string, INodePropertyOptions[] | string>();
	// Read beside the others, so that a form waits for the slower one only.
	const words = settle(wordsInUse(context, resource));
	for (const { name, optionsFrom } of resource.fields) {
		if (!optionsFrom) continue;
		const found = await settle(loadChoices(context, resource, optionsFrom));
		if (!found.ok) {
			choices.set(name, `list not loaded: ${reasonOf(found.failure)}`);
			continue;
		}
		const { choices: offered, notice } = found.value;
		const isUseless = offered.length === 0 && notice.length > 0;
		choices.set(name, isUseless ? `list has no ${optionsFrom.value}` : [...offered, ...notice]);
	}
	const used = await words;
	for (const [name, values] of used.ok ? used.value : []) {
		const offered = [...new Set([...values, ...mappedText(context, name)])];
		if (offered.length > 0) choices.set(name, [...offered.map(asChoice), ...noticeOf([OTHERS])]);
	}
	return choices;
}

const OTHERS = 'Any other value: switch to Expression and type it';

const asChoice = (value: string): INodePropertyOptions => ({ name: value, value });

/** What is mapped already. */
const valuesSet = (context: ILoadOptionsFunctions): IDataObject =>
	(context.getCurrentNodeParameter('fields') as { value?: IDataObject } | undefined)?.value ?? {};

/** The text that is mapped to a field: it stays valid, whatever the records show. */
function mappedText(context: ILoadOptionsFunctions, name: string): string[] {
	const text = valuesSet(context)[name];
	return typeof text === 'string' && text !== '' && !text.startsWith('=') ? [text] : [];
}

/** Why a list was not loaded, in words of our own: what a service says is no heading. */
const reasonOf = ({ kind, message }: Failure): string =>
	kind === 'input' ? labelOf(message).replaceAll('<', '‹') : (REASONS[kind] ?? 'no such list');

const REASONS: Partial<Readonly<Record<Failure['kind'], string>>> = {
	unauthorized: 'the token is not accepted',
	forbidden: 'the token lacks the permission',
	rateLimited: 'the service asks to wait',
	unavailable: 'the service is not available',
};

/** The choices that were found for a field, or why there are none. */
export type Choices = ReadonlyMap<string, INodePropertyOptions[] | string>;

/**
 * The columns of the resource mapper: the fields of the body that are not rows. Where all writes take
 * the same fields they also get the same columns, because the editor keeps columns, with what was mapped,
 * when the operation changes. What only some writes need is marked in its name: a mark that n8n knows
 * would stay too, and keep the others from running.
 */
export function columnsOf(
	resource: Resource,
	write: Write,
	choices: Choices = new Map(),
): ResourceMapperField[] {
	const writes = writesOf(resource).map(writeOf);
	const needing = dependsOnWrite(resource) ? [write] : writes;
	const isNeededIn = (field: Field) => needing.every((each) => isRequired(field, each, resource));
	const all = recordFields(resource).filter((field) => belongsTo(field, write));
	const fields = all.filter(({ type }) => type !== 'rows');
	const first = fields.filter((field) => !isAddedByHand(field));
	// The picker of the company is there at first, too.
	const hasCompany = relatedOf(resource.fields).some(({ resource: name }) => name === 'company');
	const room = MAX_AT_FIRST - (all.length - fields.length) - (hasCompany ? 1 : 0);
	const shown = [...new Set([...fields.filter(isNeededIn), ...first])].slice(0, room);
	return fields.map((field) => {
		const isNeeded = isNeededIn(field);
		const found = choices.get(field.name) ?? knownChoices(field);
		const type = columnTypes[field.type as keyof typeof columnTypes];
		return {
			id: field.name,
			displayName: nameOf(field, [
				...(isRequired(field, write, resource) && !isNeeded ? ['required'] : []),
				...(typeof found === 'string' ? [found] : []),
			]),
			// What Related Records may give is checked when the node runs.
			required: isNeeded && field.refersTo === undefined,
			defaultMatch: false,
			canBeUsedToMatch: false,
			display: true,
			...(typeof found === 'string' || found.length === 0
				? { type }
				: { type: 'options' as const, options: found }),
			...(field.type === 'object' && { defaultValue: '{}' }),
			removed: !isNeeded && !shown.includes(field),
		};
	});
}

/** How many columns a form begins with; each list of rows beside them takes the place of one. */
const MAX_AT_FIRST = 5;

/**
 * A switch shown is a switch sent, and empty JSON is marked as an error; what Related Records picks from
 * a list need not be shown twice.
 */
const isAddedByHand = ({ type, refersTo }: Field) =>
	type === 'boolean' || type === 'object' || refersTo !== undefined;

const nameOf = ({ label }: Field, notes: readonly string[]) =>
	notes.length === 0 ? label : `${label} (${notes.join('; ')})`;

/** What the editor offers; by expression, any other value can be given. */
const knownChoices = ({ isChoice, knownValues = [] }: Field): INodePropertyOptions[] =>
	isChoice ? knownValues.map((value) => ({ name: titleCase(value), value })) : [];

/**
 * The values of a field that the service offers or that are known, those that hold the filter.
 *
 * @throws NodeApiError saying why the list cannot be loaded
 */
export async function searchChoices(
	context: ILoadOptionsFunctions,
	resource: Resource,
	field: Field,
	filter: string,
): Promise<INodeListSearchResult> {
	const { optionsFrom: from } = field;
	if (!from) return { results: withWord(knownChoices(field), filter) };
	const { choices, notice } = await orNodeError(context, loadChoices(context, resource, from));
	return { results: [...withWord(choices, filter), ...notice] };
}

/**
 * The values that the workspace offers for a field, named by the group they are in.
 *
 * @throws Failure where they cannot be read
 */
async function loadChoices(context: ILoadOptionsFunctions, resource: Resource, from: OptionsFrom) {
	const read = resource.extraReads!.find((candidate) => candidate.operation === from.read)!;
	const found = await readOptions(context, extraRequest(read), from);
	// Those of a group have an order of their own.
	return from.group ? found : { ...found, choices: [...found.choices].sort(byName) };
}

/**
 * The custom properties of a kind of record, by their internal names.
 *
 * @throws NodeApiError saying why they cannot be listed
 */
export async function loadCustomProperties(
	context: ILoadOptionsFunctions,
	property: Resource,
	objectName: string,
): Promise<INodePropertyOptions[]> {
	const request = requestsOf(property).list({ custom_only: true }, { pathParameter: objectName });
	const read = readOptions(context, request, { value: 'internal_name', label: 'name' });
	const { choices, notice } = await orNodeError(context, read);
	return [...choices, ...notice];
}

/** The rows of a list, or of a page of it, whatever they are. @throws Failure */
const rowsFrom = async ({ service }: Editor, request: ServiceRequest) =>
	readPage(await withinCall(service).send(request))?.rows ?? [];

/** Reads a list of choices: each once, whatever else is in it. A notice counts what has no value. */
async function readOptions(
	context: ILoadOptionsFunctions,
	request: ServiceRequest,
	from: Omit<OptionsFrom, 'read'>,
) {
	const editor = await openEditor(context);
	const rows = await rowsFrom(editor, request);
	const choices = new Map<string, INodePropertyOptions>();
	let leftOut = 0;
	for (const { value, label, group } of rows.flatMap((row) => offeredIn(row, from))) {
		if (labelOf(value) === '' || !isGiven(value)) {
			leftOut += 1;
			continue;
		}
		const shown = [labelOf(group), labelOf(label) || labelOf(value)].filter((part) => part !== '');
		const text = labelOf(shown.join(' › '));
		const name = editor.secrets?.redact(text) ?? text;
		choices.set(JSON.stringify([name, value]), { name, value: String(value) });
	}
	if (choices.size === 0) leftOut ||= rows.length;
	const note = leftOut > 0 ? `${leftOut} left out: no value` : undefined;
	return { choices: [...choices.values()], notice: noticeOf([note]) };
}

/** The choices that a row holds. */
const offeredIn = (row: unknown, { list, value, label, group }: Omit<OptionsFrom, 'read'>) =>
	(list === undefined ? [row] : entriesIn(row, list)).map((entry) => ({
		// A label is no value: the service would not know it.
		value: isObject(entry) ? (entry[value] ?? entry.value) : entry,
		label: isObject(entry) ? entry[label] : undefined,
		group: group && isObject(row) ? row[group] : undefined,
	}));

/** Values of a field that are offered; of more, they are no words that a person chooses from. */
const MAX_WORDS = 30;
const MAX_WORD = 50;

/**
 * What a page of the workspace's own records shows of fields that hold a word of a few, by wire name.
 *
 * @throws Failure where no page can be read
 */
async function wordsInUse(
	context: ILoadOptionsFunctions,
	resource: Resource,
): Promise<ReadonlyMap<string, readonly string[]>> {
	const fields = recordFields(resource).filter(({ isWord }) => isWord);
	// A model may define a text, and chooses from no list.
	if (fields.length === 0 || isTool(context)) return new Map();
	const editor = await openEditor(context);
	const request = requestsOf(resource).list({}, {}, { page: 1, limit: MAX_PAGE_SIZE });
	const rows = await rowsFrom(editor, request);
	const records = rows.slice(0, MAX_PAGE_SIZE).filter(isObject);
	const words = new Map(fields.map(({ name, knownValues = [] }) => [name, new Set(knownValues)]));
	const pause = createPause();
	for (const row of records) {
		await pause();
		for (const [name, shown] of words) {
			const value = cellOf(row, name)?.value;
			if (value === '' || value !== labelOf(value, MAX_WORD)) continue;
			if ((editor.secrets?.redact(value) ?? value) === value) shown.add(value);
		}
	}
	const few = [...words].filter(([, shown]) => shown.size <= MAX_WORDS);
	return new Map(few.map(([name, shown]) => [name, [...shown].sort()]));
}

/** The entries of a list, or of an object that holds them by their keys. */
function entriesIn(row: unknown, list: string): unknown[] {
	const given = isObject(row) ? row[list] : undefined;
	if (given === undefined || given === null) return [];
	return Array.isArray(given) ? given : isObject(given) ? Object.values(given) : [undefined];
}
