import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { company } from '../Company/company';
import { contact } from '../Contact/contact';
import {
	fieldHints,
	recordMethods,
	recordParameters,
	runRecordOperation,
} from '../shared/resource';
import { subtitle } from '../shared/description';
import { disbursement } from './disbursement';

export class WorkspaceRecordsDisbursement implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Workspace Records Disbursement',
		name: 'workspaceRecordsDisbursement',
		icon: {
			light: 'file:../../icons/disbursement.svg',
			dark: 'file:../../icons/disbursement.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle,
		description: 'Create, read, update and archive disbursements of a Workspace Records workspace',
		defaults: { name: 'Workspace Records Disbursement' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		builderHint: {
			extraTypeDefContent: fieldHints(disbursement),
			searchHint: 'Money that is paid out, refunds included',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-workspace-records.workspaceRecordsBill',
					relationHint: 'What is paid',
				},
				{
					nodeType: 'n8n-nodes-workspace-records.workspaceRecordsPayment',
					relationHint: 'Money that is received',
				},
			],
		},
		credentials: [{ name: 'workspaceRecordsApi', required: true }],
		properties: recordParameters(disbursement),
	};

	methods = recordMethods(disbursement, [company, contact]);

	async execute(this: IExecuteFunctions) {
		return await runRecordOperation(this, disbursement, [company, contact]);
	}
}
