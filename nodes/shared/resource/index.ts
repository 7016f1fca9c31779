import type {
	IExecuteFunctions,
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodeType,
	ResourceMapperFields,
} from 'n8n-workflow';

import { actionNode, builderHint, subtitle, getFieldsOf } from '../description';
import type { Field } from '../schema/types';
import { namedFields, type Resource } from './definition/resource';
import { fieldHints, searchedFor, searchMethod } from './description/fields';
import { outputFieldsOf } from './description/lists';
import { recordParameters } from './description/parameters';

export type { Choosable, Outputs } from './definition/outputs';
export { recordLocators } from './description/fields';
export { limitParameters, outputFieldsOf, outputParameters } from './description/lists';
export { recordLocator } from './description/parameters';

/**
 * What a record node is made of beside its name, its picture and its words. n8n loads every node when it starts, and runs
 * few of them: what only an execution or a pick list needs is loaded with the first of them.
 *
 * @param related the resources that fields of this one refer to
 */
export const recordNode = (resource: Resource, related: readonly Resource[] = []) => ({
	/** Made anew for each: n8n never forgets a class that it loaded, but what only its instance holds. */
	get description() {
		return {
			...actionNode,
			properties: recordParameters(resource),
		};
	},
	subtitle,
	builderHint: (searchHint: string, relatedNodes?: Readonly<Record<string, string>>) => ({
		extraTypeDefContent: fieldHints(resource),
		...builderHint(searchHint, relatedNodes),
	}),
	methods: recordMethods(resource, related),
	async execute(this: IExecuteFunctions) {
		const { runOperation } = await import('./actions/operations');
		return await runOperation(this, resource, related);
	},
});

/** What the editor asks of a record node: columns to map, records and values to pick. */
function recordMethods(
	resource: Resource,
	related: readonly Resource[],
): NonNullable<INodeType['methods']> {
	const fields = resource.fields.flatMap(({ rows = [] }) => rows);
	return {
		listSearch: Object.fromEntries([
			['searchRecords', searchOf(resource)],
			...related.map((other) => [searchMethod(other.name), searchOf(other)] as const),
			...fields.flatMap((field) => {
				const searched = searchedFor(field);
				return searched ? [[searchMethod(searched), choiceSearchOf(resource, field)] as const] : [];
			}),
		]),
		loadOptions: {
			...getFieldsOf(namedFields(resource)),
			...outputFieldsOf(resource),
		},
		resourceMapping: {
			async getColumns(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
				const { loadColumns } = await import('./methods/columns');
				return await loadColumns(this, resource);
			},
		},
	};
}

const searchOf = (resource: Resource) =>
	async function (this: ILoadOptionsFunctions, filter?: string, page?: string) {
		return await searchRecords(this, resource, filter, page);
	};

const choiceSearchOf = (resource: Resource, field: Field) =>
	async function (this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
		const { searchChoices } = await import('./methods/columns');
		return await searchChoices(this, resource, field, filter);
	};

/** Searches a pick list of records. */
export async function searchRecords(
	context: ILoadOptionsFunctions,
	resources: Resource | readonly Resource[],
	filter?: string,
	page?: string,
) {
	const search = await import('./methods/listSearch');
	return await search.searchRecords(context, resources, filter, page);
}
