import type { EndVerdict, Reads } from '../../../nodes/shared/transfer/end';
import {
	CONFIRM_MS,
	describeEnd,
	FURTHER_WORDS,
	hasFailedRows,
	judgeEnd,
	meaningOf,
	summaryOf,
} from '../../../nodes/shared/transfer/end';
import {
	DEFAULT_WORDS,
	type StatusWords,
	type TransferRecord,
} from '../../../nodes/shared/transfer/record';
import fc, { itForAll } from '../../../testing/properties';

const rows = (total: unknown, success: unknown, failed: unknown) => ({
	total_number: total,
	success_number: success,
	failed_number: failed,
});
const START = Date.UTC(2030, 0, 1);

/** What one read says, such as "probable finished counts". */
const said = (verdict: EndVerdict) =>
	[verdict.kind, ...('outcome' in verdict ? [verdict.outcome, verdict.restsOn] : [])].join(' ');
const firstRead = (record: TransferRecord, words = DEFAULT_WORDS) =>
	said(judgeEnd(record, words, undefined, START).verdict);

/** What the last of several reads says, each at its second. */
function lastRead(...reads: ReadonlyArray<readonly [number, TransferRecord]>) {
	let before: Reads | undefined;
	let verdict: EndVerdict = { kind: 'running' };
	for (const [second, record] of reads) {
		({ verdict, reads: before } = judgeEnd(record, DEFAULT_WORDS, before, START + second * 1000));
	}
	return said(verdict);
}

describe('one read', () => {
	it.each<[string, TransferRecord, string]>([
		['queued', { status: 'queued', ...rows(0, 0, 0) }, 'running'],
		['nothing known', {}, 'running'],
		['all null', { status: null, error_message: null, ...rows(null, null, null) }, 'running'],
		['all rows failed', { ...rows(10, 0, 10) }, 'probable finished counts'],
		['failed number missing', { ...rows(10, 10, undefined) }, 'probable finished counts'],
		['a negative number', { ...rows(10, 10, -3) }, 'probable finished counts'],
		['numbers that are none', { ...rows('1,000', [], '1,000') }, 'running'],
		['an empty message', { status: 'halted', error_message: ' ' }, 'unknownStatus'],
		[
			'finished, with a message',
			{ status: 'done', error_message: '3 rows' },
			'ended finished status',
		],
		['a number as the status', { status: 7 }, 'unknownStatus'],
	])('%s', (_, record, expected) => {
		expect(firstRead(record)).toBe(expected);
	});

	it.each(['None', 'null', '-', 'No errors', 'n/a', '0', ' '])(
		'takes an error message of %j for none',
		(message) => {
			expect(firstRead({ error_message: message })).toBe('running');
		},
	);
});

describe('several reads', () => {
	const full = { status: null, ...rows(10, 10, 0) };
	const message = { error_message: 'no disk' };

	it('end by counts or a message when they agree, ten seconds apart', () => {
		expect(lastRead([0, full], [9, full])).toBe('probable finished counts');
		expect(lastRead([0, full], [4, full], [10, full])).toBe('ended finished counts');
		expect(lastRead([0, message], [60, message])).toBe('ended failed message');
	});

	it.each<[string, TransferRecord]>([
		['the counts', { ...message, ...rows(10, 5, 0) }],
		['the word', { ...message, status: 'phase 2' }],
		['the message', { error_message: 'no disk, no memory' }],
		['the progress', { ...message, progress: '46%' }],
	])('begin anew when %s changes', (_, changed) => {
		expect(lastRead([0, message], [60, changed], [69, changed])).toBe('probable failed message');
		expect(lastRead([0, message], [60, changed], [70, changed])).toBe('ended failed message');
	});

	it('agree though the service sets a time with every read', () => {
		const at = (updated: string) => ({ ...full, updated_at: updated });
		expect(lastRead([0, at('a')], [10, at('b')])).toBe('ended finished counts');
	});

	it('say since when a word on no list has not changed', () => {
		const record = { status: 'phase 9' };
		const { reads } = judgeEnd(record, DEFAULT_WORDS, undefined, START);
		const { verdict } = judgeEnd(record, DEFAULT_WORDS, reads, START + 300_000);
		expect(verdict).toEqual({ kind: 'unknownStatus', word: 'phase 9', since: START });
	});

	it('begin anew when the clock is put back', () => {
		const at = (...seconds: number[]) =>
			lastRead(...seconds.map((second) => [second, full] as const));
		expect(at(600, 0, 9)).toBe('probable finished counts');
		expect(at(600, 0, 10)).toBe('ended finished counts');
	});

	it('are kept in less than sixty bytes', () => {
		const { reads } = judgeEnd({ status: 'x'.repeat(9999) }, DEFAULT_WORDS, undefined, START);
		expect(JSON.stringify(reads).length).toBeLessThan(60);
	});
});

