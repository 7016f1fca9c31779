/** The four kinds of records as the documentation describes them, and when two values are the same. */
export type Fields = Record<string, unknown>;
export type KindName = 'company' | 'contact' | 'deal' | 'invoice';
export type Kind = ReturnType<typeof kindOf>;

/** Path, key of the ID in the response to a write, key of the number in a record; fields with their types. */
const TABLE: Record<KindName, string> = {
	company:
		'companies company_id company_id external_id name url:website email:email phone_number address allowed_in_store:boolean',
	contact:
		'contacts contact_id contact_id external_id name last_name email:email phone_number company',
	deal: 'deals case_id deal_id external_id name caseStatus currency',
	invoice:
		'invoices invoice_id id_inv external_id start_date:day due_date:day currency total_price:number notes',
};

function kindOf(name: KindName) {
	const [path, writtenId, numberKey, ...typed] = TABLE[name].split(' ');
	const fields = typed.map((field) => field.split(':')).map(([name, type]) => ({ name, type }));
	const upserts = name.startsWith('co');
	const has = (key: string) => fields.some((field) => field.name === key);
	const keys = ['external_id', 'email', 'name', 'url', 'phone_number'].filter(has);
	const matchBy = [...keys, ...(name === 'invoice' ? [] : ['id']), numberKey];
	const findBy = upserts ? keys.filter((key) => key !== 'phone_number') : ['external_id'];
	const capital = (word: string) => (word === 'id' ? 'ID' : word[0].toUpperCase() + word.slice(1));
	/** The number's name in the editor. */
	const numberLabel = numberKey.split('_').map(capital).join(' ');
	// The lists of those that upsert come in pages, the others whole.
	return { path, writtenId, numberKey, numberLabel, upserts, fields, matchBy, findBy };
}

export const KINDS = Object.fromEntries(
	Object.keys(TABLE).map((name) => [name, kindOf(name as KindName)]),
) as Record<KindName, Kind>;

const BLANK = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Absent, null, or a text in which nothing can be seen. */
export const isBlank = (value: unknown) =>
	value === undefined || value === null || (typeof value === 'string' && BLANK.test(value));

const textOf = (value: unknown) => String(value).normalize('NFC').trim();

/** What a value means: two values are the same when this is. */
export function meaning(type = 'text', value: unknown): string {
	if (isBlank(value)) return '';
	const text = textOf(value);
	if (type === 'email' || type === 'boolean') return text.toLowerCase();
	if (type === 'number') return String(Number(text));
	if (type === 'day')
		return /^..\/../.test(text) ? text.split('/').reverse().join('-') : text.slice(0, 10);
	if (type !== 'website') return text;
	const [, host, rest] = /^(?:https?:\/\/)?(?:www\.)?([^/?#]*)(.*)$/i.exec(text) ?? [];
	return host.toLowerCase() + rest.replace(/\/$/, '');
}

const loose = (value: unknown) =>
	textOf(value)
		.toLowerCase()
		.replace(/(?<!\d)0+(?=\d)/g, '');

/** Whether two keys differ in case or leading zeros only, so that one may be mistyped. */
export const isNear = (a: unknown, b: unknown) => loose(a) === loose(b);
