import { existsSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';

import axios from 'axios';
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeParameters,
	INodeType,
} from 'n8n-workflow';

import { accessWith } from '../test/engine/credential';
import { engine, loadPackage } from '../test/engine/harness';

/** Where to send the work. */
export interface Target {
	readonly url: string;
	readonly token: string;
}

/** Does the work once; returns how many items came out. */
export type Contender = (target: Target, count: number) => Promise<number>;

export const PARALLEL = 10;
/** Lines of an order, each a row of the input. */
export const LINES = 4;
const PATH = '/v1/public/companies';
const bodyOf = (index: number) => ({ external_id: `bench-${index}`, name: `Company ${index}` });

/** So many workers, each taking the next index until none is left. */
async function inParallel(
	count: number,
	parallel: number,
	work: (index: number) => Promise<unknown>,
) {
	let next = 0;
	const worker = async () => {
		while (next < count) {
			const index = next;
			next += 1;
			await work(index);
		}
	};
	await Promise.all(Array.from({ length: parallel }, worker));
}

/** axios on its own, without n8n. */
const rawAxios =
	(keepAlive: boolean): Contender =>
	async ({ url, token }, count) => {
		const client = axios.create({
			baseURL: url,
			httpAgent: new Agent({ keepAlive, maxSockets: PARALLEL }),
			headers: { Authorization: `Bearer ${token}` },
			proxy: false,
		});
		let done = 0;
		await inParallel(count, PARALLEL, async (index) => {
			const { data } = await client.post<{ ok: boolean }>(PATH, bodyOf(index));
			if (data.ok) done += 1;
		});
		return done;
	};

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
	url: url + PATH,
	body: bodyOf(index),
	json: true,
});

const helper = async (context: IExecuteFunctions, { url, token }: Target, index: number) =>
	(await context.helpers.httpRequest({
		...post(url, index),
		headers: { Authorization: `Bearer ${token}` },
	})) as unknown;

const helperWithCredential = async (context: IExecuteFunctions, { url }: Target, index: number) =>
	(await context.helpers.httpRequestWithAuthentication.call(
		context,
		'workspaceRecordsApi',
		post(url, index),
	)) as unknown;

const items = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ json: bodyOf(index) }));

/** Runs one node in n8n-core's engine; counts the items that did not fail. */
async function runNode(
	type: string,
	parameters: INodeParameters,
	given: INodeExecutionData[],
	{ url, token }: Target,
	nodeTypes: Record<string, INodeType> = {},
) {
	const pkg = (await loadPackage()).with(nodeTypes);
	const { last, error } = await engine(pkg).run(
		{ type, parameters },
		{ items: given, credentials: accessWith(url, token) },
	);
	if (error) throw error;
	return last.main[0];
}

const loop =
	(parallel: number, send: Parameters<typeof loopNode>[2]): Contender =>
	async (target, count) => {
		const nodeTypes = { 'bench.loop': loopNode(parallel, target, send) };
		return (await runNode('bench.loop', {}, items(count), target, nodeTypes)).length;
	};

const company = 'workspaceRecordsCompany';
const HTTP_REQUEST = 'n8n-nodes-base.httpRequest';
const httpRequestFile = join(
	__dirname,
	'../host/node_modules/n8n-nodes-base/dist/nodes/HttpRequest/HttpRequest.node.js',
);

/** n8n's own HTTP Request node is there once the pinned n8n is installed. */
export const hasHttpRequestNode = existsSync(httpRequestFile);

const httpRequest =
	(parameters: INodeParameters, itemsFor: (count: number) => INodeExecutionData[]): Contender =>
	async (target, count) => {
		// eslint-disable-next-line @typescript-eslint/no-require-imports -- only where it is installed
		const { HttpRequest } = require(httpRequestFile) as { HttpRequest: new () => INodeType };
		const all: INodeParameters = {
			url: target.url + PATH,
			sendHeaders: true,
			headerParameters: {
				parameters: [{ name: 'Authorization', value: `Bearer ${target.token}` }],
			},
			...parameters,
		};
		const output = await runNode(HTTP_REQUEST, all, itemsFor(count), target, {
			[HTTP_REQUEST]: new HttpRequest(),
		});
		return output.reduce((total, { json }) => {
			const { data } = json as { data?: unknown[] };
			return total + (data?.length ?? 1);
		}, 0);
	};

/** Creates `count` companies, one request each. */
const creates: Record<string, Contender> = {
	'axios, keep-alive': rawAxios(true),
	'axios, a connection each': rawAxios(false),
	'n8n’s helper, bare loop': loop(PARALLEL, helper),
	'n8n’s helper with credential, bare loop': loop(PARALLEL, helperWithCredential),
	'this package': async (target, count) => {
		const parameters = {
			resource: 'company',
			operation: 'create',
			fields: { mappingMode: 'autoMapInputData', value: null },
			options: { maxParallelRequests: PARALLEL },
		};
		return (await runNode(company, parameters, items(count), target)).length;
	},
	'one at a time (built-in CRM nodes)': loop(1, helperWithCredential),
	'HTTP Request node': httpRequest(
		{
			method: 'POST',
			sendBody: true,
			specifyBody: 'json',
			jsonBody: '={{ JSON.stringify($json) }}',
			options: { batching: { batch: { batchSize: PARALLEL, batchInterval: 0 } } },
		},
		items,
	),
};

/** Reads `count` companies, a hundred to a page. */
const lists: Record<string, Contender> = {
	'this package': async (target) => {
		const parameters = {
			resource: 'company',
			operation: 'getAll',
			returnAll: true,
			options: { maxParallelRequests: PARALLEL },
		};
		return (await runNode(company, parameters, [{ json: {} }], target)).length;
	},
	'HTTP Request node': httpRequest(
		{
			sendQuery: true,
			queryParameters: { parameters: [{ name: 'limit', value: '100' }] },
			options: {
				pagination: {
					pagination: {
						paginationMode: 'updateAParameterInEachRequest',
						parameters: {
							parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' }],
						},
						paginationCompleteWhen: 'other',
						completeExpression: '={{ $response.body.data.length < 100 }}',
						limitPagesFetched: false,
						requestInterval: 0,
					},
				},
			},
		},
		() => [{ json: {} }],
	),
};

/** Lines as rows of a spreadsheet give them; the rows of an order are far apart. */
const lines = (orders: number) =>
	Array.from({ length: orders * LINES }, (_, index) => ({
		json: {
			order_external_id: `bench-${index % orders}`,
			order_date: '2026-11-21',
			item_external_id: `sku-${index % 503}`,
			item_name: `Article ${index % 503}`,
			quantity: String(1 + (index % 12)),
			unit_price: (10 + (index % 400) / 4).toFixed(2),
		},
	}));

const upsertOrders =
	(batchSize: number): Contender =>
	async (target, count) => {
		const parameters = {
			resource: 'migrationUpsert',
			operation: 'upsertOrders',
			partner: 'bench',
			inputMode: 'line',
			fields: { mappingMode: 'autoMapInputData', value: null },
			batchSize,
			options: { maxParallelRequests: PARALLEL },
		};
		const output = await runNode(
			'workspaceRecordsMigrationUpsert',
			parameters,
			lines(count),
			target,
		);
		return output.filter(({ json }) => json.record_id).length;
	};

/** Upserts `count` orders out of four times as many order lines. */
const orders: Record<string, Contender> = {
	'this package, 100 orders to a request': upsertOrders(100),
	'one request per order': upsertOrders(1),
};

/** What is done, and by whom. */
export const contests = { creates, lists, orders };
