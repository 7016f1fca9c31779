import { describeShape, readTokens } from './tokenResponse';
import { createCache, keyOf } from './cache';
import { pack, unpack, type Origin } from './sessionToken';

/** What is stored in the credential after a renewal. n8n saves every key. */
export interface Renewed {
	readonly sessionToken: string;
	readonly refreshToken: string;
	[key: string]: string;
}

/** The credential as far as a renewal needs it. */
export interface Renewable extends Origin {
	/** A first access token that the person may have entered. */
	readonly accessToken: string;
	/** The packed token that is in use, or that was refused; '' before the first. */
	readonly sessionToken: string;
}

/** Asks the service for new tokens; gives status and body, or undefined when no response came. */
export type AskForTokens = (
	origin: Origin,
) => Promise<{ readonly status: number; readonly body: unknown } | undefined>;

/** Why there is no new token. `code` tells the node whether waiting helps. */
export class RefreshFailure extends Error {
	constructor(
		readonly code: 'REFRESH_REFUSED' | 'REFRESH_UNAVAILABLE' | 'REFRESH_UNREADABLE',
		message: string,
	) {
		super(message);
		this.name = 'RefreshFailure';
	}
}

/** How much is remembered of replaced tokens: enough for every request that still holds an old one. */
export const CACHE_LIMITS = { size: 500, ageMs: 15 * 60_000 };
/** A refresh that was just refused is not asked for again for every item. */
export const REFUSED_MS = 30_000;

/**
 * Renews access tokens, once for all who ask at the same time. n8n puts no lock around a refresh:
 * every request that meets a 401 asks for one, and with rotating refresh tokens only the first may
 * reach the service.
 *
 * It knows one process only. Other processes replace tokens too, so the credential that it is given
 * should have been read just now (`nodes/shared/http/transport.ts`).
 */
export function createRenewal(now: () => number = Date.now) {
	const inFlight = new Map<string, Promise<Renewed>>();
	/** By what a credential held, access token included, what has replaced it. */
	const replaced = createCache<Renewed>(CACHE_LIMITS.size, CACHE_LIMITS.ageMs, now);
	/** Refresh tokens that were exchanged for new ones. */
	const usedUp = createCache<true>(CACHE_LIMITS.size, CACHE_LIMITS.ageMs, now);
	const refused = createCache<RefreshFailure>(CACHE_LIMITS.size, REFUSED_MS, now);

	/**
	 * The tokens to go on with, in place of the ones that were refused or of none.
	 *
	 * @throws RefreshFailure
	 */
	return async function renew(credential: Renewable, ask: AskForTokens): Promise<Renewed> {
		const { baseUrl, refreshToken, accessToken, sessionToken } = credential;
		const state = stateOf(credential);
		const key = keyOf(baseUrl, refreshToken);
		const known = newest(baseUrl, state);
		if (known) return known;
		if (sessionToken === '' && accessToken !== '') {
			return { sessionToken: pack(accessToken, [credential]), refreshToken };
		}
		// Not sent again: a service may take a second use for a theft, and end all that came from it.
		if (usedUp.get(key)) {
			throw new RefreshFailure(
				'REFRESH_REFUSED',
				'The refresh token was already exchanged for a new one and is no longer valid: get a new one and enter it in the credential.',
			);
		}
		const failure = refused.get(key);
		if (failure) throw failure;

		const flight = inFlight.get(key) ?? refresh(credential, key, ask);
		inFlight.set(key, flight);
		try {
			const renewed = await flight;
			if (state) rememberReplacement(baseUrl, state, renewed);
			return renewed;
		} finally {
			inFlight.delete(key);
		}
	};

	/** Follows the replacements of a state to the last one. */
	function newest(baseUrl: string, state: string | undefined): Renewed | undefined {
		const found = state ? replaced.get(state) : undefined;
		return found && (newest(baseUrl, stateOf({ baseUrl, ...found })) ?? found);
	}

	function rememberReplacement(baseUrl: string, state: string, renewed: Renewed): void {
		replaced.set(state, renewed);
		// Nothing has replaced what is new. A service may hand out a token twice; without this line the
		// replacements would then lead in a circle.
		const current = stateOf({ baseUrl, ...renewed });
		if (current) replaced.delete(current);
	}

	async function refresh(origin: Origin, key: string, ask: AskForTokens): Promise<Renewed> {
		const response = await ask(origin);
		if (!response) {
			throw new RefreshFailure(
				'REFRESH_UNAVAILABLE',
				'the access token could not be refreshed, because the service did not respond',
			);
		}
		const { status, body } = response;
		if (status === 400 || status === 401 || status === 403) {
			const failure = new RefreshFailure(
				'REFRESH_REFUSED',
				`The service refused to refresh the access token (HTTP ${status}). The refresh token was already used, was revoked or has expired: get a new one and enter it in the credential.`,
			);
			refused.set(key, failure);
			throw failure;
		}
		if (status < 200 || status >= 300) {
			throw new RefreshFailure(
				'REFRESH_UNAVAILABLE',
				`the access token could not be refreshed now (HTTP ${status})`,
			);
		}
		const tokens = readTokens(body);
		if (!tokens) {
			throw new RefreshFailure(
				'REFRESH_UNREADABLE',
				`Unexpected response to the token refresh: ${describeShape(body)} has no access token under access, access_token or token`,
			);
		}
		const refreshToken = tokens.refresh ?? origin.refreshToken;
		const renewed = {
			sessionToken: pack(tokens.access, [origin, { ...origin, refreshToken }]),
			refreshToken,
		};
		if (refreshToken !== origin.refreshToken) usedUp.set(key, true);
		usedUp.delete(keyOf(origin.baseUrl, refreshToken));
		return renewed;
	}
}

/**
 * What a credential held when it asked: the same state gets the same replacement. Undefined without
 * an access token of its own, because a refresh token that was used up must not buy anything.
 */
function stateOf({
	baseUrl,
	refreshToken,
	sessionToken,
}: Omit<Renewable, 'accessToken'>): string | undefined {
	const belongs = unpack(sessionToken, { baseUrl, refreshToken }) !== undefined;
	return belongs ? keyOf(baseUrl, refreshToken, sessionToken) : undefined;
}
