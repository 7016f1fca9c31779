/** Node parameters in the form in which the editor stores them. */
import type { INodeParameters } from 'n8n-workflow';

/** Columns mapped automatically, by the keys of the item. */
export const fromItem = {
	fields: { mappingMode: 'autoMapInputData', value: null },
} satisfies INodeParameters;

/** Columns mapped one by one. */
export const mapped = (value: INodeParameters) => ({
	fields: { mappingMode: 'defineBelow', value },
});

/** A record chosen by ID, or in another mode of the field. */
export const byId = (value: string, mode = 'id') => ({ recordId: { __rl: true, mode, value } });

/** Requests one after another, so that a test can expect them in the order of the items. */
export const oneByOne = { options: { requests: { maxParallelRequests: 1 } } };
