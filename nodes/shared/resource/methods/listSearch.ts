import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import { orNodeError, nextTurn, runInSlices, type Steps } from '../../execution';
import {
	backgroundOptions,
	settle,
	unwrap,
	type Service,
	badInput,
	connectWithoutItem,
	Failure,
	failureOf,
} from '../../http';
import type { OptionsFrom } from '../../schema/types';
import type { Resource } from '../definition/resource';
import { readList } from '../actions/lists/list';
import { newLearnedOfLists, type LearnedOfLists } from '../actions/lists/readPass';
import { mayRejectSort } from '../actions/lists/order';
import type { CallOptions } from '../actions/requests';
import {
	areSorted,
	byName,
	endOfName,
	withNamesakesSorted,
	type Entry,
	entryOf,
	readPathParameter,
} from './entries';
import { titleCase } from '../../description';
import { isGiven, isObject } from '../../schema/values';
import { readExtra } from '../actions/extraRead';

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
	const found = await orNodeError(context.getNode(), loadChoices(context, resource, from));
	const results = found.map(({ name, value }) => ({ name, value: String(value) }));
	return { results: results.filter(({ name }) => includes(name, filter)) };
}

/** Those of a field's known values that hold the filter. */
export const searchKnownValues = (
	values: readonly string[],
	filter: string,
): INodeListSearchResult => ({
	results: values
		.map((value) => ({ name: titleCase(value), value }))
		.filter(({ name }) => includes(name, filter)),
});

const includes = (name: string, filter: string) =>
	name.toLowerCase().includes(filter.toLowerCase());

/** Entries shown at once in a pick list; more where further ones have the same name as the last. */
const PAGE_SIZE = 50;

/** Entries of one name that are shown together at most. */
const MAX_NAMESAKES = 1000;

/** Stands before the position in the token of a list that is sorted here, not by the service. */
const WHOLE = 'whole ';

/** What a person looks for in a pick list. */
interface Search {
	readonly service: Service;
	readonly resource: Resource;
	readonly options: CallOptions;
	readonly filter: string;
	/** How many entries came before the page … */
	readonly from: number;
	/** … and the ID of the last of them; others may have come or gone before it since. */
	readonly after: string;
	/** The search as the service takes it. */
	readonly query: IDataObject;
	readonly learned: LearnedOfLists;
}

/**
 * One page of a pick list, by name.
 *
 * @param token what the page before returned
 * @throws NodeApiError saying why the list cannot be loaded
 */
export async function searchRecords(
	context: ILoadOptionsFunctions,
	resource: Resource,
	filter = '',
	token = '',
): Promise<INodeListSearchResult> {
	const search = async () => {
		const service = await connectForEditor(context);
		const options = { pathParameter: readPathParameter(context, resource) };
		return await searchPage(service, resource, { options, filter, token });
	};
	return await orNodeError(context.getNode(), search());
}

/**
 * One page of a pick list. Where the service searches and sorts, it is asked; where it does
 * not, the list is read, sorted and filtered here.
 *
 * @param asked the token is what the page before returned: how many entries come before this page, and the
 * last of them; '' for the first page
 */
export async function searchPage(
	service: Service,
	resource: Resource,
	{ options, filter, token }: { options: CallOptions; filter: string; token: string },
): Promise<INodeListSearchResult> {
	const { search: parameter, sort: sorts } = resource.list;
	const searches = parameter !== undefined && filter !== '';
	const position = token.replace(WHOLE, '');
	const search: Search = {
		service,
		resource,
		options,
		filter,
		from: parseInt(position, 10) || 0,
		after: position.replace(/^\d+ ?/, ''),
		query: searches ? { [parameter]: filter } : {},
		learned: newLearnedOfLists(),
	};
	const maySort = sorts && (filter === '' || searches) && !token.startsWith(WHOLE);
	const sorted = maySort ? await readSortedPage(search, resource.title[0]) : undefined;
	return sorted ?? (await readWholePage(search));
}

/**
 * A page as the service sorts the list. It ends where the name changes, so that the service may give
 * records of the same name in any order without an entry coming twice or never.
 *
 * @returns undefined where the service does not sort
 */
async function readSortedPage(
	search: Search,
	sort: string,
): Promise<INodeListSearchResult | undefined> {
	const { from } = search;
	for (let limit = from + 2 * PAGE_SIZE; ; limit += 4 * PAGE_SIZE) {
		const list = await settle(readEntries(search, { sort, limit }));
		if (!list.ok && mayRejectSort(list.failure.status)) return undefined;
		const { all, isCut } = unwrap(list);
		// Decided on the first page, as the others have to follow the same order.
		if (from === 0 && !areSorted(all)) return undefined;
		const entries = withNamesakesSorted(all);
		const start = startOf(entries, search);
		const end = endOfName(entries, start + PAGE_SIZE);
		if (end < entries.length || !isCut || end >= start + MAX_NAMESAKES) {
			return pageOf(entries, start, end, { hasMore: isCut });
		}
	}
}

