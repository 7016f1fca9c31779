import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { badInput, succeed, type Result } from '../../../http';
import type { Field } from '../../../schema/field';
import type { Resource } from '../../definition/resource';
import { holdsId } from '../../../schema/ids';
import { describeReadings } from '../../../schema/reading/describe';
import { fieldReader } from '../../../schema/reading/fieldReader';
import type { ReadOptions } from '../../../schema/reading/readOptions';
import { isObject, readRows, show, valueSchema } from '../../../schema/values';
import { findUnsendable } from '../../../schema/unsendable';
import { belongsTo, isNullable, isRequired, type Write } from '../../definition/writes';

/** The checks of one kind of write in one execution. */
export interface BodyReader {
	/** Takes values as evidence of how columns are written; before the first read, for all items. */
	observe(values: Values): void;
	/**
	 * Makes the checked body from values by wire name: absent stays absent, null is sent as null, and
	 * empty cells count as not set.
	 *
	 * @returns the body as it goes over the wire, or a failure that names the field, what was given and
	 * what is expected
	 */
	read(values: Values): Result<IDataObject>;
	/** How the columns were read, as sentences. */
	notes(): string[];
}

type Values = Readonly<Record<string, unknown>>;

/** Prepares the checks of a write once for all items of an execution. */
export function bodyReader(resource: Resource, write: Write, options: ReadOptions): BodyReader {
	const fields = resource.fields.filter((field) => belongsTo(field, write));
	const readers = new Map(
		fields
			.flatMap((field) => (field.type === 'rows' ? (field.rows ?? []) : [field]))
			.filter(({ type }) => type !== 'rows')
			.map((field) => {
				const isId = holdsId(field) || field.name === resource.identifiers.external;
				return [field, fieldReader(field, options, isId)] as const;
			}),
	);
	const readerOf = (field: Field) =>
		readers.get(field) ?? fieldReader(field, options, holdsId(field));
	const schema = z.object(
		Object.fromEntries(
			fields.map((field) => {
				const value = valueSchema(field, readerOf);
				const nullable = isNullable(field, write) ? value.nullable() : value;
				return [field.name, isRequired(field, write, resource) ? nullable : nullable.optional()];
			}),
		),
	);
	const byName = new Map(fields.map((field) => [field.name, field]));
	const checked = resource.additionalProperties ? schema.passthrough() : schema.strict();

	const isSet = (name: string, value: unknown) => {
		const field = byName.get(name);
		const reader = field && readers.get(field);
		return value !== '' && !(reader ? reader.isEmpty(value) : value === undefined);
	};
	const observeFields = (among: readonly Field[], values: Values) => {
		for (const field of among) {
			const value = values[field.name];
			if (value === undefined || value === null) continue;
			if (field.type !== 'rows') {
				readers.get(field)?.observe?.(value);
				continue;
			}
			const list = readRows(value);
			if (!Array.isArray(list)) continue;
			for (const row of list) if (isObject(row)) observeFields(field.rows ?? [], row);
		}
	};

	return {
		observe: (values) => observeFields(fields, values),
		notes: () => describeReadings([...readers.values()]),
		read(values) {
			const given = Object.fromEntries(
				Object.entries(values).filter(([name, value]) => isSet(name, value)),
			);
			const parsed = checked.safeParse(given);
			if (!parsed.success) return explain(parsed.error.issues, resource, fields, given);
			const body: IDataObject = {};
			for (const [name, value] of Object.entries(parsed.data)) {
				if (value === undefined) continue;
				const field = byName.get(name);
				const unsendable = field ? undefined : findUnsendable(value);
				if (unsendable) return badInput('fields', `${name}: given ${unsendable}`, CORRECT);
				const place = (field?.nestedIn ?? []).reduce<IDataObject>(
					(object, key) => (object[key] ??= {}) as IDataObject,
					body,
				);
				place[name] = value as IDataObject;
				if (field?.wireAlias) place[field.wireAlias] = value as IDataObject;
			}
			return succeed(body);
		},
	};
}

const CORRECT = 'Correct the value, or leave the field out.';

interface Issue {
	readonly code?: string;
	readonly path: ReadonlyArray<PropertyKey>;
	readonly message: string;
	readonly keys?: readonly string[];
}

function explain(
	issues: readonly Issue[],
	resource: Resource,
	fields: readonly Field[],
	given: Readonly<Record<string, unknown>>,
) {
	const [issue] = issues;
	if (issue.code === 'unrecognized_keys') {
		const at = issue.path.length > 0 ? ` in ${placeOf(issue.path, fields)}` : '';
		const known = fields.map((field) => field.name).join(', ');
		return badInput(
			'fields',
			`${resource.label} has no field ${issue.keys?.map((key) => `"${key}"`).join(', ')}${at}`,
			issue.path.length > 0
				? 'Remove it from the row.'
				: `Remove it, or use one of its fields: ${known}.`,
		);
	}
	const name = String(issue.path[0]);
	const where = placeOf(issue.path, fields);
	const missing = !(name in given);
	const message = missing
		? `${where} is required`
		: /^expected/.test(issue.message)
			? `${where}: ${issue.message}`
			: `${where}: given ${show(given[name])}, ${issue.message.toLowerCase()}`;
	return badInput(
		`fields.${name}`,
		`${message}${nameOthers(issues, where, fields)}`,
		missing ? `Enter a value for ${where}.` : CORRECT,
	);
}

/** Where a value stands, in the editor's words and with rows from 1: `Line Items, row 1, Price`. */
function placeOf(path: Issue['path'], fields: readonly Field[]): string {
	let known = fields;
	return path
		.map((part) => {
			if (typeof part === 'number') return `row ${part + 1}`;
			const field = known.find(({ name }) => name === part);
			known = field?.rows ?? [];
			return field?.label ?? String(part);
		})
		.join(', ');
}

const MAX_PLACES_NAMED = 5;

/** The other values that are wrong too, after the first. */
function nameOthers(issues: readonly Issue[], first: string, fields: readonly Field[]): string {
	const places = new Set(
		issues.flatMap(({ path, keys }) =>
			keys ? keys.map((key) => placeOf([...path, key], fields)) : [placeOf(path, fields)],
		),
	);
	places.delete(first);
	if (places.size === 0) return '';
	const named = [...places].slice(0, MAX_PLACES_NAMED).join('; ');
	const rest = places.size - MAX_PLACES_NAMED;
	return `. Also invalid: ${named}${rest > 0 ? `; and ${rest} more` : ''}`;
}
