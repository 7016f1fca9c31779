import type { Field, ValueType } from './types';
import {
	hasTooManyKeys,
	TOO_MANY_KEYS,
	show,
	hasLostCharacters,
	findUnsendable,
	findUnsendableAlone,
	LOST_CHARACTERS,
} from './limits';
import {
	expected,
	isObject,
	misunderstoodRows,
	rowsIn,
	misunderstood,
	readValue,
	type ValueReader,
	type Values,
} from './values';
import { EXPECTED_ID, trimId, idReader } from './ids';
import { dateReader, type DateFormat } from './reading/dates';
import { numberReader, type NumberFormat } from './reading/numbers';
import { isBlank, isFilled } from './presence';
import { emptyWords, type EmptyWords } from './reading/texts';

/** What is wrong with a value. */
export interface Issue {
	/** Wire names and row numbers, outermost first; empty for the record as a whole. */
	readonly path: ReadonlyArray<string | number>;
	readonly message: string;
	/** It is needed, and not there. */
	readonly isMissing?: boolean;
	/** Keys that no field takes. */
	readonly unknownKeys?: readonly string[];
}

/** Issues after which further rows are not checked. */
export const MAX_ISSUES = 100;

/**
 * Checks one value.
 *
 * @param issues takes what is wrong with the value
 * @returns the value as it goes out; of a record with issues, the fields that have none; undefined where nothing can go out
 */
export type Check<T = unknown> = (given: unknown, issues: Issue[]) => T | undefined;

/** A field of a record, and what may stand in it. */
export interface RecordField {
	readonly field: Field;
	readonly isRequired: boolean;
	/** It takes null; where no field does, null counts as an empty cell. */
	readonly isNullable: boolean;
	/** Where its value stands, in records that are lists of values. */
	readonly at?: number;
}

/**
 * Prepares the check of records with these fields. A value in another form is taken when it can mean
 * only one thing ("12.5" for a number, a Luxon date for a date); absent stays absent, and empty cells
 * count as absent.
 *
 * @param unknown what becomes of keys that no field takes: they go out as they are, or are left to the caller, who may
 * also give a list of values
 */
export function recordCheck(
	fields: readonly RecordField[],
	readerOf: (field: Field) => FieldReader,
	unknown: 'refused' | 'taken' | 'ignored' = 'refused',
	nullIsEmpty = false,
): Check<Record<string, unknown>> {
	const checks = fields.map(({ field, isRequired, isNullable, at }) => {
		const isBlank = field.type === 'rows' ? undefined : readerOf(field).isEmpty;
		const isEmpty = (value: unknown) => isAbsent(value, nullIsEmpty) || isBlank?.(value) === true;
		const check = checkOf(field, readerOf);
		return { name: field.name, key: at ?? field.name, isRequired, isNullable, isEmpty, check };
	});
	const names = new Set(fields.map(({ field }) => field.name));
	const isUnknown = (values: Values, name: string) =>
		!names.has(name) && !isAbsent(values[name], nullIsEmpty);

	return (all, issues) => {
		const given = all as Values;
		if (unknown !== 'ignored' && !isObject(given)) {
			issues.push({ path: [], message: `expected an object, given ${show(given)}` });
			return undefined;
		}
		const record: Record<string, unknown> = {};
		const before = issues.length;
		for (const { name, key, isRequired, isNullable, isEmpty, check } of checks) {
			const value = given[key];
			if (value === undefined && !isRequired) continue;
			const isMissing = isEmpty(value);
			if (isMissing && !isRequired) continue;
			const known = issues.length;
			const read =
				value === null && isNullable && !isMissing
					? null
					: check(isMissing ? undefined : value, issues);
			if (read !== undefined) record[name] = read;
			for (let at = known; at < issues.length; at += 1) {
				issues[at] = { ...issues[at], isMissing, path: [name, ...issues[at].path] };
			}
		}
		if (unknown !== 'ignored') {
			const unknownKeys = Object.keys(given).filter((name) => isUnknown(given, name));
			if (unknown === 'taken') {
				for (const name of unknownKeys) if (name !== '__proto__') record[name] = given[name];
			} else if (unknownKeys.length > 0) {
				issues.push({ path: [], message: 'unknown fields', unknownKeys });
			}
		}
		if (issues.length > before && hasTooManyKeys(given)) {
			issues.length = before;
			issues.push({ path: [], message: `expected an object, given ${TOO_MANY_KEYS}` });
		}
		return record;
	};
}

/** Prepares the check of one value. */
export const checkOf = (field: Field, readerOf: (field: Field) => FieldReader): Check =>
	field.type === 'rows' ? rowsCheck(field, readerOf) : valueCheck(readerOf(field));

const isAbsent = (value: unknown, nullIsEmpty: boolean) =>
	value === null ? nullIsEmpty : !isFilled(value);

function valueCheck({ field, read, why }: FieldReader): Check {
	return (value, issues) => {
		const isEmpty = !isFilled(value);
		const given = isEmpty ? undefined : read(value);
		if (given === undefined) {
			const message = isEmpty
				? `expected ${expected[field.type as ValueType]}, but it is empty`
				: why(value);
			issues.push({ path: [], message });
		}
		return given;
	};
}

