import type { Column } from './fields';

/** Takes from rows the columns that name a field, and remembers those that do not. */
export interface ColumnMatcher {
	/** Values by wire name; empty cells are left out. */
	match(row: Readonly<Record<string, unknown>>): Record<string, unknown>;
	/** Columns that held values but match no field. */
	readonly unmatched: ReadonlySet<string>;
}

/**
 * Matches columns by wire name, by the name in the editor, or by a common spelling; upper case,
 * spaces, `_`, `-` and other signs do not matter. Where several columns of a row name the same field,
 * the one with the better name counts: wire name first, then the editor's, then spellings in order.
 */
export function columnMatcher(columns: readonly Column[]): ColumnMatcher {
	const names = new Map<string, { field: string; rank: number }>();
	for (const { name, label, spellings } of columns) {
		[name, label, ...spellings].forEach((spelling, rank) => {
			const plain = plainName(spelling);
			const taken = names.get(plain);
			if (!taken || rank < taken.rank) names.set(plain, { field: name, rank });
		});
	}
	// Rows of one table have the same keys; each is looked up once.
	const keys = new Map<string, { field: string; rank: number } | undefined>();
	const unmatched = new Set<string>();

	return {
		unmatched,
		match(row) {
			const values: Record<string, unknown> = {};
			const ranks: Record<string, number> = {};
			for (const key of Object.keys(row)) {
				const value = row[key];
				if (isEmpty(value)) continue;
				if (!keys.has(key)) keys.set(key, names.get(plainName(key)));
				const named = keys.get(key);
				if (!named) unmatched.add(key);
				else if (named.rank < (ranks[named.field] ?? Infinity)) {
					values[named.field] = value;
					ranks[named.field] = named.rank;
				}
			}
			return values;
		},
	};
}

/** Letters, digits, `%` and `#`, in lower case; the mark at the beginning of a file goes too. */
const plainName = (name: string) =>
	name
		.normalize('NFKC')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}%#]+/gu, '');

const isEmpty = (value: unknown) =>
	value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
