import { hash } from 'node:crypto';

import { ExpressionError, type ICredentialDataDecryptedObject } from 'n8n-workflow';

import { CONSTANT_VALUES } from '../../../credentials/constantValues';
import { readBaseUrl } from './baseUrl';
import { createService, type Service, type ServiceOptions } from './client';
import { cancelSignal, isBackground, type ServiceContext } from './context';
import { fetchFile } from './download';
import { limiterFor } from './limiter/limiters';
import { badInput } from './failure';
import { enteredIn, sendOnce, type Session } from './transport';

export type CredentialType = 'workspaceRecordsApi' | 'workspaceRecordsInternalApi';

/** A credential as n8n resolves it. */
export interface Credential {
	readonly type: CredentialType;
	readonly data: ICredentialDataDecryptedObject;
	/** The item that it was resolved for; absent in pick lists and polls, which have none. */
	readonly item?: number;
	/**
	 * The same as long as the same values are entered in the same credential, whatever tokens come from
	 * refreshes. Reveals none of them.
	 */
	readonly key: string;
	/** None of its values is an expression, so that it is the same for all items. */
	readonly isConstant: boolean;
}

/** The service as a credential opens it. */
export interface Connection {
	readonly service: Service;
	readonly baseUrl: string;
	/** @see Credential.key */
	readonly credentialKey: string;
}

/**
 * Reads a credential, as it is resolved for an item.
 *
 * @throws what n8n throws when the node has no credential, or when an expression in it cannot be resolved
 */
export async function readCredential(
	context: ServiceContext,
	type: CredentialType,
	item?: number,
): Promise<Credential> {
	const data = await context.getCredentials(type, item);
	const id = context.getNode().credentials?.[type]?.id ?? '';
	const key = hash('sha256', JSON.stringify([type, id, enteredIn(data)]));
	return { type, data, item, key, isConstant: CONSTANT_VALUES in data };
}

/**
 * Opens the service for one execution of one node, or for a part of its items.
 *
 * @throws Failure where the base URL is none, or where an expression gives nothing to sign in with
 */
export function connect(
	context: ServiceContext,
	options: ServiceOptions,
	credential: Credential,
): Connection {
	const { type, data, item, key, isConstant } = credential;
	const baseUrl = readBaseUrl(data.baseUrl);
	const renews = data.authentication === 'refreshToken';
	const [secret, name] =
		type === 'workspaceRecordsInternalApi'
			? [data.workspaceSecret, 'workspace code']
			: renews
				? [data.refreshToken, 'refresh token']
				: [data.accessToken, 'access token'];
	if (!isConstant && String(secret ?? '').trim() === '') {
		throw badInput(
			'credentials',
			`The expression in the credential gives no ${name}`,
			'Correct the expression in the credential, or the data that it reads.',
		);
	}
	const session: Session = { type, baseUrl, data, item, renews };
	const isInteractive = isBackground(context);
	const service = createService(
		{
			limiter: limiterFor(key),
			aiLimiter: () => limiterFor(`${key} ai`),
			isForeign: ({ file, path }) => file !== undefined && !isOwn(path, session.baseUrl),
			isInteractive,
			isAttended: isInteractive || context.getMode?.() === 'manual',
			sendOnce: async ({ file, ...request }) =>
				file
					? await fetchFile(context, session, { ...request, file }, options.timeoutMs)
					: await sendOnce(context, session, request, options),
			signal: cancelSignal(context),
		},
		options,
	);
	return { service, baseUrl, credentialKey: key };
}

/**
 * Opens the service where there are no items: for pick lists and polls.
 *
 * @throws Failure as `connect`; what n8n throws when the node has no credential
 */
export async function connectWithoutItem(
	context: ServiceContext,
	options: ServiceOptions,
): Promise<Service> {
	const credential = await readCredential(context, 'workspaceRecordsApi').catch(explainExpression);
	return connect(context, options, credential).service;
}

function explainExpression(error: Error): never {
	if (!(error instanceof ExpressionError)) throw error;
	throw badInput(
		'credentials',
		'The credential holds an expression that needs an item, and pick lists and triggers have none',
		`Enter the ID instead of picking it from the list. Give a trigger a credential without such expressions. n8n says: ${error.message}`,
	);
}

/** Whether a link to a file leads to the service itself. */
const isOwn = (link: string, baseUrl: string) =>
	URL.canParse(link, baseUrl) && new URL(link, baseUrl).origin === new URL(baseUrl).origin;
