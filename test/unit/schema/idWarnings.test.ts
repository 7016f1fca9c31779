import { text } from '../../../nodes/shared/resource/definition/fields';
import { idReader } from '../../../nodes/shared/schema/ids';

const sku = () => idReader(text('sku', 'SKU', 'Item'), 'text');

const warningsOf = (ids: readonly unknown[]) => {
	const reader = sku();
	for (const id of ids) reader.observe?.(id);
	return reader.warnings?.() ?? [];
};

it.each<[string, unknown[]]>([
	['come again', ['a-1', 'b-1', 'a-1', ' a-1 ']],
	['differ in a letter', ['a-1', 'a-2', 'ä-1']],
	['are numbers', [1, 2, 1]],
])('IDs that %s are not warned of', (_, ids) => {
	expect(warningsOf(ids)).toEqual([]);
});

it.each<[string, unknown[], string]>([
	['upper case', ['a-1', 'A-1', 'a-1', 'A-1'], 'SKU: "a-1" and "A-1" differ only in'],
	['spaces', ['a 1', 'a1'], '"a 1" and "a1" differ'],
	['the encoding', ['\u00e9', 'e\u0301'], '"\u00e9" and "e\u0301" differ'],
	[
		'upper case, many times',
		['a', 'A', 'b', 'B', 'c', 'C', 'd', 'D'],
		'"c" and "C" and 1 more differ',
	],
])('IDs that differ only in %s are named once', (_, ids, words) => {
	const warnings = warningsOf(ids);
	expect(warnings).toHaveLength(1);
	expect(warnings[0]).toContain(words);
});

it('A text of more than 10,000 characters is no ID, and is not compared with others', () => {
	const long = 'a'.repeat(10_000);
	expect(sku().read(long)).toBe(long);
	expect(sku().read(`${long}a`)).toBeUndefined();
	expect(sku().why?.(`${long}a`)).toBe('expected an ID as text, given more than 10000 characters');
	expect(warningsOf([`${long}a`, `${long}A`])).toEqual([]);
});
