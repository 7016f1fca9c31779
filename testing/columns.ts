import type { INodeParameters } from 'n8n-workflow';

import type { Resource } from '../nodes/shared/resource/definition/resource';
import type { Engine } from './engine';

/** The node type of a resource: `workspaceRecordsPurchaseOrder` for `purchaseOrder`. */
export const nodeTypeOf = ({ name }: Pick<Resource, 'name'>) =>
	`workspaceRecords${name[0].toUpperCase()}${name.slice(1)}`;

/**
 * The parameters of a write as the editor stores them: a column each, with its schema, filled from
 * the object under `key` in the item. Rows do not fit into columns; they are taken as JSON.
 */
export async function columnsFilledFrom(
	key: string,
	n8n: Engine,
	resource: Resource,
	operation: 'create' | 'update',
	names: string[],
): Promise<INodeParameters> {
	const { fields: schema } = await n8n.resourceMapping(nodeTypeOf(resource), 'getColumns', {
		parameters: { resource: resource.name, operation },
	});
	const columns = schema.map(({ id }) => id).filter((id) => names.includes(id));
	const rows = resource.fields.filter(({ type, name }) => type === 'rows' && names.includes(name));
	const fromItem = (name: string) => `={{ $json.${key}.${name} }}`;
	const rowParameters = rows.flatMap(({ name }) => [
		[`${name}Source`, 'json'],
		[`${name}Json`, fromItem(name)],
	]);
	return {
		fields: {
			mappingMode: 'defineBelow',
			value: Object.fromEntries(columns.map((name) => [name, fromItem(name)])),
			schema: schema as unknown as INodeParameters[],
			matchingColumns: [],
		},
		...Object.fromEntries(rowParameters),
	};
}
