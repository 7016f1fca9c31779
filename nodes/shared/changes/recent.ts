import type { Steps } from '../execution';
import { hashOf, timeOf, type Row } from './row';
import type { State } from './state';

/** The states of records at the end of the list that were dealt with, by a hash of the ID. */
export interface Recent {
	/** Whether this state of the record was dealt with. */
	has(row: Row): boolean;
	/** Whether any state of it was. */
	hasAny(row: Row): boolean;
	/** Notes a state that was dealt with, if it is dated at or after `from`. */
	add(row: Row, from: number): void;
	/** What is dated at or after a time, packed; what is older is forgotten. */
	since(from: number): Steps<State['recent']>;
	/** The same, unless it is about more records than that. */
	since(from: number, maxRecords: number): Steps<State['recent'] | undefined>;
}

/**
 * Unpacks what a state remembers. All states of a record are kept, not only the latest: a service that
 * sometimes responds from an older copy shows them again, and a transaction that began earlier may be
 * stored later, under an earlier time.
 */
export function createRecent(packed: State['recent']): Recent {
	const records = new Map(
		Object.entries(packed).map(([hash, states]) => [hash, states.split(' ').map(unpack)] as const),
	);
	function since(from: number): Steps<State['recent']>;
	function since(from: number, maxRecords: number): Steps<State['recent'] | undefined>;
	function* since(from: number, maxRecords = Infinity) {
		const kept: Record<string, string> = {};
		let count = 0;
		for (const [hash, states] of records) {
			yield;
			const later = states.filter(({ time }) => time >= from);
			if (later.length === 0) {
				records.delete(hash);
			} else if (++count > maxRecords) {
				return undefined;
			} else {
				kept[hash] = later.map(pack).join(' ');
			}
		}
		return kept;
	}
	const statesOf = ({ id }: Row) => records.get(hashOf(id));
	return {
		has(row) {
			const states = statesOf(row);
			if (!states) return false;
			const version = versionOf(row);
			return states.some((state) => state.version === version);
		},
		hasAny: (row) => statesOf(row) !== undefined,
		add(row, from) {
			const time = timeOf(row);
			if (time === undefined || time < from) return;
			const hash = hashOf(row.id);
			const states = records.get(hash) ?? [];
			const version = versionOf(row);
			if (states.some((state) => state.version === version)) return;
			records.set(hash, [...states, { time, version }]);
		},
		since,
	};
}

const versionOf = ({ version }: Row) => hashOf(version);

interface Seen {
	readonly time: number;
	readonly version: string;
}

/** The time in base 36, a point, the version. */
const pack = ({ time, version }: Seen) => `${time.toString(36)}.${version}`;

const unpack = (packed: string): Seen => ({
	time: parseInt(packed, 36),
	version: packed.slice(packed.indexOf('.') + 1),
});
