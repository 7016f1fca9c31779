/** Nodes of n8n itself that runs and credential tests rely on, without the package they come in. */
import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';

import { described } from '../described';

export const START_NODE_TYPE = 'n8n-nodes-base.manualTrigger';
export const NO_OP_NODE_TYPE = 'n8n-nodes-base.noOp';

const passThrough = (name: string, own?: Partial<INodeTypeDescription>): INodeType => ({
	description: described(name, own),
	async execute(this: IExecuteFunctions) {
		return [this.getInputData()];
	},
});

export const helperNodeTypes: Record<string, INodeType> = {
	[START_NODE_TYPE]: passThrough(START_NODE_TYPE, { group: ['trigger'], inputs: [] }),
	[NO_OP_NODE_TYPE]: passThrough(NO_OP_NODE_TYPE),
};
