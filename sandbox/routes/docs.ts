import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { document } from '../contract';

/** Serves the contract to read and try out, at /docs; its files come along, no network is needed. */
export async function docsRoutes(app: FastifyInstance) {
	await app.register(swagger, { mode: 'static', specification: { document: document as never } });
	await app.register(swaggerUi, { routePrefix: '/docs', uiConfig: { docExpansion: 'none' } });
}
