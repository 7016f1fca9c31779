/** Values that items may bring, by name. Made when they are tried: together they are hundreds of megabytes. */
const MB = 1_000_000;

const nestedList = (levels: number) => {
	let value: unknown[] = [];
	for (let level = 1; level < levels; level += 1) value = [value];
	return value;
};
const nestedObject = (levels: number) => {
	let value: Record<string, unknown> = {};
	for (let level = 1; level < levels; level += 1) value = { a: value };
	return value;
};
const circular = () => {
	const value: Record<string, unknown> = {};
	value.self = value;
	return value;
};

export const values: Record<string, () => unknown> = {
	'1 MB of letters': () => 'x'.repeat(MB),
	'10 MB of letters': () => 'x'.repeat(10 * MB),
	'1 MB of digits': () => '9'.repeat(MB),
	'1 MB of digits with separators': () => '1.234,'.repeat(MB / 6),
	'1 MB of spaces, and a letter': () => `${' '.repeat(MB)}x`,
	'1 MB of signs': () => '-'.repeat(MB),
	'1 MB of 2026-01-': () => '2026-01-'.repeat(MB / 8),
	'1 MB of commas': () => ','.repeat(MB),
	'1 MB of line breaks': () => '\n'.repeat(MB),
	'1 MB of brackets': () => '['.repeat(MB),
	'1 MB of quotes': () => '"'.repeat(MB),
	'JSON of 1,000,000 levels': () => '['.repeat(MB) + ']'.repeat(MB),
	'JSON of 100,000 objects in objects': () => `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
	'JSON of 200,000 rows': () => `[${'{"quantity":1},'.repeat(199_999)}{"quantity":1}]`,
	'lists in lists, 10,000': () => nestedList(10_000),
	'objects in objects, 10,000': () => nestedObject(10_000),
	'objects in objects, 400': () => nestedObject(400),
	'200,000 rows': () => Array.from({ length: 200_000 }, () => ({ quantity: 1 })),
	'200,000 texts': () => Array.from({ length: 200_000 }, () => 'x'),
	'200,000 keys': () => Object.fromEntries(Array.from({ length: 200_000 }, (_, n) => [`k${n}`, n])),
	'an object that holds itself': circular,
	'`__proto__`': () =>
		JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
	'a text `__proto__`': () => '__proto__',
	'an object with toString': () => ({ toString: 1, valueOf: null, toJSON: 'x' }),
	'lone surrogates': () => '\ud800\udc00\ud800x\udfff',
	'control characters': () => '\u0000\u0007\u001b[31m\u202e\u2066',
	'1 MB of combining signs': () => `e${'\u0301'.repeat(MB / 2)}`,
	infinity: () => Infinity,
	'no number': () => NaN,
	'minus zero': () => -0,
	'1e400': () => '1e400',
	'a large exponent': () => '1e999999999',
	'an invalid date': () => new Date(NaN),
	'a date far away': () => new Date(8.64e15),
	'a function': () => () => 1,
	'a symbol': () => Symbol('x'),
	'a large whole number': () => 10n ** 30n,
	'a map': () => new Map([['a', 1]]),
	bytes: () => Buffer.alloc(MB),
	null: () => null,
	undefined: () => undefined,
};
