import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { asNodeError } from '../../execution';
import { backgroundOptions } from '../../http';
import { loadChoices } from './choices';
import { connectForEditor } from './connectForEditor';
import type { OptionsFrom } from '../../schema/field';
import type { Resource } from '../definition/resource';
import { readList } from '../actions/lists/list';
import { newLearnedOfLists } from '../actions/lists/listQuery';
import { entryOf, readPathParameter } from './pickEntry';

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
	const found = await loadChoices(context, resource, from);
	if (!found.ok) throw asNodeError(context.getNode(), found.failure);
	const results = found.value.map(({ name, value }) => ({ name, value: String(value) }));
	return { results: results.filter(({ name }) => includes(name, filter)) };
}

const includes = (name: string, filter: string) =>
	name.toLowerCase().includes(filter.toLowerCase());

/** Entries shown at once in a pick list; more where further ones have the same name as the last. */
const PAGE_SIZE = 50;

/** Entries of one name that are shown together at most. */
const MAX_NAMESAKES = 1000;

interface Entry {
	readonly name: string;
	readonly value: string;
	/** What the service sorted by. */
	readonly by: unknown;
}

/**
 * One page of a pick list, by name. Where the service searches and sorts, it is asked; where it does
 * not, the list is read, sorted and filtered here.
 *
 * A page ends where the name changes, so that the service may give records of the same name in any
 * order without an entry coming twice or never.
 *
 * @param token what the page before returned: how many entries come before this page
 * @throws NodeApiError saying why the list cannot be loaded
 */
export async function searchRecords(
	context: ILoadOptionsFunctions,
	resource: Resource,
	filter = '',
	token = '0',
): Promise<INodeListSearchResult> {
	const service = await connectForEditor(context);
	if (!service.ok) throw asNodeError(context.getNode(), service.failure);
	const choice = readPathParameter(context, resource);
	if (!choice.ok) throw asNodeError(context.getNode(), choice.failure);
	const { search, sort: sorts } = resource.list;
	const searches = search !== undefined && filter !== '';
	const sortField = sorts ? resource.title[0] : undefined;
	const from = Number(token);
	const isWhole = sortField === undefined || (filter !== '' && !searches);
	const learned = newLearnedOfLists();
	for (let limit = isWhole ? Infinity : from + 2 * PAGE_SIZE; ; limit += 4 * PAGE_SIZE) {
		const list = await readList(service.value, resource, {
			query: {
				...(searches ? { [search]: filter } : {}),
				...(sortField === undefined || isWhole ? {} : { sort: sortField }),
			},
			options: { pathParameter: choice.value },
			limit,
			parallel: backgroundOptions.maxParallelRequests,
			acceptIncomplete: true,
			learned,
		});
		if (!list.ok) throw asNodeError(context.getNode(), list.failure);
		const { rows } = list.value;
		const all = rows.flatMap((row): Entry[] => {
			const entry = entryOf(resource, row);
			return entry ? [{ ...entry, by: sortField && row[sortField] }] : [];
		});
		const entries = isWhole
			? all.filter(({ name }) => includes(name, filter)).sort(byName)
			: withNamesakesSorted(all);
		const end = isWhole ? from + PAGE_SIZE : endOfName(entries, from + PAGE_SIZE);
		const hasMore = end < entries.length || rows.length === limit;
		if (end < entries.length || !hasMore || end >= from + MAX_NAMESAKES) {
			return {
				results: entries.slice(from, end).map(({ name, value }) => ({ name, value })),
				paginationToken: hasMore ? String(end) : undefined,
			};
		}
	}
}

/** By name, numbers in it by their size; entries of the same name always in the same order. */
const byName = (one: Entry, other: Entry) =>
	one.name.localeCompare(other.name, 'en', { numeric: true }) || byValue(one, other);

const byValue = (one: Entry, other: Entry) =>
	one.value < other.value ? -1 : Number(one.value > other.value);

/** The first position from `position` on at which another name begins. */
function endOfName(entries: readonly Entry[], position: number) {
	let end = Math.min(position, entries.length);
	while (end > 0 && end < entries.length && entries[end].by === entries[end - 1].by) end += 1;
	return end;
}

function withNamesakesSorted(entries: readonly Entry[]): Entry[] {
	const sorted: Entry[] = [];
	for (let start = 0; start < entries.length; ) {
		const end = endOfName(entries, start + 1);
		sorted.push(...entries.slice(start, end).sort(byValue));
		start = end;
	}
	return sorted;
}
