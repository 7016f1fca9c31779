import type { IExecuteFunctions, ILoadOptionsFunctions } from 'n8n-workflow';

import type { Resource } from './definition';

/**
 * n8n loads every node when it starts, and runs few of them. What only an execution or a pick list
 * needs is loaded with the first of them.
 */
export async function runRecordOperation(context: IExecuteFunctions, resource: Resource) {
	const { runOperation } = await import('./run');
	return await runOperation(context, resource);
}

/** @see runRecordOperation */
export async function searchRecords(
	context: ILoadOptionsFunctions,
	resource: Resource,
	filter?: string,
	page?: string,
) {
	const search = await import('./search');
	return await search.searchRecords(context, resource, filter, page);
}
