import {
	NodeConnectionTypes,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
} from 'n8n-workflow';

import { described } from './described';

/**
 * n8n's If and Edit Fields, as far as the examples use them: their package is not among the project's
 * tools. n8n's engine evaluates the conditions and expressions. The nodes themselves run in test/e2e.
 */
const version = [2.2, 3.4];

const conditional: INodeType = {
	description: described('if', {
		version,
		outputs: [NodeConnectionTypes.Main, NodeConnectionTypes.Main],
		properties: [
			{
				displayName: 'Conditions',
				name: 'conditions',
				type: 'filter',
				default: {},
				typeOptions: { filter: { caseSensitive: true, typeValidation: 'strict', version: 2 } },
			},
		],
	}),
	async execute(this: IExecuteFunctions) {
		const outputs: INodeExecutionData[][] = [[], []];
		this.getInputData().forEach((item, index) => {
			const fits = this.getNodeParameter('conditions', index, false, { extractValue: true });
			outputs[fits ? 0 : 1].push({ ...item, pairedItem: { item: index } });
		});
		return outputs;
	},
};

const editFields: INodeType = {
	description: described('set', {
		version,
		properties: [
			{ displayName: 'Fields', name: 'assignments', type: 'assignmentCollection', default: {} },
		],
	}),
	async execute(this: IExecuteFunctions) {
		const items = this.getInputData().map(({ binary }, index) => {
			const { assignments } = this.getNodeParameter('assignments', index) as {
				assignments: Array<{ name: string; value: unknown }>;
			};
			const json = Object.fromEntries(assignments.map(({ name, value }) => [name, value]));
			return { json: json as IDataObject, binary, pairedItem: { item: index } };
		});
		return [items];
	},
};

/** The nodes, by the full names of those of n8n. */
export const flowNodes: Record<string, INodeType> = {
	'n8n-nodes-base.if': conditional,
	'n8n-nodes-base.set': editFields,
};
