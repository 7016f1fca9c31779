import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a service may say of orders beside what it did. */
export interface BulkBody {
	ok: boolean;
	results: Array<Record<string, unknown>> | null;
	[key: string]: unknown;
}

/** Stands before a service and changes what it says of orders that were written in bulk. */
export async function startDistorting(serviceUrl: string) {
	let change = (body: BulkBody): BulkBody => body;
	let status: number | undefined;
	const server = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const answer = await fetch(serviceUrl + request.url, {
			method: request.method,
			headers: {
				authorization: request.headers.authorization ?? '',
				...(chunks.length > 0 ? { 'content-type': 'application/json' } : {}),
			},
			body: chunks.length > 0 ? Buffer.concat(chunks) : undefined,
		});
		const body = (await answer.json()) as BulkBody;
		response.writeHead(status ?? answer.status, { 'content-type': 'application/json' });
		response.end(JSON.stringify(change(body)));
	});
	await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		/** From now on answers are changed like this, and come with this status. */
		distort(to: typeof change, as?: number) {
			change = to;
			status = as;
		},
		close: async () => await new Promise((done) => server.close(done)),
	};
}
