import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { property } from '../Property/property';
import { readList } from '../shared/resource/actions/lists/list';
import { asNodeError } from '../shared/execution';
import { backgroundOptions } from '../shared/http';
import { connectForEditor } from '../shared/resource/methods/connectForEditor';

/**
 * The custom properties of companies, by the internal name that the field map takes.
 *
 * @throws NodeApiError saying why they cannot be listed
 */
export async function companyProperties(
	context: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const service = await connectForEditor(context);
	if (!service.ok) throw asNodeError(context.getNode(), service.failure);
	const list = await readList(service.value, property, {
		query: { custom_only: true },
		options: { pathParameter: 'companies' },
		limit: Infinity,
		parallel: backgroundOptions.maxParallelRequests,
	});
	if (!list.ok) throw asNodeError(context.getNode(), list.failure);
	return list.value.rows
		.filter(({ internal_name: value }) => typeof value === 'string')
		.map(({ name, internal_name: value }) => ({
			name: String(name ?? value),
			value: String(value),
		}));
}
