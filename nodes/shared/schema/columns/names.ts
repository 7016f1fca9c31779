import { keptUnder } from '../../lifetime';
import { fields, kinds, lists, words as WORDS } from '../columnNames.json';

/** Which fields a column could hold by its name: first what the user says, then the list of names in its order. */

/** A field that columns may hold. */
export interface NamedField {
	/** The service's own name, exact. */
	readonly name: string;
	/** The name in the editor, Title Case. */
	readonly label: string;
	/** The kind of record that it is a field of, which may have names of its own for it; fields of rows: `order.items`. */
	readonly of?: string;
	/** It names the record of a row: by other names than its own, it is not taken from a column that repeats. */
	readonly isKey?: boolean;
	/** The key under which the service itself shows the number that it gives such records, or what they are linked to. */
	readonly ownKey?: string;
	readonly type?: string;
	readonly isId?: boolean;
	readonly refersTo?: unknown;
}

/** How much a name says of what a column holds; within a rank, the first names of a list say the most. */
export const enum Rank {
	/** The user's own choice. */
	Named = 0,
	/** The wire name, and that in the editor. */
	Own = 10_000,
	Listed = 20_000,
	TwoWords = 30_000,
	/** It counts only where the field has no better column, as does, beside its own rank, a name that several fields have. */
	Weak = 40_000,
	/** Of columns without values. */
	Empty = 100_000,
}

/** A field that a column could hold, by one of its names. */
export interface Claim {
	readonly field: NamedField;
	/** The name as it is written in the options, the definition or the list. */
	readonly written: string;
	readonly rank: number;
	/** It counts only where the values number the rows. */
	readonly isGeneral?: boolean;
	/** It is the best name where this other field has a column: a first name beside a last name. */
	readonly beside?: string;
	/** Which part of the field the column holds, where several make it. */
	readonly part?: number;
}

/** Names with commas between; `...` stands before the name of a list of them. */
type Lines = readonly string[];
type Kind = keyof typeof WORDS;

/** The names of a field in columnNames.json, beside its own; what they mean is said at Claim. */
interface FieldNames extends Partial<Record<'aliases' | 'general' | 'best' | 'weak', Lines>> {
	/** By the word that says what it is, those that say of what: `id` of `order` is “order no.”, “IdPedido” and the like. */
	readonly twoWords?: Partial<Record<Kind, Lines>>;
	/** Before the names of one word: of amounts, those that say they are with tax. */
	readonly bestTwoWords?: Partial<Record<Kind, Lines>>;
	readonly weakTwoWords?: Partial<Record<Kind, Lines>>;
	readonly beside?: string;
	readonly joins?: readonly Lines[];
}

/** By the kind of record, `*` for all, and wire name; a list holds aliases. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, FieldNames | Lines>>>> = fields;
const LISTS: Readonly<Record<string, Lines>> = lists;

/** In place of a field, for a column that the user leaves out. */
export const LEFT_OUT = '';

export const isNamed = ({ rank }: Claim): boolean => rank <= Rank.Named;

const listed = (lines: Lines = []): Lines =>
	lines.flatMap((line) =>
		line.startsWith('...') ? listed(LISTS[line.slice(3)]) : line.split(', '),
	);

/** The names of a field, by what of them is compared: hundreds. A name of two words has the first one before it. */
export const namesOf = keptUnder('Names of columns', 'field', (field: NamedField) => {
	const { of = '', name, label } = field;
	const ofAll = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
	const found = FIELDS[of]?.[name] ?? FIELDS['*'][ofAll] ?? {};
	const names: FieldNames = 'slice' in found ? { aliases: found } : found;
	const claims = new Map<string, Claim>();
	const add = (lines: Lines = [], rank: Rank, more: Partial<Claim> = {}, before = '') => {
		for (const [place, written] of listed(lines).entries()) {
			const key = before + plainName(written);
			if (!claims.has(key)) claims.set(key, { field, written, rank: rank + place, ...more });
		}
	};
	add([name, label], Rank.Own);
	add(names.best, Rank.Listed + 1_000, { beside: names.beside });
	add(names.aliases, Rank.Listed + 1_000);
	for (const kind of KINDS) {
		add(names.bestTwoWords?.[kind], Rank.Listed, {}, `${kind}:`);
		add(names.twoWords?.[kind], Rank.TwoWords, {}, `${kind}:`);
		add(names.weakTwoWords?.[kind], Rank.Weak, {}, `${kind}:`);
	}
	add(names.weak, Rank.Weak);
	add(names.general, Rank.Weak, { isGeneral: true });
	names.joins?.forEach((lines, part) => add(lines, Rank.Weak, { part, rank: Rank.Weak + part }));
	return claims;
});

const KINDS = Object.keys(WORDS) as Kind[];

/** Finds the fields that a column could hold by its name. */
export type NameReader = ReturnType<typeof nameReader>;

/**
 * Finds what a column could hold by its name alone: the field that the user named it for; else by the whole name, or the
 * two words that it is made of; else without what programs put around it; else without whose it is.
 *
 * @param named user-defined column names → wire name of the field
 */
