import { tryToParseDateTime } from 'n8n-workflow';

import type { Field, ValueType } from '../../../nodes/shared/schema/types';
import {
	integer,
	number,
	rows,
	text,
	boolean,
} from '../../../nodes/shared/resource/definition/fields';
import { holdsId } from '../../../nodes/shared/schema/ids';
import { expected } from '../../../nodes/shared/schema/values';
import {
	fieldReader,
	checkOf,
	type Issue,
	readOptions,
} from '../../../nodes/shared/schema/recordCheck';

import fc from '../../../testing/properties';

const TOKYO = 'Asia/Tokyo';

/** What goes out for a value, or the words with which it is refused. */
function read(field: Field | ValueType, value: unknown, zone = TOKYO): unknown {
	const given =
		typeof field === 'string' ? { name: 'x', label: 'X', description: '', type: field } : field;
	const readerOf = (one: Field) => fieldReader(one, readOptions(zone), holdsId(one));
	const check = checkOf(given, readerOf);
	const issues: Issue[] = [];
	const sent = check(value, issues);
	if (issues.length === 0) return sent;
	const [{ path, message, unknownKeys = [] }] = issues;
	const at = path.length > 0 ? ` at ${path.join('.')}` : '';
	return [`refused${at}: ${message}`, ...unknownKeys].join(' ');
}

/** A date as n8n's expressions make them. */
const utc = (iso: string) => tryToParseDateTime(iso, 'utc');
const noDate = utc('2026-03-01').setZone('Nowhere');

describe('a value with only one meaning is accepted', () => {
	it.each<[ValueType, unknown, unknown]>([
		['text', 'a', 'a'],
		['text', 12.5, '12.5'],
		['text', utc('2026-03-01T10:00'), '2026-03-01T10:00:00.000Z'],
		['textOrInteger', 'A-1', 'A-1'],
		['textOrInteger', 7, 7],
		['number', ' 12.50 ', 12.5],
		['number', '-.5', -0.5],
		['number', '+1e3', 1000],
		['number', 0, 0],
		['integer', '12', 12],
		['integer', '12.0', 12],
		['number', '0.125', 0.125],
		['number', '1234.500', 1234.5],
		['number', 1.125, 1.125],
		['boolean', false, false],
		['boolean', 'TRUE', true],
		['boolean', ' false ', false],
		['boolean', 1, true],
		['boolean', '0', false],
		['date', '2024-02-29', '2024-02-29'],
		['date', '2026-03-01T23:30:00Z', '2026-03-02'],
		['date', '2026-03-01T23:30', '2026-03-01'],
		['date', utc('2026-03-01T23:30'), '2026-03-02'],
		['date', new Date('2026-03-01T23:30:00Z'), '2026-03-02'],
		['dateTime', '2026-03-01', '2026-03-01T00:00:00+09:00'],
		['dateTime', '2026-03-01 23:30', '2026-03-01T23:30:00+09:00'],
		['dateTime', '2026-03-01T23:30:15.5Z', '2026-03-02T08:30:15.500+09:00'],
		['dateTime', '2026-03-01T23:30:00-0200', '2026-03-02T10:30:00+09:00'],
		['dateTime', utc('2026-03-01T23:30'), '2026-03-02T08:30:00+09:00'],
		['texts', 'a, b\n c,,', ['a', 'b', 'c']],
		['texts', '["a, b", 3]', ['a, b', '3']],
		['texts', ['a'], ['a']],
		['object', '{"a": {"b": 1}}', { a: { b: 1 } }],
		['object', { a: 1 }, { a: 1 }],
		['any', '[1, {"a": 2}]', [1, { a: 2 }]],
		['any', '12', '12'],
		['any', '{not json', '{not json'],
		['any', false, false],
	])('%s: %j', (type, value, sent) => expect(read(type, value)).toEqual(sent));

	it('JSON text of as many levels as can be sent', () => {
		const text = '['.repeat(500) + ']'.repeat(500);
		expect(read('any', text)).toEqual(JSON.parse(text));
		const brackets = `["${'['.repeat(10_000)}"]`;
		expect(read('any', brackets)).toEqual(JSON.parse(brackets));
	});

	it('every finite number, as number and as text', () => {
		const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
		fc.assert(
			fc.property(finite, (value) => {
				expect(read('number', value)).toBe(value);
				// With three decimals, text can also mean thousands.
				const text = String(value);
				if (!/^-?\d{1,3}\.\d{3}$/.test(text)) expect(read('number', text)).toBe(Number(text));
			}),
		);
	});

	it('every day of the calendar, and every moment as the same moment', () => {
		const [min, max] = [new Date('1900-01-01'), new Date('2199-12-31')];
		const dates = fc.date({ min, max, noInvalidDate: true });
		fc.assert(
			fc.property(dates, fc.constantFrom('UTC', TOKYO, 'America/New_York'), (date, zone) => {
				const day = date.toISOString().slice(0, 10);
				expect(read('date', day, zone)).toBe(day);
				const sent = read('dateTime', date.toISOString(), zone);
				expect(Date.parse(sent as string)).toBe(date.getTime());
			}),
		);
	});
});

