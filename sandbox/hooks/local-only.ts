import type { FastifyInstance } from 'fastify';

import { FrameworkError } from '../errors';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Keeps web pages away from routes that need no token: a page that is open in a browser can send requests
 * to this machine, and can give it a name of its own (DNS rebinding). Both show in Host and Origin.
 *
 * @param host that the server listens on
 */
export function allowLocalOnly(app: FastifyInstance, host: string) {
	app.addHook('onRequest', async ({ headers }) => {
		const hostname = hostnameOf(`http://${headers.host ?? ''}`);
		if (!hostname || !(LOOPBACK.has(hostname) || hostname === host)) {
			throw new FrameworkError(403, 'The Control API takes requests to this machine only');
		}
		const { origin } = headers;
		if (origin !== undefined && origin !== `http://${headers.host}`) {
			throw new FrameworkError(403, 'The Control API takes no requests of other web pages');
		}
	});
}

function hostnameOf(address: string): string | undefined {
	return URL.canParse(address) ? new URL(address).hostname : undefined;
}