describe('any history of reads', () => {
	const record = fc.record(
		{
			status: fc.constantFrom(null, 'running', 'phase 1', 'phase 2', 'completed', 'failed'),
			error_message: fc.constantFrom(null, '', 'None', 'no disk', ['x']),
			total_number: fc.constantFrom(0, 10, '10', '1,000'),
			success_number: fc.constantFrom(0, 5, 10, null),
			failed_number: fc.constantFrom(0, 5, null),
			progress: fc.constantFrom(0, 100, '45%'),
		},
		{ requiredKeys: [] },
	);
	const history = fc.array(fc.tuple(fc.integer({ min: 0, max: 15_000 }), record), { minLength: 1 });

	/** Judges a history as it comes, with the time between its reads in milliseconds. */
	const judged = (reads: ReadonlyArray<readonly [number, TransferRecord]>) => {
		let before: Reads | undefined;
		let now = START;
		return reads.map(([pause, each]) => {
			now += pause;
			const { verdict, reads: next } = judgeEnd(each, DEFAULT_WORDS, before, now);
			before = next;
			return { verdict, record: each, now };
		});
	};

	itForAll(100, history)(
		'ends without a word only by two reads of the same, ten seconds apart and nothing else between',
		(reads) => {
			const all = judged(reads);
			for (const [index, { verdict, record: last, now }] of all.entries()) {
				if (verdict.kind !== 'ended' || verdict.restsOn === 'status') continue;
				const earlier = all.slice(0, index).filter((each) => each.now <= now - CONFIRM_MS);
				expect(earlier.length).toBeGreaterThan(0);
				for (const { record: other } of all.slice(earlier.length - 1, index)) {
					expect(other.status ?? null).toBe(last.status ?? null);
					expect(Number(other.success_number ?? 0)).toBe(Number(last.success_number ?? 0));
				}
			}
		},
	);

	itForAll(100, history)('never ends with a word that says running', (reads) => {
		for (const { verdict, record: each } of judged(reads)) {
			if (each.status === 'running') expect(verdict.kind).toBe('running');
		}
	});

	itForAll(
		100,
		history,
		fc.constantFrom('completed', 'failed'),
	)('ends at once with a word that says so, whatever came before', (reads, status) => {
		const last = judged([...reads, [0, { status }]]).at(-1);
		expect(said(last!.verdict)).toBe(`ended ${status === 'failed' ? 'failed' : 'finished'} status`);
	});
});

