import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { asNodeError } from '../../execution';
import { backgroundOptions, connect } from '../../http';
import { loadChoices } from './choices';
import type { OptionsFrom } from '../../schema/field';
import type { Resource } from '../definition/resource';
import { readList } from '../actions/list';
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

/** Entries shown at once in a pick list. */
const PAGE_SIZE = 50;

/**
 * One page of a pick list. Where the service searches, it is asked; where it does not, the list is
 * read and filtered here.
 *
 * @throws NodeApiError saying why the list cannot be loaded
 */
export async function searchRecords(
	context: ILoadOptionsFunctions,
	resource: Resource,
	filter = '',
	page = '1',
): Promise<INodeListSearchResult> {
	const service = await connect(context, backgroundOptions);
	if (!service.ok) throw asNodeError(context.getNode(), service.failure);
	const from = (Number(page) - 1) * PAGE_SIZE;
	const choice = readPathParameter(context, resource);
	if (!choice.ok) throw asNodeError(context.getNode(), choice.failure);
	const searched = resource.list.search !== undefined && filter !== '';
	const rows = await readList(service.value, resource, {
		query: searched ? { [resource.list.search!]: filter } : {},
		options: { pathParameter: choice.value },
		limit: filter === '' || searched ? from + PAGE_SIZE + 1 : Infinity,
		parallel: backgroundOptions.maxParallelRequests,
	});
	if (!rows.ok) throw asNodeError(context.getNode(), rows.failure);
	const entries = rows.value.rows.flatMap((row) => entryOf(resource, row) ?? []);
	const matching = searched ? entries : entries.filter(({ name }) => includes(name, filter));
	return {
		results: matching.slice(from, from + PAGE_SIZE),
		paginationToken: matching.length > from + PAGE_SIZE ? String(Number(page) + 1) : undefined,
	};
}
