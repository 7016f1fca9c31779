import type { ErrorObject, ValidateFunction } from 'ajv';
import type { FastifyError, FastifyInstance, FastifySchemaCompiler } from 'fastify';
import fp from 'fastify-plugin';
import {
	compileRequest,
	compileResponse,
	responseSchema,
	type Operation,
	type Schema,
} from '../contract';
import type { Behaviour } from '../options';
import type { Service } from '../service';

const requestChecks = new WeakMap<Schema, ValidateFunction>();

/** Compiles a schema when its route is first called: there are many, and a test calls few. */
const validatorCompiler: FastifySchemaCompiler<Schema> =
	({ schema, httpPart }) =>
	(data: unknown) => {
		const check = requestChecks.get(schema) ?? compileRequest(schema, httpPart);
		requestChecks.set(schema, check);
		return check(data) || { error: check.errors as FastifyError['validation'] };
	};

/** By operation, status and behaviour. */
const responseChecks = new Map<string, ValidateFunction>();

function responseCheck(
	operation: Operation,
	status: number,
	behaviour: Behaviour,
): ValidateFunction | undefined {
	const known = operation.responses[status] ? status : 'default';
	if (known === 'default' && status < 400) return undefined;
	const key = `${operation.id} ${known} ${JSON.stringify(behaviour)}`;
	const check =
		responseChecks.get(key) ??
		compileResponse(responseSchema(operation, known, behaviour)!, behaviour);
	responseChecks.set(key, check);
	return check;
}

const problem = (place: string) => (error: ErrorObject) => {
	const { additionalProperty, allowedValues } = error.params as Record<string, unknown>;
	const path = error.instancePath.split('/').filter(Boolean);
	return {
		type: error.keyword,
		loc: [place, ...path, ...(additionalProperty ? [String(additionalProperty)] : [])],
		msg:
			(error.message ?? 'is not valid') +
			(allowedValues ? `: ${(allowedValues as unknown[]).join(', ')}` : ''),
	};
};

const places = { params: 'path', querystring: 'query', body: 'body', headers: 'header' };

/** What is wrong with a request, for `detail`; undefined when the error is of another kind. */
export const requestProblems = ({ validation, validationContext }: FastifyError) =>
	(validation as ErrorObject[] | undefined)?.map(problem(places[validationContext ?? 'body']));

async function validate(app: FastifyInstance, { behaviour }: Service) {
	app.setValidatorCompiler(validatorCompiler);

	app.addHook('preSerialization', async (request, reply, payload) => {
		const { operation } = request.routeOptions.config;
		if (!operation || request.injected) return payload;
		const check = responseCheck(operation, reply.statusCode, behaviour.now);
		if (check?.(payload)) return payload;
		// The error response itself must not be validated again.
		request.injected = true;
		const what = check
			? JSON.stringify(check.errors!.slice(0, 5).map(problem('response')))
			: 'the status is not in the contract';
		throw new Error(
			`The sandbox broke its contract in ${operation.id} (${reply.statusCode}): ${what}`,
		);
	});
}

/** Validates every request by the schemas of its route, and every response of the sandbox itself. */
export const validation = fp(validate, { name: 'validation', dependencies: ['request-log'] });
