import type { IDataObject } from 'n8n-workflow';

import type { Steps } from '../../../execution';
import { badInput } from '../../../http';
import type { Field } from '../../../schema/types';
import {
	type Resource,
	belongsTo,
	isNullable,
	isRequired,
	type Write,
} from '../../definition/resource';
import { holdsId } from '../../../schema/ids';
import {
	describeReadings,
	fieldReader,
	MAX_ISSUES,
	recordCheck,
	type Issue,
	type ReadOptions,
} from '../../../schema/recordCheck';

import { findUnsendable, shortened, show } from '../../../schema/limits';
import { isNothing } from '../../../schema/presence';
import { isObject, rowsIn, type Values } from '../../../schema/values';
import { toClear } from './entered';

/** Prepares the checks of a write once for all items of an execution. */
export function bodyReader(resource: Resource, write: Write, options: ReadOptions) {
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
	const byName = new Map(fields.map((field) => [field.name, field]));
	const check = recordCheck(
		fields.map((field) => ({
			field,
			isRequired: isRequired(field, write, resource),
			isNullable: isNullable(field, write),
		})),
		readerOf,
		resource.additionalProperties ? 'taken' : 'refused',
	);
	function* observeFields(among: readonly Field[], values: Values): Steps<void> {
		for (const field of among) {
			const value = values[field.name];
			if (value === undefined || value === null) continue;
			if (field.type !== 'rows') {
				readers.get(field)?.observe?.(value);
				continue;
			}
			const list = rowsIn(value);
			if (!Array.isArray(list)) continue;
			for (const row of list) {
				yield;
				if (isObject(row)) yield* observeFields(field.rows ?? [], row);
			}
		}
	}

	const isEmpty = (name: string, value: unknown) =>
		isNothing(value) || readers.get(byName.get(name)!)?.isEmpty(value) === true;

	function refuseToClear(name: string, value: unknown) {
		const field = byName.get(name)!;
		const isKey = write === 'upsert' && name === resource.identifiers.external;
		if (!isKey && isEmpty(name, value)) return;
		const why = isKey ? 'is the key of Create or Update' : `is set to ${show(value)}`;
		throw badInput(
			toClear.name,
			`${field.label} ${why}, and ${toClear.displayName} names it`,
			`Remove it from ${toClear.displayName}${isKey ? '' : ', or do not set it'}.`,
		);
	}

	return {
		/** Takes values as evidence of how columns are written; before the first read, for all items. */
		observe: (values: Values) => observeFields(fields, values),
		/** How the columns were read, as sentences. */
		notes: () => describeReadings([...readers.values()]),
		/**
		 * Makes the checked body from values by wire name: absent stays absent, null is sent as null, and
		 * empty cells count as not set.
		 *
		 * @param cleared wire names of the fields that are sent as null
		 * @param ifEmpty those that are where they have no value
		 * @returns the body as it goes over the wire
		 * @throws Failure that names the field, what was given and what is expected
		 */
		read(
			values: Values,
			cleared: readonly string[] = [],
			ifEmpty: readonly string[] = [],
		): IDataObject {
			for (const name of cleared) refuseToClear(name, values[name]);
			const empty = ifEmpty.filter((name) => isEmpty(name, values[name]));
			const nulls = Object.fromEntries([...cleared, ...empty].map((name) => [name, null]));
			const issues: Issue[] = [];
			const record = check({ ...values, ...nulls }, issues) ?? {};
			if (issues.length > 0) throw explain(issues, resource, fields);
			const body: IDataObject = {};
			for (const [name, value] of Object.entries(record)) {
				const field = byName.get(name);
				const unsendable = field ? undefined : findUnsendable(value);
				if (unsendable) throw badInput('fields', `${name}: given ${unsendable}`, CORRECT);
				const place = (field?.nestedIn ?? []).reduce<IDataObject>(
					(object, key) => (object[key] ??= {}) as IDataObject,
					body,
				);
				place[name] = value as IDataObject;
				if (field?.wireAlias) place[field.wireAlias] = value as IDataObject;
			}
			return body;
		},
	};
}

const CORRECT = 'Correct the value, or leave the field out.';

function explain(issues: readonly Issue[], resource: Resource, fields: readonly Field[]) {
	const [issue] = issues;
	if (issue.unknownKeys) {
		const at = issue.path.length > 0 ? ` in ${placeOf(issue.path, fields)}` : '';
		const place = issue.path.filter((part) => typeof part === 'string');
		const known = place.reduce<readonly Field[]>(
			(among, part) => among.find(({ name }) => name === part)?.rows ?? [],
			fields,
		);
		return badInput(
			['fields', ...place.slice(0, 1)].join('.'),
			`${resource.label} has no field ${listed(issue.unknownKeys.map(show), ', ')}${at}`,
			`Remove it, or use one of its fields: ${known.map(({ label }) => label).join(', ')}.`,
		);
	}
	const name = String(issue.path[0]);
	const where = placeOf(issue.path, fields);
	const isMissing = issue.isMissing && issue.path.length === 1;
	const message = isMissing ? `${where} is required` : `${where}: ${issue.message}`;
	return badInput(
		`fields.${name}`,
		`${message}${nameOthers(issues, where, fields)}`,
		isMissing ? `Enter a value for ${where}.` : CORRECT,
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
			return field?.label ?? shortened(part);
		})
		.join(', ');
}

const MAX_NAMED = 5;

/** The other values that are wrong too, after the first. */
function nameOthers(issues: readonly Issue[], first: string, fields: readonly Field[]): string {
	const places = new Set(
		issues.flatMap(({ path, unknownKeys }) =>
			unknownKeys
				? unknownKeys.map((key) => placeOf([...path, key], fields))
				: [placeOf(path, fields)],
		),
	);
	places.delete(first);
	if (places.size === 0) return '';
	return `. Also invalid: ${listed([...places], '; ', issues.length < MAX_ISSUES)}`;
}

/** The first of many; who reads it corrects those and runs it again. */
function listed(all: readonly string[], separator: string, areAll = true): string {
	const rest = all.length - MAX_NAMED;
	const more = rest > 0 ? `${separator}and ${areAll ? `${rest} ` : ''}more` : '';
	return `${all.slice(0, MAX_NAMED).join(separator)}${more}`;
}
