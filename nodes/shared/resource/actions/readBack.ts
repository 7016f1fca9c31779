import type { Field } from '../../schema/field';
import { isObject } from '../../schema/values';
import { isNullable, type Write } from '../definition/writes';
import type { Resource } from '../definition/resource';

/**
 * Makes values that were read from a record fit to be written: Get shows more in its rows than a write
 * takes, and null where a write takes none.
 */
export function fitToWrite(
	values: Readonly<Record<string, unknown>>,
	resource: Resource,
	write: Write,
): { readonly values: Record<string, unknown>; readonly ignored: readonly string[] } {
	const fields = new Map(resource.fields.map((field) => [field.name, field]));
	const ignored = new Set<string>();
	const fitting = Object.entries(values).flatMap(([name, value]): Array<[string, unknown]> => {
		const field = fields.get(name);
		if (!field) return [[name, value]];
		if (value === null && !isNullable(field, write)) return [];
		return [[name, fitRows(field, value, ignored, name)]];
	});
	return { values: Object.fromEntries(fitting), ignored: [...ignored] };
}

function fitRows(field: Field, value: unknown, ignored: Set<string>, path: string): unknown {
	if (field.type !== 'rows' || !Array.isArray(value)) return value;
	const byName = new Map((field.rows ?? []).map((cell) => [plain(cell.name), cell]));
	return value.map((row): unknown => {
		if (!isObject(row)) return row;
		const cells = Object.entries(row).flatMap(([key, cell]): Array<[string, unknown]> => {
			const known = byName.get(plain(key));
			if (known) return [[known.name, fitRows(known, cell, ignored, `${path}.${key}`)]];
			ignored.add(`${path}.${key}`);
			return [];
		});
		return Object.fromEntries(cells);
	});
}

/** Records are written in snake_case, some bodies in camelCase. */
const plain = (name: string) => name.toLowerCase().replace(/_/g, '');
