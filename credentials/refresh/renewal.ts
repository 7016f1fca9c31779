import { readErrorBody } from '../../nodes/shared/http/noResponse';
import { judge } from '../../nodes/shared/http/judge';
import { Cache } from '../../nodes/shared/lifetime';
import { keyOf, markOf, pack, unpack, type Origin } from './sessionToken';
import { showSome } from '../../nodes/shared/schema/limits';
import { isObject } from '../../nodes/shared/schema/values';

/** A credential as far as a refresh needs it: what was entered, and the session token that was rejected, or ''. */
export interface Held extends Origin {
	readonly sessionToken: string;
}

/** What the service said to a refresh, or why it said nothing. */
export type RefreshResponse =
	| { readonly status: number; readonly body: unknown }
	| { readonly reason: string }
	/** Nothing was asked, as a whole sentence. */
	| { readonly problem: string }
	/** The token at hand is good. */
	| { readonly valid: true };

/** Asks the service for new tokens. */
export type AskForTokens = (refreshToken: string) => Promise<RefreshResponse>;

/** Why there is no new token; by its code the nodes know whether waiting helps. */
type RefreshCode = 'REFRESH_REFUSED' | 'REFRESH_UNAVAILABLE' | 'REFRESH_UNREADABLE';

export type Renewed =
	| {
			readonly ok: true;
			/** The session token to use from now on. */
			readonly sessionToken: string;
			/** This caller has to store it. Only one does: a second, late write could undo a newer one. */
			readonly store: boolean;
	  }
	| { readonly ok: false; readonly code: RefreshCode; readonly message: string };

/** How much is remembered of replaced tokens: enough for every request that still holds an old one. */
const CACHE_LIMITS = { max: 500, maxAgeMs: 15 * 60_000 };
/** A refresh that was just refused is not asked for again for every item. */
const REFUSED_MS = 30_000;
/** Time for a new session to be stored before another caller stores it. */
export const STORE_MS = 10_000;

/** One refresh, until its result is stored. */
interface Refresh {
	/** The session token that is being replaced; '' before the first. */
	readonly from: string;
	readonly result: Promise<Renewed>;
	/** Resolves when the result is stored. */
	readonly stored: Promise<void>;
	resolveStored(): void;
	/** When somebody was last asked to store it. */
	storeAskedAt?: number;
}

/**
 * Refreshes access tokens, once for all who ask at the same time. n8n puts no lock around a refresh:
 * every request that meets a 401 asks for one, and with rotating refresh tokens only the first may
 * reach the service.
 *
 * It knows one process only. Other processes replace tokens too, so the credential that it is given
 * should have been read just now (`nodes/shared/http/session.ts`).
 *
 * @param now milliseconds of a clock that only goes forward
 * @param wait resolves after that many milliseconds
 */
