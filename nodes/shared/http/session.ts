import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	IPollFunctions,
} from 'n8n-workflow';

import {
	firstSession,
	NO_SESSION,
	REJECTED_SESSION_TOKEN,
	renewalOf,
	unpack,
} from '../../../credentials/refresh/sessionToken';
import { explain } from './noResponse';
import type { SendResult, ServiceResponse } from './request';
import { isStreamed, noteStream } from './body';
import { secretsOf } from './secrets';
import { wait } from './wait';

type Data = ICredentialDataDecryptedObject;

/** Any place in n8n from which the service is called. */
export type ServiceContext = IExecuteFunctions | IPollFunctions | ILoadOptionsFunctions;

export type CredentialType = 'workspaceRecordsApi' | 'workspaceRecordsInternalApi';

/** A credential as n8n resolves it. */
export interface ResolvedCredential {
	readonly type: CredentialType;
	readonly data: ICredentialDataDecryptedObject;
	/** The item that it was resolved for; absent in pick lists and polls, which have none. */
	readonly item?: number;
}

/** Maximum number of attempts per request: with the token at hand, with stored ones, with a refreshed one. */
const MAX_SENDS = 4;

/**
 * Maximum number of refreshed tokens rejected at once in one execution: the service may have given another
 * worker a token at the same time, and ended ours. After that the 401 is not about the token.
 */
const MAX_REJECTED = 2;

/** Waits before each look: the worker that was faster needs a moment to store what it got. */
const LOOK_AFTER_MS = [0, 200, 600, 1200];

/** Sends requests with one credential, for one execution or a part of its items. Renews its tokens. */
export class Session {
	/** The signal of a cancelled execution; pick lists and polls have none. */
	readonly signal?: AbortSignal;

	/** What the credential holds now; replaced as a whole when tokens were renewed. */
	private data: Data = {};

	/** A token that is not accepted can be renewed. */
	private readonly renews: boolean;

	private readonly sentWith: ServiceResponse['sentWith'];

	/** The one read of the stored credential that is in progress. */
	private reading?: Promise<void>;

	/** The one search for a newer stored token that is in progress, or that found none. */
	private lookup?: Promise<boolean>;

	/** The session token of the last refresh. */
	private refreshed?: string;

	/** The credential whose token this execution has tried to renew ahead of its end. */
	private ahead?: Data;

	/** Session tokens of refreshes that were rejected at once; empty again after one that was accepted. */
	private readonly rejected = new Set<unknown>();

	constructor(
		private readonly context: ServiceContext,
		private readonly credential: ResolvedCredential,
		readonly baseUrl: string,
	) {
		const { type, data } = credential;
		this.hold(data);
		this.renews = data.authentication === 'refreshToken';
		const entered = type === 'workspaceRecordsInternalApi' ? 'workspaceCode' : 'accessToken';
		this.sentWith = this.renews ? 'refreshedToken' : entered;
		if ('getExecutionCancelSignal' in context) this.signal = context.getExecutionCancelSignal();
	}

	/** Replaces what the credential holds. No text may show the tokens that were entered, nor those from refreshes. */
	private hold(data: Data): void {
		const { type, item, data: entered } = this.credential;
		const tokens = [entered, data].flatMap((held) => {
			const session = unpack(textOf(held.sessionToken), originOf(held));
			const own = [held.accessToken, held.refreshToken, held.firstAccessToken].map(textOf);
			return [...own, session?.accessToken ?? '', session?.refreshToken ?? ''];
		});
		secretsOf(this.context).hold(`${type} ${item}`, tokens, textOf(data.workspaceSecret));
		this.data = data;
	}

	/** Whether a link leads to the service itself. */
	isOwn(link: string): boolean {
		const { baseUrl } = this;
		return URL.canParse(link, baseUrl) && new URL(link, baseUrl).origin === new URL(baseUrl).origin;
	}

	/**
	 * Sends with the token, through n8n's HTTP helper. Never throws.
	 *
	 * When the token is not accepted, sends it again with the one that is stored by now, and only where
	 * that is no newer one, with a refreshed one. n8n itself would refresh what this execution holds, which
	 * may be long outdated, and store the result over newer tokens of another worker.
	 */
	async request(options: IHttpRequestOptions): Promise<SendResult> {
		const { context, renews, sentWith } = this;
		const { type } = this.credential;
		let isAhead = renews && this.token !== '' && (await this.isDue());
		let refresh = isAhead || (renews && this.token === '' && !(await this.adoptStored(this.data)));
		for (let sends = 0; ; ) {
			const held = this.data;
			const sessionToken = renews ? this.token : NO_SESSION;
			// n8n refreshes where there is no session token, and puts what it gets into the object that it is given.
			const data: Data = refresh
				? { ...held, sessionToken: '', [REJECTED_SESSION_TOKEN]: sessionToken }
				: { ...held, sessionToken };
			const result = await context.helpers.httpRequestWithAuthentication
				.call(context, type, inFull(options), {
					credentialsDecrypted: { id: '', name: '', type, data },
				})
				.then(received)
				.catch(explain);
			const isRejected = result.kind === 'response' && result.response.status === 401;
			const sent = isRejected ? { ...result, response: { ...result.response, sentWith } } : result;
			if (!renews) return sent;
			const used =
				refresh && data.sessionToken !== ''
					? this.keepRefreshed({ ...held, sessionToken: data.sessionToken })
					: held;
			if (isAhead && data.sessionToken === '') {
				// The token at hand is still good.
				isAhead = refresh = false;
				continue;
			}
			if (sent.kind !== 'stopped') sends += 1;
			const next = await this.nextToken(sent, used, sends === MAX_SENDS);
			if (!next) return sent;
			refresh = next === 'refreshed';
			// Nobody will read it: that of a file is still being received.
			if (sent.kind === 'response' && isStreamed(sent.response.body)) sent.response.body.destroy();
		}
	}

