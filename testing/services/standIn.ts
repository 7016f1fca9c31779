import { createServer, type IncomingHttpHeaders } from 'node:http';

import { listening } from './listening';

/** A service with one response to every request, for responses that the sandbox never sends. */
export interface StandIn {
	/** Base URL, without a trailing slash. */
	url: string;
	/** The response from now on: status 200 by default; text is sent as it is. */
	response: { status?: number; type?: string; body: unknown };
	/** Requests so far; the body is parsed as JSON, undefined where there was none. */
	requests: Array<{ method: string; url: string; headers: IncomingHttpHeaders; body?: unknown }>;
	/** The largest number of requests in progress at once. */
	maxConcurrent: number;
	close(): Promise<void>;
}

/** Starts a stand-in on a free local port, or on a given one; it takes a few milliseconds to respond. */
export async function startStandIn(port = 0): Promise<StandIn> {
	let concurrent = 0;
	const server = createServer((request, response) => {
		const { method = '', url = '', headers } = request;
		const received: StandIn['requests'][number] = { method, url, headers };
		standIn.requests.push(received);
		let text = '';
		request.setEncoding('utf8').on('data', (part) => (text += part));
		standIn.maxConcurrent = Math.max(standIn.maxConcurrent, (concurrent += 1));
		const { status = 200, type = 'application/json', body } = standIn.response;
		request.on('end', () => {
			if (text !== '') received.body = JSON.parse(text);
			setTimeout(() => {
				concurrent -= 1;
				response.writeHead(status, { 'content-type': type });
				response.end(typeof body === 'string' ? body : JSON.stringify(body));
			}, 5);
		});
	});
	const standIn: StandIn = {
		...(await listening(server, port)),
		response: { body: {} },
		requests: [],
		maxConcurrent: 0,
	};
	return standIn;
}
