import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { fail, type Failure } from '../../http';
import { asNodeError, failedItem } from '../nodeErrors';
import { nameItems, type RecordOutcome, type Nouns } from './record';

/** Rejected records that an error names one by one. */
const MAX_NAMED = 20;

/** Outcomes in the order in which the input mentions their records first. */
export const inOrder = (outcomes: readonly RecordOutcome[]): RecordOutcome[] =>
	[...outcomes].sort((a, b) => a.items[0] - b.items[0]);

/**
 * One output item per record, paired with all input items that made it.
 *
 * @throws NodeApiError or NodeOperationError naming the rejected records, when the node stops on
 * errors and was not cancelled; everything else has been sent by then
 */
export function toOutput(
	context: IExecuteFunctions,
	outcomes: readonly RecordOutcome[],
	nouns: Nouns,
): INodeExecutionData[] {
	const rejected = outcomes.filter(({ result }) => !result.ok);
	const isCancelled = context.getExecutionCancelSignal()?.aborted === true;
	if (rejected.length > 0 && !context.continueOnFail() && !isCancelled) {
		const { failure, summary } = sumUp(rejected, outcomes.length, nouns);
		throw asNodeError(context.getNode(), failure, rejected[0].items[0], summary);
	}
	return outcomes.map(({ externalId, items, result }) => {
		const pairedItem = items.map((item) => ({ item }));
		if (result.ok) return { json: result.value, pairedItem };
		const whose = { items: [...items], external_id: externalId ?? null };
		return { json: failedItem(result.failure, items[0], whose), pairedItem };
	});
}

/** All rejections as one failure, and a summary that names them and counts the others. */
export function sumUp(
	rejected: readonly RecordOutcome[],
	total: number,
	{ singular: one, plural: many }: Nouns,
) {
	const failures = rejected.flatMap(({ result }) => (result.ok ? [] : [result.failure]));
	const [first] = failures;
	const alike = failures.every(({ message }) => message === first.message);
	const worst = failures.find(({ kind }) => kind !== 'input') ?? first;
	const { failure } = fail({
		...(alike ? first : withoutDetails(worst)),
		message: alike ? first.message : `${rejected.length} of ${total} ${many} were rejected`,
		remedy: alike ? first.remedy : 'Correct them, or set the node to continue on errors.',
	});
	if (total === 1) return { failure, summary: '' };
	const named = rejected.slice(0, MAX_NAMED).map((outcome, index) => {
		const name = outcome.externalId ?? `no ${one}`;
		const why = alike ? '' : `: ${failures[index].message}`;
		return `${name} (${nameItems(outcome.items)})${why}`;
	});
	const rest = rejected.length - named.length;
	if (rest > 0) named.push(`and ${rest} more`);
	const others = total - rejected.length;
	const summary = `${others} of ${total} ${many} ${others === 1 ? 'was' : 'were'} accepted. Rejected: ${named.join(' | ')}`;
	return { failure, summary };
}

/** What belongs to one of several failures only. */
function withoutDetails(failure: Failure): Failure {
	const { kind, message, remedy, status, retryAfterMs } = failure;
	return { kind, message, remedy, status, retryAfterMs };
}
