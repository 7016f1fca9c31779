import type {
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import {
	failureOf,
	blotted,
	secretsOf,
	settle,
	unwrap,
	type CredentialType,
	type Failure,
	type Result,
	type StopSignal,
} from '../http';
import { publishLimiterStats } from './hints';
import { asNodeError, failedItem, isNodeError } from './nodeErrors';
import { openContext, type ExecutionContext, type OpenContext } from './openContext';
import { createStaggeredStart } from './tasks';
import { publishTaken, triesOf } from './tries';

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

interface RunOptions {
	/** Items that run at once; as many as requests when left out. */
	readonly atOnce?: number;
	/** The numbers among the request options, where the node has defaults of its own. */
	readonly limits?: INodeProperties[];
}

/**
 * Runs one execution of a node: reads options and credential, and does the work of every input item.
 *
 * @throws NodeOperationError or NodeApiError, unless the node continues on errors
 */
export async function runNode(
	context: IExecuteFunctions,
	prepare: Prepare,
	type?: CredentialType,
	{ atOnce, limits }: RunOptions = {},
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
			const result = earlier ?? blotted(await settle(works[item](item, stop)), context);
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
	const failed = results.filter((result) => result?.ok === false).length;
	const untouched = results.filter((result) => result === undefined).length;
	const done = results.length - failed - untouched;
	const account =
		results.length === 1
			? ''
			: `Of ${results.length} items, ${done} succeeded, ${failed} failed, ${untouched} ${untouched === 1 ? 'was' : 'were'} not sent.`;
	throw asNodeError(context.getNode(), failure, item, account);
}
