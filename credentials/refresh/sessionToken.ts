import { hash, randomUUID } from 'node:crypto';

import { withoutTrailingSlashes } from '../../nodes/shared/http/request';
import { once } from '../../nodes/shared/lifetime';
import { parseJson } from '../../nodes/shared/schema/jsonText';
import { isObject } from '../../nodes/shared/schema/values';

/** What a person has entered, and what tokens belong to: after an edit of either they are not used. */
export interface Origin {
	readonly baseUrl: string;
	readonly refreshToken: string;
}

/** The tokens that came from refreshes. */
export interface Session {
	readonly accessToken: string;
	/** What replaced the entered refresh token; undefined as long as the entered one is valid. */
	readonly refreshToken?: string;
	/** How many refreshes ago the refresh token was entered: the higher of two is the newer one. */
	readonly generation: number;
	/** When it came, by n8n's clock, milliseconds since 1970. */
	readonly since?: number;
}

const VERSION = 'v2:';

/**
 * Where a node puts the rejected session token when it asks for a new one by leaving the session token
 * empty. It is never stored, and distinguishes the nodes' own requests from others.
 */
export const REJECTED_SESSION_TOKEN = 'rejectedSessionToken';

/** A session token for requests that need none: n8n asks for one only where it is empty. */
export const NO_SESSION = 'none';

/** A key that does not reveal the secret to anybody who reads the memory. */
export const keyOf = (...secrets: string[]): string => hash('sha256', secrets.join('\n'));

/** A mark of an origin that gives neither of its parts away. */
export const markOf = ({ baseUrl, refreshToken }: Origin): string =>
	hash('sha256', `${withoutTrailingSlashes(baseUrl)}\n${refreshToken}`).slice(0, 24);

/**
 * The stored form of a session: one field of the credential, with a mark of the origin. n8n keeps hidden
 * fields when a person edits the visible ones, and writes every field that a refresh returns; so the
 * entered fields stay as they are, and an edit that happens during a refresh is not lost.
 *
 * @param id unique to the session and never sent to the service; who has it has read the credential
 */
export const pack = (origin: Origin, session: Session, id: string = randomUUID()): string =>
	VERSION + JSON.stringify({ mark: markOf(origin), id, ...session });

/** The session of an access token that a person has entered. It is not stored. */
export const firstSession = (origin: Origin, accessToken: string): string =>
	pack(origin, { accessToken, generation: 0 }, '');

/** The session, if it belongs to this origin. */
export function unpack(stored: string, origin: Origin): Session | undefined {
	const session = stored.startsWith(VERSION) && parseJson(stored.slice(VERSION.length));
	const isOwn = isObject(session) && session.mark === markOf(origin);
	return isOwn ? (session as unknown as Session) : undefined;
}

/** What distinguishes this process, so that each renews tokens at a moment of its own. */
const ownMark = once('The mark of this process', randomUUID);

/** How long a renewal ahead waits at most, so that workers which begin at once do not ask at once. */
const MAX_SPREAD_MS = 15_000;

/**
 * When this process renews a session though its token is still good: at a random moment in the last fifth of the token's
 * life, where it is a JWT that tells it (RFC 7519: `iat`, `exp`); undefined for all others.
 *
 * @param stored the stored form of the session
 * @param mark of the process
 */
export function renewalOf(stored: string, origin: Origin, mark = ownMark()) {
	const { accessToken = '', since } = unpack(stored, origin) ?? {};
	const { iat, exp } = claimsOf(accessToken);
	if (since === undefined || typeof iat !== 'number' || typeof exp !== 'number') return undefined;
	const lifeMs = (exp - iat) * 1000;
	const chance = parseInt(keyOf(mark, stored).slice(0, 8), 16) / 2 ** 32;
	// Counted from when it came: the clock of the service may be another one.
	const at = since + lifeMs * (1 - chance / 5);
	return lifeMs > 0 ? { at, spreadMs: Math.min(lifeMs / 240, MAX_SPREAD_MS) } : undefined;
}

/** What a JWT says of itself, unproven; nothing for other tokens. */
function claimsOf(token: string): Record<string, unknown> {
	const [, payload = ''] = token.split('.');
	const claims = parseJson(Buffer.from(payload, 'base64url').toString());
	return isObject(claims) ? claims : {};
}