/** A page of the list as it is sorted and filtered here. */
async function readWholePage(search: Search): Promise<INodeListSearchResult> {
	const { filter } = search;
	const list = await readEntries(search, { limit: Infinity });
	const entries = list.all.filter(({ name }) => includes(name, filter));
	// They are sorted in one go, which begins with a turn of its own.
	await nextTurn();
	entries.sort(byName);
	const start = startOf(entries, search);
	return pageOf(entries, start, start + PAGE_SIZE, { prefix: WHOLE });
}

async function readEntries(
	{ service, resource, options, query, learned }: Search,
	{ sort, limit }: { sort?: string; limit: number },
): Promise<{ all: Entry[]; isCut: boolean }> {
	const list = await readList(service, resource, {
		query: sort === undefined ? query : { ...query, sort },
		options,
		limit,
		parallel: backgroundOptions.maxParallelRequests,
		acceptIncomplete: true,
		learned,
	});
	const { rows } = list;
	const all = await runInSlices(entriesOf(resource, rows, sort));
	return { all, isCut: rows.length === limit };
}

function* entriesOf(
	resource: Resource,
	rows: readonly IDataObject[],
	sort: string | undefined,
): Steps<Entry[]> {
	const entries: Entry[] = [];
	for (const row of rows) {
		yield;
		const entry = entryOf(resource, row);
		// A key that is left out sorts as an empty one does, so the two are one name.
		if (entry) entries.push({ ...entry, by: sort && (row[sort] ?? null) });
	}
	return entries;
}

function startOf(entries: readonly Entry[], { from, after }: Search): number {
	const last = after === '' ? -1 : entries.findIndex(({ value }) => value === after);
	return last === -1 ? from : last + 1;
}

function pageOf(
	entries: readonly Entry[],
	from: number,
	end: number,
	{ hasMore = false, prefix = '' },
): INodeListSearchResult {
	return {
		results: entries.slice(from, end).map(({ name, value }) => ({ name, value })),
		paginationToken:
			hasMore || end < entries.length ? `${prefix}${end} ${entries[end - 1]?.value}` : undefined,
	};
}

/**
 * The values that the workspace offers for a field, named by the group they are in.
 *
 * @throws Failure where they cannot be read, or are shown under another key
 */
export async function loadChoices(
	context: ILoadOptionsFunctions,
	resource: Resource,
	{ read: operation, list, value, label, group }: OptionsFrom,
): Promise<INodePropertyOptions[]> {
	const service = await connectForEditor(context);
	const read = resource.extraReads?.find((candidate) => candidate.operation === operation);
	if (!read) return [];
	const responses = await readExtra(service, read);
	const entries = responses.flatMap((response) =>
		(list === undefined ? [response] : valuesIn(response[list])).map((entry) => ({
			// A label is no value: the service would not know it.
			given: isObject(entry) ? (entry[value] ?? entry.value) : undefined,
			parts: [group && response[group], isObject(entry) && (entry[label] ?? entry[value])].filter(
				isGiven,
			),
		})),
	);
	const choices = entries.flatMap(({ given, parts }) =>
		isGiven(given) ? [{ name: parts.join(' › ') || String(given), value: String(given) }] : [],
	);
	if (choices.length === 0 && entries.length > 0)
		throw badInput('fields', `the service shows no "${value}" in them`, 'Enter the value.');
	return choices;
}

/** A list, or an object that holds its entries by their keys. */
const valuesIn = (given: unknown): unknown[] =>
	Array.isArray(given) ? given : isObject(given) ? Object.values(given) : [];

/**
 * Opens the service for a pick list. Lists are read with a token: the workspace code of Enrich and Score reads none
 * (specification: Authentication, 5).
 *
 * @throws Failure of which the editor shows only the headline
 */
export async function connectForEditor(context: ILoadOptionsFunctions): Promise<Service> {
	if (context.getCurrentNodeParameter('authentication') === 'workspaceCode') {
		throw badInput(
			'authentication',
			'A workspace code reads no lists: choose By ID, or set Authentication to Access or Refresh Token',
			'Enter the ID, or use an expression.',
		);
	}
	try {
		return await connectWithoutItem(context, backgroundOptions);
	} catch (error) {
		if (error instanceof Failure) throw failureOf(error);
		throw badInput(
			'credentials',
			'No usable credential: select one first',
			'Then open the list again.',
		);
	}
}
