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

/** Checks one value. Most are right, so that only those that are not are looked at a second time. */
export interface Check<T = unknown> {
	/** The value as it goes out; undefined when something is wrong with it. */
	read(given: unknown): T | undefined;
	/** What is wrong with it. */
	issues(given: unknown): Issue[];
}

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
	{ takesUnknown = false, nullIsEmpty = false }: RecordOptions = {},
): Check<Record<string, unknown>> {
	const checks = fields.map(({ field, isRequired, isNullable }) => {
		const isEmpty = emptinessOf(field, readerOf, nullIsEmpty);
		const check = checkOf(field, readerOf);
		return { name: field.name, isRequired, isNullable, isEmpty, check };
	});
	const names = new Set(fields.map(({ field }) => field.name));
	const isUnknown = (values: Values, name: string) =>
		!names.has(name) && !isAbsent(values[name], nullIsEmpty);

	return {
		read(given) {
			if (!isObject(given)) return undefined;
			const record: Record<string, unknown> = {};
			for (const { name, isRequired, isNullable, isEmpty, check } of checks) {
				const value = given[name];
				if (isEmpty(value)) {
					if (isRequired) return undefined;
				} else if (value === null && isNullable) {
					record[name] = null;
				} else {
					const read = check.read(value);
					if (read === undefined) return undefined;
					record[name] = read;
				}
			}
			for (const name of Object.keys(given)) {
				if (!isUnknown(given, name)) continue;
				if (!takesUnknown) return undefined;
				if (name !== '__proto__') record[name] = given[name];
			}
			return record;
		},
		issues(given) {
			if (!isObject(given)) {
				return [{ path: [], message: `expected an object, given ${show(given)}` }];
			}
			if (hasTooManyKeys(given)) {
				return [{ path: [], message: `expected an object, given ${TOO_MANY_KEYS}` }];
			}
			const issues = checks.flatMap(({ name, isRequired, isNullable, isEmpty, check }) => {
				const isMissing = isEmpty(given[name]);
				const value = isMissing ? undefined : given[name];
				if (isMissing ? !isRequired : value === null && isNullable) return [];
				return check
					.issues(value)
					.map((issue) => ({ ...issue, isMissing, path: [name, ...issue.path] }));
			});
			const unknownKeys = takesUnknown
				? []
				: Object.keys(given).filter((name) => isUnknown(given, name));
			return unknownKeys.length > 0
				? [...issues, { path: [], message: 'unknown fields', unknownKeys }]
				: issues;
		},
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
	const isEmpty = (value: unknown) => value === undefined || value === null || value === '';
	const read = (value: unknown) => (isEmpty(value) ? undefined : reader.read(value));
	return {
		read,
		issues(value) {
			if (read(value) !== undefined) return [];
			const message = isEmpty(value)
				? `expected ${expected[reader.field.type as ValueType]}, but it is empty`
				: reader.why(value);
			return [{ path: [], message }];
		},
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
	return {
		read(given) {
			const list = rowsIn(given);
			if (!Array.isArray(list)) return undefined;
			const records: unknown[] = [];
			for (const one of list) {
				const record = row.read(one);
				if (record === undefined) return undefined;
				records.push(record);
			}
			return records;
		},
		issues(given) {
			const list = rowsIn(given);
			if (!Array.isArray(list)) {
				return [{ path: [], message: misunderstoodRows(given) }];
			}
			const found: Issue[] = [];
			for (const [index, one] of list.entries()) {
				if (found.length >= MAX_ISSUES) break;
				for (const issue of row.issues(one)) found.push({ ...issue, path: [index, ...issue.path] });
			}
			return found;
		},
	};
}
