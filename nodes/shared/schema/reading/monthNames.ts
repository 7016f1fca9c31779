import { once } from '../../lifetime';

/** Languages whose names of months are read. A name that means two months in two of them is not. */
export const MONTH_LANGUAGES = [
	'en',
	'de',
	'fr',
	'es',
	'it',
	'pt',
	'nl',
	'pl',
	'sv',
	'da',
	'nb',
	'fi',
	'cs',
];

/** A name as it is looked up: in lower case, without the point of an abbreviation. */
const lookupName = (name: string) => name.toLowerCase().replaceAll('.', '').trim();

const months = once('Names of months', namesOfMonths);
const weekdays = once('Names of weekdays', namesOfWeekdays);

/** The months by their names, long and short; from Intl, made when a name is first met. */
export const monthOf = (name: string): number | undefined => months().get(lookupName(name));

/** Whether it is the name of a day of the week. */
export const isWeekday = (name: string): boolean => weekdays().has(lookupName(name));

function namesOfWeekdays(): ReadonlySet<string> {
	const names = MONTH_LANGUAGES.flatMap((language) =>
		(['long', 'short'] as const).flatMap((weekday) => {
			const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' });
			return [1, 2, 3, 4, 5, 6, 7].map((day) => lookupName(format.format(Date.UTC(2026, 0, day))));
		}),
	);
	return new Set(names);
}

function namesOfMonths(): ReadonlyMap<string, number> {
	const found = new Map<string, number>();
	const doubtful = new Set<string>();
	for (const language of MONTH_LANGUAGES) {
		for (const month of ['long', 'short'] as const) {
			// Many languages change the name beside a day.
			for (const beside of [{}, { day: 'numeric' }] as const) {
				const format = new Intl.DateTimeFormat(language, { month, ...beside, timeZone: 'UTC' });
				for (let index = 1; index <= 12; index += 1) {
					const parts = format.formatToParts(Date.UTC(2026, index - 1, 15));
					const name = lookupName(parts.find(({ type }) => type === 'month')?.value ?? '');
					if (found.has(name) && found.get(name) !== index) doubtful.add(name);
					found.set(name, index);
				}
			}
		}
	}
	for (const name of doubtful) found.delete(name);
	return found;
}
