/** The four kinds of records as the documentation describes them, and when two values are the same. */
export type Fields = Record<string, unknown>;
export type KindName = 'company' | 'contact' | 'deal' | 'invoice';
type FieldType = 'text' | 'email' | 'website' | 'number' | 'day' | 'boolean';
export type Kind = ReturnType<typeof kindOf>;

function kindOf(names: string, typedFields: string, matches: string) {
	const [path, writtenId, numberKey, label] = names.split(' ');
	const upserts = path.startsWith('co');
	const matchBy = matches.split(' ');
	const canFind = upserts ? ['external_id', 'name', 'email', 'url'] : ['external_id'];
	return {
		path,
		writtenId,
		numberKey,
		/** The number's name in the editor. */
		numberLabel: label.replace('_', ' '),
		/** The lists of those that upsert come in pages, the others whole. */
		upserts,
		fields: typedFields.split(' ').map((field) => {
			const [name, type = 'text'] = field.split(':');
			return { name, type: type as FieldType };
		}),
		matchBy,
		findBy: canFind.filter((name) => matchBy.includes(name)),
	};
}

export const KINDS: Record<KindName, Kind> = {
	company: kindOf(
		'companies company_id company_id Company_ID',
		'external_id name url:website email:email phone_number address allowed_in_store:boolean',
		'external_id email name phone_number url id company_id',
	),
	contact: kindOf(
		'contacts contact_id contact_id Contact_ID',
		'external_id name last_name email:email phone_number company',
		'external_id email name phone_number id contact_id',
	),
	deal: kindOf(
		'deals case_id deal_id Deal_ID',
		'external_id name caseStatus currency',
		'external_id name id deal_id',
	),
	invoice: kindOf(
		'invoices invoice_id id_inv ID_Inv',
		'external_id start_date:day due_date:day currency total_price:number notes',
		'external_id id_inv',
	),
};

const BLANK = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Absent, null, or a text in which nothing can be seen. */
export const isBlank = (value: unknown) =>
	value === undefined || value === null || (typeof value === 'string' && BLANK.test(value));

const textOf = (value: unknown) => String(value).normalize('NFC').trim();

/** What a value means: two values are the same when this is. */
export function meaning(type: FieldType, value: unknown): string {
	if (isBlank(value)) return '';
	const text = textOf(value);
	if (type === 'email' || type === 'boolean') return text.toLowerCase();
	if (type === 'number') return String(Number(text));
	if (type === 'day') {
		const isTurned = /^\d\d\/\d\d\/\d{4}$/.test(text);
		return isTurned ? text.split('/').reverse().join('-') : text.slice(0, 10);
	}
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
