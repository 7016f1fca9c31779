/**
 * The yardstick: a node that reads the file of its item to the end, where it has one, and sends as many requests as the
 * package does by n8n's helper, in the same way: as a stream, because the helper receives what is no stream whatever
 * its size, and with objects as bodies. It does nothing with what it reads and receives.
 *
 * n8n takes memory of its own for this: for every stream axios makes a generator function, whose hidden class V8 keeps,
 * with the request, until its next full collection.
 */
import type { IExecuteFunctions, IHttpRequestOptions, INodeType } from 'n8n-workflow';
import type { Readable } from 'node:stream';

import { inParallel } from '../candidates/candidate';

/** The type of the node, for `LoadedPackage.with`. */
export const HELPER_ALONE = 'bench.helperAlone';

/** How many requests, how many at once, and which. */
export interface Requests {
	readonly count: number;
	readonly parallel: number;
	readonly request: (index: number) => Pick<IHttpRequestOptions, 'method' | 'url' | 'body' | 'qs'>;
}

/** The node; gives the items that came in. */
export const helperAlone = (requests: () => Requests): INodeType => ({
	description: {
		displayName: 'Helper Alone',
		name: HELPER_ALONE,
		group: ['transform'],
		version: 1,
		description: '',
		defaults: {},
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'workspaceRecordsApi' }],
		properties: [],
	},
	async execute(this: IExecuteFunctions) {
		const items = this.getInputData();
		const file = items[0].binary?.data.id;
		if (file) await drain(await this.helpers.getBinaryStream(file));
		const { count, parallel, request } = requests();
		await inParallel(count, parallel, async (index) => {
			const options = { ...request(index), json: true, encoding: 'stream' as const };
			const { helpers } = this;
			await drain(
				(await helpers.httpRequestWithAuthentication.call(
					this,
					'workspaceRecordsApi',
					options,
				)) as Readable,
			);
		});
		return [items];
	},
});

async function drain(stream: Readable) {
	for await (const chunk of stream) void chunk;
}
