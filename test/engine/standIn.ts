import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A service that answers everything alike, to show what the sandbox never would. */
export interface StandIn {
	/** Base URL, without a trailing slash. */
	url: string;
	/** What it answers from now on: status 200 unless said otherwise; text goes out as it is. */
	answer: { status?: number; type?: string; body: unknown };
	requests: Array<{ method: string; url: string; headers: IncomingHttpHeaders }>;
	/** The most requests that were under way at once. */
	most: number;
	close(): Promise<void>;
}

/** Starts a stand-in on a free local port; it takes a few milliseconds to answer. */
export async function startStandIn(): Promise<StandIn> {
	let underWay = 0;
	const server = createServer((request, response) => {
		const { method = '', url = '', headers } = request;
		standIn.requests.push({ method, url, headers });
		standIn.most = Math.max(standIn.most, (underWay += 1));
		const { status = 200, type = 'application/json', body } = standIn.answer;
		request.resume().on('end', () =>
			setTimeout(() => {
				underWay -= 1;
				response.writeHead(status, { 'content-type': type });
				response.end(typeof body === 'string' ? body : JSON.stringify(body));
			}, 5),
		);
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	const standIn: StandIn = {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		answer: { body: {} },
		requests: [],
		most: 0,
		close: async () => {
			server.closeAllConnections();
			await new Promise((closed) => server.close(closed));
		},
	};
	return standIn;
}
