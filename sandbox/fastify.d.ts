import 'fastify';
import type { Operation } from './contract';
import type { RecordedRequest } from './hooks/request-log';
import type { Principal } from './store/tokens';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** The operation of the contract that a route serves. */
		operation?: Operation;
	}
	interface FastifyRequest {
		principal: Principal;
		/** Whether the response comes from a fault. */
		injected: boolean;
		recorded?: RecordedRequest;
	}
}
