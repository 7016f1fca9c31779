import { createHash } from 'node:crypto';

import { withoutTrailingSlashes } from '../../nodes/shared/http/baseUrl';

/**
 * A renewed access token is kept together with a mark of the place and the refresh token that it
 * came from. n8n keeps hidden fields when a person edits the visible ones, so without the mark a
 * token of the old place would be sent to the new one.
 */
export interface Origin {
	readonly baseUrl: string;
	readonly refreshToken: string;
}

const VERSION = 'v1';

/**
 * Where a node puts the refused session token when it asks for a new one by leaving the session token
 * empty. It is never stored.
 */
export const REFUSED_SESSION_TOKEN = 'refusedSessionToken';

/** A mark of an origin that gives neither of its parts away. */
export const markOf = ({ baseUrl, refreshToken }: Origin): string =>
	createHash('sha256')
		.update(`${withoutTrailingSlashes(baseUrl)}\n${refreshToken}`)
		.digest('hex')
		.slice(0, 24);

/** The stored form of an access token that belongs to these origins. */
export const pack = (accessToken: string, origins: readonly Origin[]): string =>
	[VERSION, [...new Set(origins.map(markOf))].join(','), accessToken].join(':');

/** The access token, if it belongs to this origin. */
export function unpack(stored: string, origin: Origin): string | undefined {
	const [version, marks = '', ...rest] = stored.split(':');
	if (version !== VERSION || !marks.split(',').includes(markOf(origin))) return undefined;
	return rest.join(':');
}
