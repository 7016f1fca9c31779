import { searchTable } from './searchTable';

/** Tables that a run writes into pages which people write, by file and name. */
export const tables: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
	'docs/quality.md': { search: searchTable },
};

/**
 * The text of a file with its tables as they are now, each between `<!-- name -->` and
 * `<!-- /name -->`.
 *
 * @throws when the place of a table is missing
 */
export function withTables(file: string, text: string): string {
	return Object.entries(tables[file]).reduce((before, [name, table]) => {
		const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
		const [head, rest, ...more] = before.split(start);
		const [, tail] = (rest ?? '').split(end);
		if (tail === undefined || more.length > 0) throw new Error(`${file} has no place ${start}`);
		return `${head}${start}\n\n${table()}\n\n${end}${tail}`;
	}, text);
}
