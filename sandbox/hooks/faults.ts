import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ArmedFault } from '../faults/engine';
import { afterwards, beforehand } from '../faults/kinds';
import type { Service } from '../service';

/** Notes in the request log which fault it was, as it was planned. */
function remember({ recorded }: FastifyRequest, fault: ArmedFault) {
	const { seen: _seen, struck: _struck, random: _random, second: _second, ...planned } = fault;
	if (recorded) recorded.struck = planned;
}

/** Lets faults strike the operations of the contract, before they are carried out and when their answer leaves. */
export function installFaults(app: FastifyInstance, { faults, behaviour }: Service) {
	app.addHook('onRequest', async (request, reply) => {
		const { operation } = request.routeOptions.config;
		if (!operation) return;
		const path = request.url.split('?')[0];
		const struck = faults.inject(
			operation,
			path,
			(kind, when) => kind in beforehand && when !== 'after',
		);
		for (const fault of struck) {
			request.injected ||= fault.kind !== 'latency';
			await beforehand[fault.kind]!(fault, request, reply, behaviour.now);
			if (reply.sent) {
				remember(request, fault);
				return reply;
			}
		}
		request.injected = false;
	});

	app.addHook('onSend', async (request, reply, payload) => {
		const { operation } = request.routeOptions.config;
		if (!operation || request.injected || reply.statusCode >= 400) return payload;
		const path = request.url.split('?')[0];
		const struck = faults.inject(
			operation,
			path,
			(kind, when) => kind in afterwards && (when === 'after' || !(kind in beforehand)),
		);
		if (struck.length === 0) return payload;
		remember(request, struck[0]);
		const body = await afterwards[struck[0].kind]!(struck[0], reply, String(payload));
		reply.removeHeader('content-length');
		return body;
	});
}
