import { show } from '../../../nodes/shared/schema/limits';

const circular: Record<string, unknown> = { a: 1 };
circular.self = circular;
let deep: unknown[] = [];
for (let level = 0; level < 100_000; level += 1) deep = [deep];

describe('a value in a message', () => {
	it.each<[string, unknown, string]>([
		['a text', 'a "b"', '"a \\"b\\""'],
		['an object', { a: [1, null] }, '{"a":[1,null]}'],
		['a date', new Date(0), '"1970-01-01T00:00:00.000Z"'],
		['nothing', undefined, 'undefined'],
		['a symbol', Symbol('x'), 'Symbol(x)'],
		['a large whole number', { a: 10n ** 20n }, '{"a":"100000000000000000000"}'],
		[
			'one that holds itself',
			{ circular },
			'{"circular":{"a":1,"self":{"a":1,"self":{"a":1,"self":{"a":1…',
		],
		['one that is deep', deep, '[[[[["…"]]]]]'],
		['bytes', { data: Buffer.alloc(1000) }, '{"data":"…"}'],
		['a long text', '\n'.repeat(1_000_000), `"${'\\n'.repeat(29)}\\…`],
	])('is short and always written: %s', (_, value, text) => {
		expect(show(value)).toBe(text);
	});
});