describe('a day that is written with the time 00:00', () => {
	const zones = ['America/New_York', TOKYO, 'Europe/Berlin', 'UTC'];
	const day = '1996-07-04';
	const zoned = ['.000Z', 'Z', '+09:00', '-0500', '.000000+02:00'].map(
		(zone) => `T00:00:00${zone}`,
	);
	const times = [...zoned, 'T00:00:00', 'T00:00', ' 00:00:00'].map((time) => `${day}${time}`);
	const written: Array<[name: string, value: unknown]> = [
		...[...times, ` ${day} 00:00Z `].map((text): [string, unknown] => [text, text]),
		['a JS date at midnight UTC', new Date(`${day}T00:00:00Z`)],
		['a Luxon date at midnight UTC', utc(day)],
		['a Luxon date at midnight in Tokyo', tryToParseDateTime(day, TOKYO)],
		['a Luxon date at midnight in New York', tryToParseDateTime(day, 'America/New_York')],
	];

	it.each(written)('is that day in every zone: %s', (_, value) => {
		for (const zone of zones) expect([zone, read('date', value, zone)]).toEqual([zone, day]);
	});

	it.each<[string, unknown, string]>([
		['America/New_York', `${day}T00:00:00.001Z`, '1996-07-03'],
		['America/New_York', `${day}T00:00:01Z`, '1996-07-03'],
		['America/New_York', `${day}T03:59Z`, '1996-07-03'],
		['America/New_York', `${day}T04:00:00Z`, day],
		['Asia/Tokyo', `${day}T15:00:00Z`, '1996-07-05'],
		['Europe/Berlin', `${day}T22:00:00.000Z`, '1996-07-05'],
		['Europe/Berlin', new Date(`${day}T22:00:00Z`), '1996-07-05'],
		['UTC', `${day}T23:30:00-05:00`, '1996-07-05'],
		['UTC', utc(`${day}T15:00`).setZone(TOKYO).setZone('utc'), day],
	])('with any other time it is the day in the zone of the workflow: %s, %j', (zone, value, sent) =>
		expect(read('date', value, zone)).toBe(sent),
	);

	it.each(['1996-02-30T00:00:00Z', '1996-13-01 00:00'])('has to be on the calendar: %s', (text) =>
		expect(read('date', text)).toMatch(/^refused/),
	);

	it('is a moment for a field that holds one', () =>
		expect(read('dateTime', `${day}T00:00:00Z`)).toBe(`${day}T09:00:00+09:00`));
});

const couldMean = (value: string, readings: string, option: string) =>
	`given "${value}", which could mean ${readings}: choose ${option} in Reading Values`;
const NO_DATE = 'given an invalid date';

