import type { Resource } from '../definition/resource';
import { belongsTo, type Write } from '../definition/writes';

/**
 * Takes from an item the keys that name a field: by wire name, or by the name in the editor,
 * however it is spelled (case, spaces, `_` and `-` do not matter).
 */
export function matchColumns(
	item: Readonly<Record<string, unknown>>,
	resource: Resource,
	write: Write,
): { values: Record<string, unknown>; ignored: string[] } {
	const names = columnNames(resource, write);
	const values: Record<string, unknown> = {};
	const ignored: string[] = [];
	for (const [key, value] of Object.entries(item)) {
		const name = names.get(plain(key));
		if (name === undefined || (name in values && key !== name)) ignored.push(key);
		else values[name] = value;
	}
	return { values, ignored };
}

const known = new WeakMap<Resource, Map<Write, ReadonlyMap<string, string>>>();

/** Field names by what an item may call them; made once, as it is asked for with every item. */
function columnNames(resource: Resource, write: Write): ReadonlyMap<string, string> {
	const byWrite = known.get(resource) ?? new Map<Write, ReadonlyMap<string, string>>();
	known.set(resource, byWrite);
	const made = byWrite.get(write);
	if (made) return made;
	const fields = resource.fields.filter((field) => belongsTo(field, write));
	const names = new Map([
		...fields.map(({ label, name }): [string, string] => [plain(label), name]),
		// Wire names take precedence over labels.
		...fields.map(({ name }): [string, string] => [plain(name), name]),
	]);
	byWrite.set(write, names);
	return names;
}

const plain = (name: string) => name.toLowerCase().replace(/[\s_-]+/g, '');
