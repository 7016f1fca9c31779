import type { IDataObject } from 'n8n-workflow';

import { hashOf } from '../changes/state';
import { DEFAULT_WORDS, type StatusWords, type TransferRecord } from './record';

/**
 * The one rule for the end of a transfer: a function of the reads so far, the status words and the clock. Pure. It rests
 * on a word, or on two reads that agree (docs/transfers.md, "How the outcome is determined").
 */

/** How a transfer ended. With rows that failed it is finished all the same. */
export type Outcome = 'finished' | 'failed';

/** How it ended, and what that rests on: the word of its status, its message, or that all rows are accounted for. */
interface End {
	readonly outcome: Outcome;
	readonly restsOn: 'status' | 'message' | 'counts';
}

/**
 * What a read says of the end.
 *
 * - `probable`: by message or counts, and a second read is missing; an equal one from `confirmAt` on (milliseconds since
 *   1970) is the end
 * - `unknownStatus`: not ended as far as is known; the word is on no list, and the record is the same since
 */
export type EndVerdict =
	| { readonly kind: 'running' }
	| (End & { readonly kind: 'probable'; readonly confirmAt: number })
	| (End & { readonly kind: 'ended' })
	| { readonly kind: 'unknownStatus'; readonly word: string; readonly since: number };

/** What is kept of the reads of a transfer so far. Plain JSON, less than 60 bytes. */
export interface Reads {
	/** A hash of all that the rule goes by, as it was last read. */
	readonly key: string;
	/** Since when it has been so, milliseconds since 1970. */
	readonly since: number;
}

/** Two reads that agree are this far apart at least. */
export const CONFIRM_MS = 10_000;

/**
 * Whether a transfer has ended by this read of its record and the ones before.
 *
 * @param words the user's lists; they win over the further words of `record.ts`
 * @param before what the last call gave as `reads`; undefined at the first read, and after a change of the words
 * @param now when the record was asked for: milliseconds since 1970 where `reads` is stored, else of `monotonicNow`
 * @returns the verdict, and what to keep for the next read
 */
export function judgeEnd(
	record: TransferRecord,
	words: StatusWords,
	before: Reads | undefined,
	now: number,
): { readonly verdict: EndVerdict; readonly reads: Reads } {
	const key = keyOf(record);
	// A clock that was put back begins anew.
	const since = before?.key === key && before.since <= now ? before.since : now;
	const say = (verdict: EndVerdict) => ({ verdict, reads: { key, since } });

	const meaning = meaningOf(record.status, words);
	if (meaning === 'running') return say({ kind: 'running' });
	if (meaning) {
		const outcome = meaning === 'failed' ? 'failed' : 'finished';
		return say({ kind: 'ended', outcome, restsOn: 'status' });
	}
	const end = endWithoutWord(record);
	const confirmAt = since + CONFIRM_MS;
	if (end)
		return say(
			now < confirmAt ? { kind: 'probable', ...end, confirmAt } : { kind: 'ended', ...end },
		);
	const word = statusOf(record);
	return say(word === '' ? { kind: 'running' } : { kind: 'unknownStatus', word, since });
}

/** `progress` has no stated unit (specification: Gaps), and a total of 0 may mean that nothing was counted yet. */
function endWithoutWord(record: TransferRecord): End | undefined {
	if (messageOf(record) !== '') return { outcome: 'failed', restsOn: 'message' };
	const { total, done } = rowsOf(record);
	return total > 0 && done >= total ? { outcome: 'finished', restsOn: 'counts' } : undefined;
}

/** All that the rule goes by. Times are left out: a service may set them with every read. */
function keyOf(record: TransferRecord): string {
	const { total, done, failed } = rowsOf(record);
	const counts = [total, done, failed, String(record.progress ?? '')];
	return hashOf(JSON.stringify([plainWord(record.status), messageOf(record), ...counts]), 12);
}

/** Whether rows have failed, by the number or by a word such as "completed with errors". */
export const hasFailedRows = (record: TransferRecord): boolean =>
	rowsOf(record).failed > 0 || meaningOf(record.status, DEFAULT_WORDS) === 'partly';

/** What an item says of the end beside its record (`endShape`): outcome and basis are null while it has not ended. */
export function describeEnd(record: TransferRecord, verdict: EndVerdict): IDataObject {
	const { outcome = null, restsOn = null } = 'outcome' in verdict ? verdict : {};
	return {
		outcome,
		probable: verdict.kind === 'probable',
		rests_on: restsOn,
		has_failed_rows: hasFailedRows(record),
		summary: summaryOf(record, verdict),
	};
}

/** One line for a person, such as "Finished with 3 failed rows of 100". */
export function summaryOf(record: TransferRecord, verdict: EndVerdict): string {
	const { total, done, failed } = rowsOf(record);
	const status = statusOf(record);
	const all = total > 0 ? ` of ${total}` : '';
	if (!('outcome' in verdict)) {
		return `Not ended: ${status ? `status "${status}"` : 'no status'}, ${done}${all} rows done`;
	}
	const probably = verdict.kind === 'probable';
	if (verdict.outcome === 'failed') {
		const reason = messageOf(record) || (status ? `status "${status}"` : 'no reason is given');
		return `${probably ? 'Probably failed' : 'Failed'}: ${reason}`;
	}
	const finished = probably ? 'Probably finished' : 'Finished';
	if (failed > 0) return `${finished} with ${failed} failed row${failed === 1 ? '' : 's'}${all}`;
	if (hasFailedRows(record)) return `${finished} with failed rows${all}`;
	return total > 0 ? `${finished}: ${total} row${total === 1 ? '' : 's'}` : finished;
}

