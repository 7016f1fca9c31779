import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import {
	companies,
	COMPANIES,
	companyOf,
	inParallel,
	type Candidate,
	type Target,
} from './candidate';
import { runOtherNode } from './nodes';

/** A node that calls n8n's HTTP helper for every item and does nothing else. */
const loopNode = (
	parallel: number,
	target: Target,
	send: (context: IExecuteFunctions, target: Target, index: number) => Promise<unknown>,
) => ({
	description: {
		displayName: 'Loop',
		name: 'bench.loop',
		group: ['transform' as const],
		version: 1,
		description: '',
		defaults: {},
		inputs: ['main' as const],
		outputs: ['main' as const],
		credentials: [{ name: 'workspaceRecordsApi' }],
		properties: [],
	},
	async execute(this: IExecuteFunctions) {
		const output: INodeExecutionData[] = [];
		await inParallel(this.getInputData().length, parallel, async (index) => {
			const json = (await send(this, target, index)) as INodeExecutionData['json'];
			output[index] = { json, pairedItem: { item: index } };
		});
		return [output];
	},
});

const post = (url: string, index: number) => ({
	method: 'POST' as const,
	url: url + COMPANIES,
	body: companyOf(index),
	json: true,
});

/** n8n's helper, with the token put in by hand. */
export const helper = async (context: IExecuteFunctions, { url, token }: Target, index: number) =>
	(await context.helpers.httpRequest({
		...post(url, index),
		headers: { Authorization: `Bearer ${token}` },
	})) as unknown;

/** n8n's helper as a node with a credential has to call it. */
export const helperWithCredential = async (
	context: IExecuteFunctions,
	{ url }: Target,
	index: number,
) =>
	(await context.helpers.httpRequestWithAuthentication.call(
		context,
		'workspaceRecordsApi',
		post(url, index),
	)) as unknown;

/** The loop with one of the helpers, `parallel` requests at once. */
export const bareLoop =
	(parallel: number, send: Parameters<typeof loopNode>[2]): Candidate =>
	async (target, count) => {
		const loop = loopNode(parallel, target, send);
		return (await runOtherNode(target, ['bench.loop', loop], {}, companies(count))).length;
	};
