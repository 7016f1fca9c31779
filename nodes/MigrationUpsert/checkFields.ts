import type { IDataObject } from 'n8n-workflow';

import type { Field } from '../shared/schema/field';
import type { ValueType } from '../shared/schema/types';
import { holdsId, trimId } from '../shared/schema/ids';
import { misunderstood, readValue } from '../shared/schema/values';
import { headerFields, lineFields } from './fields';

/** Values as they go out, and what is wrong with those that cannot. */
export interface Checked {
	readonly record: IDataObject;
	readonly problems: readonly string[];
}

/** Values by wire name to values on the wire. */
export type CheckFields = (values: Readonly<Record<string, unknown>>) => Checked;

/** The checks of an order: of its own fields, and of each line. */
export interface OrderChecks {
	readonly header: CheckFields;
	readonly line: CheckFields;
}

/**
 * Prepares the checks of orders for one execution.
 *
 * @param zone the workflow's time zone, for dates with a time
 * @param strict reject fields that an order does not have, instead of leaving them to the caller
 */
export function orderChecks(zone: string, strict = false): OrderChecks {
	return {
		header: fieldChecker(headerFields, zone, strict),
		line: fieldChecker(lineFields, zone, strict),
	};
}

const NONE: readonly string[] = [];

/**
 * Prepares the check of many rows: a number or a date may come as text when it can mean one thing
 * only. Absent stays absent, null is sent as null. IDs lose the spaces around them; one of nothing
 * but spaces counts as absent.
 */
function fieldChecker(fields: readonly Field[], zone: string, strict: boolean): CheckFields {
	const names = new Set(fields.map(({ name }) => name));
	const readers = fields.map((field) => ({
		field,
		type: field.type as ValueType,
		isId: holdsId(field),
		read:
			field.type === 'date' ? rememberTexts((value) => readValue('date', value, zone)) : undefined,
	}));
	return (values) => {
		const record: IDataObject = {};
		let problems: string[] | undefined;
		for (const { field, type, isId, read } of readers) {
			const cell = values[field.name];
			const given = isId ? trimId(cell) : cell;
			if (given === undefined || (isId && given === '')) continue;
			const value = given === null ? null : read ? read(given) : readValue(type, given, zone);
			if (value !== undefined) record[field.name] = value as IDataObject[string];
			else {
				problems ??= [];
				problems.push(`${field.label}: ${misunderstood(type, given)}`);
			}
		}
		if (strict) {
			const unknown = Object.keys(values).filter((name) => !names.has(name));
			if (unknown.length > 0)
				problems = [...(problems ?? []), `unknown fields: ${unknown.join(', ')}`];
		}
		return { record, problems: problems ?? NONE };
	};
}

const MAX_CACHED = 10_000;

/** Dates repeat from row to row, and reading one in another form than `YYYY-MM-DD` is slow. */
function rememberTexts(read: (value: unknown) => unknown) {
	const known = new Map<string, unknown>();
	return (value: unknown) => {
		if (typeof value !== 'string') return read(value);
		if (!known.has(value)) {
			if (known.size >= MAX_CACHED) known.clear();
			known.set(value, read(value));
		}
		return known.get(value);
	};
}
