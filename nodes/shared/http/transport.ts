import type {
	ICredentialDataDecryptedObject,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import {
	firstSession,
	NO_SESSION,
	REJECTED_SESSION_TOKEN,
	unpack,
} from '../../../credentials/refresh/sessionToken';
import { isStreamed } from './bodyChunks';
import { cancelSignal, type ServiceContext } from './context';
import type { ServiceResponse, ServiceRequest } from './request';
import { blockedBy, MAX_CAUSES, noResponse } from './noResponse';
import { noteStream } from './readable';
import { readBody } from './responseBody';
import { Failure } from './failure';
import { receiveRows } from './rowBody';
import { wait } from './wait';

/** The result of one attempt: a response, or none and how far the request got. */
export type SendResult =
	| { readonly kind: 'response'; readonly response: ServiceResponse }
	| {
			readonly kind: 'noResponse';
			readonly reached: 'no' | 'maybe';
			readonly timedOut?: boolean;
			/** Why, in words without addresses or secrets. */
			readonly reason: string;
	  }
	/** A retry does not help: there is no token to send it with, or the file is not available. */
	| { readonly kind: 'stopped'; readonly failure: Failure };

/** A credential as it was resolved for one execution, or for a part of its items. */
export interface Session {
	readonly type: string;
	readonly baseUrl: string;
	/** The item that it was resolved for; absent where there are no items. */
	readonly item?: number;
	/** What the credential holds now; replaced as a whole when tokens were renewed. */
	data: ICredentialDataDecryptedObject;
	/** A token that is not accepted can be renewed. */
	readonly renews: boolean;
	/** The one read of the stored credential that is in progress. */
	reading?: Promise<void>;
	/** The one search for a newer stored token that is in progress, or that found none. */
	lookup?: Promise<boolean>;
	/** The session token of the last refresh. */
	refreshed?: string;
	/** Session tokens of refreshes that were rejected at once; empty again after one that was accepted. */
	rejected?: Set<unknown>;
}

/** Sends one request once, and reads the response. Never throws. */
export async function sendOnce(
	context: ServiceContext,
	session: Session,
	request: ServiceRequest,
	{ timeoutMs, language = 'en' }: { readonly timeoutMs: number; readonly language?: string },
): Promise<SendResult> {
	const sent = await sendWithCredential(context, session, {
		method: request.method,
		url: session.baseUrl + request.path,
		qs: request.query,
		headers: {
			// One fixed language, so that localised words do not depend on the caller.
			'Accept-Language': language,
			...(request.body && { 'Content-Type': 'application/json' }),
		},
		// n8n keeps what it gets for long: an object with all that is in it (docs/decisions.md, Files).
		body: request.body && Buffer.from(JSON.stringify(request.body)),
		json: true,
		// n8n would receive a response of any size, for any time.
		encoding: 'stream',
		timeout: timeoutMs,
	});
	if (sent.kind !== 'response') return sent;
	const { status, body } = sent.response;
	const options = { timeoutMs, signal: cancelSignal(context) };
	const read =
		request.rows && status >= 200 && status < 300 && isStreamed(body)
			? await receiveRows(body, request.rows, options)
			: await readBody(body, options);
	if ('stopped' in read) return { kind: 'stopped', failure: read.stopped };
	if ('body' in read) return { ...sent, response: { ...sent.response, body: read.body } };
	if (read.broken === 'cancelled') {
		return { kind: 'noResponse', reached: 'maybe', reason: 'the execution was cancelled' };
	}
	return read.broken === 'timedOut'
		? { kind: 'noResponse', ...noResponse('ETIMEDOUT') }
		: explain(read.broken);
}

/** Maximum number of attempts per request: with the token at hand, with stored ones, with a refreshed one. */
const MAX_SENDS = 4;

/**
 * So many refreshed tokens may be rejected at once in one execution: the service may have given another
 * worker a token at the same time, and ended ours. After that the 401 is not about the token.
 */
const MAX_REJECTED = 2;

/**
 * Sends with the token, through n8n's HTTP helper. Never throws.
 *
 * When the token is not accepted, sends it again with the one that is stored by now, and only where
 * that is no newer one, with a refreshed one. n8n itself would refresh what this execution holds, which
 * may be long outdated, and store the result over newer tokens of another worker.
 */
export async function sendWithCredential(
	context: ServiceContext,
	session: Session,
	options: IHttpRequestOptions,
): Promise<SendResult> {
	const sent = await sendRenewing(context, session, options);
	if (sent.kind !== 'response' || sent.response.status !== 401) return sent;
	const sentWith = session.renews
		? 'refreshedToken'
		: session.type === 'workspaceRecordsInternalApi'
			? 'workspaceCode'
			: 'accessToken';
	return { ...sent, response: { ...sent.response, sentWith } };
}

async function sendRenewing(
	context: ServiceContext,
	session: Session,
	options: IHttpRequestOptions,
): Promise<SendResult> {
	if (!session.renews) return (await sendWithCredentialOnce(context, session, options)).sent;
	let renew = heldSession(session.data) === '' && !(await adoptStored(context, session));
	for (let sends = 0; ; ) {
		const { sent, used } = await sendWithCredentialOnce(context, session, options, renew);
		if (sent.kind === 'stopped') {
			// Nothing was sent, because a refresh was refused.
			if (!(await hasNewerToken(context, session, used))) return sent;
			renew = heldSession(session.data) === '';
			continue;
		}
		sends += 1;
		const unauthorized = sent.kind === 'response' && sent.response.status === 401;
		const isRefreshed = session.refreshed === used.sessionToken;
		const rejected = (session.rejected ??= new Set());
		if (isRefreshed && unauthorized) rejected.add(used.sessionToken);
		else if (isRefreshed && sent.kind === 'response') rejected.clear();
		if (!unauthorized || sends === MAX_SENDS) return sent;
		if (rejected.size >= MAX_REJECTED) {
			// One more refresh would not help; another worker may have a token that does.
			if (!(await hasNewerToken(context, session, used))) return sent;
			renew = heldSession(session.data) === '';
		} else {
			renew = !(await adoptStored(context, session, used)) || heldSession(session.data) === '';
		}
		discard(sent.response.body);
	}
}

/** The session token to send with; a first access token that was entered counts as one. '' when there is none. */
function heldSession(data: ICredentialDataDecryptedObject): string {
	const origin = originOf(data);
	const sessionToken = textOf(data.sessionToken);
	if (unpack(sessionToken, origin)) return sessionToken;
	const firstAccessToken = textOf(data.firstAccessToken);
	return sessionToken === '' && firstAccessToken ? firstSession(origin, firstAccessToken) : '';
}

const textOf = (value: unknown) => String(value ?? '').trim();

const originOf = ({ baseUrl, refreshToken }: ICredentialDataDecryptedObject) => ({
	baseUrl: textOf(baseUrl),
	refreshToken: textOf(refreshToken),
});

/** What a person has entered, as one text: all but what comes from refreshes and tests. */
export const enteredIn = (data: ICredentialDataDecryptedObject): string =>
	JSON.stringify(
		Object.entries(data)
			.filter(([name]) => name !== 'sessionToken' && name !== 'permissionLevel')
			.sort(),
	);

/**
 * Whether a stored credential leads further than the one that was used: a person has edited it, or it
 * has been refreshed since. A stored one may also be older, as long as a new one is being stored.
 */
function isNewer(stored: ICredentialDataDecryptedObject, used: ICredentialDataDecryptedObject) {
	if (enteredIn(stored) !== enteredIn(used)) return true;
	const origin = originOf(used);
	const [theirs, ours] = [stored, used].map((data) => unpack(textOf(data.sessionToken), origin));
	if (!theirs || stored.sessionToken === used.sessionToken) return false;
	return !ours || theirs.generation >= ours.generation;
}

/** Takes over what is stored, if it is newer; whether what is held now is newer than the used one. Never throws. */
async function adoptStored(context: ServiceContext, session: Session, used = session.data) {
	if (!isNewer(session.data, used)) await (session.reading ??= readStored(context, session));
	return isNewer(session.data, used);
}

async function readStored(context: ServiceContext, session: Session): Promise<void> {
	try {
		const stored = await context.getCredentials(session.type, session.item);
		if (isNewer(stored, session.data)) session.data = stored;
	} catch {
		// A credential that cannot be read any more is no better one.
	} finally {
		session.reading = undefined;
	}
}

/** Waits before each look: the worker that was faster needs a moment to store what it got. */
const LOOK_AFTER_MS = [0, 200, 600, 1200];

/**
 * A refused refresh may mean that another worker has used the refresh token. Looks, once for all
 * requests of the execution, whether a newer token has been stored, and takes it over.
 */
async function hasNewerToken(
	context: ServiceContext,
	session: Session,
	used: ICredentialDataDecryptedObject,
) {
	if (isNewer(session.data, used)) return true;
	session.lookup ??= (async () => {
		for (const ms of LOOK_AFTER_MS) {
			await wait(ms, cancelSignal(context));
			if (await adoptStored(context, session, used)) {
				session.lookup = undefined;
				return true;
			}
		}
		return false;
	})();
	// Another request may have found one meanwhile.
	return (await session.lookup) || isNewer(session.data, used);
}

/** Closes a body that nobody will read: that of a file is still being received. */
function discard(body: unknown): void {
	if (body instanceof Object && 'destroy' in body && typeof body.destroy === 'function') {
		body.destroy();
	}
}

/**
 * Sends once.
 *
 * @param renew whether to ask for new tokens first
 * @returns also the credential as it was used
 */
async function sendWithCredentialOnce(
	context: ServiceContext,
	session: Session,
	options: IHttpRequestOptions,
	renew = false,
): Promise<{ sent: SendResult; used: ICredentialDataDecryptedObject }> {
	const before = session.data;
	const held = session.renews ? heldSession(before) : NO_SESSION;
	// n8n refreshes where there is no session token, and puts what it gets into the object that it is given.
	const data: ICredentialDataDecryptedObject = renew
		? { ...before, sessionToken: '', [REJECTED_SESSION_TOKEN]: held }
		: { ...before, sessionToken: held };
	let sent: SendResult;
	try {
		const response = (await context.helpers.httpRequestWithAuthentication.call(
			context,
			session.type,
			{
				...options,
				returnFullResponse: true,
				// n8n would send the token along to wherever a redirect points.
				disableFollowRedirect: true,
				ignoreHttpStatusErrors: true,
			},
			{ credentialsDecrypted: { id: '', name: '', type: session.type, data } },
		)) as IN8nHttpFullResponse;
		sent = received(response);
	} catch (error) {
		sent = explain(error);
	}
	const { sessionToken } = data;
	if (!renew || sessionToken === '') return { sent, used: before };
	const used = { ...before, sessionToken };
	if (isNewer(used, session.data)) session.data = used;
	session.refreshed = String(sessionToken);
	return { sent, used };
}

/** Sends without the token. Never throws. */
export async function sendWithoutCredential(
	context: ServiceContext,
	options: IHttpRequestOptions,
): Promise<SendResult> {
	try {
		const response = (await context.helpers.httpRequest({
			...options,
			returnFullResponse: true,
			disableFollowRedirect: true,
			ignoreHttpStatusErrors: true,
			abortSignal: cancelSignal(context),
		})) as IN8nHttpFullResponse;
		return received(response);
	} catch (error) {
		return explain(error);
	}
}

function received({ statusCode, headers, body }: IN8nHttpFullResponse): SendResult {
	if (isStreamed(body)) noteStream(body);
	return { kind: 'response', response: { status: statusCode, headers, body } };
}

/** The first link of an error's chain of causes that carries a status or a network code. */
interface Cause {
	code?: unknown;
	message?: unknown;
	cause?: unknown;
	response?: { status?: unknown; headers?: Record<string, unknown>; data?: unknown };
}

/** What n8n itself notes on the outermost error: status or network code, messages and body. */
interface Summary {
	httpCode?: unknown;
	messages?: unknown[];
	context?: { data?: unknown };
}

/** What an error of n8n’s HTTP helper means, in words without addresses or secrets. */
export function explain(error: unknown): SendResult {
	const blocked = blockedBy(error);
	// Nothing was sent, and the address is not allowed however often it is asked for.
	if (blocked) return { kind: 'stopped', failure: new Failure({ kind: 'input', ...blocked }) };
	let link = error as Cause | undefined;
	let code: string | undefined;
	for (let depth = 0; link && depth < MAX_CAUSES; depth += 1) {
		if (typeof link.response?.status === 'number') {
			const { status, headers = {}, data } = link.response;
			return { kind: 'response', response: { status, headers, body: data } };
		}
		if (typeof link.code === 'string' && link.code.startsWith('REFRESH_')) {
			return explainRefresh(link.code, String(link.message));
		}
		if (typeof link.code === 'string') code ??= link.code;
		link = link.cause as Cause | undefined;
	}
	// n8n up to 2.20, and somewhat beyond, drops the cause: its own notes are all there is.
	const { httpCode, messages = [], context } = error as Summary;
	if (code === undefined && typeof httpCode === 'string') {
		if (/^\d{3}$/.test(httpCode)) {
			const response = { status: Number(httpCode), headers: {}, body: context?.data };
			return { kind: 'response', response };
		}
		if (httpCode.startsWith('REFRESH_')) return explainRefresh(httpCode, String(messages[0]));
		code = httpCode;
	}
	return { kind: 'noResponse', ...noResponse(code) };
}

/** What the credential says when it has no token; the request itself surely had no effect. */
function explainRefresh(code: string, message: string): SendResult {
	if (code === 'REFRESH_UNAVAILABLE') return { kind: 'noResponse', reached: 'no', reason: message };
	const remedy =
		code === 'REFRESH_REFUSED'
			? 'Open the credential and enter a new refresh token.'
			: 'Check the base URL of the credential; another service may have responded.';
	const kind = code === 'REFRESH_REFUSED' ? 'unauthorized' : 'unexpectedResponse';
	return { kind: 'stopped', failure: new Failure({ kind, message, remedy }) };
}
