import { createServer, request, type IncomingMessage } from 'node:http';

import { listening } from './listening';

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
			const asked = await passing(incoming);
			const forward = async (url = asked.url) => await forwarded(target.url, { ...asked, url });
			const { status, text, type = 'application/json' } = await service.alter(asked, forward);
			outgoing.writeHead(status, text === undefined ? {} : { 'content-type': type });
			outgoing.end(text);
		})();
	});
	const service: AlteredService = {
		...(await listening(server)),
		alter: async (_request, forward) => await forward(),
	};
	return service;
}

async function passing(incoming: IncomingMessage): Promise<Passing> {
	const { method = '', url = '', headers } = incoming;
	const kept = ['authorization', 'content-type', 'accept-language', 'x-workspace-code'];
	return {
		method,
		url,
		text: await textOf(incoming),
		headers: Object.fromEntries(
			kept.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])),
		),
	};
}

async function forwarded(base: string, { method, url, text, headers }: Passing): Promise<Returned> {
	const response = await new Promise<IncomingMessage>((resolve, reject) => {
		// A connection of its own: a kept one may be closed just when it is used again.
		request(base + url, { method, headers, agent: false }, resolve)
			.on('error', reject)
			.end(text);
	});
	const body = await textOf(response);
	return {
		status: response.statusCode ?? 0,
		text: body === '' ? undefined : body,
		type: response.headers['content-type'],
	};
}

async function textOf(message: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of message) chunks.push(chunk as Buffer);
	return String(Buffer.concat(chunks));
}
