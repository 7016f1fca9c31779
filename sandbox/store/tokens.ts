import { randomBytes } from 'node:crypto';
import type { Clock } from '../clock';
import type { TokenSettings } from '../options';
import type { Db } from './database';

/** Who is calling. `session`: with a token from a refresh. */
export type Principal =
	| 'fullAccess'
	| 'regular'
	| 'noScopes'
	| 'session'
	| 'workspaceCode'
	| 'none'
	| 'invalid';

/** Tokens that always exist. They are valid at the sandbox only. */
export const fixedTokens = {
	fullAccess: 'sandbox-full-access-token',
	regular: 'sandbox-regular-token',
	noScopes: 'sandbox-no-scopes-token',
	refresh: 'sandbox-refresh-token',
	workspaceCode: 'sandbox-workspace-code',
};

interface Token {
	token: string;
	kind: 'access' | 'refresh';
	alive: number;
	expires_at: number | null;
	requests_left: number | null;
}

/** Stores the tokens, checks them, and issues new ones for a refresh token. */
export class TokenStore {
	/** Successful refreshes. */
	refreshes = 0;
	private readonly tokens = new Map<string, Token>();
	private readonly store;

	constructor(
		private readonly db: Db,
		private readonly clock: Clock,
		public settings: TokenSettings = {},
	) {
		this.store = db.prepare('INSERT OR REPLACE INTO tokens VALUES (?, ?, ?, ?, ?)');
		for (const token of db.prepare('SELECT * FROM tokens').all() as Token[]) {
			this.tokens.set(token.token, token);
		}
		if (!this.tokens.has(fixedTokens.refresh)) this.keep(fixedTokens.refresh, 'refresh');
	}

	/** Who a bearer token belongs to. Counts the request against a token that is limited to a number of requests. */
	principalOf(bearer: string): Principal {
		if (bearer === fixedTokens.fullAccess) return 'fullAccess';
		if (bearer === fixedTokens.regular) return 'regular';
		if (bearer === fixedTokens.noScopes) return 'noScopes';
		const token = this.tokens.get(bearer);
		if (!token || token.kind !== 'access' || !token.alive) return 'invalid';
		if (token.expires_at !== null && token.expires_at <= this.clock.now()) return 'invalid';
		if (token.requests_left !== null) {
			if (token.requests_left <= 0) return 'invalid';
			this.write({ ...token, requests_left: token.requests_left - 1 });
		}
		return 'session';
	}

	/** The response to a refresh; undefined when the refresh token is not valid. */
	refresh(refreshToken: string): Record<string, string> | undefined {
		const token = this.tokens.get(refreshToken);
		if (!token || token.kind !== 'refresh' || !token.alive) return undefined;
		this.refreshes++;
		const { lifetimeSeconds, lifetimeRequests, rotate, response = 'access' } = this.settings;
		const access = this.keep(
			`sandbox-session-${randomBytes(8).toString('hex')}`,
			'access',
			lifetimeSeconds === undefined ? null : this.clock.now() + lifetimeSeconds * 1000,
			lifetimeRequests ?? null,
		);
		const body: Record<string, string> = response === 'none' ? {} : { [response]: access };
		if (rotate) {
			this.write({ ...token, alive: 0 });
			const next = this.keep(`sandbox-refresh-${randomBytes(8).toString('hex')}`, 'refresh');
			body[response === 'access' ? 'refresh' : 'refresh_token'] = next;
		}
		return body;
	}

	/** Ends every access token that came from a refresh. */
	expire() {
		for (const token of [...this.tokens.values()]) {
			if (token.kind === 'access') this.write({ ...token, alive: 0 });
		}
	}

	/** Back to the initial tokens. */
	reset() {
		this.db.exec('DELETE FROM tokens');
		this.tokens.clear();
		this.refreshes = 0;
		this.keep(fixedTokens.refresh, 'refresh');
	}

	private keep(
		token: string,
		kind: Token['kind'],
		expiresAt: number | null = null,
		requestsLeft: number | null = null,
	) {
		this.write({ token, kind, alive: 1, expires_at: expiresAt, requests_left: requestsLeft });
		return token;
	}

	private write(token: Token) {
		this.tokens.set(token.token, token);
		this.store.run(token.token, token.kind, token.alive, token.expires_at, token.requests_left);
	}
}
