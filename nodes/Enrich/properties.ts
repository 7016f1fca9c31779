import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { property } from '../Property/WorkspaceRecordsProperty.node.js';
import { orNodeError } from '../shared/execution';
import { requestsOf } from '../shared/resource/actions/requests';
import { readOptions } from '../shared/resource/methods/columns';
import { isObject } from '../shared/schema/values';

/**
 * The custom properties of companies, by the internal name that the field map takes.
 *
 * @throws NodeApiError saying why they cannot be listed
 */
export async function companyProperties(
	context: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const request = requestsOf(property).list({ custom_only: true }, { pathParameter: 'companies' });
	const read = readOptions(context, request, (row) => [
		isObject(row) ? { value: row.internal_name, label: row.name } : { value: undefined },
	]);
	const { choices, notice } = await orNodeError(context, read);
	return [...choices, ...notice];
}
