import type { INodeTypeDescription } from 'n8n-workflow';

/** The description of a node that a test makes; it has one input, one output and no parameters but for its own. */
export const described = (
	name: string,
	own: Partial<INodeTypeDescription> = {},
): INodeTypeDescription => ({
	displayName: name,
	name,
	group: ['transform'],
	version: 1,
	description: '',
	defaults: {},
	inputs: ['main'],
	outputs: ['main'],
	properties: [],
	...own,
});
