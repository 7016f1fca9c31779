import { ExpressionError } from 'n8n-workflow';

export type FailureKind =
	/** Bad input; nothing was sent. */
	| 'input'
	/** 401: the token is not accepted. */
	| 'unauthorized'
	/** 403: the token lacks the permission. */
	| 'forbidden'
	/** 402, or a refusal that names a quota: nothing of the kind is done until it is paid or renewed. */
	| 'quota'
	/** 404 or 410. */
	| 'notFound'
	/** A record was found, or none, and nothing proves that it is the one that was asked for. */
	| 'unproven'
	/** The response shows another record than the one that was asked for. */
	| 'otherRecord'
	/** 413: the request is too large. */
	| 'tooLarge'
	/** Any other 4xx, or a 2xx that says no: the service refused this request. */
	| 'refused'
	/** The service stored the record and names problems with it. */
	| 'storedWithProblems'
	/** 429, after the retries. */
	| 'rateLimited'
	/** A poll or look-up whose turn did not come in time; nothing was sent. */
	| 'unserved'
	/** No connection, or 5xx, after the retries; running it again is safe. */
	| 'unavailable'
	/** A write that may or may not have happened, and that must not be sent again. */
	| 'unknownOutcome'
	/** A response that does not match the contract. */
	| 'unexpectedResponse'
	/** The transfer that was waited for ended as failed. */
	| 'transferFailed'
	/** It did not end within the time limit of the node. */
	| 'timeLimit'
	/** The execution was cancelled. */
	| 'cancelled'
	/** A mistake in this package. */
	| 'defect';

/** What a failure says. Holds no credential and no request header. */
export interface FailureFacts {
	readonly kind: FailureKind;
	/** What happened, one sentence. */
	readonly message: string;
	/** What to do about it. */
	readonly remedy: string;
	readonly status?: number;
	/** The service's own words. */
	readonly serviceMessage?: string;
	/** The service's `errors` and `code`, as they came. */
	readonly serviceDetails?: unknown;
	/** The service's correlation ID of the request (specification: Write envelope). */
	readonly ctxId?: string;
	/** The parameter of the node that the failure is about. */
	readonly parameter?: string;
	/** How long the service asked to wait, milliseconds. */
	readonly retryAfterMs?: number;
	/** A write that may have happened nevertheless, in this attempt or in an earlier one. */
	readonly mayHaveHappened?: boolean;
	/** Identifiers of a record that was stored with problems, and whether it is new, as the service names them. */
	readonly stored?: Readonly<Record<string, unknown>>;
	/** It took too long, here or at the service; less of it may do. */
	readonly timedOut?: boolean;
}

const ErrorWithFacts = Error as unknown as new (message: string) => Error & FailureFacts;

/**
 * A failure described so that a person can act on it. It is thrown, and becomes a value where it is data: one for each
 * item of a run, and one for each record of a bulk write.
 */
export class Failure extends ErrorWithFacts implements FailureFacts {
	constructor(facts: FailureFacts) {
		super(facts.message);
		Object.assign(this, facts);
	}

	/** The same failure, in which some facts differ. */
	with(facts: Partial<FailureFacts>): Failure {
		return new Failure({ ...this, message: this.message, ...facts });
	}
}

/** What was thrown, as a failure: a failure as it is, an expression without a value, or a mistake of ours. */
export function failureOf(error: unknown): Failure {
	if (error instanceof Failure) return error;
	const { message, cause } = error as Error;
	const input = (what: string, remedy = CORRECT, parameter?: string) =>
		new Failure({ kind: 'input', message: what, remedy, parameter });
	if (error instanceof ExpressionError) {
		const { description, context } = error;
		return input(message, description ?? CORRECT, context.parameter as string | undefined);
	}
	// n8n itself runs out of stack when it reads parameters that are objects of thousands of levels.
	if (error instanceof RangeError && message.includes('call stack')) {
		return input('A value for this item has too many levels of lists and objects, or holds itself');
	}
	// n8n hands on whatever the expression threw, with the parameter as it is written as the cause.
	const written = settleNow(() => holdsExpression(cause));
	if (written.ok && written.value) return input(`An expression failed: ${message}`);
	return new Failure({
		kind: 'defect',
		message: `The node failed on this item: ${message}`,
		remedy: 'Please report it, with the operation and the parameters that were used.',
	});
}

const CORRECT = 'Correct the expression, or the data that it reads.';

/** Whether a parameter as it is written holds an expression: a text that starts with "=", at whatever depth. */
export const holdsExpression = (written: unknown): boolean =>
	JSON.stringify(written)?.includes('"=') ?? false;

/** The outcome of work: a value, or a failure. */
export type Result<T> =
	| { readonly ok: true; readonly value: T }
	| { readonly ok: false; readonly failure: Failure };

export const succeed = <T>(value: T): Result<T> => ({ ok: true, value });

export const fail = (failure: Failure) => ({ ok: false, failure }) as const;

/** The outcome of work, where its failure is data or decides what is done next. */
export async function settle<T>(work: Promise<T>): Promise<Result<T>> {
	try {
		return succeed(await work);
	} catch (error) {
		return fail(failureOf(error));
	}
}

/** `settle` for work without waiting. */
export function settleNow<T>(work: () => T): Result<T> {
	try {
		return succeed(work());
	} catch (error) {
		return fail(failureOf(error));
	}
}

/** @throws the failure */
export function unwrap<T>(result: Result<T>): T {
	if (result.ok) return result.value;
	throw result.failure;
}

/** Bad input: nothing was sent, the message names the parameter, the remedy says what is expected. */
export const badInput = (parameter: string, message: string, remedy: string): Failure =>
	new Failure({ kind: 'input', parameter, message, remedy });
