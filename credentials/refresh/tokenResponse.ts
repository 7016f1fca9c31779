/** The tokens of a refresh. */
export interface Tokens {
	readonly access: string;
	/** A new refresh token, when the service rotates them; the old one is then dead. */
	readonly refresh?: string;
}

/**
 * Reads the response to a refresh. No source shows its shape, so the usual names are tried (assumed;
 * specification: Gaps).
 *
 * @returns the tokens, or undefined when no access token is in it
 */
export function readTokens(body: unknown): Tokens | undefined {
	if (typeof body !== 'object' || body === null) return undefined;
	const values = body as Record<string, unknown>;
	const access = firstText(values, ['access', 'access_token', 'token']);
	if (access === undefined) return undefined;
	return { access, refresh: firstText(values, ['refresh', 'refresh_token']) };
}

/** The shape of a response without its values: names and types, for an error message. */
export function describeShape(body: unknown): string {
	if (body === null || typeof body !== 'object') return body === '' ? 'nothing' : typeof body;
	if (Array.isArray(body)) return `a list of ${body.length}`;
	const keys = Object.entries(body).map(([key, value]) => `${key}: ${typeName(value)}`);
	return `{ ${keys.slice(0, 10).join(', ')} }`;
}

const typeName = (value: unknown) =>
	value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;

function firstText(values: Record<string, unknown>, names: readonly string[]): string | undefined {
	for (const name of names) {
		const value = values[name];
		if (typeof value === 'string' && value !== '') return value;
	}
	return undefined;
}
