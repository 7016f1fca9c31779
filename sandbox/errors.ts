import type { ProblemWriter } from './behaviour';
import type { Operation } from './contract';
import { componentOf, type JsonObject } from './contract';

/** A rejection by the service. Its body is shaped by the error variant of the operation. */
export class ServiceError extends Error {
	constructor(
		readonly status: number,
		message: string,
		readonly details: { errors?: Record<string, string[]>; code?: string } = {},
	) {
		super(message);
	}
}

/** A rejection before the handler runs: `{detail, code}`, whatever the operation. */
export class FrameworkError extends Error {
	constructor(
		readonly status: number,
		readonly detail: unknown,
		readonly code?: string,
	) {
		super(typeof detail === 'string' ? detail : 'The request is not well-formed');
	}
}

/** The body of an error response, with the keys that the contract gives this operation for this status. */
export function errorBody(
	error: Error,
	operation: Operation | undefined,
	ctxId: string,
	writeProblems: ProblemWriter = (problems) => problems.map(({ message }) => message),
) {
	if (error instanceof FrameworkError) {
		return { detail: error.detail, ...(error.code && { code: error.code }), ctx_id: ctxId };
	}
	const details = error instanceof ServiceError ? error.details : {};
	const status = error instanceof ServiceError ? error.status : 500;
	const variant = componentOf(operation?.responses[status]);
	if (!variant?.startsWith('Error')) {
		return { detail: error.message, code: details.code ?? null, ctx_id: ctxId };
	}
	const { errors, code = null } = details;
	const entries = Object.entries(errors ?? {}).map(([field, messages]) => {
		const problems = messages.map((message) => ({ code: code ?? 'invalid', message, field }));
		return [field, writeProblems(problems)];
	});
	return {
		message: error.message,
		ctx_id: ctxId,
		...('AB'.includes(variant.slice(-1)) && {
			errors: errors ? (Object.fromEntries(entries) as JsonObject) : null,
		}),
		...('BCE'.includes(variant.slice(-1)) && { code }),
	};
}
