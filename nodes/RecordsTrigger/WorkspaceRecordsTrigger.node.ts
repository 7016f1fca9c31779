import type {
	ILoadOptionsFunctions,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { builderHint } from '../shared/description';
import { recordsTriggerParameters, watchedFieldsOf } from './parameters';

export class WorkspaceRecordsTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Workspace Records Changes Trigger',
		name: 'workspaceRecordsTrigger',
		icon: { light: 'file:../../icons/records.svg', dark: 'file:../../icons/records.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle:
			'={{ $parameter["resource"].replace(/[A-Z]/g, " $&").toLowerCase() + ": " + [$parameter["events"]].flat().join(", ") }}',
		description: 'Starts the workflow when records are created, updated or archived',
		defaults: { name: 'Workspace Records Changes Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'workspaceRecordsApi', required: true }],
		builderHint: builderHint(
			'Polls one kind of record; for changes within a run use Get Changes of its own node',
			{ TransferTrigger: 'Watches imports and exports instead of records' },
		),
		// A list of its own: n8n adds Poll Times to it, each time it loads the class again.
		properties: [...recordsTriggerParameters],
	};

	methods = {
		loadOptions: {
			async getWatchedFields(this: ILoadOptionsFunctions) {
				return watchedFieldsOf(this.getCurrentNodeParameter('resource'));
			},
		},
	};

	async poll(this: IPollFunctions) {
		const { pollRecords } = await import('./poll');
		return await pollRecords(this);
	}
}
