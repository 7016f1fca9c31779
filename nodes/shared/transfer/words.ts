import type { StatusWords, TransferRecord } from './record';

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
export function plainWord(word: unknown): string {
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
