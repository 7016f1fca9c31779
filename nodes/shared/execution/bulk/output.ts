import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { Failure } from '../../http';
import { failedItem } from '../nodeErrors';
import type { Steps } from '../steps';
import { nameItems, nameRows, type RecordOutcome, type Nouns } from './record';
import { isStored } from './summary';

/** Rejected records that an error names one by one. */
const MAX_NAMED = 20;
/** Characters of one reason among others, and of a message by itself: less than a page together. */
const MAX_REASON = 200;
const MAX_MESSAGE = 2_000;
const MAX_SUMMARY = 4_000;

const shorten = (text: string, max: number) =>
	text.length > max ? `${text.slice(0, max)}… (${text.length} characters)` : text;

/** Outcomes in the order in which the input mentions their records first. */
export function* inOrder<T extends { readonly items: readonly number[] }>(
	...outcomes: ReadonlyArray<readonly T[]>
): Steps<T[]> {
	// Not sorted: sorting cannot be paused.
	const byFirstItem: Array<T[] | undefined> = [];
	for (const list of outcomes) {
		for (const outcome of list) {
			yield;
			(byFirstItem[outcome.items[0]] ??= []).push(outcome);
		}
	}
	const ordered: T[] = [];
	for (const outcome of byFirstItem) {
		yield;
		for (const each of outcome ?? []) ordered.push(each);
	}
	return ordered;
}

/**
 * One output item per record, paired with all input items that made it. A failed one carries these
 * items; where one input item made one record, its binary data go along.
 *
 * @param given the input items
 * @param itemOf the item that shows a result
 */
export function* toOutput(
	outcomes: readonly RecordOutcome[],
	given: readonly INodeExecutionData[],
	itemOf: (result: IDataObject) => IDataObject,
): Steps<INodeExecutionData[]> {
	/** Records of an input item. */
	const records = new Uint32Array(given.length);
	for (const { items } of outcomes) {
		yield;
		for (const item of items) records[item] += 1;
	}
	const output: INodeExecutionData[] = [];
	for (const { externalId, items, result } of outcomes) {
		yield;
		const [first] = items;
		const whose = () => ({
			items: [...items],
			external_id: externalId ?? null,
			rows: items.map((item) => given[item].json),
		});
		const json = result.ok
			? itemOf(result.value)
			: failedItem(bounded(result.failure), first, given[first].json, whose());
		const pairedItem = items.map((item) => ({ item }));
		const binary = items.length === 1 && records[first] === 1 ? given[first].binary : undefined;
		output.push(binary ? { json, pairedItem, binary } : { json, pairedItem });
	}
	return output;
}

const bounded = (failure: Failure): Failure =>
	failure.with({
		message: shorten(failure.message, MAX_MESSAGE),
		remedy: shorten(failure.remedy, MAX_MESSAGE),
	});

/** All rejections as one failure, and a summary that names them and counts the others. */
export function sumUp(outcomes: readonly RecordOutcome[], nouns: Nouns) {
	const { singular: one, plural: many, fromRows } = nouns;
	const isRecord = ({ externalId }: RecordOutcome) => !fromRows || externalId !== undefined;
	const failed = outcomes.filter(({ result }) => !result.ok);
	const withProblems = failed.filter(({ result }) => isStored(result)).length;
	const records = outcomes.filter(isRecord).length;
	const failedRecords = failed.filter(isRecord).length;
	const rows = failed.length - failedRecords;
	const rejected = failedRecords - withProblems;

	const failures = failed.flatMap(({ result }) => (result.ok ? [] : [result.failure]));
	const [first] = failures;
	const alike = failures.every(({ message }) => message === first.message);
	const worst = failures.find(({ kind }) => kind !== 'input') ?? first;
	const parts = [
		...(rejected > 0 ? [`${rejected} of ${records} ${many}`] : []),
		...(rows > 0 ? [`${rows} ${rows === 1 ? 'row' : 'rows'} without an ${one}`] : []),
	];
	const were = (count: number) => (count === 1 && records <= 1 ? 'was' : 'were');
	const sentences = [
		...(parts.length > 0 ? [`${parts.join(' and ')} ${were(rejected + rows)} rejected`] : []),
		...(withProblems > 0
			? [`${withProblems} of ${records} ${many} ${were(withProblems)} stored with problems`]
			: []),
	];
	const failure = (alike ? first : withoutDetails(worst)).with({
		message: alike ? shorten(first.message, MAX_MESSAGE) : sentences.join('; '),
		remedy: alike
			? shorten(first.remedy, MAX_MESSAGE)
			: withProblems > 0
				? 'Correct those that were rejected; those that were stored need not be sent again. Or set the node to continue on errors.'
				: 'Correct them, or set the node to continue on errors.',
	});
	if (outcomes.length === 1) return { failure, summary: '' };
	const named = failed.slice(0, MAX_NAMED).map(({ externalId, items }, index) => {
		const name = shorten(externalId ?? `no ${one}`, MAX_REASON);
		const where = fromRows ? nameRows(items) : nameItems(items);
		const why = alike ? '' : `: ${shorten(failures[index].message, MAX_REASON)}`;
		return `${name} (${where})${why}`;
	});
	const rest = failed.length - named.length;
	if (rest > 0) named.push(`and ${rest} more`);
	const accepted = records - failedRecords;
	const which = withProblems > 0 ? 'Rejected or with problems' : 'Rejected';
	const summary = shorten(
		`${accepted} of ${records} ${many} ${accepted === 1 ? 'was' : 'were'} accepted. ${which}: ${named.join(' | ')}`,
		MAX_SUMMARY,
	);
	return { failure, summary };
}

/** What belongs to one of several failures only. */
function withoutDetails(failure: Failure): Failure {
	const { kind, message, remedy, status, retryAfterMs } = failure;
	return new Failure({ kind, message, remedy, status, retryAfterMs });
}
