import {
	findUnsendable,
	MAX_KEYS,
	MAX_ROWS,
	MAX_LEVELS,
} from '../../../nodes/shared/schema/limits';

const nested = (levels: number, inner: unknown = []) => {
	let value = inner;
	for (let level = 1; level < levels; level += 1) value = level % 2 ? [value] : { a: value };
	return value;
};

describe('a value that JSON cannot send', () => {
	it.each<[string, unknown, string]>([
		['NaN', NaN, 'NaN'],
		['NaN deep inside', { prices: [1, NaN] }, 'NaN in "prices.1"'],
		['an invalid date', [new Date(NaN)], 'an invalid date in "0"'],
		[
			'an invalid date as JavaScript writes it',
			{ due: 'Invalid Date' },
			'an invalid date in "due"',
		],
		['one as Luxon writes it', ['from Invalid DateTime'], 'an invalid date in "0"'],
		[
			'a place with a long name',
			{ ['k'.repeat(1_000_000)]: Infinity },
			`Infinity in "${'k'.repeat(59)}…`,
		],
	])('is found: %s', (_, value, what) => {
		expect(findUnsendable(value)).toBe(what);
	});

	const TOO_DEEP = 'more than 500 levels of lists and objects';

	it('is one that is too deep, or holds itself', () => {
		expect(findUnsendable(nested(MAX_LEVELS + 1))).toBe(TOO_DEEP);
		expect(findUnsendable(nested(MAX_LEVELS))).toBeUndefined();
		expect(findUnsendable(nested(100_000))).toBe(TOO_DEEP);
		const itself: unknown[] = [];
		itself.push({ itself });
		expect(findUnsendable(itself)).toBe(TOO_DEEP);
	});

	it('is an object with too many keys, which are counted once', () => {
		const large = Object.fromEntries(Array.from({ length: MAX_KEYS + 1 }, (_, n) => [`k${n}`, n]));
		const keys = jest.spyOn(Object, 'keys');
		for (let look = 0; look < 3; look += 1) {
			expect(findUnsendable(large)).toBe(`more than ${MAX_KEYS} keys in one object`);
		}
		expect(keys.mock.calls.filter(([given]) => given === large)).toHaveLength(1);
		keys.mockRestore();
	});

	it('is an object with too many keys, wherever it is', () => {
		const withKeys = (count: number) =>
			Object.fromEntries(Array.from({ length: count }, (_, key) => [`key ${key}`, 1]));
		expect(findUnsendable({ a: withKeys(MAX_KEYS) })).toBeUndefined();
		expect(findUnsendable({ a: withKeys(MAX_KEYS + 1) })).toBe(
			'more than 50000 keys in one object in "a"',
		);
		expect(findUnsendable(withKeys(MAX_KEYS + 1))).toBe('more than 50000 keys in one object');
	});

	it('is a list with too many rows, wherever it is', () => {
		const withRows = (count: number) => Array.from({ length: count }, () => ({ quantity: 1 }));
		expect(findUnsendable({ a: withRows(MAX_ROWS) })).toBeUndefined();
		expect(findUnsendable({ a: withRows(MAX_ROWS + 1) })).toBe('more than 50000 rows in "a"');
		expect(findUnsendable(withRows(MAX_ROWS + 1))).toBe('more than 50000 rows');
	});

	it('is no text about an invalid date', () =>
		expect(findUnsendable('Invalid Dates')).toBeUndefined());

	it('is not looked for in bytes', () => {
		const bytes = Object.assign(Buffer.alloc(10), { more: 1n });
		expect(findUnsendable({ ...bytes })).toBeDefined();
		expect(findUnsendable({ bytes })).toBeUndefined();
	});
});
