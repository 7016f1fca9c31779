import type { INodeParameters } from 'n8n-workflow';

import { accessWith } from './credential';
import { nodeTypeOf } from './columns';
import type { Engine, RunOptions } from './engine';

interface Given extends RunOptions {
	/** The JSON of the input items; one empty item when left out. */
	jsons?: object[];
	baseUrl?: string;
	token?: string;
}

/** Runs record nodes with one credential; message and description of an error come as one text, `errorText`. */
export const recordRuns =
	(n8n: Engine, access: { baseUrl: string; token: string }) =>
	async (
		resource: string,
		operation: string,
		parameters: INodeParameters,
		{ jsons = [{}], baseUrl = access.baseUrl, token = access.token, ...options }: Given = {},
	) => {
		const output = await n8n.run(
			{
				type: nodeTypeOf({ name: resource }),
				parameters: { resource, operation, ...parameters },
			},
			{
				items: jsons.map((json) => ({ json: json as INodeParameters })),
				credentials: accessWith(baseUrl, token),
				...options,
			},
		);
		const { error } = output;
		const texts = [error?.message, error && 'description' in error && error.description];
		return { ...output, errorText: texts.filter(Boolean).join(' | ') };
	};

/** Fields mapped automatically, by the keys of the item. */
export const fromItem = { fields: { mappingMode: 'autoMapInputData', value: null } };
/** Fields mapped one by one. */
export const mapped = (value: INodeParameters) => ({
	fields: { mappingMode: 'defineBelow', value },
});
/** A record picked by ID. */
export const byId = (value: string) => ({ recordId: { __rl: true, mode: 'id', value } });
