import type { FastifyInstance } from 'fastify';
import { FrameworkError } from '../errors';
import { scopesOf } from '../hooks/auth';
import type { Service } from '../service';
import type { Principal } from '../store/tokens';
import { workspace } from '../workspace';
import { serve } from './serve';

const names: Partial<Record<Principal, string>> = {
	fullAccess: 'Sandbox full access',
	regular: 'Sandbox read-only',
};

function whoami(principal: Principal) {
	const developer = names[principal];
	return {
		user_id: 'sandbox-user',
		username: 'sandbox',
		email: null,
		workspace_id: workspace.id,
		workspace_code: workspace.code,
		workspace_name: workspace.name,
		auth_mode: developer ? 'developer_token' : 'oauth_app',
		principal_key: `${developer ? 'token' : 'app'}:${principal}`,
		token_id: developer ? `sandbox-${principal}` : null,
		token_name: developer ?? null,
		permission_level: principal === 'regular' ? 'Regular' : 'Full Access',
		permissions: principal === 'regular' ? ['read'] : ['read', 'write'],
		scopes: scopesOf[principal],
		oauth_app_id: developer ? null : 'sandbox-app',
	};
}

/** Checks the token, and gives a new one for a refresh token. */
export async function accountRoutes(app: FastifyInstance, { tokens }: Service) {
	serve(app, 'whoami', ({ request, ctxId }) => ({
		data: whoami(request.principal),
		message: 'OK',
		ctx_id: ctxId,
	}));

	serve(app, 'refreshToken', ({ body }) => {
		const response = tokens.refresh(String(body.refresh));
		if (response) return response;
		throw new FrameworkError(
			401,
			'The refresh token is not valid or was used before',
			'token_not_valid',
		);
	});
}
