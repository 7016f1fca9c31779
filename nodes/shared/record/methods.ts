import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
	INodeType,
	ResourceMapperFields,
} from 'n8n-workflow';

import { asNodeError, quietOptions } from '../run';
import { badInput, connect, type Result } from '../service';
import { elementOf } from './bulkParameters';
import { readChoices } from './choices';
import { columnsOf, type Choices } from './columns';
import type { OfferedFrom, Resource } from './definition';
import { readList } from './list';
import { searchMethod } from './locator';
import type { Write } from './writes';

/**
 * What the editor asks of a record node: columns to map, records and values to pick.
 *
 * @param related the resources that fields of this one refer to
 */
export function recordMethods(
	resource: Resource,
	related: readonly Resource[] = [],
): NonNullable<INodeType['methods']> {
	const offered = resource.fields
		.flatMap((field) => [field, ...(field.rows ?? [])])
		.flatMap(({ offeredFrom }) => (offeredFrom ? [offeredFrom] : []));
	return {
		listSearch: Object.fromEntries([
			['searchRecords', searchOf(resource)],
			...related.map((other) => [searchMethod(other.name), searchOf(other)] as const),
			...offered.map((from) => [searchMethod(from.read), choiceSearchOf(resource, from)] as const),
		]),
		resourceMapping: {
			async getColumns(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
				const operation = this.getNodeParameter('operation', 'create') as Write | 'createMany';
				const choices = await loadChoices(this, resource);
				return {
					fields:
						resource.bulk?.operation === operation
							? columnsOf(elementOf(resource, resource.bulk), 'create', choices)
							: columnsOf(resource, operation as Write, choices),
				};
			},
		},
	};
}

const searchOf = (resource: Resource) =>
	async function (this: ILoadOptionsFunctions, filter?: string, page?: string) {
		return await searchRecords(this, resource, filter, page);
	};

const choiceSearchOf = (resource: Resource, from: OfferedFrom) =>
	async function (this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
		const found = await choicesOf(this, resource, from);
		if (!found.ok) throw asNodeError(this.getNode(), found.failure);
		const results = found.value.map(({ name, value }) => ({ name, value: String(value) }));
		return { results: results.filter(({ name }) => includes(name, filter)) };
	};

const includes = (name: string, filter: string) =>
	name.toLowerCase().includes(filter.toLowerCase());

/** The choices of the fields that have some. A list that cannot be read leaves its field as text. */
async function loadChoices(context: ILoadOptionsFunctions, resource: Resource): Promise<Choices> {
	const choices = new Map<string, INodePropertyOptions[] | string>();
	for (const { name, offeredFrom } of resource.fields) {
		if (!offeredFrom) continue;
		const found = await choicesOf(context, resource, offeredFrom);
		choices.set(name, found.ok ? found.value : `list not loaded: ${found.failure.message}`);
	}
	return choices;
}

async function choicesOf(
	context: ILoadOptionsFunctions,
	resource: Resource,
	offeredFrom: OfferedFrom,
): Promise<Result<INodePropertyOptions[]>> {
	try {
		const service = await connect(context, quietOptions);
		return service.ok ? await readChoices(service.value, resource, offeredFrom) : service;
	} catch {
		return badInput('credentials', 'no usable credential', 'Choose a credential first.');
	}
}

/** Entries shown at once in a pick list. */
const SHOWN = 50;

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
	const service = await connect(context, quietOptions);
	if (!service.ok) throw asNodeError(context.getNode(), service.failure);
	const from = (Number(page) - 1) * SHOWN;
	const choice = resource.pathChoice
		? String(context.getCurrentNodeParameter(resource.pathChoice.name) ?? '')
		: undefined;
	const searched = resource.list.search !== undefined && filter !== '';
	const rows = await readList(service.value, resource, {
		query: searched ? { [resource.list.search!]: filter } : {},
		options: { pathChoice: choice },
		most: filter === '' || searched ? from + SHOWN + 1 : Infinity,
		parallel: quietOptions.maxParallelRequests,
	});
	if (!rows.ok) throw asNodeError(context.getNode(), rows.failure);
	const entries = rows.value.rows.map((row) => asEntry(resource, row));
	const matching = searched ? entries : entries.filter(({ name }) => includes(name, filter));
	return {
		results: matching.slice(from, from + SHOWN),
		paginationToken: matching.length > from + SHOWN ? String(Number(page) + 1) : undefined,
	};
}

const ARCHIVED = /archiv|deleted/i;

function asEntry(resource: Resource, row: IDataObject) {
	const { record, number, envelope } = resource.identifiers;
	const value = [record, number, envelope].map((key) => (key ? row[key] : undefined)).find(isGiven);
	const title = resource.title.map((path) => at(row, path)).filter(isGiven);
	const state = resource.state ? row[resource.state] : undefined;
	const name = title.length > 0 ? title.map(String).join(' · ') : String(value);
	const archived = ARCHIVED.test(String(row.status ?? row.usage_status ?? ''));
	return {
		name: archived ? `${name} (archived)` : isGiven(state) ? `${name} (${String(state)})` : name,
		value: String(value ?? ''),
	};
}

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== '';

const at = (row: IDataObject, path: string): unknown =>
	path
		.split('.')
		.reduce<unknown>(
			(value, key) =>
				typeof value === 'object' && value ? (value as IDataObject)[key] : undefined,
			row,
		);
