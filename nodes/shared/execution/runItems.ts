import {
	type IBinaryKeyData,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
	ExpressionError,
} from 'n8n-workflow';

import {
	failureOf,
	redacted,
	secretsOf,
	settle,
	unwrap,
	type CredentialType,
	type Failure,
	type Result,
	type StopSignal,
	badInput,
	cancelled,
	connect,
	readCredential,
	settleNow,
	type Connection,
	type Credential,
	type ServiceOptions,
} from '../http';
import { publishLimiterStats } from './hints';
import { asNodeError, failedItem, isNodeError } from './nodeErrors';
import { createStaggeredStart, runTasks } from './tasks';
import { publishTaken, triesOf, type Tries } from './tries';
import { languageOption, requestLimits } from '../description';
import { nameItems } from './bulk/record';
import { inOptions, numberOf, parametersOf, readShared, textOf, valueOf } from './parameters';

/** A result that has files beside its JSON. */
export class WithFiles {
	constructor(
		readonly json: IDataObject,
		readonly binary: IBinaryKeyData,
	) {}
}

/** What comes out for an item, before it is paired. */
type Output = IDataObject | WithFiles;

/**
 * What is done for one item. An expression that cannot be resolved fails its own item, not the items that run beside it.
 *
 * @param stop aborted when the execution is cancelled, or another item has failed and the node stops on errors: work that
 * waits ends as cancelled then
 * @throws Failure
 */
export type ItemWork = (itemIndex: number, stop: StopSignal) => Promise<Output[]>;

/** Prepares the work of the items of one credential. */
export type Prepare = (execution: ExecutionContext) => ItemWork;

/**
 * Runs one execution of a node: reads options and credential, and does the work of every input item.
 *
 * @param options.atOnce items that run at once; as many as requests when left out
 * @param options.limits the numbers among the request options, where the node has defaults of its own
 * @throws NodeOperationError or NodeApiError, unless the node continues on errors
 */
export async function runNode(
	context: IExecuteFunctions,
	prepare: Prepare,
	type?: CredentialType,
	{ atOnce, limits }: { atOnce?: number; limits?: INodeProperties[] } = {},
): Promise<INodeExecutionData[][]> {
	try {
		return [await runItems(await openContext(context, type, limits), prepare, atOnce)];
	} catch (error) {
		return [failAll(context, error)];
	}
}

/**
 * Ends a run that failed as a whole. When a node throws that continues on errors, n8n passes its input on as if all
 * had gone well; so every item is given out as failed then.
 *
 * @param error what was thrown
 * @throws NodeOperationError or NodeApiError when the node stops on errors and was not cancelled, and where the error
 * is one of these already
 */
export function failAll(context: IExecuteFunctions, error: unknown): INodeExecutionData[] {
	if (isNodeError(error)) throw error;
	const failure = secretsOf(context).blotFailure(failureOf(error));
	// n8n reports a cancelled execution itself.
	if (failure.kind === 'cancelled') return [];
	if (!context.continueOnFail()) throw asNodeError(context.getNode(), failure);
	return context.getInputData().map(({ json }, item) => ({
		json: failedItem(failure, item, json),
		pairedItem: { item },
	}));
}

/**
 * Runs the work of every item, prepared once for each credential, up to `atOnce` at once, and returns the results in
 * item order, each paired with the item it came from. Where an item gives one result, its binary data go along. What an
 * earlier try of this run has done that must not be repeated is taken over.
 *
 * @throws NodeApiError or NodeOperationError for the first failed item in order, when the node stops
 * on errors; items already started are finished first, but for those that only wait
 */
export async function runItems(
	{ context, parts, invalid, parallel }: OpenContext,
	prepare: Prepare,
	atOnce = parallel,
): Promise<INodeExecutionData[]> {
	const works: ItemWork[] = [];
	for (const { items, result } of invalid) works[items[0]] = async () => unwrap(result);
	for (const part of parts) {
		const work = prepare(part);
		for (const item of part.items) works[item] = work;
	}
	const count = works.length;
	// Filled, because what visits an array leaves its holes out, and untouched items are counted.
	const results: Array<Result<Output[]> | undefined> = new Array(count).fill(undefined);
	const continueOnFail = context.continueOnFail();
	const items = context.getInputData();
	const signal = context.getExecutionCancelSignal();
	const turn = createStaggeredStart();
	const tries = triesOf(context);
	let taken = 0;
	let next = 0;
	let stopped = false;

	const isOver = () => stopped || signal?.aborted === true;
	const stop: StopSignal = {
		get aborted() {
			return isOver();
		},
	};
	/** Runs one item after another, beside the other workers. */
	const worker = async () => {
		while (next < count && !isOver()) {
			const item = next++;
			await turn();
			if (isOver()) return;
			const earlier = tries.find<Output[]>(item);
			if (earlier) taken += 1;
			const result = earlier ?? redacted(await settle(works[item](item, stop)), context);
			if (stopped && !result.ok && result.failure.kind === 'cancelled') return;
			tries.keep(item, result);
			results[item] = result;
			if (!result.ok && !continueOnFail) stopped = true;
		}
	};
	await Promise.all(Array.from({ length: Math.min(atOnce, count) }, worker));

	publishTaken(context, taken, count);
	// n8n reports a cancelled execution itself.
	if (!continueOnFail && !signal?.aborted) throwFirstFailure(context, results);
	publishLimiterStats(context, parts);
	return results.flatMap((result, item) => {
		if (result === undefined) return [];
		const responses = result.ok
			? result.value
			: [failedItem(result.failure, item, items[item].json)];
		const pairedItem = { item };
		const given = responses.length === 1 ? items[item].binary : undefined;
		return responses.map((response) => {
			const isFile = response instanceof WithFiles;
			const binary = isFile ? { ...given, ...response.binary } : given;
			const json = isFile ? response.json : response;
			return binary ? { json, binary, pairedItem } : { json, pairedItem };
		});
	});
}

function throwFirstFailure(
	context: IExecuteFunctions,
	results: ReadonlyArray<Result<unknown> | undefined>,
) {
	const item = results.findIndex((result) => result?.ok === false);
	if (item === -1) return;
	const { failure } = results[item] as { failure: Failure };
	const failures = results.flatMap((result) => (result?.ok === false ? [result.failure] : []));
	const isSame = ({ kind, message }: Failure) => kind === 'input' && message === failure.message;
	// Of all items alike, such as a column that is missing.
	if (failures.length > 1 && failures.every(isSame)) throw asNodeError(context.getNode(), failure);
	const untouched = results.filter((result) => result === undefined).length;
	const done = results.length - failures.length - untouched;
	const account = `Of ${results.length} items, ${done} succeeded, ${failures.length} failed, ${untouched} ${untouched === 1 ? 'was' : 'were'} not sent.`;
	throw asNodeError(context.getNode(), failure, item, results.length === 1 ? '' : account);
}

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
			? `${what} share one credential. For ${nameItems(unusable.items)}: ${unusable.result.failure.message}`
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
	const readOne = async (item: number) => {
		const credential = item === 0 ? first : await settle(tryCredential(context, type, item));
		const key = credential.ok ? credential.value.key : credential.failure.message;
		const group = groups.get(key) ?? { credential, items: [] };
		groups.set(key, group);
		groupOf[item] = group;
	};
	await runTasks(all, READS_AT_ONCE, readOne, signal);
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
	const numbers = inOptions(parametersOf(limits, numberOf), 'requests');
	const values = await readShared(context, numbers);
	const { language } = await readShared(context, inOptions({ language: LANGUAGE }, 'requests'));
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
