import { isFilled, presenceOf, type Presence } from '../../../nodes/shared/schema/presence';

const CASES: ReadonlyArray<readonly [Presence, readonly unknown[]]> = [
	['absent', [undefined]],
	['cleared', [null]],
	['empty', ['', ' ', '\t\r\n', '\u00a0', '\u3000', '\u2028', '\u0085']],
	// Without a width: zero-width, byte order mark, soft hyphen, fillers, variation selectors, tags; then Braille.
	['empty', ['\u200b\u2060', '\ufeff', '\u00ad', '\u3164\u115f', '\ufe0f', '\u{e0020}', '\u2800']],
	['value', [0, false, NaN, [], {}, 'a', ' a', '\u200ba', '-', '.', 'é', '😀', '\u0000', '\ud83d']],
];

describe('presenceOf', () => {
	it.each(CASES)('reads as %s: %j', (presence, values) => {
		expect(values.map(presenceOf)).toEqual(values.map(() => presence));
		expect(values.map(isFilled)).toEqual(values.map(() => presence === 'value'));
	});

	it('takes huge texts, which a match from end to end would run out of stack for', () => {
		const blanks = ' \u200b'.repeat(5_000_000);
		expect([presenceOf(blanks), presenceOf(`${blanks}a`)]).toEqual(['empty', 'value']);
	});
});
