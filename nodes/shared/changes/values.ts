import { hashOf, type Row } from './row';
import type { State } from './state';

/** Records whose watched values are kept: the latest that were dealt with. */
const MAX_RECORDS = 500;

/** Longer values of a record are not kept; they are all written anew with every event. */
const MAX_LENGTH = 500;

/** Values of watched fields, so that an event can say what they were before; only of some records. */
export class WatchedValues {
	private readonly entries: Map<string, string>;

	constructor(packed: State['values'] = {}) {
		this.entries = new Map(Object.entries(packed));
	}

	/** The values as they were when the record was last dealt with; undefined where they were not kept. */
	before({ id }: Row): readonly unknown[] | undefined {
		const entry = this.entries.get(hashOf(id));
		return entry === undefined ? undefined : (JSON.parse(entry) as unknown[]);
	}

	note({ id, values }: Row) {
		if (!values) return;
		const hash = hashOf(id);
		this.entries.delete(hash);
		const entry = JSON.stringify(values.map((value) => value ?? null));
		if (entry.length <= MAX_LENGTH) this.entries.set(hash, entry);
	}

	get packed(): Pick<State, 'values'> {
		const entries = [...this.entries].slice(-MAX_RECORDS);
		return entries.length > 0 ? { values: Object.fromEntries(entries) } : {};
	}
}
