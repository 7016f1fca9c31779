import { keptUnder } from '../lifetime';
import { fields, lists, words as WORDS } from './columnNames.json';
import { isFilled } from './presence';

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
	/** The name of the number that the service itself gives such records. */
	readonly ownNumber?: string;
	readonly type?: string;
	readonly isId?: boolean;
	readonly refersTo?: unknown;
}

/** Names with commas between; `...` stands before the name of a list of them. */
type Lines = readonly string[];
/** By the word that says what it is, those that say of what: `id` of `order` is “order no.”, “IdPedido” and the like. */
type TwoWords = Readonly<Partial<Record<keyof typeof WORDS, Lines>>>;

/** Under which names columns hold a field, in columnNames.json. */
interface FieldNames {
	/** Names that people and programs give it, the best first. */
	readonly aliases?: Lines;
	readonly twoWords?: TwoWords;
	/** Only where no column has a better name. */
	readonly weakTwoWords?: TwoWords;
	/** General names: they count only where their values number the rows, and nothing has a better name. */
	readonly general?: Lines;
	/** Names that are better than all others beside a column for another field: a first name beside a last name. */
	readonly best?: Lines;
	readonly beside?: string;
	/** Names of columns that hold the field together, in this order, where none holds it as a whole. */
	readonly joins?: readonly Lines[];
	/** A key of the service’s own that is written like one of its names; its own IDs are whole numbers. */
	readonly not?: string;
}

/** By the kind of record, `*` for all, and wire name; a list holds aliases. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, FieldNames | Lines>>>> = fields;
const LISTS: Readonly<Record<string, Lines>> = lists;

/** The names of a field: those for its kind of record, else those for all. */
function namesFor({ of = '', name }: NamedField): FieldNames {
	const ofAll = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
	const names = FIELDS[of]?.[name] ?? FIELDS['*'][ofAll] ?? {};
	return 'slice' in names ? { aliases: names } : names;
}

const listed = (lines: Lines = []): Lines =>
	lines.flatMap((line) =>
		line.startsWith('...') ? listed(LISTS[line.slice(3)]) : line.split(', '),
	);

/** In place of a field, for a column that the user leaves out. */
export const LEFT_OUT = '';

/** Finds the fields that a column could hold by its name alone, as wire names. */
export function fieldsByColumn(
	fields: readonly NamedField[],
	named: ReadonlyMap<string, string> = new Map(),
): (column: string) => readonly string[] {
	const candidates = namesOf(fields, named);
	return (column) => candidatesOf(candidates, column).map(({ field }) => field.name);
}

export function candidatesOf(candidates: ReadonlyMap<string, Candidate[]>, column: string) {
	if (column in Object.prototype) return [];
	const bare = bareName(column);
	const found =
		candidatesByName(candidates, column) ??
		candidatesByName(candidates, bare) ??
		candidatesByName(candidates, bare.replace(OWNER, ''))?.map(weakened) ??
		[];
	const named = found.filter(isNamed);
	return named.length > 0 ? named : found;
}

/** The name without what programs put around it: a channel in front, a unit, a currency or a mark behind. */
const bareName = (column: string) =>
	column
		.replace(CHANNEL, '')
		.split(BRACKET, 1)[0]
		.replace(CUSTOM, '')
		.replace(/\/id$/i, '')
		.replace(CURRENCY, '')
		.replace(UNIT, '');

const CHANNEL =
	/^(?:amazon|ebay|etsy|shopify|woocommerce|wc|magento|lazada|shopee|tiktok|walmart|rakuten|allegro|odoo|zoho|salesforce|hubspot|lineitem|line item)[\s_.-]/i;
