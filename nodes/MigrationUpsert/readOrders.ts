import type { IDataObject } from 'n8n-workflow';

import type { ColumnMatcher } from '../shared/schema/columns/matcher';
import { holdsId } from '../shared/schema/ids';
import { show, showSome } from '../shared/schema/limits';
import { isFilled } from '../shared/schema/presence';
import {
	fieldReader,
	recordCheck,
	type Issue,
	type ReadOptions,
} from '../shared/schema/recordCheck';

import type { Field } from '../shared/schema/types';
import { isObject, misunderstoodRows, readValue, type Values } from '../shared/schema/values';
import { nameItems, type Entry } from '../shared/execution';
import { badInput, fail, succeed, type Failure } from '../shared/http';
import { EXTERNAL_ID, headerFields, lineFields, ORDER_LINES } from './fields';

/** Values as they go out, and what is wrong with those that cannot. */
export interface Checked {
	readonly record: IDataObject;
	readonly problems: readonly string[];
	/** What stands for the external ID of the order cannot be read. */
	readonly hasBadId?: boolean;
}

/** Read an order: its own fields, and each line. */
export type OrderReaders = ReturnType<typeof orderReaders>;

/**
 * Prepares the reading of orders for one execution.
 *
 * The fields that it does not know are left to the caller.
 */
export function orderReaders(options: ReadOptions, firstOfLine = 0) {
	const line = recordReader(lineFields, options, firstOfLine);
	return {
		header: recordReader(headerFields, options),
		line: { ...line, read: (values: readonly unknown[]) => withItem(line.read(values)) },
	};
}

const NONE: readonly string[] = [];

/**
 * Reads records with the same fields, such as order lines, from their values in the order of the fields.
 *
 * @param first where the value of the first field stands
 */
function recordReader(fields: readonly Field[], options: ReadOptions, first = 0) {
	const readers = fields.map((field) => fieldReader(field, options, holdsId(field)));
	const observing = readers.flatMap(({ observe }, at) =>
		observe ? { at: first + at, observe } : [],
	);
	const check = recordCheck(
		fields.map((field, at) => ({ field, isRequired: false, isNullable: true, at: first + at })),
		(field) => readers[fields.indexOf(field)],
		'ignored',
	);
	const describe = ({ path: [name], message }: Issue) =>
		`${fields.find((field) => field.name === name)?.label ?? 'Order'}: ${message}`;
	/** Empty between two records: most are right. */
	let issues: Issue[] = [];
	return {
		/** How the columns are read. */
		readers,
		/** Takes the values as evidence of how columns are written; before the first read, for all records. */
		observe(values: readonly unknown[]): void {
			for (const { at, observe } of observing) {
				if (values[at] !== undefined) observe(values[at]);
			}
		},
		/** The values on the wire: absent stays absent, null is sent as null, and empty cells count as absent. */
		read(values: readonly unknown[]): Checked {
			const record = (check(values, issues) ?? {}) as IDataObject;
			if (issues.length === 0) return { record, problems: NONE };
			const found = issues;
			issues = [];
			const hasBadId = found.some(({ path: [name] }) => name === EXTERNAL_ID);
			return { record, problems: found.map(describe), hasBadId };
		},
	};
}

const NO_ITEM = 'Item External ID is required: the line names no item';

/** A line that holds something has to name an item; the name alone is enough for the service to decide. */
function withItem(checked: Checked): Checked {
	const { record, problems } = checked;
	const namesItem = record.item_external_id ?? record.item_name;
	if (problems.length > 0 || isFilled(namesItem)) return checked;
	for (const _ in record) return { record, problems: [NO_ITEM] };
	return checked;
}

/** The external ID of an order as it is sent; undefined when it cannot be read. */
export const readOrderId = ({ header }: OrderReaders, id: unknown) =>
	header.read([id]).record[EXTERNAL_ID] as string | undefined;

/** An order as an item gives it. */
export interface GivenOrder {
	/** Its values beside the lines. */
	readonly header: Values;
	/** Null or an empty cell when it has none. */
	readonly lines: unknown;
	/** The object that it is, where an item may give several. */
	readonly part?: IDataObject;
}

/** The orders in what an item gives: a list, one order, or `{orders: […]}`; for anything else, what is wrong. */
export function givenOrders(given: unknown): readonly GivenOrder[] | string {
	const value = asJson(given);
	const list = Array.isArray(value) ? value : isObject(value) ? (value.orders ?? value) : undefined;
	const orders = Array.isArray(list) ? (list as unknown[]) : [list];
	if (!orders.every(isObject)) return `Orders: ${misunderstoodRows(given)}`;
	// Nothing to send, but every input item needs an output item, and it is not a success.
	if (orders.length === 0) return `Orders: expected at least one order, given ${show(given)}`;
	return orders.map((order) => ({
		header: order,
		lines: linesIn(order),
		part: order as IDataObject,
	}));
}