/** A list of records; one alone is a list, and either may be JSON text. */
function rowsCheck({ rows = [] }: Field, readerOf: (field: Field) => FieldReader): Check {
	const fields = rows.map((field) => ({
		field,
		isRequired: Boolean(field.required),
		isNullable: false,
	}));
	const row = recordCheck(fields, readerOf, 'refused', true);
	return (given, issues) => {
		const list = rowsIn(given);
		if (!Array.isArray(list)) {
			issues.push({ path: [], message: misunderstoodRows(given) });
			return undefined;
		}
		const before = issues.length;
		const records: unknown[] = [];
		for (const [index, one] of list.entries()) {
			const known = issues.length;
			if (known - before >= MAX_ISSUES) break;
			records.push(row(one, issues));
			for (let at = known; at < issues.length; at += 1) {
				issues[at] = { ...issues[at], path: [index, ...issues[at].path] };
			}
		}
		return issues.length > before ? undefined : records;
	};
}

/** How the values of one execution are read. */
export interface ReadOptions {
	/** The workflow's time zone. */
	readonly zone: string;
	readonly numberFormat: NumberFormat;
	readonly dateFormat: DateFormat;
	readonly emptyWords: EmptyWords;
}

/** The options as they are when a person has set none. */
export const readOptions = (
	zone: string,
	set: Partial<Omit<ReadOptions, 'zone'>> = {},
): ReadOptions => ({
	zone,
	numberFormat: 'auto',
	dateFormat: 'auto',
	emptyWords: emptyWords(),
	...set,
});

/** The reader of one field. */
export type FieldReader = ReturnType<typeof fieldReader>;

/**
 * Prepares the reading of one field that is not `rows`.
 *
 * @param isId whether it holds an ID
 */
export function fieldReader(field: Field, options: ReadOptions, isId: boolean) {
	const type = field.type as ValueType;
	const reader = readerOf(field, type, options, isId);
	const isNull = (value: unknown) => type === 'text' && options.emptyWords.isNull(value as string);
	const nulls = { count: 0 };
	const hasWords = isId || !FREE.has(type) || options.emptyWords.inTexts;
	const isEmpty = (value: unknown) => {
		if (typeof value !== 'string') return value === undefined;
		const text = isId ? (trimId(value) as string) : value;
		return isBlank(text) || (hasWords ? options.emptyWords.has(text) : isNull(text));
	};
	const unsendableIn = TEXTS.has(type) ? findUnsendableAlone : findUnsendable;
	const readSendable = (value: unknown) => {
		if (unsendableIn(value) !== undefined) return undefined;
		const read = reader.read(value);
		// JSON text can hold what the value itself does not show.
		return read === value || unsendableIn(read) === undefined ? read : undefined;
	};
	const lost: { count: number; first?: unknown } = { count: 0 };
	const noteText = (value: unknown) => {
		if (!hasWords && isNull(value)) nulls.count += 1;
		if (!hasLostCharacters(value)) return;
		lost.count += 1;
		lost.first ??= value;
	};
	let last: unknown;
	/** A text that repeats the one before says nothing new. */
	const noteOther = (value: unknown) => {
		if (value === last || value === null) return;
		last = value;
		if (!isEmpty(value)) reader.observe?.(value);
	};
	return {
		...reader,
		field,
		/** Whether the value stands for an empty cell: nothing but spaces, or a word for empty. */
		isEmpty,
		/** The observed texts with lost characters; none of an ID, which is refused instead. */
		lost,
		/** How many texts are NULL, which counts as empty. */
		nulls,
		// What reads as a number or a date can be sent.
		read: FREE.has(type) ? readSendable : reader.read,
		why: (value: unknown) => {
			const found = unsendableIn(value) ?? unsendableIn(reader.read(value));
			return found === undefined
				? reader.why(value)
				: `expected ${isId ? EXPECTED_ID : expected[type]}, given ${found}`;
		},
		observe: FREE.has(type) && !isId ? noteText : reader.observe && noteOther,
	};
}

/** Kinds of value that no list and no object can be. */
const TEXTS: ReadonlySet<ValueType> = new Set(['text', 'textOrInteger']);

/** Kinds of value in which a word for empty may be meant as it is. */
const FREE: ReadonlySet<ValueType> = new Set(['text', 'textOrInteger', 'texts', 'object', 'any']);

function readerOf(field: Field, type: ValueType, options: ReadOptions, isId: boolean): ValueReader {
	if (isId && (type === 'text' || type === 'textOrInteger')) return idReader(type);
	switch (type) {
		case 'number':
		case 'integer':
			return numberReader(field, type, options);
		case 'date':
		case 'dateTime':
			return dateReader(type, options);
		default:
			return {
				read: (value) => readValue(type, value, options.zone),
				why: (value) => misunderstood(type, value),
			};
	}
}

/** How columns were read and what to look at, as sentences. */
export function describeReadings(readers: readonly FieldReader[]): string[] {
	const decided = readers.flatMap(({ field, decision }) => {
		const how = decision?.();
		return how === undefined ? [] : [`${field.label} ${how}`];
	});
	const lost = readers.filter((reader) => reader.lost.count > 0);
	const nulls = readers.filter((reader) => reader.nulls.count > 0);
	return [
		...(decided.length > 0 ? [`${decided.join('; ')}.`] : []),
		...readers.flatMap(({ warnings }) => warnings?.() ?? []),
		...(lost.length > 0 ? [describeLost(lost)] : []),
		...nulls.map(
			({ field, nulls: { count } }) =>
				`${field.label}: ${count === 1 ? 'a cell holds' : `${count.toLocaleString('en')} cells hold`} NULL, which counts as empty. Set Words for Empty in Reading Values to send it.`,
		),
	];
}

function describeLost(readers: readonly FieldReader[]): string {
	const count = readers.reduce((sum, { lost }) => sum + lost.count, 0);
	const [{ field, lost }] = readers;
	const texts = count === 1 ? '1 text holds' : `${count.toLocaleString('en')} texts hold`;
	return `${texts} �, the first in ${field.label}: ${show(lost.first)}: � ${LOST_CHARACTERS}.`;
}