const BRACKET = /[([（［]/;
/** Of Salesforce's own making; what is external there is the ID of another system. */
const CUSTOM = /(?<!external_?id)__c$/i;
const CURRENCY =
	/(?:[\s_-](?:in[\s_-])?|(?<=\p{Ll})(?=\p{Lu}{3}$))(?:usd|eur|gbp|chf|jpy|cny|krw|brl|pln|czk|sek|nok|dkk|try|rub|inr|mxn|cad|aud|huf|ron|bgn|uah|ils|€|\$|£)$/iu;
const UNIT = /[\s_-](?:pcs|pc|stk|st|szt|ks|kos|kom|шт|vnt|gab|tk|db)\.?$/i;
/** Whose value it is, or in which system: the field's where nothing else is named like it. */
const OWNER =
	/^(?:our|unsere?|notre|nuestr[oa]|nostr[oa]|noss[oa]|наш[ае]?|fk|pk|cust|sap|erp|crm|(?:seller|vendor|vendeur|merchant|shop|store)(?=[\s_.-]\p{L}+[\s_.-]\p{L}))[\s_.-]/iu;

const weakened = (candidate: Candidate): Candidate => ({
	...candidate,
	rank: WEAK_RANK + candidate.rank,
});

/** By the whole name, or by the two words that it is made of. */
function candidatesByName(
	candidates: ReadonlyMap<string, Candidate[]>,
	column: string,
): readonly Candidate[] | undefined {
	return candidates.get(plainName(column)) ?? candidates.get(twoWords(candidates, column) ?? '');
}

/** The two words of a name, written as those of fields are: two columns whose are the same are named equally well. */
export function twoWords(
	candidates: ReadonlyMap<string, Candidate[]>,
	column: string,
): string | undefined {
	const name = plainName(column);
	for (const [kind, words] of PLAIN_WORDS) {
		for (const word of words) {
			const behind = name.startsWith(word) && name.slice(word.length);
			const before = name.endsWith(word) && name.slice(0, -word.length);
			const found = [
				behind && `${kind}:${behind}`,
				behind && `${kind}:${behind.replace(CONNECTIVES, '')}`,
				before && `${kind}:${before}`,
			].find((key) => key && candidates.has(key));
			if (found) return found;
		}
	}
	return undefined;
}

export interface Candidate {
	readonly field: NamedField;
	/** The name as it is written in the options or the definition. */
	readonly written: string;
	/** How good the name is: 0 and less for the user's own and that of the field, then its aliases. */
	readonly rank: number;
	/** The columns that could hold the field; all names of it share this. */
	readonly columns: Column[];
	/** It is the field's only where the values number the rows. */
	readonly isGeneral?: boolean;
	/** It is the best name where this other field has a column. */
	readonly bestWith?: string;
	/** Which part of the field the column holds, where several make it. */
	readonly part?: number;
}

export interface Column {
	readonly key: string;
	/** The two words of its name, where it is made so. */
	readonly words?: string;
	/** The fields that it could hold. */
	candidates: readonly Candidate[];
	/** Its values are of none of the fields that its name says. */
	isDoubtful?: boolean;
	/** Columns for the same field that have another value in a row in which this one has one, too. */
	readonly rivals: Set<string>;
	/** How many rows fill it; of one that is not contested, whether there is such. */
	filled: number;
	/** There are others for one of its fields; only then its further values matter. */
	isContested: boolean;
	/** What the row at hand has there. */
	value: unknown;
}

const NAMED_RANK = -1;
/** Of columns named by the user that differ in case or signs only, the one that is written so. */
export const NAMED_EXACT_RANK = -2;
export const EXACT_RANK = -0.5;
export const LABEL_RANK = 0.5;
/** Between names that say it all and general ones. */
const TWO_WORDS_RANK = 40;
/** No column could be worse; still it is one where the field has no better one. */
const WEAK_RANK = 500_000;
/** Beyond every rank of an alias. */
export const SHARED_RANK = 1_000_000;

/** It counts only where the field has no better column. */
export const isWeak = ({ rank }: Candidate) => rank >= WEAK_RANK;

export const isNamed = ({ rank }: Pick<Candidate, 'rank'>) => rank <= NAMED_RANK;

/** Of columns that differ in case or signs only, the one that is written as the name is counts. */
export const exactFirst =
	(key: string) =>
	(candidate: Candidate): Candidate => {
		if (key !== candidate.written) return candidate;
		if (isNamed(candidate)) return { ...candidate, rank: NAMED_EXACT_RANK };
		return candidate.rank === 0 ? { ...candidate, rank: EXACT_RANK } : candidate;
	};

/** The fields by the names of their columns; a name of two words has the first one before it. */
export function namesOf(
	fields: readonly NamedField[],
	named: ReadonlyMap<string, string>,
): ReadonlyMap<string, Candidate[]> {
	const names = new Map<string, Candidate[]>();
	const add = (key: string, candidate: Candidate) => {
		const known = names.get(key);
		if (!known) names.set(key, [candidate]);
		else if (!known.some(({ field }) => field === candidate.field)) known.push(candidate);
	};
	for (const field of fields) {
		const columns: Column[] = [];
		for (const [written, wireName] of named) {
			if (wireName !== field.name) continue;
			add(plainName(written), { field, columns, written, rank: NAMED_RANK });
		}
		for (const { key, ...name } of ownNames(field, '', field))
			add(key, { field, columns, ...name });
	}
	for (const [column, wireName] of named) {
		const others = names.get(plainName(column)) ?? [];
		if (wireName === LEFT_OUT) names.set(plainName(column), others.filter(isNamed));
	}
	return names;
}

/** A name of a field, without the signs in it. */
interface OwnName extends Omit<Candidate, 'field' | 'columns'> {
	readonly key: string;
}

/** The names of a field that do not depend on the user: hundreds, which are plain text to compare. */
const ownNames = keptUnder('Names of columns', 'field', (field: NamedField): OwnName[] => {
	const { name, label } = field;
	const names = namesFor(field);
	const own = (written: string, rank: number, more: Partial<OwnName> = {}): OwnName => ({
		key: plainName(written),
		written,
		rank,
		...more,
	});
	const ofTwo = (pairs: TwoWords = {}, first: number) =>
		Object.entries(pairs).flatMap(([word, of]) =>
			listed(of).map((each, index) =>
				own('', first + index / 1000, { key: `${word}:${plainName(each)}` }),
			),
		);
	return [
		own(name, 0),
		own(label, LABEL_RANK),
		...listed(names.best).map((each, index) => own(each, index + 1, { bestWith: names.beside })),
		...listed(names.aliases).map((alias, index) => own(alias, index + 1)),
		...ofTwo(names.twoWords, TWO_WORDS_RANK),
		...ofTwo(names.weakTwoWords, WEAK_RANK),
		...listed(names.general).map((each, index) =>
			own(each, WEAK_RANK + index, { isGeneral: true }),
		),
		...(names.joins ?? []).flatMap((lines, part) =>
			listed(lines).map((each) => own(each, WEAK_RANK + part, { part })),
		),
	];
});

/** The key of the service’s own that is written like a name of the field. */
export const ownKeyLike = (field: NamedField): string | undefined =>
	field.isKey ? field.ownNumber : namesFor(field).not;

/** The usual names of a field beside its own, the best first. */
export const aliasesOf = (field: NamedField): readonly string[] => listed(namesFor(field).aliases);

/** Letters and digits, `%` and `#`, in lower case and without accents; none of what is too long for a name. */
export function plainName(name: string): string {
	if (name.length > 1000) return '';
	return name
		.normalize('NFKD')
		.replace(NO_LETTERS, '')
		.toLowerCase()
		.replace(BARRED, (letter) => BARRED_LETTERS[letter]);
}

/** Letters whose strokes do not count, though they are no accents to Unicode. */
const BARRED_LETTERS: Readonly<Record<string, string>> = {
	ł: 'l',
	ø: 'o',
	đ: 'd',
	ı: 'i',
	ß: 'ss',
	ς: 'σ',
};
const BARRED = /[łøđıßς]/g;

/** Marks too: the accents that the decomposition has split off. */
const NO_LETTERS = /[^\p{L}\p{N}%#]+/gu;

/** What stands between the two words of a name. */
const CONNECTIVES = /^(?:de|del|dela|della|dell|do|da|di|des|du|der|dem|van|of|the|d|l)(?=.{3})/;

const PLAIN_WORDS = Object.entries(WORDS).map(
	([kind, words]) => [kind, listed(words).map((word) => plainName(word))] as const,
);

/** What is said of a rejected row in columns of its own; they are ignored when the corrected row comes in again. */
export const REJECTION_COLUMNS: readonly string[] = ['_row', '_error', '_remedy'];

/** What becomes of a row of a sync, in the order in which it is counted. */
export const OUTCOMES = 'created updated unchanged archived skipped ambiguous rejected'.split(' ');

export const isRejectionColumn = (column: string): boolean => REJECTION_COLUMNS.includes(column);

/** A row as it was given, with the number it had and why it was rejected. */
export const rejectedRow = <T extends object>(
	row: T,
	at: number,
	{ message, remedy }: { readonly message: string; readonly remedy: string },
) => ({ ...row, _row: at, _error: message, _remedy: remedy });

/**
 * What a row does that holds no record, as the end of a sentence: all its values are the names of the columns, as where files
 * were put together, or its only one is the time at which the table was written, as programs put below it.
 */
export function describeStray(row: Readonly<Record<string, unknown>>): string | undefined {
	let names = 0;
	let only: string | undefined;
	for (const column in row) {
		const value = row[column];
		if (!isFilled(value)) continue;
		if (typeof value !== 'string' || only !== undefined) return undefined;
		const text = value.trim();
		// Most values are not what the name begins with.
		const isRepeated = column.startsWith(text) && text === column.replace(PRIMES, '');
		if (isRepeated || value === column) names += 1;
		else if (names > 0) return undefined;
		else only = value;
	}
	if (names > 1) return 'repeats the names of the columns';
	const isTime = only !== undefined && TIME.test(only.trim());
	return isTime ? 'holds nothing but a day with a time' : undefined;
}

/** As people read it, maybe behind a word with a colon; programs write `T` between the two. */
const TIME =
	/^(?:[^\d:]{1,40}:\s)?\d{1,4}[-/.年]\s?\d{1,2}[-/.月]\s?\d{1,4}日?[\s,]{1,3}(?:\D{1,12}\s)?\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?$/i;

/** Behind the names of columns that come again. */
export const PRIMES = /(?:′{1,9}|_\d{1,4})$/;

/** The fields for which the user named a column. */
export const namedIn = (seen: readonly Column[]) =>
	new Set(seen.flatMap(({ candidates }) => candidates.filter(isNamed).map(({ field }) => field)));
