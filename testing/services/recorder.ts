import { createServer, type IncomingHttpHeaders } from 'node:http';

import { listening } from './listening';

/** A server that records its requests, however odd their addresses are, and redirects them where a test wants. */
export interface Recorder {
	readonly url: string;
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
	const recorder: Recorder = { ...(await listening(server)), requests: [] };
	return recorder;
}
