/** The result of one request: a value, or a failure that a person can act on. Never an exception. */
export type Result<T> =
	| { readonly ok: true; readonly value: T }
	| { readonly ok: false; readonly failure: Failure };

export type FailureKind =
	/** Bad input; nothing was sent. */
	| 'input'
	/** 401: the token is not accepted. */
	| 'unauthorized'
	/** 403: the token lacks the permission. */
	| 'forbidden'
	/** 402, or a 403 that names a quota: nothing of the kind is done until it is paid or renewed. */
	| 'quota'
	/** 404 or 410. */
	| 'notFound'
	/** A record was found, or none, and nothing proves that it is the one that was asked for. */
	| 'unproven'
	/** The response shows another record than the one that was asked for. */
	| 'otherRecord'
	/** 413, or a 400 that says the request is too large. */
	| 'tooLarge'
	/** Any other 4xx, or a 2xx that says no: the service refused this request. */
	| 'refused'
	/** The service stored the record and names problems with it. */
	| 'storedWithProblems'
	/** 429, after the retries. */
	| 'rateLimited'
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

/** A failure described so that a person can act on it. Holds no credential and no request header. */
export interface Failure {
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

export const succeed = <T>(value: T): Result<T> => ({ ok: true, value });

export const fail = (failure: Failure): { readonly ok: false; readonly failure: Failure } => ({
	ok: false,
	failure,
});

/** Bad input: nothing was sent, the message names the parameter, the remedy says what is expected. */
export const badInput = (parameter: string, message: string, remedy: string) =>
	fail({ kind: 'input', parameter, message, remedy });
