import type { IDataObject } from 'n8n-workflow';

import { Failure, type Pass } from '../../../http';
import type { List } from './listQuery';
import type { ListSource } from './readPass';

/**
 * A list as far as it was wanted, and what is said of one that may not be complete.
 *
 * @param found how many rows there are, where they are not kept
 */
export function asList(
	{ limit, resource }: ListSource,
	pass: Pass,
	rows: IDataObject[],
	found = rows.length,
): List {
	const { total, positions: read, ended, repeated } = pass;
	if (found < limit) {
		const doubt =
			repeated && total === undefined
				? `The service sent the same page again instead of the next one, so there may be more than ${count(found)} ${resource.plural.toLowerCase()}.`
				: undefined;
		return { rows, count: found, matching: found, read, doubt };
	}
	const known = total !== undefined && total >= found ? total : undefined;
	const matching = known ?? (ended ? found : undefined);
	return { rows: rows.slice(0, limit), count: limit, matching, read };
}

const count = (rows: number) => rows.toLocaleString('en');

export const shortfall = ({ resource }: ListSource, rows: number, expected: number) =>
	expected > rows
		? `${count(rows)} of ${count(expected)} ${resource.plural.toLowerCase()} could be read`
		: `${count(rows)} ${resource.plural.toLowerCase()} could be read, and there are more,`;

export const miscounted = ({ resource }: ListSource, rows: number, total = 0) =>
	`The service counts ${count(total)} ${resource.plural.toLowerCase()}, but lists ${count(rows)}; read twice, they are the same.`;

export const changesPlaces = ({ resource, limit }: ListSource) =>
	`The order of the list changed while it was read, so that other ${resource.plural.toLowerCase()} may be among the first ${count(limit)}.`;

export const incomplete = (words: string) =>
	new Failure({
		kind: 'unexpectedResponse',
		message: `The list is not complete: ${words}`,
		remedy:
			'Its order changes while it is read, or the service leaves records out. Run the node again when fewer records change, narrow the list with filters, or turn on Accept Incomplete List in the options.',
	});
