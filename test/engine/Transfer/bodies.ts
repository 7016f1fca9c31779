/**
 * Responses to the read of a transfer, each as the service goes on sending it, and what it says of the end; written by
 * hand. About half of them are ends.
 */

/**
 * - `finished`, `partly` (finished with failed rows), `failed`: one read is the end
 * - with a `?`: the end by two reads that agree
 * - `running`: the transfer, which has not ended
 * - `unknown`: the transfer, with a word that is on no list
 * - `unread`: not the transfer
 * - `other`: another transfer
 */
export type End =
	| 'finished'
	| 'partly'
	| 'failed'
	| 'finished?'
	| 'partly?'
	| 'failed?'
	| 'running'
	| 'unknown'
	| 'unread'
	| 'other';

type Body = (id: string) => unknown;

/** A whole record (specification: Transfer record) under way. */
const record = (id: string, more: object = {}) => ({
	id,
	type: 'import',
	name: 'Orders',
	status: 'running',
	progress: 40,
	total_number: 10,
	success_number: 4,
	failed_number: 0,
	error_message: null,
	error_file_url: null,
	data_file_url: null,
	checkpoint_details: {},
	channel_id: 'c-1',
	channel_name: 'Shop',
	created_at: '2026-01-31T09:30:00Z',
	updated_at: '2026-01-31T09:31:00Z',
	...more,
});
const all = { success_number: 10 };
const some = { success_number: 7, failed_number: 3 };

export const ends: Record<string, readonly [End, Body]> = {
	'a whole record': ['finished', (id) => record(id, { status: 'finished', ...all })],
	'a word in capitals': ['finished', (id) => record(id, { status: 'COMPLETED' })],
	'in an envelope': [
		'finished',
		(id) => ({ ok: true, status: 'success', data: record(id, { status: 'completed', ...all }) }),
	],
	'in an envelope that says processing': [
		'finished',
		(id) => ({ ok: true, status: 'processing', data: record(id, { status: 'done' }) }),
	],
	'ID and status alone': ['finished', (id) => ({ id, status: 'succeeded' })],
	'ID and status in an envelope': [
		'failed',
		(id) => ({ ok: true, data: { id, status: 'failed' } }),
	],
	'no ID, with counts': [
		'finished',
		() => ({ status: 'completed', total_number: 3, success_number: 3 }),
	],
	'no ID, with a link': [
		'failed',
		() => ({ status: 'aborted', error_file_url: '/files/errors.csv' }),
	],
	'an ID of null, with a channel': [
		'finished',
		() => ({ id: null, status: 'finished', channel_id: 'c-1' }),
	],
	'an ID of another form': [
		'finished',
		() => ({ id: 4711, status: 'completed', checkpoint_details: {}, total_number: 3 }),
	],
	'the ID in capitals': ['finished', (id) => record(id.toUpperCase(), { status: 'completed' })],
	'the ID under history_id': [
		'finished',
		(id) => ({ ...record(id), id: 12, history_id: id, status: 'completed' }),
	],
	'the word of another API': ['finished', (id) => record(id, { status: 'JobComplete' })],
	'with errors, as a word': ['partly', (id) => record(id, { status: 'completed_with_errors' })],
	'partial, as a word': ['partly', (id) => record(id, { status: 'PartiallySucceeded' })],
	'with failed rows': ['partly', (id) => record(id, { status: 'finished', ...some })],
	'with a list of errors beside': [
		'partly',
		(id) => record(id, { status: 'completed', ...some, errors: ['row 3: no name'] }),
	],
	'in two words': ['finished', (id) => record(id, { status: 'Successfully completed' })],
	'failed in two words': ['failed', (id) => record(id, { status: 'ROLLED_BACK' })],
	'a failure with its message': [
		'failed',
		(id) => record(id, { status: 'failed', error_message: 'disk full' }),
	],
	'a failure beside success: false': [
		'failed',
		(id) => record(id, { status: 'failed', success: false, error: 'disk full' }),
	],
	'timed out': ['failed', (id) => record(id, { status: 'timed_out' })],
	'the end with fields of other kinds': [
		'failed',
		(id) =>
			record(id, {
				status: 'failed',
				progress: '45%',
				total_number: '1,000',
				checkpoint_details: [],
				error_message: ['row 3'],
				created_at: 1_767_225_600,
			}),
	],
	'a message that names no error': [
		'finished',
		(id) => record(id, { status: 'completed', error_message: 'None' }),
	],
	'all rows, no word': ['finished?', (id) => record(id, { status: null, ...all })],
	'all rows as text, no word': [
		'finished?',
		(id) => record(id, { status: '', total_number: '10', success_number: '10' }),
	],
	'all rows, some failed, no word': ['partly?', (id) => record(id, { status: null, ...some })],
	'all rows, a word on no list': ['finished?', (id) => record(id, { status: 'phase 9', ...all })],
	'a message, no word': [
		'failed?',
		(id) => record(id, { status: null, error_message: 'disk full' }),
	],
	'a message, a word on no list': [
		'failed?',
		(id) => record(id, { status: 'halted', error_message: 'disk full' }),
	],
};

