import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { company } from '../Company/company';
import { contact } from '../Contact/contact';
import { item } from '../Item/item';
import { subscription } from '../Subscription/subscription';
import {
	fieldHints,
	recordMethods,
	recordParameters,
	runRecordOperation,
} from '../shared/resource';
import { subtitle } from '../shared/description';
import { meter } from './meter';

export class WorkspaceRecordsMeter implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Workspace Records Meter',
		name: 'workspaceRecordsMeter',
		icon: { light: 'file:../../icons/meter.svg', dark: 'file:../../icons/meter.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle,
		description: 'Create, read, update and archive metered usage of a Workspace Records workspace',
		defaults: { name: 'Workspace Records Meter' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		builderHint: {
			extraTypeDefContent: fieldHints(meter),
			searchHint: 'Reports usage that is billed',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-workspace-records.workspaceRecordsSubscription',
					relationHint: 'Bills at regular intervals',
				},
			],
		},
		credentials: [{ name: 'workspaceRecordsApi', required: true }],
		properties: recordParameters(meter),
	};

	methods = recordMethods(meter, [company, contact, item, subscription]);

	async execute(this: IExecuteFunctions) {
		return await runRecordOperation(this, meter, [company, contact]);
	}
}
