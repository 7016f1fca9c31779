/**
 * A transfer as the service shows it (specification: Transfer record). Any value may be null or
 * missing, and a status is free text.
 */
export type TransferRecord = Readonly<Record<string, unknown>>;

/** How a transfer ended. With rows that failed it is finished all the same. */
export type Outcome = 'finished' | 'failed';

/** Status words that say a transfer has ended; case, spaces, `_` and `-` make no difference. */
export interface StatusWords {
	readonly finished: readonly string[];
	readonly failed: readonly string[];
}

/** No source lists the words (assumed; docs/transfers.md). */
export const DEFAULT_WORDS: StatusWords = {
	finished: ['finished', 'completed', 'complete', 'done', 'succeeded', 'success', 'successful'],
	failed: ['failed', 'failure', 'error', 'aborted', 'cancelled', 'canceled', 'rejected'],
};

/**
 * How a transfer ended; undefined while it has not. The status word decides where it is a known one,
 * then an error message, then whether all rows are accounted for. `progress` has no stated unit
 * (specification: Gaps), so it decides nothing.
 */
export function outcomeOf(record: TransferRecord, words: StatusWords): Outcome | undefined {
	const status = plain(record.status);
	if (status !== '' && words.failed.some((word) => plain(word) === status)) return 'failed';
	if (status !== '' && words.finished.some((word) => plain(word) === status)) return 'finished';
	if (errorMessageOf(record) !== '') return 'failed';
	const { total, done } = rowsOf(record);
	// A total of 0 may also mean that the rows have not been counted yet.
	return total > 0 && done >= total ? 'finished' : undefined;
}

export const hasFailedRows = (record: TransferRecord): boolean => rowsOf(record).failed > 0;

/** One line for a person, such as "Finished with 3 failed rows of 100". */
export function summaryOf(record: TransferRecord, outcome: Outcome | undefined): string {
	const { total, done, failed } = rowsOf(record);
	const status = String(record.status ?? '').trim();
	if (outcome === 'failed') {
		const reason = errorMessageOf(record) || (status ? `status "${status}"` : 'no reason is given');
		return `Failed: ${reason}`;
	}
	const all = total > 0 ? ` of ${total}` : '';
	if (outcome === 'finished') {
		if (failed > 0) return `Finished with ${failed} failed row${failed === 1 ? '' : 's'}${all}`;
		return total > 0 ? `Finished: ${total} row${total === 1 ? '' : 's'}` : 'Finished';
	}
	return `Not ended: ${status ? `status "${status}"` : 'no status'}, ${done}${all} rows done`;
}

const plain = (word: unknown): string =>
	typeof word === 'string'
		? word
				.trim()
				.toLowerCase()
				.replace(/[\s_-]+/g, ' ')
		: '';

const errorMessageOf = ({ error_message: message }: TransferRecord): string =>
	typeof message === 'string' ? message.trim() : '';

function rowsOf(record: TransferRecord) {
	const failed = count(record.failed_number);
	return { total: count(record.total_number), done: count(record.success_number) + failed, failed };
}

/** Numbers may come as text; what is missing counts as none. */
function count(value: unknown): number {
	const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : 0;
	return Number.isFinite(number) ? number : 0;
}
