import type { IDataObject } from 'n8n-workflow';

import { isFilled, type ColumnMatcher } from '../shared/schema/columnMatcher';
import { isObject, misunderstoodRows, readValue } from '../shared/schema/values';
import { show } from '../shared/schema/limits';
import type { Entry } from '../shared/execution';
import { badInput, fail, succeed, type Failure } from '../shared/http';
import type { Checked, OrderChecks } from './checkFields';
import { EXTERNAL_ID } from './fields';

type Values = Readonly<Record<string, unknown>>;

/**
 * An order whose header is mapped from an item and whose lines stand in a list.
 *
 * @param lines null or an empty cell when the order has none; undefined is a mistake in the parameter
 */
export function orderOf(
	item: number,
	header: Values,
	lines: unknown,
	checks: OrderChecks,
	columns: ColumnMatcher,
): Entry {
	const checked = checks.header.check(header);
	if (lines === undefined) {
		return refused(item, checked.record[EXTERNAL_ID], [
			'Line Items has no value. Correct the expression, or clear the parameter to send orders without lines',
		]);
	}
	const list = readLines(lines);
	if (list === undefined) {
		return refused(item, checked.record[EXTERNAL_ID], [`Line Items: ${misunderstoodRows(lines)}`]);
	}
	const matched = list && list.map((line) => columns.matchFilled(line));
	const unknownKeys = columns.plan().unknown;
	const unknown = (unknownKeys.length > 0 ? (list ?? []) : []).flatMap((line, index) => {
		const keys = unknownKeys.filter((key) => isFilled(line[key]));
		return keys.length > 0
			? [`Line Items, row ${index + 1}: unknown fields: ${keys.join(', ')}`]
			: [];
	});
	const problems = [...checked.problems, ...unknown];
	return assemble(item, { ...checked, problems }, matched, checks);
}

/** The orders in what an item gives: a list, one order, or `{orders: […]}`; undefined for anything else. */
export function givenOrders(given: unknown): Values[] | undefined {
	const value = asJson(given);
	const list = Array.isArray(value) ? value : isObject(value) ? (value.orders ?? value) : undefined;
	const orders = Array.isArray(list) ? (list as unknown[]) : [list];
	return orders.every(isObject) ? orders : undefined;
}

/** Orders that are given as the service takes them. */
export function ordersOf(item: number, given: unknown, checks: OrderChecks): Entry[] {
	const orders = givenOrders(given);
	if (!orders) return [refused(item, undefined, [`Orders: ${misunderstoodRows(given)}`])];
	if (orders.length === 0) {
		// Nothing to send, but every input item needs an output item, and it is not a success.
		return [
			refused(item, undefined, [`Orders: expected at least one order, given ${show(given)}`]),
		];
	}
	return orders.map((order) => {
		const { items, ...header } = order;
		const lines = readLines(items);
		const checked = checks.header.check(header);
		if (lines === undefined) {
			return refused(item, checked.record[EXTERNAL_ID], [
				`Line Items: ${misunderstoodRows(items)}`,
			]);
		}
		if (items === null) checked.record.items = null;
		return assemble(item, checked, lines, checks);
	});
}

function assemble(
	item: number,
	header: Checked,
	lines: readonly Values[] | null,
	checks: OrderChecks,
): Entry {
	const problems = [...header.problems];
	const record: IDataObject = header.record;
	if (lines !== null) {
		record.items = lines.map((line, index) => {
			const checked = checks.line.check(line);
			for (const problem of checked.problems)
				problems.push(`Line Items, row ${index + 1}, ${problem}`);
			return checked.record;
		});
	}
	const externalId = record[EXTERNAL_ID];
	if (typeof externalId !== 'string' || externalId === '') {
		problems.unshift('Order External ID is required');
	}
	if (problems.length > 0) return refused(item, externalId, problems);
	return { item, externalId: externalId as string, record: succeed(record) };
}

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
	const known = typeof externalId === 'string' && externalId !== '' ? externalId : undefined;
	const message = `${known ? `Order ${known}` : 'The order'} of item ${item}: ${problems.join('; ')}`;
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
	if (given === undefined || given === null || given === '') return null;
	const value = asJson(given);
	const list = Array.isArray(value) ? value : [value];
	return list.every(isObject) ? list : undefined;
}

/** The value, or what its text says when that is JSON; undefined for JSON that is too long or too deep. */
const asJson = (value: unknown) => readValue('any', value, '');
