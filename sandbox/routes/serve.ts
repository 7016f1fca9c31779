import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { operations, type JsonObject } from '../contract';

export interface Call {
	path: Record<string, string>;
	query: Record<string, string | number | boolean | undefined>;
	body: JsonObject;
	/** ID of the request, for `ctx_id`. */
	ctxId: string;
	request: FastifyRequest;
	reply: FastifyReply;
}

/** Serves one operation of the contract; what `handle` returns becomes the body of the response. */
export function serve(app: FastifyInstance, operationId: string, handle: (call: Call) => unknown) {
	const operation = operations.get(operationId)!;
	app.route({
		method: operation.method,
		url: operation.path.replace(/\{(\w+)\}/g, ':$1'),
		config: { operation },
		schema: operation.request,
		handler: async (request, reply) =>
			handle({
				path: request.params as Call['path'],
				query: request.query as Call['query'],
				body: (request.body ?? {}) as JsonObject,
				ctxId: request.id,
				request,
				reply,
			}),
	});
}
