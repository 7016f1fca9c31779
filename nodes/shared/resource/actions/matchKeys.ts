/**
 * What counts as the same email, website or name. The service's search finds more than is meant, so
 * that its rows are compared here, by a form in which the same things are written alike.
 */

type Values = Readonly<Record<string, unknown>>;

/** The form of one value; empty where there is none. */
export function matchKeyOf(field: string, values: Values): string {
	const text = textOf(field, values);
	return field === 'url' ? websiteKey(text) : text.toLowerCase();
}

/** The forms that a record matches by: a name may come in one part or in two. */
export const matchKeysOf = (field: string, record: Values): string[] =>
	[matchKeyOf(field, record), plain(record[field]).toLowerCase()].filter((key) => key !== '');

/**
 * Whether a record may have the name that is looked for, or another one: it shows how the name begins,
 * and no last name.
 *
 * @param key the form of the name that is looked for
 */
export const mayHaveName = (key: string, record: Values): boolean =>
	!('last_name' in record) && key.startsWith(`${plain(record.name).toLowerCase()} `);

/** What the service is asked to look for: text that every spelling of the value contains. */
export function searchTextOf(field: string, values: Values): string {
	const text = textOf(field, values);
	if (field === 'url') return websiteKey(text).split('/')[0];
	if (field === 'email') return text.toLowerCase();
	// A last name may be kept apart from the first, and then no field has both.
	const last = plain(values.last_name);
	return last || text.split(' ').reduce((one, other) => (other.length > one.length ? other : one));
}

/** A person's name may be given in two fields. */
const textOf = (field: string, values: Values) =>
	field === 'name'
		? plain(`${plain(values.name)} ${plain(values.last_name)}`)
		: plain(values[field]);

const plain = (value: unknown) =>
	typeof value === 'string' || typeof value === 'number'
		? String(value).normalize('NFC').trim().replace(/\s+/g, ' ')
		: '';

/** Host and path of a website, however its address is written: a bare domain is one, too. */
export function websiteKey(address: string): string {
	const [place] = address
		.toLowerCase()
		.replace(/^[a-z][a-z\d+.-]*:\/\//, '')
		.split(/[?#]/);
	const [host, ...path] = place.split('/').filter((part) => part !== '');
	return host === undefined ? '' : [host.replace(/^www\./, ''), ...path].join('/');
}
