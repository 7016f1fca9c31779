import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

import { listening } from './listening';

/**
 * A service as strict as OAuth servers are (RFC 9700, 4.14.2): each refresh replaces the refresh token,
 * and a second use of one that was replaced ends all tokens that came from it.
 */
export interface TokenService {
	/** Base URL, without a trailing slash. */
	url: string;
	/** The one valid refresh token; undefined after a second use of another one. */
	refreshToken: string | undefined;
	/** Successful refreshes. */
	refreshes: number;
	/** Refresh tokens that were used a second time. */
	reused: string[];
	/** The status of every response to GET whoami. */
	statuses: number[];
	/** Ends the access token. */
	expire(): void;
	/** Keeps the next request waiting, its token unchecked, until it is released. */
	holdNext(): { arrived: Promise<void>; release: () => void };
	close(): Promise<void>;
}

export interface TokenServiceOptions {
	/** Whether a refresh returns the same access token as before, even if it is not valid any more. */
	sameAccessToken?: boolean;
	/** Whether a refresh replaces the refresh token. */
	rotate?: boolean;
}

const WHOAMI = {
	data: { user_id: '1', auth_mode: 'token', principal_key: 'user:1' },
	message: 'OK',
	ctx_id: 'ctx-1',
};

/** Starts it on a free local port. */
export async function startTokenService({
	sameAccessToken = false,
	rotate = true,
}: TokenServiceOptions = {}): Promise<TokenService> {
	let accessToken: string | undefined;
	let held: { arrive: () => void; released: Promise<void> } | undefined;

	const server = createServer((request, response) => void respond(request, response));

	async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const [status, body] =
			request.method === 'POST' ? refresh(await text(request)) : await whoami(request);
		response.writeHead(status, { 'content-type': 'application/json' });
		response.end(JSON.stringify(body));
	}

	function refresh(body: string): [number, object] {
		const { refresh: given } = JSON.parse(body) as { refresh: string };
		if (given !== service.refreshToken) {
			service.reused.push(given);
			service.refreshToken = accessToken = undefined;
			return [401, { detail: 'The refresh token is not valid' }];
		}
		service.refreshes += 1;
		if (!sameAccessToken) accessToken = `access-token-${service.refreshes + 1}`;
		const access = accessToken ?? 'the-same-access-token';
		if (!rotate) return [200, { access }];
		service.refreshToken = `refresh-token-${service.refreshes + 1}`;
		return [200, { access, refresh: service.refreshToken }];
	}

	async function whoami({ headers }: IncomingMessage): Promise<[number, object]> {
		if (held) {
			const { arrive, released } = held;
			held = undefined;
			arrive();
			await released;
		}
		await delay(5);
		const good = accessToken && headers.authorization === `Bearer ${accessToken}`;
		service.statuses.push(good ? 200 : 401);
		return good ? [200, WHOAMI] : [401, { detail: 'The access token is not valid' }];
	}

	const service: TokenService = {
		...(await listening(server)),
		refreshToken: 'refresh-token-1',
		refreshes: 0,
		reused: [],
		statuses: [],
		expire: () => (accessToken = undefined),
		holdNext() {
			let release = () => {};
			const released = new Promise<void>((resolve) => (release = resolve));
			const arrived = new Promise<void>((arrive) => (held = { arrive, released }));
			return { arrived, release };
		},
	};
	return service;
}
