import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodeType,
	ResourceMapperFields,
} from 'n8n-workflow';

import type { OfferedFrom, Resource } from './definition';
import { searchMethod } from './locator';
import { searchRecords } from './onDemand';

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
				const { loadColumns } = await import('./loadColumns');
				return await loadColumns(this, resource);
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
		const { searchChoices } = await import('./search');
		return await searchChoices(this, resource, from, filter);
	};