/** What a person does about a status word that is on no list. */
export const adviseOnWord = (word: string): string =>
	`The status "${word.slice(0, 60)}" is on no list. If the transfer has ended, add it to Finished Statuses or Failed Statuses in the options.`;

const statusOf = ({ status }: TransferRecord): string =>
	typeof status === 'string' || typeof status === 'number' ? String(status).trim() : '';

/** How many rows there are, how many are done, and how many of these have failed. */
export function rowsOf(record: TransferRecord) {
	const failed = count(record.failed_number);
	return { total: count(record.total_number), done: count(record.success_number) + failed, failed };
}

/** Numbers may come as text; what is missing, or of another kind, counts as none. */
function count(value: unknown): number {
	const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : 0;
	return Number.isFinite(number) && number > 0 ? number : 0;
}

/** `partly`: it has finished, and some of its rows have failed. */
type WordMeaning = 'finished' | 'partly' | 'failed' | 'running';

/**
 * Further words by meaning; what a user lists wins over them. They are the states of well-known APIs of jobs: Salesforce
 * Bulk API 2.0, HubSpot imports, Shopify bulk operations, Stripe report runs, Zendesk job statuses, Mailchimp batches,
 * Marketo bulk imports, AWS Batch and Glue, Google BigQuery jobs, Azure asynchronous operations, Databricks runs, GitHub
 * checks, Airflow, Celery, BullMQ. A word with two meanings among them is on no list: `ready`, `skipped`, `incomplete`.
 */
export const FURTHER_WORDS: Readonly<Record<WordMeaning, string>> = {
	finished:
		'ok, passed, ended, fulfilled, finalized, all done, job complete, import complete, import completed, export complete, export completed, completed successfully, successfully completed, finished successfully, imported, exported, processed, loaded, transferred, synced, synchronized, completed with warnings, finished with warnings, succeeded with warnings, success with warnings, succeeded with issues',
	partly:
		'partial, partially, partial success, partial failure, partially complete, partially completed, partially succeeded, partially successful, partially finished, partially imported, partially processed, partially failed, complete with errors, completed with errors, completed with failures, completed with exceptions, completed with failed rows, finished with errors, done with errors, ended with errors, succeeded with errors, success with errors, successful with errors, processed with errors, imported with errors',
	failed:
		'fail, errored, errors, exception, unsuccessful, invalid, timed out, time out, expired, stopped, abort, terminated, killed, crashed, interrupted, revoked, reverted, rolled back, declined, denied, dead, internal error, startup failure, upstream failed, job failed, import failed, export failed, validation failed, processing failed, failed with errors, cancelled by user, canceled by user',
	running:
		'running, in progress, progress, in process, processing, working, active, busy, executing, ongoing, under way, pending, queued, in queue, enqueued, waiting, waiting children, prioritized, not started, started, starting, created, new, open, draft, submitted, accepted, received, requested, assigned, scheduled, rescheduled, delayed, deferred, runnable, initializing, initialized, preparing, preprocessing, validating, verifying, checking, analyzing, parsing, reading, writing, mapping, importing, exporting, loading, uploading, upload complete, downloading, transferring, syncing, synchronizing, committing, finalizing, finishing, completing, paused, pausing, suspended, on hold, blocked, throttled, stopping, cancelling, canceling, aborting, terminating, retry, retrying, up for retry, up for reschedule, restarting, resuming, resumed, requires action, action required',
};

/** Texts of `error_message` that name no error (assumed). */
const NO_MESSAGE =
	'none, null, nil, undefined, n/a, no, no error, no errors, no problems, without errors, ok, success, 0, false, nothing';

/**
 * A word as it is compared: without case, accents, and all that is neither letter nor digit, so that
 * `CompletedWithErrors`, `completed_with_errors` and `Completed with errors` are one. Empty where there is no word.
 */
function plainWord(word: unknown): string {
	if (typeof word !== 'string' && typeof word !== 'number') return '';
	const letters = String(word).slice(0, MAX_CHARACTERS).normalize('NFKD').toLowerCase();
	return letters.replace(/[^\p{L}\p{M}\p{N}]|[\u0300-\u036f]/gu, '');
}

/** Far more than a word has. */
const MAX_CHARACTERS = 200;

const plainWords = (list: string): string[] => list.split(',').map(plainWord);

const FURTHER: ReadonlyMap<string, WordMeaning> = new Map(
	Object.entries(FURTHER_WORDS).flatMap(([meaning, words]) =>
		plainWords(words).map((word) => [word, meaning as WordMeaning]),
	),
);

const NO_MESSAGES: ReadonlySet<string> = new Set(['', ...plainWords(NO_MESSAGE)]);

/** What a status says by the words that a user lists, then by the further ones; undefined for a word on no list. */
export function meaningOf(status: unknown, words: StatusWords): WordMeaning | undefined {
	const word = plainWord(status);
	if (word === '') return undefined;
	const isListed = (list: readonly string[]) => list.some((each) => plainWord(each) === word);
	if (isListed(words.failed)) return 'failed';
	if (isListed(words.finished)) return FURTHER.get(word) === 'partly' ? 'partly' : 'finished';
	return FURTHER.get(word);
}

/** The error message of a record; empty where it names no error. */
export function messageOf({ error_message: message }: TransferRecord): string {
	return typeof message === 'string' && !NO_MESSAGES.has(plainWord(message)) ? message.trim() : '';
}