	/** Sends without the token, to another server. Never throws. */
	async requestElsewhere(options: IHttpRequestOptions): Promise<SendResult> {
		return await this.context.helpers
			.httpRequest({ ...inFull(options), abortSignal: this.signal })
			.then(received)
			.catch(explain);
	}

	/** The session token to send with; a first access token that was entered counts as one. '' when there is none. */
	private get token(): string {
		const origin = originOf(this.data);
		const sessionToken = textOf(this.data.sessionToken);
		if (unpack(sessionToken, origin)) return sessionToken;
		const firstAccessToken = textOf(this.data.firstAccessToken);
		return sessionToken === '' && firstAccessToken ? firstSession(origin, firstAccessToken) : '';
	}

	/**
	 * Whether to renew the token before its end: once in an execution, while its other requests go on with it. What another
	 * worker has stored meanwhile is taken over. Pick lists and polls do not wait for that.
	 */
	private async isDue(): Promise<boolean> {
		const held = this.data;
		const renewal = this.signal && renewalOf(this.token, originOf(held));
		if (!renewal || Date.now() < renewal.at || this.ahead === held) return false;
		this.ahead = held;
		await wait(Math.random() * renewal.spreadMs, this.signal);
		return !(await this.adoptStored(held));
	}

	/** Keeps a credential whose session token n8n has just got. */
	private keepRefreshed(used: Data): Data {
		if (isNewer(used, this.data)) this.hold(used);
		this.refreshed = String(used.sessionToken);
		return used;
	}

	/** Which token may be accepted after an attempt; undefined where there is no need of one, or none. */
	private async nextToken(
		sent: SendResult,
		used: Data,
		isLast: boolean,
	): Promise<'held' | 'refreshed' | undefined> {
		const isStopped = sent.kind === 'stopped';
		const isRejected = sent.kind === 'response' && sent.response.status === 401;
		const isRefreshed = this.refreshed === used.sessionToken;
		if (isRefreshed && isRejected) this.rejected.add(used.sessionToken);
		else if (isRefreshed && sent.kind === 'response') this.rejected.clear();
		if (!isStopped && (!isRejected || isLast)) return undefined;
		if (isStopped || this.rejected.size >= MAX_REJECTED) {
			// A refresh was refused, or one more would not help; another worker may have a token that does.
			if (!(await this.hasNewerToken(used))) return undefined;
		} else if (!(await this.adoptStored(used))) {
			return 'refreshed';
		}
		return this.token === '' ? 'refreshed' : 'held';
	}

	/** Takes over what is stored, if it is newer; whether what is held now is newer than the used one. Never throws. */
	private async adoptStored(used: Data): Promise<boolean> {
		if (!isNewer(this.data, used)) await (this.reading ??= this.readStored());
		return isNewer(this.data, used);
	}

	private async readStored(): Promise<void> {
		const { type, item } = this.credential;
		try {
			const stored = await this.context.getCredentials(type, item);
			if (isNewer(stored, this.data)) this.hold(stored);
		} catch {
			// A credential that cannot be read any more is no better one.
		} finally {
			this.reading = undefined;
		}
	}

	/**
	 * A refused refresh may mean that another worker has used the refresh token. Looks, once for all
	 * requests of the execution, whether a newer token has been stored, and takes it over.
	 */
	private async hasNewerToken(used: Data): Promise<boolean> {
		if (isNewer(this.data, used)) return true;
		this.lookup ??= this.lookForNewer(used);
		// Another request may have found one meanwhile.
		return (await this.lookup) || isNewer(this.data, used);
	}

	private async lookForNewer(used: Data): Promise<boolean> {
		for (const ms of LOOK_AFTER_MS) {
			await wait(ms, this.signal);
			if (await this.adoptStored(used)) {
				this.lookup = undefined;
				return true;
			}
		}
		return false;
	}
}

/** What a person has entered, as one text: all but what comes from refreshes and tests. */
export const enteredIn = (data: Data): string =>
	JSON.stringify(
		Object.entries(data)
			.filter(([name]) => name !== 'sessionToken' && name !== 'permissionLevel')
			.sort(),
	);

/**
 * Whether a stored credential leads further than the one that was used: a person has edited it, or it
 * has been refreshed since. A stored one may also be older, as long as a new one is being stored.
 */
function isNewer(stored: Data, used: Data) {
	if (enteredIn(stored) !== enteredIn(used)) return true;
	const origin = originOf(used);
	const [theirs, ours] = [stored, used].map((data) => unpack(textOf(data.sessionToken), origin));
	if (!theirs || stored.sessionToken === used.sessionToken) return false;
	return !ours || theirs.generation >= ours.generation;
}

const originOf = ({ baseUrl, refreshToken }: Data) => ({
	baseUrl: textOf(baseUrl),
	refreshToken: textOf(refreshToken),
});

const textOf = (value: unknown) => String(value ?? '').trim();

/** A request whose response comes as it is. n8n would send the token along to wherever a redirect points. */
const inFull = (options: IHttpRequestOptions): IHttpRequestOptions => ({
	...options,
	returnFullResponse: true,
	disableFollowRedirect: true,
	ignoreHttpStatusErrors: true,
});

function received({ statusCode, headers, body }: IN8nHttpFullResponse): SendResult {
	if (isStreamed(body)) noteStream(body);
	return { kind: 'response', response: { status: statusCode, headers, body } };
}
