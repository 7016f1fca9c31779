import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Fault } from '../faults/fault';
import type { Principal } from '../store/tokens';

/** A request and the status of its response. It never holds a token. */
export interface RecordedRequest {
	method: string;
	/** Path without the query. */
	path: string;
	query: Record<string, unknown>;
	body: unknown;
	/** Status of the response; 0 when none was sent. */
	status: number;
	principal: Principal;
	/** Whether the request had a bearer token. */
	bearer: boolean;
	/** The server that got the request: the service, or the one that only has files. */
	origin: 'service' | 'files';
	/** Milliseconds since 1970. */
	at: number;
	/** The fault that replaced or changed its response. */
	injectedFault?: Fault;
}

const limit = 200_000;

/** Remembers requests, the newest 200,000. */
export class RequestLog {
	readonly requests: RecordedRequest[] = [];

	add(request: RecordedRequest) {
		if (this.requests.length >= limit) this.requests.splice(0, limit / 10);
		this.requests.push(request);
		return request;
	}

	clear() {
		this.requests.length = 0;
	}
}

const withoutTokens = (body: unknown) =>
	typeof body === 'object' && body !== null && 'refresh' in body
		? { ...body, refresh: '[refresh token]' }
		: body;

async function logRequests(
	app: FastifyInstance,
	{ log, origin }: { log: RequestLog; origin: RecordedRequest['origin'] },
) {
	app.decorateRequest('principal', 'none');
	app.decorateRequest('injected', false);
	app.decorateRequest('recorded');

	app.addHook('onRequest', async (request) => {
		const path = request.url.split('?')[0];
		if (/^\/(__sandbox|docs)(\/|$)/.test(path)) return;
		const bearer = /^bearer /i.test(request.headers.authorization ?? '');
		request.recorded = log.add({
			method: request.method,
			path,
			query: { ...(request.query as object) },
			body: undefined,
			status: 0,
			principal: 'none',
			bearer,
			origin,
			at: Date.now(),
		});
	});
	app.addHook('preValidation', async (request) => {
		if (request.recorded) request.recorded.body = withoutTokens(request.body);
	});
	app.addHook('onResponse', async (request, reply) => {
		if (request.recorded) request.recorded.status = reply.statusCode;
	});
}

/** Logs every request, except those to the Control API and to the documentation. */
export const requestLog = fp(logRequests, { name: 'request-log' });
