import { UnreadBody } from '../../nodes/shared/http/body';
import { isObject } from '../../nodes/shared/schema/values';

/** The tokens of a refresh. */
export interface Tokens {
	readonly access: string;
	/** A new refresh token, when the service rotates them; the old one is then dead. */
	readonly refresh?: string;
}

/**
 * Reads the response to a refresh. No source shows its shape, so the usual names are tried, wrapped in `data` or not
 * (assumed; specification: Gaps).
 *
 * @returns the tokens, or undefined when no access token is in it
 */
export function readTokens(body: unknown): Tokens | undefined {
	if (!isObject(body)) return undefined;
	for (const values of [body, body.data].filter(isObject)) {
		const access = firstToken(values, ['access', 'access_token', 'accessToken', 'token']);
		const refresh = firstToken(values, ['refresh', 'refresh_token', 'refreshToken']);
		if (access !== undefined) return { access, refresh };
	}
	return undefined;
}

const MAX_KEYS_SHOWN = 10;
const MAX_KEY_LENGTH = 40;

/** The shape of a response without its values: names and types, for an error message. */
export function describeShape(body: unknown): string {
	if (body instanceof UnreadBody) return body.reason;
	if (body === null || typeof body !== 'object') return body === '' ? 'nothing' : typeof body;
	if (Array.isArray(body)) return `a list of ${body.length}`;
	const keys = Object.entries(body)
		.slice(0, MAX_KEYS_SHOWN)
		.map(([key, value]) => `${key.slice(0, MAX_KEY_LENGTH)}: ${typeName(value)}`);
	return `{ ${keys.join(', ')} }`;
}

const typeName = (value: unknown) =>
	value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;

/** What a header can carry: ASCII without control characters (RFC 9110, 5.5), and no more than servers take. */
const MAX_TOKEN_LENGTH = 8192;
const isToken = (value: unknown): value is string =>
	typeof value === 'string' && value.length <= MAX_TOKEN_LENGTH && /^[\x20-\x7e]+$/.test(value);

function firstToken(values: Record<string, unknown>, names: readonly string[]): string | undefined {
	return names.map((name) => values[name]).find(isToken);
}