export function nameReader(
	fields: readonly NamedField[],
	named: ReadonlyMap<string, string> = new Map(),
) {
	const names = fields.map((field) => {
		const chosen = [...named].filter(([, to]) => to === field.name);
		const claimOf = (written: string): Claim => ({ field, written, rank: Rank.Named });
		const own = chosen.map(([written]) => [plainName(written), claimOf(written)] as const);
		const all = namesOf(field, '', field);
		return own.length > 0 ? new Map([...all, ...own]) : all;
	});
	const claimsOf = (key: string) => names.flatMap((one) => one.get(key) ?? []);
	const find = (column: string) =>
		[plainName(column), ...twoWordsIn(column)].map(claimsOf).find(({ length }) => length > 0);
	/** Pipedrive begins the names of columns with the kind of record; what is of another kind is no field of this one. */
	const kind = `${(kinds as Record<string, string>)[fields[0]?.of ?? '']} - `;
	return (column: string): readonly Claim[] => {
		if (column in Object.prototype) return [];
		const sole = column.startsWith(kind) ? column.slice(kind.length) : column;
		const bare = sole.replace(BEFORE, '').replace(BEHIND, '').replace(UNIT, '');
		const ofOthers = () =>
			find(bare.replace(OWNER, ''))?.map((claim) => ({ ...claim, rank: Rank.Weak + claim.rank }));
		const all = find(column) ?? find(bare) ?? ofOthers() ?? [];
		const own = all.filter(isNamed);
		/** Of columns that differ in case or signs only, the one that is written as the name is counts. */
		const lead = ({ written, rank }: Claim) => (written === column && rank <= Rank.Own ? 0.5 : 0);
		return (own.length > 0 ? own : all).map((one) => ({ ...one, rank: one.rank - lead(one) }));
	};
}

/** The channel that sold. */
const BEFORE =
	/^(?:amazon|ebay|etsy|shopify|woocommerce|wc|magento|lazada|shopee|tiktok|walmart|rakuten|allegro|odoo|zoho|salesforce|hubspot|lineitem|line item)[\s_.-]/i;
/** Remarks in brackets, and the marks of Odoo and of Salesforce, where what is external is the ID of another system. */
const BEHIND = /[([（［].*$|(?<!external_?id)__c$|\/id$/is;
/** Of amounts a currency, of counts what is counted. */
const UNIT =
	/(?:(?:[\s_-](?:in[\s_-])?|(?<=\p{Ll})(?=\p{Lu}{3}$))(?:usd|eur|gbp|chf|jpy|cny|krw|brl|pln|czk|sek|nok|dkk|try|rub|inr|mxn|cad|aud|nzd|huf|ron|bgn|uah|ils|aed|sar|zar|kes|ksh|ngn|idr|myr|sgd|hkd|thb|vnd|cop|clp|€|\$|£)|[\s_-](?:pcs|pc|stk|st|szt|ks|kos|kom|шт|vnt|gab|tk|db)\.?)$/iu;
/** Whose value it is, or in which system: the field's where nothing else is named like it. */
const OWNER =
	/^(?:our|unsere?|notre|nuestr[oa]|nostr[oa]|noss[oa]|наш[ае]?|fk|pk|cust(?!.ref)|sap|erp|crm|(?:seller|vendor|vendeur|merchant|shop|store)(?=[\s_.-]\p{L}+[\s_.-]\p{L}))[\s_.-]/iu;

/** The ways in which a name may be made of two words, written as those of fields are. */
function twoWordsIn(column: string): readonly string[] {
	const name = plainName(column);
	return PLAIN_WORDS.flatMap(([kind, word]) => {
		const behind = name.startsWith(word) ? name.slice(word.length) : '';
		const before = name.endsWith(word) ? name.slice(0, -word.length) : '';
		const joint = behind === '' ? [] : CONNECTIVES.filter((one) => behind.startsWith(one));
		const all = [behind, ...joint.map(({ length }) => behind.slice(length)), before];
		return all.filter(Boolean).map((of) => `${kind}:${of}`);
	});
}

/** Whether two columns are named equally well for a field, by the same of its two words: `Customer No`, `Customer Code`. */
export const areAlike = (field: NamedField, one: string, other: string): boolean =>
	twoWordsIn(one).some(
		(words) => namesOf(field, '', field).has(words) && twoWordsIn(other).includes(words),
	);

/** What stands between the two words of a name; several begin alike: “date de livraison”, “data del pedido”. */
const CONNECTIVES =
	'd de del dela dell della des der dem do da di du van of the for l la na на ال ה של'.split(' ');

/** Letters and digits, `%` and `#`, in lower case and without accents; none of what is too long for a name. */
export function plainName(name: string): string {
	if (name.length > 1000) return '';
	const letters = name.normalize('NFKD').replace(LEFT_AWAY, '').toLowerCase();
	return letters.replace(/[łøđıßς]/g, (letter) => BARRED[letter]);
}

/** Letters whose strokes do not count, though they are no accents to Unicode. */
const BARRED: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ı: 'i', ß: 'ss', ς: 'σ' };

/** Marks too, the accents that the decomposition has split off; and the Arabic article. */
const LEFT_AWAY = /[^\p{L}\p{N}%#]+|(?<!\p{L})ال(?=\p{L}{3})/gu;

const PLAIN_WORDS = KINDS.flatMap((kind) =>
	listed(WORDS[kind]).map((word) => [kind, plainName(word)] as const),
);
