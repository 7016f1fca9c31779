import { ambiguity, readNumber } from '../../../nodes/shared/schema/values';
import fc from '../../../testing/properties';

const AMBIGUOUS: Array<[text: string, readings: string]> = [
	['1.000', '1000 or 1: enter a number, or write 1000 or 1'],
	['-1.250', '-1250 or -1.25: enter a number, or write -1250 or -1.25'],
	[' 1.250\u00A0', '1250 or 1.25: enter a number, or write 1250 or 1.25'],
	['1.125', '1125 or 1.125: enter a number, or write 1125 or 1.1250'],
];

it.each(AMBIGUOUS)(
	'text that could mean two numbers is not read, and both are named: %j',
	(text, readings) => {
		expect(readNumber(text)).toBeUndefined();
		expect(ambiguity(text)).toBe(`, which could mean ${readings}`);
	},
);

it.each([
	['0.125', 0.125],
	['.125', 0.125],
	['00.125', 0.125],
	['1234.500', 1234.5],
	['1.25', 1.25],
	['1.1250', 1.125],
	['1.', 1],
	['1.250e0', 1.25],
	['\uFEFF 12.50 ', 12.5],
	[1.125, 1.125],
	[1000, 1000],
])('text that can mean one number only is read, and so is every number: %j', (given, number) => {
	expect(readNumber(given)).toBe(number);
	expect(ambiguity(given)).toBe('');
});

const NO_NUMBERS = ['', ' ', '.', 'e5', '1e', '1.2.3', '1.250.000', '1,250', '0x10', '1 250'];
it.each([...NO_NUMBERS, null, true, NaN, [1]])(
	'anything else is no number, and not ambiguous either: %j',
	(given) => {
		expect(readNumber(given)).toBeUndefined();
		expect(ambiguity(given)).toBe('');
	},
);

it('what a message says to write is read as that number', () => {
	const text = fc.integer({ min: 1000, max: 999_999 }).map((n) => `${n}`.replace(/...$/, '.$&'));
	fc.assert(
		fc.property(text, (given) => {
			const [, thousands, decimals] = /write (\S+) or (\S+)$/.exec(ambiguity(given)) ?? [];
			expect(readNumber(thousands)).toBe(Number(given.replace('.', '')));
			expect(readNumber(decimals)).toBe(Number(given));
		}),
	);
});
