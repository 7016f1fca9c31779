import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request on its way to the service. */
interface Passing {
	readonly method: string;
	/** Path and query, percent-encoded. */
	readonly url: string;
	readonly text: string;
	readonly headers: Readonly<Record<string, string>>;
}

/** A response; a body that is undefined has no bytes. */
interface Returned {
	readonly status: number;
	readonly text?: string;
	readonly type?: string;
}

/** Stands before a service: lets a request through, or responds in its place. */
export interface AlteredService {
	readonly url: string;
	alter: (request: Passing, forward: (url?: string) => Promise<Returned>) => Promise<Returned>;
	close(): Promise<void>;
}

/** Starts it on a free local port; it changes nothing until it is told to. */
export async function startAltered(target: { readonly url: string }): Promise<AlteredService> {
	const server = createServer((incoming, outgoing) => {
		void (async () => {
			const request = await passing(incoming);
			const {
				status,
				text,
				type = 'application/json',
			} = await service.alter(
				request,
				async (url = request.url) => await forwarded(target.url, { ...request, url }),
			);
			outgoing.writeHead(status, text === undefined ? {} : { 'content-type': type });
			outgoing.end(text);
		})();
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	const service: AlteredService = {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		alter: async (_request, forward) => await forward(),
		close: async () => {
			server.closeAllConnections();
			await new Promise((closed) => server.close(closed));
		},
	};
	return service;
}

async function passing(request: IncomingMessage): Promise<Passing> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	const { method = '', url = '', headers } = request;
	const kept = ['authorization', 'content-type', 'accept-language', 'x-workspace-code'];
	return {
		method,
		url,
		text: String(Buffer.concat(chunks)),
		headers: Object.fromEntries(
			kept.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])),
		),
	};
}

async function forwarded(base: string, request: Passing): Promise<Returned> {
	const { method, url, text, headers } = request;
	const response = await fetch(base + url, { method, headers, body: text || undefined });
	const body = await response.text();
	return {
		status: response.status,
		text: body === '' ? undefined : body,
		type: response.headers.get('content-type') ?? undefined,
	};
}