describe('anything else is refused, with what was given and what is expected', () => {
	it.each<[ValueType, unknown, string?]>([
		['text', true],
		['text', ['a']],
		['textOrInteger', 1.5],
		['number', '1,250', couldMean('1,250', '1.25 or 1250', 'Number Format')],
		['number', '1.250', couldMean('1.250', '1250 or 1.25', 'Number Format')],
		['integer', '1.000', couldMean('1.000', '1000 or 1', 'Number Format')],
		['number', '12 pcs'],
		['number', '0x10'],
		['number', '1e999'],
		['number', '', 'but it is empty'],
		['number', NaN, 'given NaN'],
		['number', true],
		['integer', '2.5'],
		['integer', 2 ** 53, 'given 9007199254740992'],
		['boolean', 2],
		['boolean', ['true']],
		['date', '01/02/2026', couldMean('01/02/2026', '2026-02-01 or 2026-01-02', 'Date Format')],
		['date', '2026-02-30'],
		['date', 20260132],
		['date', noDate, NO_DATE],
		['date', new Date('no'), NO_DATE],
		['dateTime', 'tomorrow'],
		['dateTime', '2026-02-31T10:00'],
		['dateTime', '2026-03-01T25:00'],
		['dateTime', noDate, NO_DATE],
		['dateTime', new Date('no'), NO_DATE],
		['texts', 5],
		['texts', [{}]],
		['object', '[1]'],
		['object', '{"a":', 'given "{\\"a\\":"'],
		['object', utc('2026-03-01'), 'given "2026-03-01T00:00:00.000Z"'],
	])('%s: %j', (type, value, words = `given ${JSON.stringify(value)}`) => {
		expect(read(type, value)).toBe(`refused: expected ${expected[type]}, ${words}`);
	});

	it.each<[ValueType, string]>([
		['any', '['.repeat(500_000) + ']'.repeat(500_000)],
		['any', `${'{"a":'.repeat(501)}1${'}'.repeat(501)}`],
		['object', `{"a":${'['.repeat(500)}${']'.repeat(500)}}`],
		['texts', '['.repeat(501) + ']'.repeat(501)],
	])('%s: JSON text of more levels than can be sent, before it is read', (type, value) => {
		const parse = jest.spyOn(JSON, 'parse');
		expect(read(type, value)).toMatch(/, given more than 500 levels of lists and objects$/);
		expect(parse).not.toHaveBeenCalled();
		parse.mockRestore();
	});

	it.each<[ValueType, string]>([
		['any', `[${'1,'.repeat(500_000)}1]`],
		['object', `{"a":"${'x'.repeat(1_000_000)}"}`],
		['texts', `["${'x'.repeat(1_000_000)}"]`],
	])('%s: JSON text that is too long, before it is looked through', (type, value) => {
		const parse = jest.spyOn(JSON, 'parse');
		expect(read(type, value)).toMatch(
			/, given more than 1000000 characters of JSON text; use JSON/,
		);
		expect(parse).not.toHaveBeenCalled();
		parse.mockRestore();
	});

	it('and a long value is cut in the message', () => {
		const before = 'refused: expected a number such as 12.5, given ';
		expect(read('number', 'x'.repeat(1000))).toHaveLength(before.length + 61);
	});
});

describe('rows', () => {
	const lines = rows('lines', 'Lines', 'What is ordered', [
		text('item', 'Item', 'Item that is ordered', { required: true }),
		integer('quantity', 'Quantity', 'How many'),
		number('price', 'Price', 'Price of one'),
		boolean('gift', 'Gift', 'Whether it is a gift'),
	]);

	const EMPTY = { quantity: '', price: null };
	it.each([
		['a list', [{ item: 'a', quantity: '2' }], [{ item: 'a', quantity: 2 }]],
		['JSON text', '[{"item": "a", "price": "1.5"}]', [{ item: 'a', price: 1.5 }]],
		['one object', { item: 'a' }, [{ item: 'a' }]],
		['none', [], []],
		['empty cells', [{ ...EMPTY, item: 'a', gift: 'false' }], [{ item: 'a', gift: false }]],
	])('are taken: %s', (_, value, sent) => expect(read(lines, value)).toEqual(sent));

	const LIST = ': expected a list of objects, given';
	const NO_COUNT = 'expected a whole number such as 12, given "two"';
	const TWO = `expected a number such as 12.5, ${couldMean('12.500', '12500 or 12.5', 'Number Format')}`;
	const MUCH = 'more than 1000000 characters of JSON text; use JSON.parse in the expression';
	it.each([
		['too many', Array(50_001).fill({ item: 'a' }), `${LIST} more than 50000 rows`],
		['too much JSON', `[${'{"item":"a"},'.repeat(100_000)}{}]`, `${LIST} ${MUCH}`],
		['no list', 'a', `${LIST} "a"`],
		['no object', ['a'], ' at 0: expected an object, given "a"'],
		['a bad cell', [{ item: 'a' }, { item: 'b', quantity: 'two' }], ` at 1.quantity: ${NO_COUNT}`],
		['two meanings', [{ item: 'a', price: '12.500' }], ` at 0.price: ${TWO}`],
		['no cell that is needed', [{ quantity: 1 }], ' at 0.item: expected text, but it is empty'],
		['an unknown cell', [{ item: 'a', colour: 'red' }], ' at 0: unknown fields colour'],
	])('are refused: %s', (_, value, words) => expect(read(lines, value)).toBe(`refused${words}`));
});