export const noEnds: Record<string, readonly [End, Body]> = {
	'under way': ['running', (id) => record(id)],
	'under way, with a message': [
		'running',
		(id) => record(id, { error_message: '2 rows skipped so far' }),
	],
	'under way, with all rows': ['running', (id) => record(id, all)],
	'under way in an envelope that says success': [
		'running',
		(id) => ({ ok: true, status: 'success', data: record(id) }),
	],
	'ID and status in an envelope that says success': [
		'running',
		(id) => ({ ok: true, status: 'success', data: { id, status: 'running' } }),
	],
	'uploaded, to be processed': ['running', (id) => record(id, { status: 'UploadComplete' })],
	paused: ['running', (id) => record(id, { status: 'paused', error_message: 'by ann' })],
	'the ID alone': ['running', (id) => ({ id })],
	'no word, and a message of none': [
		'running',
		(id) => record(id, { status: null, error_message: 'No errors' }),
	],
	'no word, and a full progress': ['running', (id) => record(id, { status: null, progress: 100 })],
	'a status of another kind': [
		'running',
		(id) => record(id, { status: { code: 'completed' }, progress: '45%' }),
	],
	'a word on no list': ['unknown', (id) => record(id, { status: 'phase 9' })],
	'a word of another language': ['unknown', (id) => record(id, { status: '完了' })],
	'a response that found nothing': [
		'unread',
		() => ({ status: 'success', data: null, message: 'no such transfer' }),
	],
	'an error as a status': ['unread', () => ({ status: 'error', message: 'try again' })],
	'an error message alone': ['unread', () => ({ error_message: 'maintenance' })],
	'a status in an envelope': [
		'unread',
		() => ({ ok: true, status: 'success', data: { status: 'running' } }),
	],
	'a final status in an envelope': [
		'unread',
		() => ({ ok: true, status: 'success', data: { status: 'completed' } }),
	],
	'a status alone': ['unread', () => ({ status: 'completed' })],
	'counts alone': ['unread', () => ({ total_number: 10, success_number: 10 })],
	'an empty object': ['unread', () => ({})],
	'an empty list': ['unread', () => []],
	null: ['unread', () => null],
	'a text': ['unread', () => '"finished"'],
	'a web page': ['unread', () => '<!doctype html><title>Sign in</title>'],
	'a message': ['unread', () => ({ message: 'service is being updated' })],
	'a no': ['unread', () => ({ ok: false, message: 'no such transfer' })],
	'a no beside a record': ['unread', (id) => ({ ok: false, data: record(id, { status: 'done' }) })],
	'a problem': ['unread', () => ({ success: false, error: 'maintenance' })],
	'another ID in an error': ['unread', () => ({ id: 'not_found', message: 'no such transfer' })],
	'another transfer': ['other', () => record('t-900', { status: 'finished', ...all })],
	'another transfer in an envelope': [
		'other',
		() => ({ ok: true, data: record('t-900', { status: 'failed' }) }),
	],
	'another transfer, ID and status': ['other', () => ({ id: 't-900', status: 'completed' })],
};
