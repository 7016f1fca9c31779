import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { subtitle } from '../shared/description';
import { transferParameters } from './parameters';

export class WorkspaceRecordsTransfer implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Workspace Records Transfer',
		name: 'workspaceRecordsTransfer',
		icon: { light: 'file:../../icons/transfer.svg', dark: 'file:../../icons/transfer.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle,
		description: 'Get an import or export, wait for its end, and download its files',
		defaults: { name: 'Workspace Records Transfer' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		builderHint: {
			searchHint:
				'State and files of an import or export whose ID is known; no list of transfers is known',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-workspace-records.workspaceRecordsTransferTrigger',
					relationHint: 'Starts a workflow when a transfer ends',
				},
			],
		},
		credentials: [{ name: 'workspaceRecordsApi', required: true }],
		properties: transferParameters,
	};

	async execute(this: IExecuteFunctions) {
		const { runTransfer } = await import('./transfer');
		return await runTransfer(this);
	}
}
