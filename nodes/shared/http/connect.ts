import { hash } from 'node:crypto';
import { ExpressionError } from 'n8n-workflow';

import { CONSTANT_VALUES } from '../../../credentials/fields';
import { Cache, monotonicNow } from '../lifetime';
import { readBaseUrl } from './request';
import { createService, type ServiceOptions, createTransport } from './client';
import { Limiter } from './limiter/limiter';
import { badInput } from './failure';
import {
	enteredIn,
	Session,
	type CredentialType,
	type ResolvedCredential,
	type ServiceContext,
} from './session';
import { secretsOf } from './secrets';

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
	/** The same wherever the same values are entered. Reveals none of them. */
	readonly valuesKey: string;
	/** None of its values is an expression, so that it is the same for all items. */
	readonly isConstant: boolean;
}

/** The service as a credential opens it. */
export type Connection = ReturnType<typeof connect>;

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
	const entered = enteredIn(data);
	const key = hash('sha256', JSON.stringify([type, id, entered]));
	const valuesKey = hash('sha256', JSON.stringify(entered));
	return { type, data, item, key, valuesKey, isConstant: CONSTANT_VALUES in data };
}

/**
 * Opens the service for one execution of one node, or for a part of its items.
 *
 * @throws Failure where the base URL is invalid, or where an expression gives nothing to sign in with
 */
export function connect(context: ServiceContext, options: ServiceOptions, credential: Credential) {
	const { type, data, key, valuesKey, isConstant } = credential;
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
			secrets: secretsOf(context),
		},
		isInteractive ? { turnUntil: monotonicNow() + options.budgetMs, ...options } : options,
	);
	return {
		service,
		baseUrl,
		/** @see Credential.key */
		credentialKey: key,
		/** @see Credential.valuesKey */
		valuesKey,
	};
}

/**
 * Reads the credential where there are no items.
 *
 * @throws Failure where an expression in it needs one; what n8n throws when it cannot be read
 */
export const readCredentialWithoutItem = async (context: ServiceContext): Promise<Credential> =>
	await readCredential(context, 'workspaceRecordsApi').catch(explainExpression);

function explainExpression(error: Error): never {
	if (!(error instanceof ExpressionError)) throw error;
	throw badInput(
		'credentials',
		'The credential holds an expression that needs an item, and pick lists and triggers have none',
		`Enter the ID instead of picking it from the list. Give a trigger a credential without such expressions. n8n says: ${error.message}`,
	);
}

/**
 * The limiters of this process, by credential with its resolved values: all nodes and executions that use the
 * same one share what was learned of its limits. As a credential with expressions may open a workspace for each item,
 * there may be many.
 */
const limiters = new Cache<Limiter>({
	name: 'Rate limits, by credential',
	max: 1000,
	maxAgeMs: 10 * 60_000,
	usedAt: ({ usedAt }) => usedAt,
});

/**
 * The limiter of a credential.
 *
 * @param key a digest of its values; holds no secret
 */
export function limiterFor(key: string): Limiter {
	const limiter = limiters.get(key) ?? new Limiter();
	limiters.set(key, limiter);
	return limiter;
}

/** How many limiters there are; for tests. */
export const limiterCount = () => limiters.size;
