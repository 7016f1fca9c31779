import type { IDataObject } from 'n8n-workflow';

import {
	nameItems,
	type Gathered,
	type Outcome,
	type BulkRecord,
	type Steps,
} from '../shared/execution';
import { badInput, fail, type Failure } from '../shared/http';
import { show } from '../shared/schema/show';
import type { Checked } from './checkFields';
import { EXTERNAL_ID, headerFields } from './fields';

/** One row of a spreadsheet: what it says of the order, and the order line in it. */
export interface Row {
	readonly header: Checked;
	readonly line: Checked;
	/** Set when the row could not be read; the header then holds the order ID, if that is known. */
	readonly failure?: Failure;
	/** It is a row of a sheet without an order: one of totals, or an empty one. */
	readonly isSkipped?: boolean;
}

/** The orders of rows, and the rows that hold none. */
export interface GroupedLines extends Gathered {
	/** Rows that say nothing of an order: empty ones, and those of totals. Nothing is reported of them. */
	readonly skipped: readonly number[];
}

interface Group {
	readonly header: IDataObject;
	readonly lines: IDataObject[];
	readonly items: number[];
	/** Rows after one of its own that hold something and no order ID: likely lines of it. */
	readonly withoutId: number[];
	problems: string[];
	/** Header fields that the rows do not agree on. */
	differing: Set<string>;
}

const MAX_PROBLEMS_SHOWN = 5;
const MAX_VALUES_SHOWN = 5;
const FILL_DOWN = 'Merged cells have to be filled down, so that every row holds its order ID.';

/**
 * Makes orders of order lines: rows with the same order external ID belong together wherever they
 * stand, and keep their order. Header fields come from the rows that have them and must agree. An
 * order with one bad row is not made at all, so that no order goes out with lines missing. A row
 * without an order ID may be a line of the order before it (merged cells hold the ID in their first
 * row only), so that this order is not made either, unless IDs are filled down; a row that holds
 * nothing says nothing.
 *
 * @param count rows there are
 * @param read reads one row; called again for rows that do not agree
 * @param fillDown a row without an order ID is a line of the order before it
 */
export function* groupLines(
	count: number,
	read: (item: number) => Row,
	fillDown = false,
): Steps<GroupedLines> {
	const groups = new Map<string, Group>();
	const invalid: Outcome[] = [];
	const skipped: number[] = [];
	let before: string | undefined;
	for (let item = 0; item < count; item += 1) {
		yield;
		const { header, line, failure, isSkipped = false } = read(item);
		if (isSkipped) {
			skipped.push(item);
			continue;
		}
		const own = header.record[EXTERNAL_ID] as string | undefined;
		/** An ID that cannot be read names another order, though it is unknown which. */
		const hasOwn = own !== undefined || header.unreadable?.includes(EXTERNAL_ID) === true;
		const mayFollow = !hasOwn && (failure !== undefined || holdsSomething(header, line));
		const externalId = own ?? (fillDown && !failure && mayFollow ? before : undefined);
		if (externalId === undefined) {
			const suspect = mayFollow ? before : undefined;
			const group = suspect === undefined ? undefined : groups.get(suspect);
			if (failure) group?.problems.push(`item ${item} follows it and cannot be read`);
			else group?.withoutId.push(item);
			const result = failure
				? unreadableRow(item, failure, suspect)
				: rowWithoutOrder(item, header.problems, suspect);
			invalid.push({ items: [item], result });
			continue;
		}
		before = externalId;
		let group = groups.get(externalId);
		if (!group) {
			group = {
				header: header.record,
				lines: [],
				items: [],
				withoutId: [],
				problems: [],
				differing: new Set(),
			};
			groups.set(externalId, group);
		} else {
			mergeHeader(group, header.record);
		}
		group.items.push(item);
		if (failure) group.problems.push(`item ${item}: ${failure.message}`);
		for (const problem of header.problems) group.problems.push(`item ${item}: ${problem}`);
		for (const problem of line.problems) group.problems.push(`item ${item}: ${problem}`);
		if (hasKeys(line.record)) group.lines.push(line.record);
	}

	const records: BulkRecord[] = [];
	for (const [externalId, group] of groups) {
		yield;
		const { items, withoutId } = group;
		const problems = [...(yield* describeDifferences(group, read)), ...group.problems];
		if (withoutId.length > 0) {
			const [have, follow] = withoutId.length === 1 ? ['has', 'follows'] : ['have', 'follow'];
			problems.unshift(`${nameItems(withoutId)} ${follow} it and ${have} no order ID`);
		}
		if (problems.length > 0) {
			const result = badRows(externalId, problems, withoutId.length > 0);
			invalid.push({ externalId, items, result });
			continue;
		}
		// Rows without a line say something of the order only; then its lines stay as they are.
		if (group.lines.length > 0) group.header.items = group.lines;
		records.push({ externalId, record: group.header, items });
	}
	// Without any order, the rows are what is wrong.
	if (groups.size > 0) return { records, invalid, skipped };
	for (const item of skipped) invalid.push({ items: [item], result: rowWithoutOrder(item, []) });
	return { records, invalid, skipped: [] };
}

