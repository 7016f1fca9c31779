import {
	type IExecuteFunctions,
	type ILoadOptionsFunctions,
	type INodeType,
	type INodeTypeDescription,
	type ResourceMapperFields,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { getFieldsOf, subtitleWith } from '../shared/description';
import { allFields } from './fields';
import { mapperColumns, type InputMode, migrationParameters } from './parameters';

export class WorkspaceRecordsMigrationUpsert implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Workspace Records Migration Upsert',
		name: 'workspaceRecordsMigrationUpsert',
		icon: {
			light: 'file:../../icons/migration-upsert.svg',
			dark: 'file:../../icons/migration-upsert.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: subtitleWith('partner'),
		description: 'Move orders into the workspace in bulk, from rows of a spreadsheet or from JSON',
		defaults: { name: 'Workspace Records Migration Upsert' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		builderHint: {
			searchHint:
				'For many orders from a spreadsheet, a database or another shop; it groups order lines into orders',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-workspace-records.workspaceRecordsOrder',
					relationHint: 'Single orders',
				},
				{
					nodeType: 'n8n-nodes-workspace-records.workspaceRecordsItem',
					relationHint: 'Creates the items that orders name',
				},
				{
					nodeType: 'n8n-nodes-workspace-records.workspaceRecordsCompany',
					relationHint: 'Creates the companies that orders name',
				},
			],
		},
		credentials: [{ name: 'workspaceRecordsApi', required: true }],
		properties: migrationParameters,
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