describe('words', () => {
	const lists = Object.entries(FURTHER_WORDS).map(([meaning, words]) => ({
		meaning,
		words: words.split(', '),
	}));

	it('are on one list each', () => {
		const found = new Map<string, string>();
		const twice: string[] = [];
		for (const { meaning, words } of lists) {
			for (const word of words) {
				if (found.has(word)) twice.push(word);
				found.set(word, meaning);
			}
		}
		for (const word of [...DEFAULT_WORDS.finished, ...DEFAULT_WORDS.failed]) {
			if (found.has(word) && found.get(word) !== meaningOf(word, DEFAULT_WORDS)) twice.push(word);
		}
		expect(twice).toEqual([]);
	});

	it.each(lists)('$meaning', ({ meaning, words }) => {
		const expected = {
			finished: 'ended finished status',
			partly: 'ended finished status',
			failed: 'ended failed status',
			running: 'running',
		};
		for (const word of words) {
			for (const status of [word, word.toUpperCase(), word.replace(/ /g, '_')]) {
				const meant = expected[meaning as keyof typeof expected];
				expect([status, firstRead({ status })]).toEqual([status, meant]);
				expect(hasFailedRows({ status })).toBe(meaning === 'partly');
			}
		}
	});

	it('of a user win, in any language, and replace the first ones', () => {
		const finished = ['Partially Done', 'running', 'terminé'];
		const words: StatusWords = { finished, failed: ['失敗', 'passed'] };
		expect(firstRead({ status: 'partially_done' }, words)).toBe('ended finished status');
		expect(firstRead({ status: 'Running' }, words)).toBe('ended finished status');
		expect(firstRead({ status: 'TERMINE' }, words)).toBe('ended finished status');
		expect(firstRead({ status: '失敗' }, words)).toBe('ended failed status');
		expect(firstRead({ status: 'passed' }, words)).toBe('ended failed status');
		expect(firstRead({ status: 'imported' }, words)).toBe('ended finished status');
		expect(firstRead({ status: 'finished' }, words)).toBe('unknownStatus');
		expect(firstRead({ status: '' }, { finished: [''], failed: [''] })).toBe('running');
	});
});

describe('the summary', () => {
	const ended = (outcome: 'finished' | 'failed'): EndVerdict => ({
		kind: 'ended',
		outcome,
		restsOn: 'status',
	});
	const probable = (outcome: 'finished' | 'failed'): EndVerdict => ({
		kind: 'probable',
		outcome,
		restsOn: 'counts',
		confirmAt: START,
	});

	it.each<[string, TransferRecord, EndVerdict]>([
		['Finished with 3 failed rows of 10', { ...rows(10, 7, 3) }, ended('finished')],
		['Finished with 1 failed row', { ...rows(null, 7, 1) }, ended('finished')],
		[
			'Finished with failed rows of 10',
			{ status: 'partial', ...rows(10, 7, 0) },
			ended('finished'),
		],
		['Finished: 1 row', { ...rows(1, 1, 0) }, ended('finished')],
		['Finished', {}, ended('finished')],
		['Probably finished: 2 rows', { ...rows(2, 2, 0) }, probable('finished')],
		['Failed: no disk', { error_message: 'no disk', status: 'failed' }, ended('failed')],
		['Failed: status "aborted"', { status: 'aborted', error_message: '-' }, ended('failed')],
		['Probably failed: no disk', { error_message: 'no disk' }, probable('failed')],
		[
			'Not ended: status "running", 4 of 10 rows done',
			{ status: 'running', ...rows(10, 3, 1) },
			{ kind: 'running' },
		],
		['Not ended: no status, 0 rows done', {}, { kind: 'running' }],
	])('says: %s', (text, record, verdict) => {
		expect(summaryOf(record, verdict)).toBe(text);
	});

	it('knows failed rows', () => {
		const records = [rows(1, 0, '1'), rows(1, 1, 0), { status: 'partial' }, {}];
		expect(records.map(hasFailedRows)).toEqual([true, false, true, false]);
	});
});

it('an end is described with its outcome, what it rests on and whether rows failed', () => {
	const described = [0, 2].map((failed) => {
		const record = { ...rows(10, 10 - failed, failed), status: 'completed' };
		return describeEnd(record, judgeEnd(record, DEFAULT_WORDS, undefined, START).verdict);
	});
	expect(described).toMatchObject([
		{ outcome: 'finished', probable: false, has_failed_rows: false, summary: 'Finished: 10 rows' },
		{ outcome: 'finished', probable: false, rests_on: expect.any(String), has_failed_rows: true },
	]);
});