function mergeHeader({ header, differing }: Group, more: IDataObject) {
	for (const name of Object.keys(more)) {
		if (header[name] === undefined) header[name] = more[name];
		else if (header[name] !== more[name]) differing.add(name);
	}
}

/** Which rows say what, for every header field that the rows of an order do not agree on. */
function* describeDifferences(
	{ differing, items }: Group,
	read: (item: number) => Row,
): Steps<string[]> {
	const differences: string[] = [];
	for (const name of differing) {
		const said = new Map<unknown, number[]>();
		for (const item of items) {
			yield;
			const value = read(item).header.record[name];
			if (value === undefined) continue;
			const at = said.get(value);
			if (at) at.push(item);
			else said.set(value, [item]);
		}
		const parts = [...said].slice(0, MAX_VALUES_SHOWN);
		const named = parts.map(([value, at]) => `${show(value)} in ${nameItems(at)}`);
		if (said.size > parts.length) named.push(`${said.size - parts.length} more values`);
		differences.push(`${labelOf(name)} differs: ${named.join(', ')}`);
	}
	return differences;
}

const labelOf = (name: string) => headerFields.find((field) => field.name === name)?.label ?? name;

function badRows(externalId: string, problems: readonly string[], lacksIds: boolean) {
	const shown = problems.slice(0, MAX_PROBLEMS_SHOWN);
	const rest = problems.length - shown.length;
	const more = rest > 0 ? `; and ${rest} more` : '';
	return badInput(
		'fields',
		`Order ${externalId} cannot be built from its rows: ${shown.join('; ')}${more}`,
		`${lacksIds ? `${FILL_DOWN} ` : ''}Correct the rows, then run the node again. Nothing of this order was sent.`,
	);
}

/** @param suspect the order that the row may belong to, which is not sent because of it */
function rowWithoutOrder(item: number, problems: readonly string[], suspect?: string) {
	const others = problems.length > 0 ? ` (${problems.join('; ')})` : '';
	return badInput(
		'fields',
		`Item ${item} has no order number${problems.length > 0 ? '' : ': Order External ID is empty'}${others}`,
		suspect === undefined
			? 'Enter the external ID of the order in this row, or map the column that holds it.'
			: `Enter the external ID of the order in this row. ${FILL_DOWN} ${notSentEither(suspect)}`,
	);
}

function unreadableRow(item: number, failure: Failure, suspect?: string) {
	const message = `Item ${item} and its order cannot be read: ${failure.message}`;
	const remedy =
		suspect === undefined ? failure.remedy : `${failure.remedy} ${notSentEither(suspect)}`;
	return fail({ ...failure, message, remedy });
}

const notSentEither = (suspect: string) =>
	`The order ${suspect} before it was not sent either, because the row may be a line of it.`;

const holdsSomething = (...parts: readonly Checked[]) =>
	parts.some(({ record, problems }) => problems.length > 0 || hasKeys(record));

function hasKeys(object: object): boolean {
	for (const _ in object) return true;
	return false;
}
