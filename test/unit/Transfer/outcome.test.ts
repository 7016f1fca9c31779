import {
	hasFailedRows,
	outcomeOf,
	summaryOf,
	DEFAULT_WORDS,
	type TransferRecord,
} from '../../../nodes/shared/transfer/outcome';

const rows = (total: unknown, success: unknown, failed: unknown) => ({
	total_number: total,
	success_number: success,
	failed_number: failed,
});

describe('the outcome of a transfer', () => {
	it.each<[string, TransferRecord, string | undefined]>([
		['queued', { status: 'queued', ...rows(0, 0, 0) }, undefined],
		['nothing known', {}, undefined],
		['all null', { status: null, error_message: null, ...rows(null, null, null) }, undefined],
		['rows under way', { status: 'running', ...rows(10, 5, 4) }, undefined],
		['all rows good', { status: 'running', ...rows(10, 10, 0) }, 'finished'],
		['some rows failed', { status: 'x', ...rows(10, 7, 3) }, 'finished'],
		['all rows failed', { ...rows(10, 0, 10) }, 'finished'],
		['numbers as text', { ...rows('10', '9', '1') }, 'finished'],
		['failed number missing', { ...rows(10, 10, undefined) }, 'finished'],
		['a full progress alone', { status: 'running', progress: 100 }, undefined],
		['a word', { status: ' Completed ' }, 'finished'],
		['a failing word', { status: 'FAILED', ...rows(10, 10, 0) }, 'failed'],
		['an error message', { status: 'halted', error_message: 'no disk' }, 'failed'],
		['an empty error message', { status: 'halted', error_message: ' ' }, undefined],
		[
			'finished, with a message',
			{ status: 'finished', error_message: '3 rows failed' },
			'finished',
		],
		['not a text', { status: 7, error_message: {} }, undefined],
	])('%s', (_, record, expected) => {
		expect(outcomeOf(record, DEFAULT_WORDS)).toBe(expected);
	});

	it('follows the statuses that the user lists, whatever their case and hyphens', () => {
		const words = { finished: ['Partially Done'], failed: ['rolled-back'] };
		expect(outcomeOf({ status: 'partially_done' }, words)).toBe('finished');
		expect(outcomeOf({ status: 'ROLLED BACK' }, words)).toBe('failed');
		expect(outcomeOf({ status: 'finished' }, words)).toBeUndefined();
		expect(outcomeOf({ status: '' }, { finished: [''], failed: [''] })).toBeUndefined();
	});

	it.each([
		['Finished with 3 failed rows of 10', { ...rows(10, 7, 3) }, 'finished'],
		['Finished with 1 failed row', { ...rows(null, 7, 1) }, 'finished'],
		['Finished: 1 row', { ...rows(1, 1, 0) }, 'finished'],
		['Finished', {}, 'finished'],
		['Failed: no disk', { error_message: 'no disk', status: 'failed' }, 'failed'],
		['Failed: status "aborted"', { status: 'aborted' }, 'failed'],
		[
			'Not ended: status "running", 4 of 10 rows done',
			{ status: 'running', ...rows(10, 3, 1) },
			undefined,
		],
		['Not ended: no status, 0 rows done', {}, undefined],
	] as const)('says: %s', (text, record, outcome) => {
		expect(summaryOf(record, outcome)).toBe(text);
	});

	it('knows failed rows', () => {
		expect([rows(1, 0, '1'), rows(1, 1, 0), {}].map(hasFailedRows)).toEqual([true, false, false]);
	});
});
