import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';

import { listening } from './listening';

/** A request as it was received. */
export interface Received {
	readonly method: string;
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
}

/** A service whose responses a test writes itself, where those of the sandbox do not do. */
export interface CustomService {
	/** Base URL, without a trailing slash. */
	readonly url: string;
	/** Every request so far. */
	readonly requests: Received[];
	/** Makes the response to every further request. */
	reply: (request: Received) => Reply;
	close(): Promise<void>;
}

/** Starts it on a free local port. */
export async function startCustomService(): Promise<CustomService> {
	const server = createServer((request, response) => {
		void read(request).then((received) => {
			service.requests.push(received);
			const { status = 200, body, headers } = service.reply(received);
			response.writeHead(status, { 'content-type': 'application/json', ...headers });
			const isWritten = typeof body === 'string' || body === undefined || Buffer.isBuffer(body);
			response.end(isWritten ? body : JSON.stringify(body));
		});
	});
	const service: CustomService = {
		...(await listening(server)),
		requests: [],
		reply: () => ({ body: {} }),
	};
	return service;
}

async function read(request: IncomingMessage): Promise<Received> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	const text = String(Buffer.concat(chunks));
	const url = new URL(request.url ?? '', 'http://service');
	return {
		method: request.method ?? '',
		path: decodeURIComponent(url.pathname),
		query: Object.fromEntries(url.searchParams),
		headers: request.headers,
		body: text === '' ? undefined : JSON.parse(text),
	};
}
