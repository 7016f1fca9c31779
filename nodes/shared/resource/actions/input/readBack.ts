import { type Field, unmarked, type Shape } from '../../../schema/types';
import { looseKey as plain } from '../../../schema/sameValue';
import { isObject } from '../../../schema/values';
import { isNullable, type Resource, type Write } from '../../definition/resource';

/** Values as they can be written, and the keys that were left out. */
export interface Fitting {
	readonly values: Record<string, unknown>;
	readonly ignored: readonly string[];
}

/**
 * Prepares to make values that were read from a record fit to be written: rows of a record have keys
 * that a write does not take, and a field may be null that a write cannot clear. Keys that records
 * do not have stay, to be matched or refused.
 */
export function fitterOf(
	resource: Resource,
	write: Write,
): (values: Readonly<Record<string, unknown>>) => Fitting {
	const fields = new Map(resource.fields.map((field) => [field.name, field]));
	const record = shapesIn(resource.record);
	return (values) => {
		const ignored = new Set<string>();
		const fitting: Record<string, unknown> = {};
		for (const [name, value] of Object.entries(values)) {
			const field = fields.get(name);
			if (field && value === null && !isNullable(field, write)) continue;
			const rows = field?.type === 'rows' ? record.get(plain(name)) : undefined;
			fitting[name] = field && rows ? fitRows(field, value, rows, ignored, name) : value;
		}
		return { values: fitting, ignored: [...ignored] };
	};
}

function fitRows(
	field: Field,
	value: unknown,
	shape: Shape,
	ignored: Set<string>,
	path: string,
): unknown {
	if (!Array.isArray(value)) return value;
	const cells = new Map((field.rows ?? []).map((cell) => [plain(cell.name), cell]));
	const known = new Set(Object.keys(shape).map((key) => plain(unmarked(key).name)));
	const nested = shapesIn(shape);
	return value.map((row): unknown => {
		if (!isObject(row)) return row;
		return Object.fromEntries(
			Object.entries(row).flatMap(([key, cell]): Array<[string, unknown]> => {
				const taken = cells.get(plain(key));
				const rows = nested.get(plain(key));
				const at = `${path}.${key}`;
				if (taken) return [[key, rows ? fitRows(taken, cell, rows, ignored, at) : cell]];
				if (!known.has(plain(key))) return [[key, cell]];
				ignored.add(at);
				return [];
			}),
		);
	});
}

/** The shapes of the lists in a shape, by their plain names. */
const shapesIn = (shape: Shape): ReadonlyMap<string, Shape> =>
	new Map(
		Object.entries(shape).flatMap(
			([key, kind]): Array<[string, Shape]> =>
				Array.isArray(kind) ? [[plain(unmarked(key).name), (kind as readonly [Shape])[0]]] : [],
		),
	);
