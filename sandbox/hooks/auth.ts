import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Operation } from '../contract';
import { FrameworkError, ServiceError } from '../errors';
import type { Service } from '../service';
import { fixedTokens, type Principal } from '../store/tokens';

/** Scopes of each kind of caller. */
export const scopesOf: Record<Principal, string[]> = {
	fullAccess: ['companies:read', 'companies:write', 'cases:read'],
	session: ['companies:read', 'companies:write', 'cases:read'],
	workspaceCode: ['companies:read', 'companies:write', 'cases:read'],
	regular: ['companies:read', 'cases:read'],
	noScopes: [],
	none: [],
	invalid: [],
};

function principalOf(
	request: FastifyRequest,
	operation: Operation,
	{ tokens }: Service,
): Principal {
	const bearer = /^bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
	if (bearer !== undefined) return tokens.principalOf(bearer.trim());
	const code = request.headers['x-workspace-code'];
	if (code === undefined || !operation.security.includes('workspaceCode')) return 'none';
	return code === fixedTokens.workspaceCode ? 'workspaceCode' : 'invalid';
}

async function checkAccess(app: FastifyInstance, service: Service) {
	app.addHook('onRequest', async (request) => {
		const { operation } = request.routeOptions.config;
		if (!operation) return;
		request.principal = principalOf(request, operation, service);
		if (request.recorded) request.recorded.principal = request.principal;
		if (operation.security.length === 0) return;
		if (request.principal === 'none') {
			throw new FrameworkError(401, 'No access token was sent', 'not_authenticated');
		}
		if (request.principal === 'invalid') {
			throw new FrameworkError(
				401,
				'The access token is not valid or has expired',
				'token_not_valid',
			);
		}
		const writes = operation.method !== 'GET' && Object.keys(operation.scopes).length === 0;
		if (writes && request.principal === 'regular') {
			throw new ServiceError(
				403,
				'This access token has the permission level Regular (read-only). Writing needs Full Access.',
				{ code: 'permission_denied' },
			);
		}
	});

	// The scope depends on the body, so it is looked at once the body is there.
	app.addHook('preHandler', async (request) => {
		const { operation } = request.routeOptions.config;
		const { object_type: type } = (request.body ?? {}) as { object_type?: string };
		const scope = operation?.scopes[String(type)];
		if (scope && !scopesOf[request.principal].includes(scope)) {
			throw new ServiceError(403, `This access token lacks the scope ${scope}`, {
				code: 'permission_denied',
			});
		}
	});
}

/** Finds out who is calling; refuses callers without a good token, and read-only tokens that write. */
export const auth = fp(checkAccess, { name: 'auth', dependencies: ['request-log'] });
