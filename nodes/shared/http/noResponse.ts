/** Why no response came, and how far the request got. */
export interface NoResponse {
	readonly reached: 'no' | 'maybe';
	/** In words without addresses or secrets. */
	readonly reason: string;
	/** It took longer than the request may take. */
	readonly timedOut?: boolean;
}

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

/** What the code of a network error means (Node.js: Common system errors; axios: error codes). */
export function noResponse(code: string | undefined): NoResponse {
	if (code !== undefined && code in NEVER_REACHED) {
		return { reached: 'no', reason: NEVER_REACHED[code] };
	}
	if (code !== undefined && /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)) {
		return { reached: 'no', reason: `the service’s certificate is not trusted (${code})` };
	}
	const timedOut = code === 'ECONNABORTED' || code === 'ETIMEDOUT';
	const reason = BROKEN_OFF[code ?? ''] ?? `the connection failed${code ? ` (${code})` : ''}`;
	return { reached: 'maybe', reason, ...(timedOut && { timedOut }) };
}

/** How n8n names the errors of its protection against requests to internal addresses; they have no code. */
const BLOCKED = new Set(['SsrfBlockedIpError', 'SsrfBlockedHostnameError']);

/** A request that n8n itself has blocked, in n8n's words; undefined where it has not. */
export function blockedBy(error: unknown): { message: string; remedy: string } | undefined {
	let link = error as { name?: unknown; message?: unknown; description?: unknown; cause?: unknown };
	for (let depth = 0; link && depth < MAX_CAUSES; depth += 1) {
		if (BLOCKED.has(String(link.name))) {
			return { message: String(link.message), remedy: String(link.description ?? '') };
		}
		link = link.cause as typeof link;
	}
	return undefined;
}

/** Errors are wrapped a few times at most. */
export const MAX_CAUSES = 5;

const NEVER_REACHED: Readonly<Record<string, string>> = {
	ECONNREFUSED: 'the service refused the connection',
	ENOTFOUND: 'the host was not found',
	EAI_AGAIN: 'the host name could not be resolved',
	EHOSTUNREACH: 'the host cannot be reached',
	ENETUNREACH: 'the network cannot be reached',
	EADDRNOTAVAIL: 'this machine has no free port for another connection',
	ERR_INVALID_URL: 'the address is not a valid URL',
};
