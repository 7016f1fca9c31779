import { hash } from 'node:crypto';

import { ExpressionError } from 'n8n-workflow';

import { CONSTANT_VALUES } from '../../../credentials/constantValues';
import { readBaseUrl } from './baseUrl';
import { createService, type Service, type ServiceOptions } from './client';
import { limiterFor } from './limiter/limiter';
import { badInput } from './failure';
import {
	enteredIn,
	Session,
	type CredentialType,
	type ResolvedCredential,
	type ServiceContext,
} from './session';
import { createTransport } from './transport';

/** Request options where the node has none to set: in pick lists. */
export const backgroundOptions: ServiceOptions = {
	maxParallelRequests: 5,
	maxRetries: 1,
	timeoutMs: 20_000,
	budgetMs: 20_000,
};

/** A credential for a service with limits of its own. */
export interface Credential extends ResolvedCredential {
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
	const { type, data, key, isConstant } = credential;
	const baseUrl = readBaseUrl(data.baseUrl);
	const [secret, name] =
		type === 'workspaceRecordsInternalApi'
			? [data.workspaceSecret, 'workspace code']
			: data.authentication === 'refreshToken'
				? [data.refreshToken, 'refresh token']
				: [data.accessToken, 'access token'];
	if (!isConstant && String(secret ?? '').trim() === '') {
		throw badInput(
			'credentials',
			`The expression in the credential gives no ${name}`,
			'Correct the expression in the credential, or the data that it reads.',
		);
	}
	const session = new Session(context, credential, baseUrl);
	// No execution is behind it, but a look-up of the editor or a poll.
	const isInteractive = !('getInputData' in context);
	const service = createService(
		{
			limiter: limiterFor(key),
			aiLimiter: () => limiterFor(`${key} ai`),
			isForeign: ({ file, path }) => file !== undefined && !session.isOwn(path),
			isInteractive,
			isAttended: isInteractive || context.getMode?.() === 'manual',
			sendOnce: createTransport(session, options),
			signal: session.signal,
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
