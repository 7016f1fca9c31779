import type { IDataObject } from 'n8n-workflow';

import type { Result } from '../../http';
import type { RecordOutcome, Nouns } from './record';

export interface Tally {
	readonly records: number;
	readonly created: number;
	readonly updated: number;
	readonly queued: number;
	readonly rejected: number;
	/** Stored by the service, which reports problems with them; not among the rejected. */
	readonly withProblems: number;
	/** Rows that name no record; they are rejected, and no records. */
	readonly rows: number;
}

/** Counts what became of the records, by `created` or the outcome word of each result. */
export function tally(outcomes: Iterable<RecordOutcome>, nouns: Nouns): Tally {
	const count = emptyTally();
	for (const outcome of outcomes) addTo(count, outcome, nouns);
	return count;
}

/** A count of nothing. */
export const emptyTally = () => ({
	records: 0,
	created: 0,
	updated: 0,
	queued: 0,
	rejected: 0,
	withProblems: 0,
	rows: 0,
});

/** Counts one more. */
export function addTo(
	count: ReturnType<typeof emptyTally>,
	{ externalId, result }: RecordOutcome,
	{ fromRows }: Nouns,
) {
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

export interface Effort {
	readonly requests: number;
	readonly seconds: number;
	/** Items that the service created for the orders; absent when it does not say. */
	readonly itemsCreated?: number;
}

/** The whole write in one sentence, as a hint below the output. */
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
		...(count.rows > 0
			? [`${count.rows} ${count.rows === 1 ? 'row' : 'rows'} without an ${one}`]
			: []),
		...(effort.itemsCreated === undefined
			? []
			: [`${effort.itemsCreated} ${effort.itemsCreated === 1 ? 'item' : 'items'} created`]),
	];
	const records = `${count.records} ${count.records === 1 ? one : many}`;
	const requests = `${effort.requests} ${effort.requests === 1 ? 'request' : 'requests'}`;
	return `${records} in ${requests}: ${parts.join(', ')}. ${effort.seconds.toFixed(1)} s.`;
}
