import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { document } from '../contract';
import { fixedTokens } from '../store/tokens';
import { tokenMarkdown } from '../tokenTable';

const { info } = document;

const TITLE = `${info.title} (sandbox)`;

/** What swagger-ui remembers of who is signed in; at the first visit, a token to try with. */
const SIGNED_IN = {
	bearer: {
		name: 'bearer',
		schema: { type: 'http', scheme: 'bearer' },
		value: fixedTokens.fullAccess,
	},
};

/** Runs in the browser. */
const signIn = `localStorage.getItem('authorized') ?? localStorage.setItem('authorized', ${JSON.stringify(JSON.stringify(SIGNED_IN))})`;

/** The contract, as a person meets it here: with the name of the sandbox, and its tokens. */
const specification = {
	...document,
	info: {
		...info,
		title: TITLE,
		description: `${info.description}

**Try it out** sends requests with the Full Access token, until you enter another one under **Authorize**. These tokens
are valid at this sandbox only:

${tokenMarkdown(fixedTokens)}`,
	},
};

/** Serves the contract to read and try out, at /docs; its files come along, no network is needed. */
export async function docsRoutes(app: FastifyInstance) {
	await app.register(swagger, {
		mode: 'static',
		specification: { document: specification as never },
	});
	await app.register(swaggerUi, {
		routePrefix: '/docs',
		theme: { title: TITLE, js: [{ filename: 'sign-in.js', content: signIn }] },
		uiConfig: { docExpansion: 'none', persistAuthorization: true, layout: 'BaseLayout' },
	});
}
