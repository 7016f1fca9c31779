import type { INodeType, INodeTypeDescription, IPollFunctions } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { builderHint } from '../shared/description';
import { transferTriggerParameters } from './parameters';

export class WorkspaceRecordsTransferTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Workspace Records Transfer Trigger',
		name: 'workspaceRecordsTransferTrigger',
		icon: { light: 'file:../../icons/transfer.svg', dark: 'file:../../icons/transfer.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{ [$parameter["events"]].flat().join(", ") }}',
		description: 'Starts the workflow when an import or export ends, fails or makes progress',
		defaults: { name: 'Workspace Records Transfer Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		builderHint: builderHint(
			'Polls the transfers whose IDs are entered; no list of transfers is known',
			{ Transfer: 'Downloads the files of the transfer' },
		),
		credentials: [{ name: 'workspaceRecordsApi', required: true }],
		// A list of its own: n8n adds Poll Times to it, each time it loads the class again.
		properties: [...transferTriggerParameters],
	};

	async poll(this: IPollFunctions) {
		const { pollTransfers } = await import('./poll');
		return await pollTransfers(this);
	}
}
