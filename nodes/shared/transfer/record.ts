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
