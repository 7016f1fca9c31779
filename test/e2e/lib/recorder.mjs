// A server that records its requests and sends a response of the test's choice.
import { createServer } from 'node:http';

/**
 * Starts a recorder on a free port of this machine.
 *
 * @returns {Promise<{url: string, requests: {url: string, headers: Record<string, string>, body: string}[],
 *   response: {status?: number, headers?: Record<string, string>, body?: object},
 *   close: () => Promise<void>}>} `url`: without a slash at the end
 */
export async function startRecorder() {
	const respond = async (request, response) => {
		const { url, headers } = request;
		let body = '';
		for await (const part of request.setEncoding('utf8')) body += part;
		recorder.requests.push({ url, headers, body });
		const { status = 200, headers: more, body: json = {} } = recorder.response;
		response.writeHead(status, { 'content-type': 'application/json', ...more });
		response.end(JSON.stringify(json));
	};
	const server = createServer((request, response) => void respond(request, response));
	await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
	const recorder = {
		url: `http://127.0.0.1:${server.address().port}`,
		requests: [],
		response: {},
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	return recorder;
}
