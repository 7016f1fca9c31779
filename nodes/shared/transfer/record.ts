import type { Shape } from '../schema/types';

/**
 * A transfer as the service shows it (specification: Transfer record). Any value may be null, missing or of another kind,
 * and a status is free text.
 */
export type TransferRecord = Readonly<Record<string, unknown>>;

/** The specified values of a transfer (specification: Transfer record; every one may be null, assumed). */
export const transferRecord: Shape = {
	id: 'text',
	type: 'text',
	name: 'text',
	status: 'text',
	progress: 'number',
	total_number: 'number',
	success_number: 'number',
	failed_number: 'number',
	error_message: 'text',
	error_file_url: 'text',
	data_file_url: 'text',
	checkpoint_details: 'object',
	channel_id: 'text',
	channel_name: 'text',
	created_at: 'dateTime',
	updated_at: 'dateTime',
};

/** What an item says of the end beside its record: see `describeEnd`. */
export const endShape: Shape = {
	outcome: 'text',
	probable: 'boolean!',
	rests_on: 'text',
	has_failed_rows: 'boolean!',
	summary: 'text!',
};

/**
 * Status words that say a transfer has ended, as a user lists them; see `plainWord`. No source lists those of the service
 * (assumed; docs/transfers.md).
 */
export interface StatusWords {
	readonly finished: readonly string[];
	readonly failed: readonly string[];
}

/** What the two options begin with. A list that a user enters replaces the one here. */
export const DEFAULT_WORDS: StatusWords = {
	finished: ['finished', 'completed', 'complete', 'done', 'succeeded', 'success', 'successful'],
	failed: ['failed', 'failure', 'error', 'aborted', 'cancelled', 'canceled', 'rejected'],
};
