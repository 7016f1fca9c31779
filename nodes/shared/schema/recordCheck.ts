import type { Field, ValueType } from './types';
import type { FieldReader } from './reading/fieldReader';
import { hasTooManyKeys, TOO_MANY_KEYS, show } from './limits';
import { expected, isObject, misunderstoodRows, rowsIn } from './values';

/** Values by wire name. */
export type Values = Readonly<Record<string, unknown>>;

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
}

interface RecordOptions {
	/** Keys that no field takes go out as they are. */
	readonly takesUnknown?: boolean;
	/** Keys that no field takes are left to the caller. */
	readonly ignoresUnknown?: boolean;
	readonly nullIsEmpty?: boolean;
}

/**
 * Prepares the check of records with these fields. A value in another form is taken when it can mean
 * only one thing ("12.5" for a number, a Luxon date for a date); absent stays absent, and empty cells
 * count as absent.
 */
export function recordCheck(
	fields: readonly RecordField[],
	readerOf: (field: Field) => FieldReader,
	{ takesUnknown = false, ignoresUnknown = false, nullIsEmpty = false }: RecordOptions = {},
): Check<Record<string, unknown>> {
	const checks = fields.map(({ field, isRequired, isNullable }) => {
		const isEmpty = emptinessOf(field, readerOf, nullIsEmpty);
		const check = checkOf(field, readerOf);
		return { name: field.name, isRequired, isNullable, isEmpty, check };
	});
	const names = new Set(fields.map(({ field }) => field.name));
	const isUnknown = (values: Values, name: string) =>
		!names.has(name) && !isAbsent(values[name], nullIsEmpty);

	return (given, issues) => {
		if (!isObject(given)) {
			issues.push({ path: [], message: `expected an object, given ${show(given)}` });
			return undefined;
		}
		const record: Record<string, unknown> = {};
		const before = issues.length;
		for (const { name, isRequired, isNullable, isEmpty, check } of checks) {
			const value = given[name];
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
		if (!ignoresUnknown) {
			const unknownKeys = Object.keys(given).filter((name) => isUnknown(given, name));
			if (takesUnknown) {
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
	value === undefined || value === '' || (nullIsEmpty && value === null);

function emptinessOf(
	field: Field,
	readerOf: (field: Field) => FieldReader,
	nullIsEmpty: boolean,
): (value: unknown) => boolean {
	if (field.type === 'rows') return (value) => isAbsent(value, nullIsEmpty);
	const reader = readerOf(field);
	return (value) => isAbsent(value, nullIsEmpty) || reader.isEmpty(value);
}

function valueCheck(reader: FieldReader): Check {
	return (value, issues) => {
		const isEmpty = value === undefined || value === null || value === '';
		const read = isEmpty ? undefined : reader.read(value);
		if (read === undefined) {
			const message = isEmpty
				? `expected ${expected[reader.field.type as ValueType]}, but it is empty`
				: reader.why(value);
			issues.push({ path: [], message });
		}
		return read;
	};
}

/** A list of records; one alone is a list, and either may be JSON text. */
function rowsCheck({ rows = [] }: Field, readerOf: (field: Field) => FieldReader): Check {
	const fields = rows.map((field) => ({
		field,
		isRequired: Boolean(field.required),
		isNullable: false,
	}));
	const row = recordCheck(fields, readerOf, { nullIsEmpty: true });
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
