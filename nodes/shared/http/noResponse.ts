import { Failure } from './failure';
import type { NoResponse, SendResult } from './request';
import { shortened, small } from '../schema/limits';
import { isObject } from '../schema/values';
import { isHtml } from './judge';
import { UnreadBody } from './body';

const TIMED_OUT = 'the request timed out';
const CLOSED = 'the connection was closed before the response was complete';
const DAMAGED = 'the compressed response is damaged';
const CANCELLED = 'the execution was cancelled';
const BROKEN_OFF: Readonly<Record<string, string>> = {
	ECONNABORTED: TIMED_OUT,
	ETIMEDOUT: TIMED_OUT,
	ECONNRESET: CLOSED,
	EPIPE: CLOSED,
	ERR_BAD_RESPONSE: CLOSED,
	Z_BUF_ERROR: DAMAGED,
	Z_DATA_ERROR: DAMAGED,
	ERR_CANCELED: CANCELLED,
	ABORT_ERR: CANCELLED,
};

const NEVER_REACHED: Readonly<Record<string, string>> = {
	ECONNREFUSED: 'the service refused the connection',
	ENOTFOUND: 'the host was not found',
	EAI_AGAIN: 'the host name could not be resolved',
	EHOSTUNREACH: 'the host cannot be reached',
	ENETUNREACH: 'the network cannot be reached',
	EADDRNOTAVAIL: 'this machine has no free port for another connection',
	ERR_INVALID_URL: 'the address is not a valid URL',
};

/** Before a connection is made; other codes of TLS come while it is in use (openssl/openssl issue 17275). */
const BEFORE_CONNECTION = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|HANDSHAKE|VERSION/;

/**
 * What the code of a network error means (Node.js: Common system errors; axios: error codes).
 *
 * @param wasConnected it came when a connection was read or written
 */
export function noResponse(code: string | undefined, wasConnected = false): NoResponse {
	const kind = 'noResponse';
	if (code !== undefined && code in NEVER_REACHED && !wasConnected) {
		return { kind, reached: 'no', reason: NEVER_REACHED[code] };
	}
	if (code !== undefined && BEFORE_CONNECTION.test(code)) {
		return { kind, reached: 'no', reason: `the service’s certificate is not trusted (${code})` };
	}
	const timedOut = code === 'ECONNABORTED' || code === 'ETIMEDOUT';
	const reason = BROKEN_OFF[code ?? ''] ?? `the connection failed${code ? ` (${code})` : ''}`;
	return { kind, reached: 'maybe', reason, ...(timedOut && { timedOut }) };
}

/** An error, or one that it wraps, as n8n and axios write them. */
interface Cause {
	readonly name?: unknown;
	readonly code?: unknown;
	readonly syscall?: unknown;
	readonly message?: unknown;
	readonly description?: unknown;
	readonly cause?: unknown;
	readonly response?: { status?: unknown; headers?: Record<string, unknown>; data?: unknown };
	/** What n8n itself notes on the outermost error: status or network code, messages and body. */
	readonly httpCode?: unknown;
	readonly messages?: unknown[];
	readonly context?: { data?: unknown };
}

/** Errors are wrapped a few times at most. */
const MAX_CAUSES = 5;

/** An error and those that it wraps, the outermost first. */
function causesOf(error: unknown): Cause[] {
	const causes: Cause[] = [];
	let cause = error as Cause | undefined;
	while (cause && causes.length < MAX_CAUSES) {
		causes.push(cause);
		cause = cause.cause as Cause | undefined;
	}
	return causes;
}

/** The code of a network error. */
export const codeOf = (error: unknown): string | undefined =>
	causesOf(error)
		.map(({ code }) => code)
		.find((code) => typeof code === 'string');

/** How n8n names the errors of its protection against requests to internal addresses; they have no code. */
const BLOCKED = new Set(['SsrfBlockedIpError', 'SsrfBlockedHostnameError']);

/** A request that n8n itself has blocked, in n8n's words; undefined where it has not. */
export function blockedBy(error: unknown): { message: string; remedy: string } | undefined {
	const blocked = causesOf(error).find(({ name }) => BLOCKED.has(String(name)));
	return blocked && { message: String(blocked.message), remedy: String(blocked.description ?? '') };
}

/** What an error of n8n’s HTTP helper or of a body means, in words without addresses or secrets. */
export function explain(error: unknown): SendResult {
	const blocked = blockedBy(error);
	// Nothing was sent, and the address is not allowed however often it is asked for.
	if (blocked) return { kind: 'stopped', failure: new Failure({ kind: 'input', ...blocked }) };
	for (const { response, code, message } of causesOf(error)) {
		if (typeof response?.status === 'number') {
			const { status, headers = {}, data } = response;
			return { kind: 'response', response: { status, headers, body: data } };
		}
		if (isOfRefresh(code)) return explainRefresh(code, String(message));
	}
	const code = codeOf(error);
	const isInUse = ({ syscall }: Cause) => syscall === 'read' || syscall === 'write';
	if (code !== undefined) return noResponse(code, causesOf(error).some(isInUse));
	// n8n up to 2.20, and somewhat beyond, drops the cause: its own notes are all there is.
	const { httpCode, messages = [], context } = error as Cause;
	if (typeof httpCode !== 'string') return noResponse(undefined);
	if (isOfRefresh(httpCode)) return explainRefresh(httpCode, String(messages[0]));
	if (!/^\d{3}$/.test(httpCode)) return noResponse(httpCode);
	return {
		kind: 'response',
		response: { status: Number(httpCode), headers: {}, body: context?.data },
	};
}

