import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { ArmedFault } from '../faults/engine';
import { afterHandling, beforeHandling } from '../faults/kinds';
import type { Service } from '../service';

/** Writes into the request log which fault was injected, as it was planned. */
function remember({ recorded }: FastifyRequest, fault: ArmedFault) {
	const {
		matched: _matched,
		injected: _injected,
		random: _random,
		second: _second,
		...planned
	} = fault;
	if (recorded) recorded.injectedFault = planned;
}

async function injectFaults(app: FastifyInstance, { faults, behaviour }: Service) {
	app.addHook('onRequest', async (request, reply) => {
		const { operation } = request.routeOptions.config;
		if (!operation) return;
		const path = request.url.split('?')[0];
		const injected = faults.inject(
			operation,
			path,
			(kind, when) => kind in beforeHandling && when !== 'after',
		);
		for (const fault of injected) {
			request.injected ||= fault.kind !== 'latency';
			await beforeHandling[fault.kind]!(fault, request, reply, behaviour.now);
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
		const injected = faults.inject(
			operation,
			path,
			(kind, when) => kind in afterHandling && (when === 'after' || !(kind in beforeHandling)),
		);
		if (injected.length === 0) return payload;
		remember(request, injected[0]);
		const body = await afterHandling[injected[0].kind]!(injected[0], reply, String(payload));
		reply.removeHeader('content-length');
		return body;
	});
}

/** Injects faults into the operations of the contract, before they are handled and when their response is sent. */
export const faultInjection = fp(injectFaults, { name: 'faults', dependencies: ['request-log'] });
