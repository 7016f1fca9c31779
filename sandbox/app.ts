import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { errorBody, FrameworkError, ServiceError } from './errors';
import { auth } from './hooks/auth';
import { faultInjection } from './hooks/faults';
import { requestLog } from './hooks/request-log';
import { requestProblems, validation } from './hooks/validation';
import { accountRoutes } from './routes/account';
import { aiRoutes } from './routes/ai';
import { calendarRoutes } from './routes/calendar';
import { controlRoutes } from './routes/control';
import { docsRoutes } from './routes/docs';
import { lookupRoutes } from './routes/lookups';
import { migrationRoutes } from './routes/migrations';
import { objectRoutes } from './routes/objects';
import { orderRoutes } from './routes/orders';
import { propertyRoutes } from './routes/properties';
import { fileRoutes, transferRoutes } from './routes/transfers';
import type { Service } from './service';

const megabyte = 1024 * 1024;

/** What Fastify itself refuses (invalid, too large) counts as framework level. */
function rejectionOf(error: FastifyError): Error {
	const problems = requestProblems(error);
	if (problems) return new FrameworkError(422, problems);
	if (!error.statusCode || error instanceof ServiceError) return error;
	return new FrameworkError(error.statusCode, error.message, error.code);
}

function newServer({ options, behaviour }: Service): FastifyInstance {
	const { logger = false, limits } = options;
	let requests = 0;
	const app = Fastify({
		logger,
		bodyLimit: limits?.bodyBytes ?? 20 * megabyte,
		exposeHeadRoutes: false,
		forceCloseConnections: true,
		genReqId: () => `ctx-${(++requests).toString(16).padStart(8, '0')}`,
		// An identifier may be long.
		routerOptions: { maxParamLength: 1000 },
	});

	// An empty body is no body, also when the caller announces JSON.
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
		try {
			done(null, text === '' ? undefined : JSON.parse(String(text)));
		} catch {
			const problem = { type: 'json_invalid', loc: ['body'], msg: 'is not JSON' };
			done(new FrameworkError(422, [problem]));
		}
	});

	app.addContentTypeParser('*', { parseAs: 'string' }, (request, text, done) => {
		const type = request.headers['content-type'];
		if (text === '') done(null, undefined);
		else done(new FrameworkError(415, `${type ?? 'No content type'} is not application/json`));
	});

	app.setErrorHandler(async (error: FastifyError, request, reply) => {
		const { operation } = request.routeOptions.config;
		const httpError = rejectionOf(error);
		const status =
			httpError instanceof ServiceError || httpError instanceof FrameworkError
				? httpError.status
				: 500;
		if (status === 500) request.log.error(error);
		const body = errorBody(httpError, operation, request.id, behaviour.problemWriter());
		return await reply.code(status).send(body);
	});
	app.setNotFoundHandler(async (request, reply) =>
		reply.code(404).send({ detail: 'Not found', ctx_id: request.id }),
	);
	return app;
}

/** The service itself, not listening yet. */
export async function buildService(service: Service, reset: () => void): Promise<FastifyInstance> {
	const app = newServer(service);
	await app.register(requestLog, { log: service.log, origin: 'service' });
	await app.register(faultInjection, service);
	await app.register(auth, service);
	await app.register(validation, service);
	await app.register(docsRoutes);
	await app.register(objectRoutes, service);
	await app.register(orderRoutes, service);
	await app.register(propertyRoutes, service);
	await app.register(lookupRoutes);
	await app.register(aiRoutes, service);
	await app.register(accountRoutes, service);
	await app.register(transferRoutes, service);
	await app.register(migrationRoutes, service);
	await app.register(calendarRoutes);
	await app.register(controlRoutes, { service, reset });
	return app;
}

/** A server on another origin that has the files of transfers and asks for no token. */
export async function buildFileServer(service: Service): Promise<FastifyInstance> {
	const app = newServer(service);
	await app.register(requestLog, { log: service.log, origin: 'files' });
	await app.register(fileRoutes, service);
	return app;
}
