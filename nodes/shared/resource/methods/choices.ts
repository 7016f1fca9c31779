import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import { titleCase } from '../../description';
import { orNodeError } from '../../execution';
import { MAX_PAGE_SIZE, type ServiceRequest } from '../../http';
import { looseKey, type Field, type OptionsFrom } from '../../schema/types';
import { isGiven, isObject } from '../../schema/values';
import type { Resource } from '../definition/resource';
import { extraRequest } from '../actions/readResponse';
import { requestsOf } from '../actions/requests';
import { openEditor } from './editor';
import { labelOf, noticeOf, withWord } from './entries';
import { Budget } from './listReader';

/**
 * The values of a field that the service offers, those that hold the filter.
 *
 * @throws NodeApiError saying why the list cannot be loaded
 */
export async function searchChoices(
	context: ILoadOptionsFunctions,
	resource: Resource,
	from: OptionsFrom,
	filter: string,
): Promise<INodeListSearchResult> {
	const { choices, notice } = await orNodeError(context, loadChoices(context, resource, from));
	return { results: [...withWord(choices, filter), ...notice] };
}

/** Those of a field's known values that hold the filter. */
export const searchKnownValues = (
	values: readonly string[],
	filter: string,
): INodeListSearchResult => ({
	results: withWord(
		values.map((value) => ({ name: titleCase(value), value })),
		filter,
	),
});

/** The values to choose from, and a notice on what was left out. */
export interface Choices {
	readonly choices: readonly INodePropertyOptions[];
	readonly notice: readonly INodePropertyOptions[];
}

/**
 * The values that the workspace offers for a field, named by the group they are in.
 *
 * @throws Failure where they cannot be read
 */
export async function loadChoices(
	context: ILoadOptionsFunctions,
	resource: Resource,
	{ read: operation, list, value, label, group }: OptionsFrom,
): Promise<Choices> {
	const read = resource.extraReads?.find((candidate) => candidate.operation === operation);
	if (!read) return { choices: [], notice: [] };
	const found = await readOptions(context, extraRequest(read), (row) =>
		(list === undefined ? [row] : entriesIn(row, list)).map((entry) => ({
			// A label is no value: the service would not know it.
			value: isObject(entry) ? (entry[value] ?? entry.value) : entry,
			label: isObject(entry) ? entry[label] : undefined,
			group: group && isObject(row) ? row[group] : undefined,
		})),
	);
	// Those of a group have an order of their own.
	return group ? found : { ...found, choices: [...found.choices].sort(byName) };
}

/** A choice as the service shows it. */
interface Offered {
	readonly value: unknown;
	readonly label?: unknown;
	readonly group?: unknown;
}

/** Reads a list of choices: each once, whatever else is in it. What has no value is counted. */
export async function readOptions(
	context: ILoadOptionsFunctions,
	request: ServiceRequest,
	offeredIn: (row: unknown) => readonly Offered[],
): Promise<Choices> {
	const editor = await openEditor(context);
	const { rows } = await new Budget(editor).read(request);
	const choices = new Map<string, INodePropertyOptions>();
	let leftOut = 0;
	for (const { value, label, group } of rows.flatMap(offeredIn)) {
		if (labelOf(value) === '' || !isGiven(value)) {
			leftOut += 1;
			continue;
		}
		const shown = [labelOf(group), labelOf(label) || labelOf(value)].filter((part) => part !== '');
		const text = labelOf(shown.join(' › '));
		const name = editor.secrets?.blot(text) ?? text;
		choices.set(JSON.stringify([name, value]), { name, value: String(value) });
	}
	if (choices.size === 0) leftOut ||= rows.length;
	const note = leftOut > 0 ? `${leftOut} left out: no value` : undefined;
	return { choices: [...choices.values()], notice: noticeOf([note]) };
}

/** Values of a field that are offered; of more, they are no words that a person chooses from. */
const MAX_WORDS = 30;
const MAX_WORD = 50;

/**
 * What a page of the workspace's own records shows of fields that hold a word of a few, by wire name.
 *
 * @throws Failure where no page can be read
 */
export async function wordsInUse(
	context: ILoadOptionsFunctions,
	resource: Resource,
	fields: readonly Field[],
): Promise<ReadonlyMap<string, readonly string[]>> {
	const editor = await openEditor(context);
	const page = resource.list.paging === 'none' ? {} : { page: 1, limit: MAX_PAGE_SIZE };
	const { rows } = await new Budget(editor).read(requestsOf(resource).list(page));
	const records = rows.slice(0, MAX_PAGE_SIZE).filter(isObject);
	const cells = records.flatMap((row) => Object.entries(row));
	const words = fields.map(({ name, knownValues = [] }) => {
		const shown = cells.flatMap(([key, value]) =>
			looseKey(key) === looseKey(name) ? [value] : [],
		);
		const isShort = (value: unknown) => value !== '' && value === labelOf(value, MAX_WORD);
		const isSecret = (value: string) => editor.secrets && editor.secrets.blot(value) !== value;
		const texts = (shown as string[]).filter((value) => isShort(value) && !isSecret(value));
		return [name, [...new Set([...knownValues, ...texts])].sort()] as const;
	});
	return new Map(words.filter(([, values]) => values.length <= MAX_WORDS));
}

/** The entries of a list, or of an object that holds them by their keys. */
function entriesIn(row: unknown, list: string): unknown[] {
	const given = isObject(row) ? row[list] : undefined;
	if (given === undefined || given === null) return [];
	return Array.isArray(given) ? given : isObject(given) ? Object.values(given) : [undefined];
}

const names = new Intl.Collator('en', { numeric: true });

const byName = (one: INodePropertyOptions, other: INodePropertyOptions) =>
	names.compare(one.name, other.name);
