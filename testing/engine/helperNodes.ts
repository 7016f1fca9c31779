/** Nodes of n8n itself that runs and credential tests rely on, without the package they come in. */
import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';

export const START_NODE_TYPE = 'n8n-nodes-base.manualTrigger';
export const NO_OP_NODE_TYPE = 'n8n-nodes-base.noOp';

function passThrough(description: Partial<INodeTypeDescription> & { name: string }): INodeType {
	return {
		description: {
			displayName: description.name,
			group: ['transform'],
			version: 1,
			description: '',
			defaults: {},
			inputs: ['main'],
			outputs: ['main'],
			properties: [],
			...description,
		},
		async execute(this: IExecuteFunctions) {
			return [this.getInputData()];
		},
	};
}

export const helperNodeTypes: Record<string, INodeType> = {
	[START_NODE_TYPE]: passThrough({
		name: START_NODE_TYPE,
		displayName: 'Start',
		group: ['trigger'],
		inputs: [],
	}),
	[NO_OP_NODE_TYPE]: passThrough({ name: NO_OP_NODE_TYPE, displayName: 'No Operation' }),
};
