import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of files that behaves as no well-kept service would, and notes who came with a token. */
export interface FileServer {
	readonly url: string;
	/** Path and Authorization header of every request. */
	readonly requests: Array<{ path: string; authorization?: string }>;
	/** What to answer, by path. */
	readonly responses: Record<string, (response: ServerResponse, request: IncomingMessage) => void>;
	/** Makes every transfer of this server one whose error file has this link. */
	link(errorFileUrl: unknown): void;
	close(): Promise<void>;
}

export async function startFileServer(): Promise<FileServer> {
	const requests: FileServer['requests'] = [];
	const responses: FileServer['responses'] = {};
	let link: unknown = null;
	const server: Server = createServer((request, response) => {
		const [path] = (request.url ?? '').split('?');
		requests.push({ path, authorization: request.headers.authorization });
		if (path.startsWith('/v1/public/transfers/')) {
			response.setHeader('Content-Type', 'application/json');
			response.end(JSON.stringify({ id: 't', status: 'finished', error_file_url: link }));
			return;
		}
		const handler = responses[path];
		if (handler) handler(response, request);
		else response.writeHead(404).end('no such file');
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests,
		responses,
		link: (errorFileUrl) => {
			link = errorFileUrl;
			requests.length = 0;
		},
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