const isOfRefresh = (code: unknown): code is string =>
	typeof code === 'string' && code.startsWith('REFRESH_');

/** What the credential says when it has no token; the request itself surely had no effect. */
function explainRefresh(code: string, message: string): SendResult {
	if (code === 'REFRESH_UNAVAILABLE') return { kind: 'noResponse', reached: 'no', reason: message };
	const remedy =
		code === 'REFRESH_REFUSED'
			? 'Open the credential and enter a new refresh token.'
			: 'Check the base URL of the credential; another service may have responded.';
	const kind = code === 'REFRESH_REFUSED' ? 'unauthorized' : 'unexpectedResponse';
	return { kind: 'stopped', failure: new Failure({ kind, message, remedy }) };
}

/** What an error body says, whichever of the known forms it has. */
export interface ErrorBody {
	readonly message?: string;
	readonly ctxId?: string;
	/** `errors` and `code` of the service's own error bodies; what is large or deep is cut. */
	readonly details?: unknown;
}

const MAX_ID_LENGTH = 200;
/** Maximum length of a web page searched for its title. */
const MAX_PAGE_LENGTH = 100_000;
/** Of a list of texts. */
const MAX_ENTRIES = 20;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/**
 * Reads the message out of any error body: JSON of a known form, other JSON, HTML, plain text, or nothing. Known are the
 * service's own bodies, five variants that differ in `errors` and `code` (observed); what the web framework under it
 * responds before a handler runs (assumed); and a later generation of the interface, which wraps the error (observed
 * there). What it gives is short, however large or deep the body is.
 */
export function readErrorBody(body: unknown): ErrorBody {
	if (body instanceof UnreadBody) return { message: `a response with ${body.reason}` };
	if (typeof body !== 'object' || body === null || Array.isArray(body)) {
		return { message: describe(body) };
	}
	const { ctx_id, code, errors, detail, ...rest } = body as Record<string, unknown>;
	const { message, error, meta } = rest;
	const ctxId = idText(ctx_id);
	const said = (message: string | undefined, details: Record<string, unknown>, id = ctxId) => ({
		message,
		ctxId: id,
		details: withoutEmpty(details),
	});
	if (isText(message)) return said(shortened(message), { errors, code });
	const framework = describeDetail(detail);
	if (framework !== undefined) return said(shortened(framework), { code });
	if (isObject(error) && isText(error.message)) {
		const id = isObject(meta) ? idText(meta.ctx_id) : undefined;
		return said(shortened(error.message), { code: error.code }, ctxId ?? id);
	}
	return said(describeObject(errors, rest), { errors, code });
}

/** What an object of no known form says: its errors, else its error, else all that it says, as JSON. */
function describeObject(errors: unknown, rest: Record<string, unknown>): string | undefined {
	const given = [errors, rest.error].find((value) =>
		Array.isArray(value) ? value.length > 0 : value,
	);
	if (Array.isArray(given)) {
		const first = given.slice(0, MAX_ENTRIES);
		if (first.every((one) => typeof one === 'string')) return shortened(first.join('; '));
	}
	const names = Object.keys(rest).filter((name) => name !== 'ok');
	return describe(given ?? (names.length > 0 ? rest : undefined));
}

const idText = (value: unknown) => (isText(value) ? value.slice(0, MAX_ID_LENGTH) : undefined);

const isPart = (part: unknown) => typeof part === 'number' || (isText(part) && part !== 'body');

/** A text, or entries that name the place of a problem and say what it is; undefined where it is something else. */
function describeDetail(detail: unknown): string | undefined {
	if (!Array.isArray(detail)) return isText(detail) ? detail : undefined;
	const texts = detail.slice(0, MAX_ENTRIES).map((one: unknown) => {
		if (!isObject(one) || !isText(one.msg)) return undefined;
		const loc = Array.isArray(one.loc) ? one.loc.filter(isPart) : [];
		const place = loc.join('.');
		return place ? `${place}: ${one.msg}` : one.msg;
	});
	return texts.length > 0 && texts.every(isText) ? texts.join('; ') : undefined;
}

function withoutEmpty(details: Record<string, unknown>): Record<string, unknown> | undefined {
	const kept = Object.entries(details).filter(([, value]) => value !== undefined && value !== null);
	return kept.length > 0
		? Object.fromEntries(kept.map(([name, value]) => [name, small(value)]))
		: undefined;
}

function describe(body: unknown): string | undefined {
	if (body === undefined || body === null || body === '') return undefined;
	if (isHtml(body)) {
		const title = /<title[^<>]*>([^<]*)</i.exec(String(body).slice(0, MAX_PAGE_LENGTH))?.[1].trim();
		return title ? `a web page titled "${shortened(title)}"` : 'a web page';
	}
	return shortened(typeof body === 'string' ? body : JSON.stringify(small(body)));
}
