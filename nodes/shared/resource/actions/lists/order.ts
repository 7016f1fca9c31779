import type { IDataObject } from 'n8n-workflow';

import type { Resource } from '../../definition/resource';

/**
 * Orders of a list, as the service takes them: a field, or `-field` downwards; undefined is the
 * service's own. Which of them are assumed: docs/decisions.md, Lists.
 */
export type Order = string | undefined;

const CREATED_AT = 'created_at';

export const fieldOf = (order: Order = '') => order.replace(/^-/, '');

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

/** Whether a stable order has this direction: 1, -1, or 0 where there is none. */
const isDirectionOf = (resource: Resource, order: string, direction: number) =>
	stableOrders(resource).includes(fieldOf(order)) && direction === signOf(order);

/** Whether the rows come in this stable order, no two alike. */
export const isStrictlyIn = (resource: Resource, order: string, rows: readonly IDataObject[]) =>
	isDirectionOf(resource, order, directionOf(rows, resource));

/** What no two rows have in common and what never changes: their number, or the time at which they were created. */
const stableValues = ({ identifiers: { number } }: Resource) => [
	...(number === undefined ? [] : [(row: IDataObject) => Number(row[number] ?? NaN)]),
	(row: IDataObject) => Date.parse(String(row[CREATED_AT])),
];

/** Whether the rows ascend (1) or descend (-1) by one of their stable values. 0 where they do not. */
function directionOf(rows: readonly IDataObject[], resource: Resource): number {
	for (const read of stableValues(resource)) {
		const direction = new Direction();
		for (const row of rows) direction.add(read(row));
		if (direction.sign !== 0) return direction.sign;
	}
	return 0;
}

/** The direction of rows that are noted one after another and not kept. */
export class RowDirection {
	private readonly directions: ReadonlyArray<[ReturnType<typeof stableValues>[0], Direction]>;

	constructor(private readonly resource: Resource) {
		this.directions = stableValues(resource).map((read) => [read, new Direction()]);
	}

	add(row: IDataObject): void {
		for (const [read, direction] of this.directions) direction.add(read(row));
	}

	isStrictlyIn(order: string): boolean {
		const sign = this.directions.map(([, direction]) => direction.sign).find((each) => each !== 0);
		return isDirectionOf(this.resource, order, sign ?? 0);
	}
}

/** The direction of numbers, as long as each is beyond the one before; 0 for fewer than two. */
class Direction {
	sign = 0;
	private before?: number;
	private isBroken = false;

	add(value: number) {
		if (this.isBroken) return;
		const { before } = this;
		this.before = value;
		if (before === undefined) return;
		const sign = Math.sign(value - before);
		this.isBroken = !(sign * (this.sign || sign) > 0);
		this.sign = this.isBroken ? 0 : sign;
	}
}

/**
 * Puts rows that a later pass found where they belong: beside those with the same value of the sort,
 * or, in the order of record numbers, by their number.
 *
 * @param shown values of the sort in the service's order, as far as they were looked up
 */
export function merge(
	resource: Resource,
	order: Order,
	rows: readonly IDataObject[],
	missing: readonly IDataObject[] = [],
	shown: readonly unknown[] = rows.map((row) => valueOf(row, fieldOf(order))),
): IDataObject[] {
	const all = [...rows, ...missing];
	if (order === undefined) return all;
	const field = fieldOf(order);
	const sign = signOf(order);
	if (field === resource.identifiers.number) {
		// A service that does not follow this sort has an order of its own.
		return directionOf(rows, resource) === sign
			? all.sort((a, b) => sign * (Number(a[field]) - Number(b[field])))
			: all;
	}
	const values = [...new Set(shown)];
	// A value that was not shown goes where the order of the others says.
	const isOrdered = values.every(
		(value, index) => !index || sign * compare(values[index - 1], value) < 0,
	);
	const groups = new Map<unknown, IDataObject[]>(values.map((value) => [value, []]));
	for (const row of all) {
		const group = groups.get(valueOf(row, field));
		if (group) group.push(row);
		else groups.set(valueOf(row, field), [row]);
	}
	const isComplete = groups.size === values.length;
	const inOrder = [...groups.keys()];
	if (isOrdered && !isComplete) inOrder.sort((a, b) => sign * compare(a, b));
	return inOrder.flatMap((value) => groups.get(value)!);
}

const compare = (one: unknown, other: unknown) =>
	one === other ? 0 : (one as string) < (other as string) ? -1 : 1;
