import type { Field } from '../../../nodes/shared/schema/types';
import { isSameValue } from '../../../nodes/shared/schema/differences';

const rows = [
	{ name: 'itemExternalId', type: 'text' },
	{ name: 'price', type: 'number' },
] as Field[];

const table: Array<[Field['type'], unknown, unknown, boolean | undefined]> = [
	['text', 'Acme', 'Acme', true],
	['text', 'Acme', ' Acme ', true],
	['text', 'Acme', 'ACME', false],
	['text', '7', 7, true],
	['text', '', null, true],
	['text', null, undefined, true],
	['text', null, 'Acme', false],
	['text', 'Acme', null, false],
	['text', 'Acme', { name: 'Acme' }, undefined],
	['number', 12.5, '12.50', true],
	['number', 0.1 + 0.2, 0.3, true],
	['number', 19.99, '19.98999999999999843680598132777959', true],
	['number', 1, '1.0', true],
	['number', 1, '01', true],
	['number', -0.5, '-.50', true],
	['number', 0, '-0.00', true],
	['number', 0, '0E-8', true],
	['number', 1e21, '1000000000000000000000', true],
	['number', 1500, '1.5e3', true],
	['number', 10_000_000, 10_000_000.01, false],
	['number', 15_000_000_000, 15_000_000_010, false],
	['number', 0.1, 0.100001, false],
	['number', 5, -5, false],
	['number', '12345678901234567890', '12345678901234567891', false],
	['number', '1234567890123.4567', '1234567890123.4568', false],
	['number', 12, '1,2', false],
	['number', 12, '.', false],
	['number', 0, null, false],
	['number', 12, 'twelve', false],
	['integer', 2, '2', true],
	['boolean', true, 1, true],
	['boolean', false, 'false', true],
	['boolean', false, null, false],
	['boolean', false, true, false],
	['date', '2026-03-01', '2026-03-01', true],
	['date', '2026-03-01', '2026-03-01T00:00:00+09:00', true],
	['date', '2026-03-01', '2026-03-02', false],
	['date', '2026-03-02', '2026-03-01T15:00:00Z', undefined],
	['dateTime', '2026-03-01T10:00:00Z', '2026-03-01T19:00:00.123+09:00', true],
	['dateTime', '2026-03-01T10:00:00Z', '2026-03-01T10:00:01Z', false],
	['dateTime', '2026-03-01T10:00:00Z', '2026-03-01T10:00:00', true],
	['dateTime', '2026-03-01T10:00:00Z', '2026-03-01T11:00:00', undefined],
	['texts', ['a', 'b'], ['a', 'b'], true],
	['texts', ['a', 'b'], ['b', 'a'], false],
	['texts', [], null, true],
	['object', { a: { b: 1 } }, { a: { b: '1' }, c: null, d: [] }, true],
	['object', { a: { b: 1 } }, { a: { b: 1 }, c: 2 }, false],
	['object', { a: { b: 1 } }, { a: { b: 1, c: 2 } }, false],
	['object', { a: 1, b: 2 }, { a: 1 }, false],
	['object', { a: 1, b: null }, { a: 1 }, true],
	['any', ['small'], ['small', 'large'], false],
	['any', [{ value: 's', label: 'S' }], [{ value: 's', label: 'S', color: 'red' }], false],
	['object', { a: 1 }, { a: 2 }, false],
	['rows', [{ price: 2 }], [{ price: '2.00', tax: 1 }], true],
	['rows', [{ itemExternalId: 's' }], [{ item_external_id: 's' }], true],
	['rows', [{ price: 2 }], [{ price: 3 }], false],
	['rows', [{ price: 2 }], [{ price: 2 }, { price: 2 }], false],
	['rows', [{ price: 2 }], [{ amount: 2 }], undefined],
	['rows', [{ price: 2 }], null, false],
];

describe('isSameValue', () => {
	it.each(table)('%s: %j and %j › %s', (type, sent, shown, same) => {
		expect(isSameValue({ type, rows }, sent, shown)).toBe(same);
	});

	it('takes time in proportion to the length of a text', () => {
		const long = '0'.repeat(200_000);
		const began = Date.now();
		for (const text of [`${long}x`, `1${long}1`, `1.${long}`, `.${long}1`, ` ${long}e`]) {
			isSameValue({ type: 'number' }, 1, text);
		}
		expect(Date.now() - began).toBeLessThan(1000);
	});
});
