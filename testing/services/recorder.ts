import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that records its requests, and redirects them where a test wants. */
export interface Recorder {
	port: number;
	requests: Array<{ url: string; headers: IncomingHttpHeaders }>;
	/** Where every request is redirected to, when set. */
	redirectTo?: string;
	close(): Promise<void>;
}

/** Starts a recorder on a free local port; it responds with `{}`. */
export async function startRecorder(): Promise<Recorder> {
	const server = createServer(({ url = '', headers }, response) => {
		recorder.requests.push({ url, headers });
		const { redirectTo } = recorder;
		response.writeHead(redirectTo ? 302 : 200, {
			'content-type': 'application/json',
			...(redirectTo && { location: redirectTo }),
		});
		response.end('{}');
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	const recorder: Recorder = {
		port: (server.address() as AddressInfo).port,
		requests: [],
		close: async () => {
			server.closeAllConnections();
			await new Promise((closed) => server.close(closed));
		},
	};
	return recorder;
}
