import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

import { listening } from './listening';

/** A file server with misbehaving responses, which records whether requests carry a token. */
export interface FileServer {
	readonly url: string;
	/** Path and Authorization header of every request. */
	readonly requests: Array<{ path: string; authorization?: string }>;
	/** Sends the response, by path; 404 for any other path. */
	readonly responses: Record<string, (response: ServerResponse, request: IncomingMessage) => void>;
	/** Sets the links of every transfer, and clears the recorded requests. @param more further values of it */
	link(fileUrl: unknown, more?: object): void;
	close(): Promise<void>;
}

export async function startFileServer(): Promise<FileServer> {
	const requests: FileServer['requests'] = [];
	const responses: FileServer['responses'] = {};
	let record: object = {};
	const server: Server = createServer((request, response) => {
		const [path] = (request.url ?? '').split('?');
		requests.push({ path, authorization: request.headers.authorization });
		if (path.includes('/v1/public/transfers/')) {
			response.setHeader('Content-Type', 'application/json');
			response.end(JSON.stringify({ id: 't', status: 'finished', ...record }));
			return;
		}
		const handler = responses[path];
		if (handler) handler(response, request);
		else response.writeHead(404).end('no such file');
	});
	return {
		...(await listening(server)),
		requests,
		responses,
		link: (url, more) => {
			record = { error_file_url: url, data_file_url: url, ...more };
			requests.length = 0;
		},
	};
}
