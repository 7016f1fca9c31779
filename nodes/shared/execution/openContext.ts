import { ExpressionError, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';

import {
	badInput,
	cancelled,
	connect,
	failureOf,
	readCredential,
	settle,
	settleNow,
	type Connection,
	type Credential,
	type CredentialType,
	type Failure,
	type Result,
	type ServiceOptions,
} from '../http';
import { languageOption, requestLimits } from '../description';
import { nameItems } from './bulk/record';
import { inOptions, numberOf, parametersOf, readShared, textOf, valueOf } from './parameters';
import { runTasks } from './tasks';
import { triesOf, type Tries } from './tries';

/** What one execution of one node works with, for the items whose credential has the same values. */
export interface ExecutionContext extends Connection {
	readonly context: IExecuteFunctions;
	/** Maximum number of concurrent requests. */
	readonly parallel: number;
	/** Its items, ascending. */
	readonly items: readonly number[];
	/** What earlier tries of this run have done. */
	readonly tries: Tries;
}

/** An item whose credential cannot be used. */
interface InvalidItem {
	readonly items: readonly [number];
	readonly result: { readonly ok: false; readonly failure: Failure };
}

/** All items of an execution. */
export interface OpenContext {
	readonly context: IExecuteFunctions;
	/** One for each credential: nothing that one of them remembers is used in another. */
	readonly parts: readonly ExecutionContext[];
	readonly invalid: readonly InvalidItem[];
	readonly parallel: number;
}

/**
 * Reads options and credential of one execution. A credential that may hold expressions is read for every
 * item, before anything is sent.
 *
 * @param limits the numbers among the request options, where the node has defaults of its own
 * @throws Failure that concerns all items
 */
export async function openContext(
	context: IExecuteFunctions,
	type: CredentialType = 'workspaceRecordsApi',
	limits?: INodeProperties[],
): Promise<OpenContext> {
	const options = await readRequestOptions(context, limits);
	const parallel = options.maxParallelRequests;
	const groups = await groupItems(context, type);
	if (context.getExecutionCancelSignal()?.aborted) throw cancelled();
	refuseSeveralSessions(context, groups);
	const parts: ExecutionContext[] = [];
	const invalid: InvalidItem[] = [];
	const tries = triesOf(context);
	for (const { credential, items } of groups) {
		const connected = credential.ok
			? settleNow(() => connect(context, options, credential.value))
			: credential;
		if (connected.ok) parts.push({ ...connected.value, context, parallel, items, tries });
		else for (const item of items) invalid.push({ items: [item], result: connected });
	}
	if (parts.length === 0 && groups.length === 1) throw invalid[0].result.failure;
	return { context, parts, invalid, parallel };
}

/**
 * The one credential of all items, where they belong together.
 *
 * @param what they are, to begin the sentence: `Items of a migration`
 * @throws Failure where items differ
 */
export function theOnlyPart({ parts, invalid }: OpenContext, what: string): ExecutionContext {
	const [unusable] = invalid;
	if (parts.length === 1 && !unusable) return parts[0];
	if (parts.length + invalid.length === 1) throw unusable.result.failure;
	const differing = parts.slice(0, 2).map(({ items }) => nameItems(items));
	throw badInput(
		'credentials',
		unusable
			? `${what} share one credential. For item ${unusable.items[0]}: ${unusable.result.failure.message}`
			: `${what} share one credential, but it is not the same for ${differing.join(' as for ')}`,
		'Nothing was sent. Run the node once for each workspace, for example in a loop or a sub-workflow.',
	);
}

/** Items whose credential has the same values, or cannot be read for the same reason. */
interface Group {
	readonly credential: Result<Credential>;
	readonly items: number[];
}

/** Credentials that are read at once: n8n looks each up in its database. */
const READS_AT_ONCE = 10;

async function groupItems(context: IExecuteFunctions, type: CredentialType): Promise<Group[]> {
	const all = [...context.getInputData().keys()];
	const first = await settle(tryCredential(context, type, 0));
	if (first.ok && first.value.isConstant) return [{ credential: first, items: all }];

	const signal = context.getExecutionCancelSignal();
	const groups = new Map<string, Group>();
	const groupOf: Group[] = [];
	await runTasks(all, READS_AT_ONCE, async (item) => {
		if (signal?.aborted) return;
		const credential = item === 0 ? first : await settle(tryCredential(context, type, item));
		const key = credential.ok ? credential.value.key : credential.failure.message;
		const group = groups.get(key) ?? { credential, items: [] };
		groups.set(key, group);
		groupOf[item] = group;
	});
	groupOf.forEach(({ items }, item) => items.push(item));
	return [...new Set(groupOf)];
}

async function tryCredential(
	context: IExecuteFunctions,
	type: CredentialType,
	item: number,
): Promise<Credential> {
	try {
		return await readCredential(context, type, item);
	} catch (error) {
		if (error instanceof ExpressionError) throw failureOf(error);
		throw badInput(
			'credentials',
			(error as Error).message,
			'Choose a credential that the node may use.',
		);
	}
}

/**
 * Refuses a credential with a refresh token that has several values: it has one place for the tokens that
 * come from refreshes, where those of one workspace would replace those of another.
 */
function refuseSeveralSessions(context: IExecuteFunctions, groups: readonly Group[]) {
	const credentials = groups.flatMap(({ credential }) => (credential.ok ? [credential.value] : []));
	const renews = credentials.some(({ data }) => data.authentication === 'refreshToken');
	if (!renews || credentials.length === 1) return;
	const differing = context
		.getCredentialsProperties(credentials[0].type)
		.filter(({ type }) => type !== 'hidden')
		.filter(({ name }) => new Set(credentials.map(({ data }) => data[name])).size > 1)
		.map(({ displayName }) => displayName);
	throw badInput(
		'credentials',
		`The credential uses a refresh token, and items differ in its ${differing.join(', ')}`,
		'It keeps the tokens of one workspace only, so nothing was sent. Use access tokens in the expressions, or a credential and a node for each workspace.',
	);
}

/**
 * Reads the request options of the node; they apply to all items.
 *
 * @param limits the numbers among them, with their defaults
 */
export async function readRequestOptions(
	context: IExecuteFunctions,
	limits = requestLimits,
): Promise<ServiceOptions> {
	const values = await readShared(context, inOptions(parametersOf(limits, numberOf)));
	const { language } = await readShared(context, inOptions({ language: LANGUAGE }));
	return {
		language,
		maxParallelRequests: values.maxParallelRequests,
		maxRetries: values.maxRetries,
		timeoutMs: values.timeout,
		budgetMs: values.retryBudget * 1000,
	};
}

/** Language tags as Accept-Language has them (RFC 9110, 12.5.4); empty is English. */
const LANGUAGE = valueOf(languageOption, (given, path) => {
	const text = textOf(languageOption).read(given, path) ?? languageOption.default;
	if (/^[\w\-*,;=. ]*$/.test(text)) return text;
	throw badInput(path, `Language is "${text}"`, 'Enter a language such as en or pt-BR.');
});
