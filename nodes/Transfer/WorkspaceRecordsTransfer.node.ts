import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';

import { actionNode, builderHint, subtitle } from '../shared/description';
import { outputFieldsOf } from '../shared/resource';
import { transferOutput, transferParameters } from './parameters';

export class WorkspaceRecordsTransfer implements INodeType {
	description: INodeTypeDescription = {
		...actionNode,
		displayName: 'Workspace Records Transfer',
		name: 'workspaceRecordsTransfer',
		icon: { light: 'file:../../icons/transfer.svg', dark: 'file:../../icons/transfer.dark.svg' },
		subtitle,
		description: 'Get an import or export, wait for its end, and download its files',
		defaults: { name: 'Workspace Records Transfer' },
		usableAsTool: true,
		builderHint: builderHint(
			'State and files of an import or export whose ID is known; no list of transfers is known',
			{ TransferTrigger: 'Starts a workflow when a transfer ends' },
		),
		properties: [...transferParameters],
	};

	methods = { loadOptions: outputFieldsOf(transferOutput) };

	async execute(this: IExecuteFunctions) {
		const { runTransfer } = await import('./transfer');
		return await runTransfer(this);
	}
}
