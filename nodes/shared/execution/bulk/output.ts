import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { fail, type Failure } from '../../http';
import { asNodeError, failedItem } from '../nodeErrors';
import { nameItems, type Outcome, type Nouns } from './record';

/** Rejected records that an error names one by one. */
const MAX_NAMED = 20;

/** Outcomes in the order in which the input mentions their records first. */
export const inOrder = (outcomes: readonly Outcome[]): Outcome[] =>
	[...outcomes].sort((a, b) => a.items[0] - b.items[0]);

/**
 * One output item per record, paired with all input items that made it.
 *
 * @throws NodeApiError or NodeOperationError naming the rejected records, when the node stops on
 * errors and was not cancelled; everything else has been sent by then
 */
export function toOutput(
	context: IExecuteFunctions,
	outcomes: readonly Outcome[],
	words: Nouns,
): INodeExecutionData[] {
	const rejected = outcomes.filter(({ result }) => !result.ok);
	const isCancelled = context.getExecutionCancelSignal()?.aborted === true;
	if (rejected.length > 0 && !context.continueOnFail() && !isCancelled) {
		const { failure, account } = sumUp(rejected, outcomes.length, words);
		throw asNodeError(context.getNode(), failure, rejected[0].items[0], account);
	}
	return outcomes.map(({ externalId, items, result }) => {
		const pairedItem = items.map((item) => ({ item }));
		if (result.ok) return { json: result.value, pairedItem };
		const whose = { items: [...items], external_id: externalId ?? null };
		return { json: failedItem(result.failure, items[0], whose), pairedItem };
	});
}

/** All rejections as one failure, and an account of who they are and what became of the others. */
export function sumUp(rejected: readonly Outcome[], total: number, { one, many }: Nouns) {
	const failures = rejected.flatMap(({ result }) => (result.ok ? [] : [result.failure]));
	const [first] = failures;
	const alike = failures.every(({ message }) => message === first.message);
	const worst = failures.find(({ kind }) => kind !== 'input') ?? first;
	const { failure } = fail({
		...(alike ? first : withoutDetails(worst)),
		message: alike ? first.message : `${rejected.length} of ${total} ${many} were rejected`,
		remedy: alike ? first.remedy : 'Correct them, or let the node continue on errors.',
	});
	if (total === 1) return { failure, account: '' };
	const named = rejected.slice(0, MAX_NAMED).map((outcome, index) => {
		const name = outcome.externalId ?? `no ${one}`;
		const why = alike ? '' : `: ${failures[index].message}`;
		return `${name} (${nameItems(outcome.items)})${why}`;
	});
	const rest = rejected.length - named.length;
	if (rest > 0) named.push(`and ${rest} more`);
	const others = total - rejected.length;
	const account = `${others} of ${total} ${many} were accepted. Rejected: ${named.join(' | ')}`;
	return { failure, account };
}

/** What belongs to one of several failures only. */
function withoutDetails(failure: Failure): Failure {
	const { kind, message, remedy, status, retryAfterMs } = failure;
	return { kind, message, remedy, status, retryAfterMs };
}
