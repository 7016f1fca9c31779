import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { property } from '../Property/property';
import { readList } from '../shared/resource/actions/lists/list';
import { orNodeError } from '../shared/execution';
import { backgroundOptions } from '../shared/http';
import { connectForEditor } from '../shared/resource/methods/listSearch';

/**
 * The custom properties of companies, by the internal name that the field map takes.
 *
 * @throws NodeApiError saying why they cannot be listed
 */
export async function companyProperties(
	context: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const read = async () =>
		await readList(await connectForEditor(context), property, {
			query: { custom_only: true },
			options: { pathParameter: 'companies' },
			limit: Infinity,
			parallel: backgroundOptions.maxParallelRequests,
		});
	const { rows } = await orNodeError(context.getNode(), read());
	return rows
		.filter(({ internal_name: value }) => typeof value === 'string')
		.map(({ name, internal_name: value }) => ({
			name: String(name ?? value),
			value: String(value),
		}));
}
