// A chat model that follows a script: a local server that speaks OpenAI's chat completions, so that
// n8n's own chat model and agent nodes run unchanged. It calls the tools that it is offered, as a
// model would, and responds with their results.
import { createServer } from 'node:http';

/**
 * @typedef {{role: string, content: string, tool_calls?: object[]}} Message
 * @typedef {{name: string, description: string, parameters: object}} Tool
 * @typedef {{call: string, args: object}} Call `call`: name of a tool
 * @typedef {Call | {calls: Call[]} | {say: string}} Turn
 */

/**
 * Starts the model, and saves the credential with which n8n uses it.
 *
 * @param {import('./stand.mjs').Stand} stand
 * @param {(messages: Message[], tools: Tool[]) => Turn} script what to do next
 * @returns {Promise<{credential: {id: string, name: string, type: string},
 *   requests: {messages: Message[], tools: Tool[], authorization?: string}[], close: () => Promise<void>}>}
 */
export async function openChatModel(stand, script) {
	const requests = [];
	const server = createServer((request, response) => {
		let text = '';
		request.on('data', (data) => (text += data));
		request.on('end', () => {
			if (!request.url.endsWith('/chat/completions')) return response.writeHead(404).end();
			const { messages, tools = [], model, stream } = JSON.parse(text);
			const offered = tools.map((tool) => tool.function);
			requests.push({ messages, tools: offered, authorization: request.headers.authorization });
			const completion = completionOf(model, requests.length, script(messages, offered));
			if (stream) {
				response.writeHead(200, { 'content-type': 'text/event-stream' });
				response.end(`data: ${JSON.stringify(asChunk(completion))}\n\ndata: [DONE]\n\n`);
			} else {
				response.writeHead(200, { 'content-type': 'application/json' });
				response.end(JSON.stringify(completion));
			}
		});
	});
	await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
	const data = { apiKey: 'scripted', url: `http://127.0.0.1:${server.address().port}/v1` };
	return {
		credential: await stand.saveCredential('Chat model', data, 'openAiApi'),
		requests,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

function completionOf(model, number, turn) {
	const calls = turn.call ? [turn] : (turn.calls ?? []);
	const tool_calls = calls.map(({ call, args }, index) => ({
		id: `call_${number}_${index}`,
		type: 'function',
		function: { name: call, arguments: JSON.stringify(args) },
	}));
	const message =
		calls.length > 0
			? { role: 'assistant', content: null, tool_calls }
			: { role: 'assistant', content: turn.say };
	return {
		id: `chatcmpl-${number}`,
		object: 'chat.completion',
		created: Math.floor(Date.now() / 1000),
		model,
		choices: [{ index: 0, message, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop' }],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}

const asChunk = ({ choices: [{ message, ...choice }], ...completion }) => {
	const tool_calls = message.tool_calls?.map((call, index) => ({ index, ...call }));
	const delta = { ...message, ...(tool_calls && { tool_calls }) };
	return { ...completion, object: 'chat.completion.chunk', choices: [{ ...choice, delta }] };
};