export function createRenewal(now: () => number, wait: (ms: number) => Promise<void>) {
	/** By origin: a next refresh of the same credential waits until the one before is stored. */
	const refreshes = new Cache<Refresh>({ name: 'Token refreshes under way', ...CACHE_LIMITS }, now);
	/** By session token, its replacement. Only who has read the credential knows a session token. */
	const replaced = new Cache<string>({ name: 'Replaced session tokens', ...CACHE_LIMITS }, now);
	/** By refresh token, why it is not sent again, and until when. */
	const refused = new Cache<{ readonly failure: Renewed; readonly until: number }>(
		{ name: 'Refresh tokens that are not sent again', ...CACHE_LIMITS },
		now,
	);
	/** By the credential that n8n stores, what to do when it is stored. */
	const storing = new WeakMap<object, () => void>();

	return {
		/**
		 * The session to go on with, in place of the one that was rejected or of none. Never throws.
		 *
		 * @param credential the object that n8n stores the result from; see `stored`
		 */
		async renew(held: Held, ask: AskForTokens, credential: object): Promise<Renewed> {
			const renewed = await find(held, ask);
			if (renewed.ok && renewed.store) {
				const { resolveStored } = refreshes.get(markOf(held)) ?? {};
				if (resolveStored) storing.set(credential, resolveStored);
			}
			return renewed;
		},
		/** n8n has stored what this credential was given, if it was given anything. Comes with every request. */
		stored(credential: object): void {
			for (const cache of [refreshes, replaced, refused]) cache.sweep();
			storing.get(credential)?.();
			storing.delete(credential);
		},
	};

	async function find(held: Held, ask: AskForTokens): Promise<Renewed> {
		const mark = markOf(held);
		const session = unpack(held.sessionToken, held);
		const from = session ? held.sessionToken : '';
		for (;;) {
			const refresh = refreshes.get(mark);
			if (refresh?.from === from) return await join(refresh);
			const known = session && newest(from);
			if (known) return { ok: true, sessionToken: known, store: false };
			if (!refresh) break;
			await Promise.race([refresh.stored, wait(STORE_MS)]);
			if (refreshes.get(mark) === refresh) refreshes.delete(mark);
		}
		const refreshToken = session?.refreshToken ?? held.refreshToken;
		const key = keyOf(held.baseUrl, refreshToken);
		const { failure, until = 0 } = refused.get(key) ?? {};
		return failure && until > now() ? failure : await start(held, from, refreshToken, key, ask);
	}

	/** The result of a refresh that somebody else has started. */
	async function join(refresh: Refresh): Promise<Renewed> {
		const result = await refresh.result;
		if (!result.ok || !result.store) return result;
		const store = now() - (refresh.storeAskedAt ?? 0) > STORE_MS;
		if (store) refresh.storeAskedAt = now();
		return { ...result, store };
	}

	/** Follows the replacements of a session to the last one. */
	function newest(sessionToken: string): string | undefined {
		const next = replaced.get(keyOf(sessionToken));
		return next && (newest(next) ?? next);
	}

	async function start(
		held: Held,
		from: string,
		refreshToken: string,
		key: string,
		ask: AskForTokens,
	): Promise<Renewed> {
		const mark = markOf(held);
		let resolveStored = () => {};
		const stored = new Promise<void>((resolve) => (resolveStored = resolve));
		const result = exchange(held, refreshToken, key, ask);
		const refresh: Refresh = { from, result, stored, resolveStored: () => finish() };
		const finish = () => {
			resolveStored();
			if (refreshes.get(mark) === refresh) refreshes.delete(mark);
		};
		refreshes.set(mark, refresh);
		const renewed = await result;
		if (!renewed.ok || !renewed.store) {
			finish();
			return renewed;
		}
		refresh.storeAskedAt = now();
		if (from) replaced.set(keyOf(from), renewed.sessionToken);
		return renewed;
	}

	async function exchange(
		held: Held,
		refreshToken: string,
		key: string,
		ask: AskForTokens,
	): Promise<Renewed> {
		const session = unpack(held.sessionToken, held);
		const response = await ask(refreshToken);
		if ('valid' in response) return { ok: true, sessionToken: held.sessionToken, store: false };
		if ('problem' in response) return failed('REFRESH_UNAVAILABLE', response.problem);
		if ('reason' in response)
			return failed('REFRESH_UNAVAILABLE', `${NOT_NOW}: ${response.reason}`);
		const { status, body } = response;
		const verdict = judge(response, { kind: 'facts' });
		const tokens = readTokens(body);
		const isSuccess = status >= 200 && status < 300;
		// Where it has refreshed before, what is not the service speaks for one that restarts.
		const isAway = verdict.kind === 'foreign' && session !== undefined;
		const isRefusal = isSuccess
			? verdict.kind === 'rejected' && !(verdict.isDone && tokens)
			: (status === 400 || status === 401 || status === 403) && !isAway;
		if (isRefusal) {
			const why = isSuccess ? verdict.evidence : `HTTP ${status}`;
			const { message: words } = isSuccess ? readErrorBody(body) : {};
			const said = words ? `: ${words.replaceAll(refreshToken, '…')}` : '';
			const failure = failed(
				'REFRESH_REFUSED',
				`The service refused to refresh the access token (${why})${said}. The refresh token is wrong, was already used, was revoked or has expired: get a new one and enter it in the credential.`,
			);
			refused.set(key, { failure, until: now() + REFUSED_MS });
			return failure;
		}
		if (!isSuccess) return failed('REFRESH_UNAVAILABLE', `${NOT_NOW} now (HTTP ${status})`);
		if (!tokens) return unreadable(body);
		const { refreshToken: before, generation = 0 } = session ?? {};
		const current = tokens.refresh ?? before;
		if (tokens.refresh !== undefined) {
			refused.set(key, { failure: USED_UP, until: Infinity });
			refused.delete(keyOf(held.baseUrl, tokens.refresh));
		}
		const sessionToken = pack(held, {
			accessToken: tokens.access,
			...(current !== undefined && { refreshToken: current }),
			generation: generation + 1,
			since: Date.now(),
		});
		return { ok: true, sessionToken, store: true };
	}
}

function failed(code: RefreshCode, message: string): Renewed {
	return { ok: false, code, message };
}

function unreadable(body: unknown): Renewed {
	const keys = isObject(body) ? showSome(Object.keys(body)) : '';
	return failed(
		'REFRESH_UNREADABLE',
		`Unexpected response to the token refresh: no access token under access, access_token, accessToken or token${keys && `, but ${keys}`}`,
	);
}

/** A service may take a second use for a theft, and end all that came from it. */
const USED_UP = failed(
	'REFRESH_REFUSED',
	'The refresh token was already exchanged for a new one and is no longer valid: get a new one and enter it in the credential.',
);
const NOT_NOW = 'the access token could not be refreshed';

/**
 * Reads the response to a refresh. No source shows its shape, so the usual names are tried, wrapped in `data` or not
 * (assumed; specification: Gaps).
 *
 * @returns the tokens, with a new refresh token where the service rotates them, the old one being dead then; undefined when
 * no access token is in it
 */
export function readTokens(body: unknown) {
	if (!isObject(body)) return undefined;
	for (const values of [body, body.data].filter(isObject)) {
		const access = firstToken(values, ['access', 'access_token', 'accessToken', 'token']);
		const refresh = firstToken(values, ['refresh', 'refresh_token', 'refreshToken']);
		if (access !== undefined) return { access, refresh };
	}
	return undefined;
}

/** What a header can carry: ASCII without control characters (RFC 9110, 5.5), and no more than servers take. */
const MAX_TOKEN_LENGTH = 8192;
const isToken = (value: unknown): value is string =>
	typeof value === 'string' && value.length <= MAX_TOKEN_LENGTH && /^[\x20-\x7e]+$/.test(value);

function firstToken(values: Record<string, unknown>, names: readonly string[]): string | undefined {
	return names.map((name) => values[name]).find(isToken);
}
