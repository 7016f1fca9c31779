// A client of an MCP server over streamable HTTP, as small as the tests need it.
import pWaitFor from 'p-wait-for';

import { until } from './until.mjs';

/**
 * Opens a session with the server of a workflow, which responds some time after it was published.
 *
 * @param {string} url
 * @returns {Promise<{tools: () => Promise<object[]>, call: (name: string, args: object) => Promise<string>}>} both
 *   throw what the server refuses
 */
export async function mcpClient(url) {
	return await until('the MCP server', async () => {
		const client = await openSession(url).catch(() => undefined);
		return client ? pWaitFor.resolveWith(client) : false;
	});
}

async function openSession(url) {
	let session;
	let id = 0;
	const post = async (message) => {
		const response = await fetch(url, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				accept: 'application/json, text/event-stream',
				...(session && { 'mcp-session-id': session }),
			},
			body: JSON.stringify({ jsonrpc: '2.0', ...message }),
		});
		session ??= response.headers.get('mcp-session-id') ?? undefined;
		const text = await response.text();
		if (!response.ok) throw new Error(`MCP: ${response.status} ${text.slice(0, 200)}`);
		const events = text.split('\n').filter((line) => line.startsWith('data:'));
		return events.length > 0
			? events.map((line) => JSON.parse(line.slice(5))).find((one) => one.id === message.id)
			: text && JSON.parse(text);
	};
	const request = async (method, params) => {
		const { result, error } = await post({ id: ++id, method, params });
		if (error) throw new Error(`MCP: ${error.message}`);
		return result;
	};
	const clientInfo = { name: 'test', version: '1' };
	await request('initialize', { protocolVersion: '2025-03-26', capabilities: {}, clientInfo });
	await post({ method: 'notifications/initialized' });
	return {
		tools: async () => (await request('tools/list', {})).tools,
		async call(name, args) {
			const { content } = await request('tools/call', { name, arguments: args });
			return content.map(({ text }) => text).join('');
		},
	};
}
