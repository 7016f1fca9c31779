import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';

import { COMPANIES, type Candidate } from './candidate';
import { runOtherNode } from './nodes';

const HTTP_REQUEST = 'n8n-nodes-base.httpRequest';
const httpRequestFile = join(
	__dirname,
	'../../../.local/host/node_modules/n8n-nodes-base/dist/nodes/HttpRequest/HttpRequest.node.js',
);

/** n8n's own HTTP Request node is there once the pinned n8n is installed. */
export const hasHttpRequestNode = existsSync(httpRequestFile);

/** n8n’s own HTTP Request node with these parameters. */
export const httpRequest =
	(parameters: INodeParameters, itemsFor: (count: number) => INodeExecutionData[]): Candidate =>
	async (target, count) => {
		// Required where it is used: it is not installed everywhere.
		const { HttpRequest } = require(httpRequestFile) as { HttpRequest: new () => INodeType };
		const all: INodeParameters = {
			url: target.url + COMPANIES,
			sendHeaders: true,
			headerParameters: {
				parameters: [{ name: 'Authorization', value: `Bearer ${target.token}` }],
			},
			...parameters,
		};
		const node = new HttpRequest();
		const output = await runOtherNode(target, [HTTP_REQUEST, node], all, itemsFor(count));
		return output.reduce((total, { json }) => {
			const { data } = json as { data?: unknown[] };
			return total + (data?.length ?? 1);
		}, 0);
	};
