import type { IDataObject } from 'n8n-workflow';

import type { Resource } from '../../definition/resource';

/**
 * Orders of a list, as the service takes them: a field, or `-field` downwards; undefined is the
 * service's own. Which of them are assumed: docs/decisions.md, Lists.
 */
export type Order = string | undefined;

const CREATED_AT = 'created_at';

export const fieldOf = (order: Order = '') => order.replace(/^-/, '');

export const reverseOf = (order: string) => (order.startsWith('-') ? fieldOf(order) : `-${order}`);

const signOf = (order: string) => (order.startsWith('-') ? -1 : 1);

export const valueOf = (row: IDataObject, field: string) => row[field] ?? null;

/** Orders that stay as they are while rows change: the number of a record is unique, its time nearly so. */
export const stableOrders = ({ identifiers: { number } }: Resource) =>
	number === undefined ? [CREATED_AT] : [number, CREATED_AT];

/** Whether a service that follows the order may have several rows of one value, whose order is open. */
export const mayTie = (resource: Resource, order: Order) =>
	order !== undefined && !stableOrders(resource).includes(fieldOf(order));

/** What a service may say to a field that it cannot sort by; a list of sortable ones is not documented. */
export const mayRejectSort = (status: number | undefined) =>
	status === 400 || status === 422 || status === 500;

/** The direction of rows by their stable values, noted one after another: the rows are not kept. */
export class RowDirection {
	private readonly fields: readonly string[];
	private readonly directions = [new Direction(), new Direction()];

	constructor(resource: Resource) {
		this.fields = stableOrders(resource);
	}

	add(row: IDataObject): void {
		for (const [index, field] of this.fields.entries()) {
			const value =
				field === CREATED_AT ? Date.parse(String(row[field])) : Number(row[field] ?? NaN);
			this.directions[index].add(value);
		}
	}

	/** Whether they come in this stable order, no two alike. */
	isStrictlyIn(order: string): boolean {
		const sign = this.directions.map((direction) => direction.sign).find(Boolean);
		return this.fields.includes(fieldOf(order)) && sign === signOf(order);
	}
}

/** The direction of numbers: 1 or -1 while each is beyond the one before, else 0; undefined for fewer than two. */
class Direction {
	sign?: number;
	private before?: number;

	add(value: number) {
		const { before, sign } = this;
		this.before = value;
		if (before === undefined) return;
		const step = Math.sign(value - before);
		this.sign = step === (sign ?? step) ? step : 0;
	}
}

/**
 * Puts rows that came late or moved where they belong: beside those with the same value of the sort. The values are
 * sorted here where those that came in time are in such an order; otherwise they keep the order in which they came.
 *
 * @param inTime how many of the rows came in the order of the list
 */
export function sortIn(
	resource: Resource,
	order: Order,
	rows: readonly IDataObject[],
	inTime: number,
): IDataObject[] {
	if (order === undefined) return [...rows];
	const field = fieldOf(order);
	const isNumber = field === resource.identifiers.number;
	const read = (row: IDataObject) =>
		isNumber && row[field] ? Number(row[field]) : valueOf(row, field);
	const values = [...new Set(rows.map(read))];
	const known = values.slice(0, new Set(rows.slice(0, inTime).map(read)).size);
	const ranks = new Map(values.map((value, rank) => [value, rank]));
	const asTheyCame: Compare = (one, other) => ranks.get(one)! - ranks.get(other)!;
	const sorted = [byCode, byLanguage]
		.map(
			(compare): Compare =>
				(one, other) =>
					signOf(order) * compare(one, other),
		)
		.find((compare) => known.every((value, at) => at === 0 || compare(known[at - 1], value) < 0));
	const compare = sorted ?? asTheyCame;
	return [...rows].sort((one, other) => compare(read(one), read(other)));
}

type Value = ReturnType<typeof valueOf>;
type Compare = (one: Value, other: Value) => number;

/** Null comes last, as most databases have it. */
const nullLast =
	(compare: Compare): Compare =>
	(one, other) =>
		one === null || other === null
			? Number(one === null) - Number(other === null)
			: compare(one, other);

const byCode = nullLast((one, other) => (one === other ? 0 : one! < other! ? -1 : 1));

const { compare: byRules } = new Intl.Collator('en');

const byLanguage = nullLast((one, other) => byRules(String(one), String(other)));
