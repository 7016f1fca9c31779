import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

import { listening } from './listening';

/** A request as it was received. */
export interface Received {
	readonly method: string;
	/** As it came: path and query. */
	readonly url: string;
	readonly path: string;
	readonly query: Readonly<Record<string, string>>;
	readonly headers: IncomingHttpHeaders;
	readonly body: unknown;
}

/** The response that a test wants: a status (200 by default), headers and a body; text and bytes are sent as they are. */
export interface Reply {
	readonly status?: number;
	readonly body?: unknown;
	readonly headers?: Readonly<Record<string, string>>;
	/** How long it takes; it is sent at once where this is left out. */
	readonly afterMs?: number;
}

/** A service whose responses a test writes itself, where those of the sandbox do not do. */
export interface CustomService {
	/** Base URL, without a trailing slash. */
	readonly url: string;
	/** Every request so far. */
	readonly requests: Received[];
	/** The largest number of requests in progress at once. */
	maxConcurrent: number;
	/** Makes the response to every further request. */
	reply: (request: Received) => Reply;
	close(): Promise<void>;
}

/** Starts it on a free local port, or on a given one. */
export async function startCustomService(port = 0): Promise<CustomService> {
	let concurrent = 0;
	const server = createServer((request, response) => {
		void read(request).then(async (received) => {
			service.requests.push(received);
			service.maxConcurrent = Math.max(service.maxConcurrent, (concurrent += 1));
			const { status = 200, body, headers, afterMs } = service.reply(received);
			if (afterMs) await delay(afterMs);
			concurrent -= 1;
			response.writeHead(status, { 'content-type': 'application/json', ...headers });
			const isWritten = typeof body === 'string' || body === undefined || Buffer.isBuffer(body);
			response.end(isWritten ? body : JSON.stringify(body));
		});
	});
	const service: CustomService = {
		...(await listening(server, port)),
		requests: [],
		maxConcurrent: 0,
		reply: () => ({ body: {} }),
	};
	return service;
}

async function read(request: IncomingMessage): Promise<Received> {
	const body = await text(request);
	const { method = '', url = '' } = request;
	const { pathname, searchParams } = new URL(url, 'http://service');
	return {
		method,
		url,
		path: decodeURIComponent(pathname),
		query: Object.fromEntries(searchParams),
		headers: request.headers,
		body: body === '' ? undefined : JSON.parse(body),
	};
}
