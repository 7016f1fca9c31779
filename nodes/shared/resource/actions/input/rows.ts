import type { IDataObject } from 'n8n-workflow';

import type { Steps } from '../../../execution';
import { columnMatcher, isFilled } from '../../../schema/columnMatcher';
import { hasTooManyKeys } from '../../../schema/limits';
import type { Field } from '../../../schema/types';
import { isObject } from '../../../schema/values';
import { valueAt } from '../identity';

/**
 * Prepares, once for all items, the matching of the rows that one field holds, such as the lines of an order: their
 * keys find fields as the columns of a table do.
 */
export function rowsMatcher(field: Field, columnNames: ReadonlyMap<string, string>) {
	const matcher = columnMatcher(field.rows ?? [], columnNames);
	/** One with too many keys is refused as it is. */
	const isRow = (row: unknown) => isObject(row) && !hasTooManyKeys(row);
	/** What no field takes; all of a row that has nothing else stays in it, to be refused. */
	const othersOf = (row: IDataObject) => {
		const { columns, unknown } = matcher.plan();
		const isKnown = [...columns.values()].some((names) => names.some((name) => name in row));
		const own = unknown.filter((key) => Object.hasOwn(row, key) && isFilled(row[key]));
		return { isKnown, others: Object.fromEntries(own.map((key) => [key, row[key]])) };
	};
	return {
		field,
		matcher,
		/** Keys that no field takes, with where they stand. */
		unknown: () => matcher.plan().unknown.map((key) => `${field.name} › ${key}`),
		*observe(list: unknown): Steps<void> {
			if (!Array.isArray(list)) return;
			for (const row of list) {
				yield;
				if (isRow(row)) matcher.observe(row as IDataObject);
			}
		},
		/** Rows with their keys as wire names, without those that no field takes. */
		match(list: unknown): unknown {
			if (!Array.isArray(list)) return list;
			const { columns, unknown } = matcher.plan();
			const isPlain = [...columns].every(([name, keys]) => keys.length === 1 && keys[0] === name);
			if (isPlain && unknown.length === 0) return list;
			return list.map((row: IDataObject) => {
				if (!isRow(row)) return row;
				const { isKnown, others } = othersOf(row);
				return { ...(isKnown ? {} : others), ...matcher.match(row) };
			});
		},
		/** Adds to the rows of a body what no field of theirs takes. */
		addOthers(body: IDataObject, given: unknown): void {
			const place = valueAt(body, field.nestedIn ?? []) as IDataObject | undefined;
			const list = place?.[field.name];
			if (!place || !Array.isArray(list) || !Array.isArray(given)) return;
			place[field.name] = (list as IDataObject[]).map((row, at) => ({
				...(isRow(given[at]) ? (othersOf(given[at] as IDataObject).others as IDataObject) : {}),
				...row,
			}));
		},
	};
}
