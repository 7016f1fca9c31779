/** The four kinds of records as the documentation describes them, and when two values are the same. */
export type Fields = Record<string, unknown>;
export type KindName = 'company' | 'contact' | 'deal' | 'invoice';
export type FieldType = 'text' | 'email' | 'website' | 'number' | 'day' | 'boolean';

export interface Kind {
	readonly name: KindName;
	readonly path: string;
	/** The key of the ID in the response to a write, and that of the number in a record. */
	readonly writtenId: string;
	readonly numberKey: string;
	readonly numberLabel: string;
	readonly hasUuid: boolean;
	readonly upserts: boolean;
	readonly isPaged: boolean;
	readonly fields: ReadonlyArray<{ readonly name: string; readonly type: FieldType }>;
	readonly matchBy: readonly string[];
	readonly findBy: readonly string[];
}

const typed = (types: Record<string, FieldType>) =>
	Object.entries(types).map(([name, type]) => ({ name, type }));

export const KINDS: Record<KindName, Kind> = {
	company: {
		name: 'company',
		path: 'companies',
		writtenId: 'company_id',
		numberKey: 'company_id',
		numberLabel: 'Company ID',
		hasUuid: true,
		upserts: true,
		isPaged: true,
		fields: typed({
			external_id: 'text',
			name: 'text',
			url: 'website',
			email: 'email',
			phone_number: 'text',
			address: 'text',
			allowed_in_store: 'boolean',
		}),
		matchBy: ['external_id', 'email', 'name', 'phone_number', 'url', 'id', 'company_id'],
		findBy: ['external_id', 'email', 'name', 'url'],
	},
	contact: {
		name: 'contact',
		path: 'contacts',
		writtenId: 'contact_id',
		numberKey: 'contact_id',
		numberLabel: 'Contact ID',
		hasUuid: true,
		upserts: true,
		isPaged: true,
		fields: typed({
			external_id: 'text',
			name: 'text',
			last_name: 'text',
			email: 'email',
			phone_number: 'text',
			company: 'text',
		}),
		matchBy: ['external_id', 'email', 'name', 'phone_number', 'id', 'contact_id'],
		findBy: ['external_id', 'email', 'name'],
	},
	deal: {
		name: 'deal',
		path: 'deals',
		writtenId: 'case_id',
		numberKey: 'deal_id',
		numberLabel: 'Deal ID',
		hasUuid: true,
		upserts: false,
		isPaged: false,
		fields: typed({ external_id: 'text', name: 'text', caseStatus: 'text', currency: 'text' }),
		matchBy: ['external_id', 'name', 'id', 'deal_id'],
		findBy: ['external_id'],
	},
	invoice: {
		name: 'invoice',
		path: 'invoices',
		writtenId: 'invoice_id',
		numberKey: 'id_inv',
		numberLabel: 'ID Inv',
		hasUuid: false,
		upserts: false,
		isPaged: false,
		fields: typed({
			external_id: 'text',
			start_date: 'day',
			due_date: 'day',
			currency: 'text',
			total_price: 'number',
			notes: 'text',
		}),
		matchBy: ['external_id', 'id_inv'],
		findBy: ['external_id'],
	},
};

const BLANK = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Absent, null, or a text in which nothing can be seen. */
export const isBlank = (value: unknown) =>
	value === undefined || value === null || (typeof value === 'string' && BLANK.test(value));

/** What a value means, for comparing: two values are the same when this is. */
export function meaning(type: FieldType, value: unknown): string {
	if (isBlank(value)) return '';
	const text = String(value).normalize('NFC').trim();
	if (type === 'email') return text.toLowerCase();
	if (type === 'number') return String(Number(text));
	if (type === 'boolean') return text.toLowerCase();
	if (type === 'day') {
		const written = /^(\d\d)[./](\d\d)[./](\d{4})$/.exec(text);
		return written ? `${written[3]}-${written[2]}-${written[1]}` : text.slice(0, 10);
	}
	if (type === 'website') {
		const [, host, rest] = /^(?:https?:\/\/)?(?:www\.)?([^/?#]*)(.*)$/i.exec(text) ?? [];
		return host.toLowerCase() + rest.replace(/\/$/, '');
	}
	return text;
}

/** Whether two keys differ in case or leading zeros only: nobody knows whether one was mistyped. */
export const isNear = (a: unknown, b: unknown) => loose(a) === loose(b);
const loose = (value: unknown) =>
	String(value)
		.normalize('NFC')
		.trim()
		.toLowerCase()
		.replace(/(?<!\d)0+(?=\d)/g, '');