/** The lines of an order that is one object. */
export const linesIn = (order: Values): unknown =>
	order[ORDER_LINES.find((name) => order[name] !== undefined) ?? 'items'];

/** What an order says beside its lines: what stands in an object, such as its customer, is beside the others. */
export function headerOf(order: Values, isKnown: (column: string) => boolean): Values {
	const header: Record<string, unknown> = {};
	for (const [key, value] of Object.entries(order)) {
		if (ORDER_LINES.includes(key) && typeof value === 'object') continue;
		if (!isObject(value)) header[key] = value;
		else {
			for (const [inner, given] of Object.entries(value)) {
				const name = `${key}_${inner}`;
				if (isKnown(name) && typeof given !== 'object') header[name] ??= given;
			}
		}
	}
	return header;
}

/** Nothing of a line is known, so that an empty one would be sent. */
const isUnknown = (line: Values, { record, problems }: Checked) =>
	Object.keys(record).length === 0 && problems.length === 0 && Object.values(line).some(isFilled);

const unknownLine = (line: Values, index: number) =>
	`Line Items, row ${index + 1}, names no item: no field is known for ${showSome(Object.keys(line))}`;

/** Values in the order of the fields. Null clears a field where it has the service’s own name; elsewhere it says nothing. */
function matchOwn(fields: readonly Field[], columns: ColumnMatcher, given: Values) {
	const values = columns.match(given);
	return fields.map(({ name }) =>
		values[name] === null && given[name] !== null ? undefined : values[name],
	);
}

/**
 * Reads an order whose lines stand in a list.
 *
 * @param isOwn it is an object with the keys of the service or those of a shop, in which null clears a field
 */
export function readOrder(
	item: number,
	{ header, lines, part }: GivenOrder,
	readers: OrderReaders,
	columns: { readonly header: ColumnMatcher; readonly line: ColumnMatcher },
	isOwn: boolean,
): Entry {
	const match = (fields: readonly Field[], matcher: ColumnMatcher, given: Values) =>
		isOwn ? matchOwn(fields, matcher, given) : matcher.matchFilled(given);
	const { record, problems } = readers.header.read(match(headerFields, columns.header, header));
	const externalId = record[EXTERNAL_ID];
	const refuse = (all: readonly string[]) => ({ ...refused(item, externalId, all), part });
	if (lines === undefined && !isOwn) return refuse([NO_LINES]);
	const list = readLines(lines);
	if (list === undefined) return refuse([`Line Items: ${misunderstoodRows(lines)}`]);
	const all = [...problems];
	if (list) {
		record.items = list.map((line, index) => {
			const checked = readers.line.read(match(lineFields, columns.line, line));
			if (isUnknown(line, checked)) all.push(unknownLine(line, index));
			for (const problem of checked.problems) all.push(`Line Items, row ${index + 1}, ${problem}`);
			return checked.record;
		});
	} else if (lines === null && isOwn) record.items = null;
	if (!isFilled(externalId)) {
		all.unshift('Order External ID is required');
	}
	if (all.length > 0) return refuse(all);
	return { item, externalId: externalId as string, record: succeed(record), part };
}

const NO_LINES =
	'Line Items has no value. Correct the expression, or clear the parameter to send orders without lines';

/**
 * An order that is not sent.
 *
 * @param failure why, when something of the item could not be read
 */
export function refused(
	item: number,
	externalId: unknown,
	problems: readonly string[],
	failure?: Failure,
): Entry {
	const known = typeof externalId === 'string' && isFilled(externalId) ? externalId : undefined;
	const message = `${known ? `Order ${known}` : 'The order'} of ${nameItems([item])}: ${problems.join('; ')}`;
	const why =
		failure?.with({ message }) ??
		badInput(
			'fields',
			message,
			'Correct it, then run the node again. Nothing of this order was sent.',
		);
	return { item, externalId: known, record: fail(why) };
}

/** The lines; null when there are none to send, undefined when they are not a list. */
export function readLines(given: unknown): Values[] | null | undefined {
	if (!isFilled(given)) return null;
	const value = asJson(given);
	const list = Array.isArray(value) ? value : [value];
	return list.every(isObject) ? list : undefined;
}

/** The value, or what its text says when that is JSON; undefined for JSON that is too long or too deep. */
const asJson = (value: unknown) => readValue('any', value, '');
