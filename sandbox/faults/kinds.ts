import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { componentOf, document, isNullable, responseSchema } from '../contract';
import { errorBody, ServiceError } from '../errors';
import type { Behaviour } from '../options';
import type { ArmedFault } from './engine';
import type { Fault, FaultKind } from './fault';

/** Injects a fault into a request: sends another response, or closes the connection. */
type InjectBefore = (
	fault: ArmedFault,
	request: FastifyRequest,
	reply: FastifyReply,
	behaviour: Behaviour,
) => unknown;
/** Injects a fault into a response that is about to be sent; returns the body to send instead. */
type InjectAfter = (fault: ArmedFault, reply: FastifyReply, body: string) => unknown;

const never = () => new Promise<never>(() => {});

function retryHeaders({ retryAfter, retryAfterAs = 'seconds', shouldRetry }: Fault) {
	const headers: Record<string, string> = {};
	if (retryAfter !== undefined) {
		if (retryAfterAs === 'ms') headers['retry-after-ms'] = String(Math.round(retryAfter * 1000));
		if (retryAfterAs === 'seconds') headers['retry-after'] = String(retryAfter);
		if (retryAfterAs === 'date') {
			// HTTP dates have whole seconds; rounded down, the wait would be too short.
			const at = Math.ceil((Date.now() + retryAfter * 1000) / 1000) * 1000;
			headers['retry-after'] = new Date(at).toUTCString();
		}
	}
	if (shouldRetry !== undefined) headers['x-should-retry'] = String(shouldRetry);
	return headers;
}

const words: Record<number, string> = {
	429: 'Too many requests',
	500: 'Something went wrong',
	502: 'Bad gateway',
	503: 'Not available right now',
	504: 'The service took too long',
};

const errorOf = (fault: Fault, request: FastifyRequest, status = fault.status ?? 500) =>
	errorBody(
		new ServiceError(status, words[status] ?? `Failed with ${status}`),
		request.routeOptions.config.operation,
		request.id,
	);

const page = (status: number) =>
	`<!doctype html><html><head><title>${status}</title></head><body><h1>${words[status] ?? 'Hello'}</h1></body></html>`;

function close(request: FastifyRequest) {
	request.raw.socket.resetAndDestroy();
}

/** Faults that are injected before the request is handled. */
export const beforeHandling: Partial<Record<FaultKind, InjectBefore>> = {
	latency: (fault) => wait((fault.ms ?? 0) + fault.random() * (fault.jitterMs ?? 0)),

	async rateLimit(fault, request, reply) {
		const at = Math.floor(Date.now() / 1000);
		if (fault.second?.at !== at) fault.second = { at, requests: 0 };
		if (++fault.second.requests <= (fault.perSecond ?? 10)) return;
		const headers = retryHeaders({ retryAfter: 1, ...fault });
		await reply
			.code(429)
			.headers(headers)
			.send(errorOf(fault, request, 429));
	},

	error: async (fault, request, reply) =>
		await reply
			.code(fault.status ?? 500)
			.headers(retryHeaders(fault))
			.send(errorOf(fault, request)),

	reset(_fault, request, reply) {
		reply.hijack();
		close(request);
	},

	timeout: (_fault, _request, reply) => void reply.hijack(),

	html: async (fault, _request, reply) =>
		await reply
			.code(fault.status ?? 502)
			.type('text/html')
			.send(page(fault.status ?? 502)),

	async notOk(_fault, request, reply, behaviour) {
		const { operation } = request.routeOptions.config;
		const component = componentOf(responseSchema(operation!, 200, behaviour));
		const keys = document.components.schemas[component ?? '']?.properties ?? {};
		// Only a response that has `ok` can set it to false.
		if (!keys.ok) return;
		const results = keys.results && { results: isNullable(keys.results) ? null : [] };
		const status = keys.status && { status: 'failed' };
		await reply.send({ ok: false, ...status, ...results, ctx_id: request.id });
	},
};

/** Faults that are injected after the request was handled. */
export const afterHandling: Partial<Record<FaultKind, InjectAfter>> = {
	error(fault, reply) {
		reply.code(fault.status ?? 500).headers(retryHeaders(fault));
		return JSON.stringify(errorOf(fault, reply.request));
	},

	async reset(_fault, reply) {
		close(reply.request);
		return await never();
	},

	timeout: never,

	html(fault, reply) {
		reply.code(fault.status ?? 502).type('text/html');
		return page(fault.status ?? 502);
	},

	truncate: (_fault, _reply, body) => body.slice(0, Math.floor(body.length / 2)),

	results({ change = 'reverse' }, _reply, body) {
		const response = JSON.parse(body) as { results?: unknown[] | null };
		if (!Array.isArray(response.results)) return body;
		if (change === 'reverse') response.results.reverse();
		if (change === 'drop') response.results.pop();
		if (change === 'duplicate') response.results.push(response.results[0]);
		return JSON.stringify(response);
	},
};
