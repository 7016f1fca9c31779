import type {
	IExecuteFunctions,
	ILoadOptionsFunctions,
	INodeType,
	INodeTypeDescription,
	ResourceMapperFields,
} from 'n8n-workflow';

import { actionNode, builderHint, subtitleWith, getFieldsOf } from '../shared/description';
import { allFields } from './fields';
import { mapperColumns, type InputMode, migrationParameters } from './parameters';

export class WorkspaceRecordsMigrationUpsert implements INodeType {
	description: INodeTypeDescription = {
		...actionNode,
		displayName: 'Workspace Records Migration Upsert',
		name: 'workspaceRecordsMigrationUpsert',
		icon: {
			light: 'file:../../icons/migration-upsert.svg',
			dark: 'file:../../icons/migration-upsert.dark.svg',
		},
		subtitle: subtitleWith('partner'),
		description: 'Move orders into the workspace in bulk, from rows of a spreadsheet or from JSON',
		defaults: { name: 'Workspace Records Migration Upsert' },
		usableAsTool: true,
		builderHint: builderHint(
			'For many orders from a spreadsheet, a database or another shop; it groups order lines into orders',
			{
				Order: 'Single orders',
				Item: 'Creates the items that orders name',
				Company: 'Creates the companies that orders name',
			},
		),
		properties: [...migrationParameters],
	};

	methods = {
		loadOptions: getFieldsOf(allFields),
		resourceMapping: {
			async getColumns(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
				return { fields: mapperColumns(this.getNodeParameter('inputMode', 'line') as InputMode) };
			},
		},
	};

	async execute(this: IExecuteFunctions) {
		const { runMigration } = await import('./migrationUpsert');
		return await runMigration(this);
	}
}
