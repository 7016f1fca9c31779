import type { IDataObject } from 'n8n-workflow';

import type { Field } from '../shared/schema/types';
import { holdsId } from '../shared/schema/ids';
import { fieldReader, type FieldReader } from '../shared/schema/reading/fieldReader';
import type { ReadOptions } from '../shared/schema/reading/options';
import { headerFields, lineFields } from './fields';

/** Values as they go out, and what is wrong with those that cannot. */
export interface Checked {
	readonly record: IDataObject;
	readonly problems: readonly string[];
	/** Wire names of the values that could not be read. */
	readonly unreadable?: readonly string[];
}

/** Values by wire name. */
type Values = Readonly<Record<string, unknown>>;

/** The checks of records with the same fields, such as order lines. */
interface RecordChecks {
	/** Takes the values as evidence of how columns are written; before the first check, for all records. */
	observe(values: Values): void;
	/** The values on the wire. */
	check(values: Values): Checked;
	/** How the columns are read. */
	readonly readers: readonly FieldReader[];
}

/** The checks of an order: of its own fields, and of each line. */
export interface OrderChecks {
	readonly header: RecordChecks;
	readonly line: RecordChecks;
}

/**
 * Prepares the checks of orders for one execution.
 *
 * @param strict reject fields that an order does not have, instead of leaving them to the caller
 */
export function orderChecks(options: ReadOptions, strict = false): OrderChecks {
	const line = recordChecks(lineFields, options, strict);
	return {
		header: recordChecks(headerFields, options, strict),
		line: { ...line, check: (values) => withItem(line.check(values)) },
	};
}

const NONE: readonly string[] = [];

/**
 * Prepares the check of many records. Absent stays absent, null is sent as null, and empty cells
 * count as absent.
 */
function recordChecks(
	fields: readonly Field[],
	options: ReadOptions,
	strict: boolean,
): RecordChecks {
	const names = new Set(fields.map(({ name }) => name));
	const readers = fields.map((field) => fieldReader(field, options, holdsId(field)));
	const observing = readers.filter(({ observe }) => observe !== undefined);
	return {
		observe(values) {
			for (const reader of observing) {
				const value = values[reader.field.name];
				if (value !== undefined) reader.observe?.(value);
			}
		},
		check(values) {
			const record: IDataObject = {};
			let problems: string[] | undefined;
			let unreadable: string[] | undefined;
			for (const reader of readers) {
				const { name, label } = reader.field;
				const given = values[name];
				if (given === undefined || reader.isEmpty(given)) continue;
				const value = given === null ? null : reader.read(given);
				if (value !== undefined) record[name] = value as IDataObject[string];
				else {
					(problems ??= []).push(`${label}: ${reader.why(given)}`);
					(unreadable ??= []).push(name);
				}
			}
			if (strict) {
				const unknown = Object.keys(values).filter((name) => !names.has(name));
				if (unknown.length > 0)
					problems = [...(problems ?? []), `unknown fields: ${unknown.join(', ')}`];
			}
			return { record, problems: problems ?? NONE, unreadable };
		},
		readers,
	};
}

const NO_ITEM = 'Item External ID is required: the line names no item';

/** A line that holds something has to name an item; the name alone is enough for the service to decide. */
function withItem(checked: Checked): Checked {
	const { record, problems } = checked;
	const namesItem = record.item_external_id ?? record.item_name;
	if (problems.length > 0 || (namesItem !== undefined && namesItem !== null)) return checked;
	for (const _ in record) return { record, problems: [NO_ITEM] };
	return checked;
}
