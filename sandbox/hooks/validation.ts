import type { ErrorObject, ValidateFunction } from 'ajv';
import type { FastifyInstance } from 'fastify';
import {
	compile,
	compileParameters,
	compileResponse,
	responseSchema,
	type Operation,
} from '../contract';
import { FrameworkError } from '../errors';
import type { Behaviour } from '../options';
import type { Service } from '../service';

interface Checks {
	query: ValidateFunction;
	path: ValidateFunction;
	body?: ValidateFunction;
	/** By status and behaviour. */
	responses: Map<string, ValidateFunction>;
}

const checks = new Map<string, Checks>();

function checksOf(operation: Operation): Checks {
	const known = checks.get(operation.id);
	if (known) return known;
	const made: Checks = {
		query: compileParameters(operation, 'query'),
		path: compileParameters(operation, 'path'),
		body: operation.body && compile(operation.body),
		responses: new Map(),
	};
	checks.set(operation.id, made);
	return made;
}

function responseCheck(
	operation: Operation,
	status: number,
	behaviour: Behaviour,
): ValidateFunction | undefined {
	const known = operation.responses[status] ? status : 'default';
	if (known === 'default' && status < 400) return undefined;
	const { responses } = checksOf(operation);
	const key = `${known} ${JSON.stringify(behaviour)}`;
	const check =
		responses.get(key) ?? compileResponse(responseSchema(operation, known, behaviour)!, behaviour);
	responses.set(key, check);
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

/** Validates every request, and every response of the sandbox itself, against the contract. */
export function installValidation(app: FastifyInstance, { behaviour }: Service) {
	app.addHook('preValidation', async (request) => {
		const { operation } = request.routeOptions.config;
		if (!operation) return;
		const { path, query, body } = checksOf(operation);
		const problems = [
			...(path(request.params) ? [] : path.errors!.map(problem('path'))),
			...(query(request.query) ? [] : query.errors!.map(problem('query'))),
			...(!body || body(request.body) ? [] : body.errors!.map(problem('body'))),
		];
		if (problems.length > 0) throw new FrameworkError(422, problems);
	});

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
