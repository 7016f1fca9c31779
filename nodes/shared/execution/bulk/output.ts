import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { Failure, type Result } from '../../http';
import { publishLines } from '../hints';
import { failedItem } from '../nodeErrors';
import { eachInSteps, type Steps } from '../tasks';
import { counted, nameItems, type RecordOutcome, type Nouns } from './record';
import { rejectedRow } from '../../schema/presence';

/** Rejected records that an error names one by one. */
const MAX_NAMED = 20;
/** Characters of one reason among others, and of a message by itself: less than a page together. */
const MAX_REASON = 200;
const MAX_MESSAGE = 2_000;
const MAX_SUMMARY = 4_000;

/** A text with its length, where it is too long. */
export const shorten = (text: string, max: number) =>
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
 * items, or the part of them that it was made of; what is said of several is shown with the first of them, so that the
 * output grows with the input and no faster. Where one input item made one record, its binary data go along.
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
	const shown = new Set<unknown>();
	const unlessShown = <T>(value: T) => (shown.has(value) ? undefined : (shown.add(value), value));
	return yield* eachInSteps(outcomes, ({ externalId, items, parts, result }) => {
		const [first] = items;
		const whose = (failure: Failure) => ({
			items: [...items],
			external_id: externalId ?? null,
			rows: parts
				? [...parts]
				: items.map((item) => rejectedRow(given[item].json, item + 1, failure)),
		});
		const failed = (failure: Failure) => {
			const serviceDetails = unlessShown(failure.serviceDetails);
			const own = bounded(failure).with({ serviceDetails });
			return failedItem(own, first, unlessShown(given[first].json), whose(own));
		};
		const json = result.ok ? itemOf(result.value) : failed(result.failure);
		const pairedItem = items.map((item) => ({ item }));
		const binary = items.length === 1 && records[first] === 1 ? given[first].binary : undefined;
		return binary ? { json, pairedItem, binary } : { json, pairedItem };
	});
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
		...(rows > 0 ? [`${counted(rows, 'row')} without an ${one}`] : []),
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
		const why = alike ? '' : `: ${shorten(failures[index].message, MAX_REASON)}`;
		return `${name} (${nameItems(items)})${why}`;
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

/** A count of nothing. */
export const emptyTally = () => ({
	records: 0,
	created: 0,
	updated: 0,
	queued: 0,
	rejected: 0,
	/** Stored by the service, which reports problems with them; not among the rejected. */
	withProblems: 0,
	/** Rows that name no record; they are rejected, and no records. */
	rows: 0,
});

type Tally = ReturnType<typeof emptyTally>;

/** Counts the outcomes of the records, by `created` or the outcome word of each result. */
export function tally(outcomes: Iterable<RecordOutcome>, nouns: Nouns): Tally {
	const count = emptyTally();
	for (const outcome of outcomes) addTo(count, outcome, nouns);
	return count;
}

/** Counts one more. */
export function addTo(count: Tally, { externalId, result }: RecordOutcome, { fromRows }: Nouns) {
	const value = result.ok ? result.value : {};
	// A record that was looked up is an item already.
	const { created, status } = { ...value, ...(value.response as IDataObject | undefined) };
	const isRow = fromRows === true && externalId === undefined;
	if (!isRow) count.records += 1;
	if (isRow) count.rows += 1;
	else if (isStored(result)) count.withProblems += 1;
	else if (!result.ok) count.rejected += 1;
	else if (value.queued === true) count.queued += 1;
	else if (created === true || status === 'created') count.created += 1;
	else if (created === false || status === 'updated') count.updated += 1;
}

/** Whether it failed only in that the service reports problems with what it stored. */
export const isStored = (result: Result<unknown>): boolean =>
	!result.ok && result.failure.kind === 'storedWithProblems';

/** What a bulk write cost. */
export interface Effort {
	/** Requests that were made, retries not counted. */
	requests: number;
	seconds: number;
}

/** Reports the outcome of a whole write below the output; what was not written, as a warning. */
export function publishSummary(
	context: IExecuteFunctions,
	count: Tally,
	...rest: [Effort, Nouns]
): void {
	const isClean = count.rejected + count.withProblems + count.rows === 0;
	const outcome = [summarize(count, ...rest)];
	publishLines(context, { outcome }, isClean ? undefined : 'warning');
}

/** The whole write in one sentence. */
export function summarize(
	count: Tally,
	effort: Effort,
	{ singular: one, plural: many }: Nouns,
): string {
	const parts = [
		`${count.created} created`,
		`${count.updated} updated`,
		...(count.queued > 0 ? [`${count.queued} queued, not done yet`] : []),
		`${count.rejected} rejected`,
		...(count.withProblems > 0 ? [`${count.withProblems} stored with problems`] : []),
		...(count.rows > 0 ? [`${counted(count.rows, 'row')} without an ${one}`] : []),
	];
	return `${counted(count.records, one, many)} in ${counted(effort.requests, 'request')}: ${parts.join(', ')}. ${effort.seconds.toFixed(1)} s.`;
}
