import { parseDate, serialDay, YEAR_MONTH_DAY } from '../../../nodes/shared/schema/reading/dates';

it.each([
	[18_264, '1950-01-01', ''],
	[45_000, '2023-03-15', ''],
	[45_000.5, '2023-03-15', 'T12:00:00'],
	[45_000.999_999, '2023-03-16', ''],
	[99_999, '2173-10-13', ''],
])(
	'a number of five digits is a day of a spreadsheet, counted from 1900: %d',
	(serial, day, time) => {
		const read = serialDay(serial);
		expect(read).toMatchObject({ time, offset: '', counts: 'serial numbers of days' });
		expect(read?.days.get(YEAR_MONTH_DAY)).toBe(day);
	},
);

it.each([18_263, 100_000, NaN])('any other is none: %d', (serial) => {
	expect(serialDay(serial)).toBeUndefined();
});

it('a text is one where it is such a number', () => {
	expect(parseDate('45000')).toEqual(serialDay(45_000));
	expect(parseDate('45000,5')).toEqual(serialDay(45_000.5));
	expect(parseDate('045000')).toBeUndefined();
	expect(parseDate('4500')).toBeUndefined();
});
