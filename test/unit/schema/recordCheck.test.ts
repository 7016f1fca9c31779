import { integer, number, rows, text } from '../../../nodes/shared/resource/definition/fields';
import type { Field } from '../../../nodes/shared/schema/types';
import {
	fieldReader,
	recordCheck,
	type Check,
	type Issue,
	readOptions,
} from '../../../nodes/shared/schema/recordCheck';

import { MAX_KEYS } from '../../../nodes/shared/schema/limits';

const readers = new Map<Field, ReturnType<typeof fieldReader>>();
const readerOf = (field: Field) => {
	const reader = readers.get(field) ?? fieldReader(field, readOptions('UTC'), false);
	readers.set(field, reader);
	return reader;
};
const as = (field: Field, isRequired = false, isNullable = false) => ({
	field,
	isRequired,
	isNullable,
});
const fields = [
	as(text('name', 'Name', 'What it is called'), true),
	as(number('price', 'Price', 'What it costs'), false, true),
	as(integer('count', 'Count', 'How many')),
	as(rows('lines', 'Lines', 'What is in it', [text('sku', 'SKU', 'Item', { required: true })])),
];
/** The record, where nothing is wrong with it; and what is. */
const both = <T>(check: Check<T>) => {
	const issues = (given: unknown) => {
		const found: Issue[] = [];
		check(given, found);
		return found;
	};
	const read = (given: unknown) => (issues(given).length === 0 ? check(given, []) : undefined);
	return { read, issues };
};
const check = both(recordCheck(fields, readerOf));

describe('recordCheck', () => {
	it('gives the values in the order of the fields, as they go out', () => {
		const given = { lines: [{ sku: 1 }], count: '2', price: null, name: 'A' };
		expect(Object.entries(check.read(given) ?? {})).toEqual([
			['name', 'A'],
			['price', null],
			['count', 2],
			['lines', [{ sku: '1' }]],
		]);
		expect(check.issues(given)).toEqual([]);
	});

	it('leaves out empty cells and absent values', () => {
		const given = { name: 'A', price: ' ', count: undefined, lines: '', other: '' };
		expect(check.read(given)).toEqual({ name: 'A' });
		expect(check.issues(given)).toEqual([]);
	});

	it.each<[string, object, object[]]>([
		[
			'what is missing, null where it may not be, and wrong in a row, in the order of the fields',
			{ count: null, lines: [{ sku: 'a' }, { sku: true }] },
			[
				{ path: ['name'], isMissing: true, message: 'expected text, but it is empty' },
				{ path: ['count'], message: 'expected a whole number such as 12, but it is empty' },
				{ path: ['lines', 1, 'sku'], message: 'expected text, given true' },
			],
		],
		[
			'keys that no field takes, last',
			{ name: true, colour: 'red', lines: [{ sku: 'a', size: 1 }] },
			[
				{ path: ['name'], message: 'expected text, given true' },
				{ path: ['lines', 0], unknownKeys: ['size'] },
				{ path: [], unknownKeys: ['colour'] },
			],
		],
	])('says %s', (_, given, issues) => {
		expect(check.read(given)).toBeUndefined();
		expect(check.issues(given)).toMatchObject(issues);
		expect(check.issues(given)).toHaveLength(issues.length);
	});

	it('refuses what is no record', () => {
		expect(check.read(['a'])).toBeUndefined();
		expect(check.issues('a')).toMatchObject([{ message: 'expected an object, given "a"' }]);
	});

	it('refuses a record with more keys than anybody can read, and does not name them', () => {
		const given = Object.fromEntries(Array.from({ length: MAX_KEYS + 1 }, (_, key) => [key, '']));
		expect(check.read(given)).toBeUndefined();
		expect(check.issues(given)).toEqual([
			{ path: [], message: 'expected an object, given more than 50000 keys in one object' },
		]);
	});

	it('passes unknown keys on where it takes them, but none that would change the object itself', () => {
		const open = both(recordCheck(fields, readerOf, 'taken'));
		const given = JSON.parse('{"name": "A", "colour": "red", "__proto__": {"x": 1}}') as object;
		const read = open.read(given) ?? {};
		expect(Object.entries(read)).toEqual([
			['name', 'A'],
			['colour', 'red'],
		]);
		expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
		expect(open.issues(given)).toEqual([]);
	});

	it('gives of a record with issues the fields that have none', () => {
		const issues: Issue[] = [];
		const given = { name: 'A', price: 'x', count: 2, lines: [{ sku: 'a' }, {}] };
		expect(recordCheck(fields, readerOf)(given, issues)).toEqual({ name: 'A', count: 2 });
		expect(issues.map(({ path }) => path.join('.'))).toEqual(['price', 'lines.1.sku']);
	});

	it('leaves unknown keys to the caller where that is wanted', () => {
		const issues: Issue[] = [];
		const ignores = recordCheck(fields, readerOf, 'ignored');
		expect(ignores({ name: 'A', colour: 'red' }, issues)).toEqual({ name: 'A' });
		expect(issues).toEqual([]);
	});
});
