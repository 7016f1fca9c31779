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
	// As text, because there may be hundreds of thousands.
	const records = new Map(Object.entries(packed));
	function since(from: number): Steps<State['recent']>;
	function since(from: number, maxRecords: number): Steps<State['recent'] | undefined>;
	function* since(from: number, maxRecords = Infinity) {
		const kept: Record<string, string> = {};
		let count = 0;
		for (const [hash, states] of records) {
			yield;
			const later = laterOf(states, from);
			if (later === '') {
				records.delete(hash);
			} else if (++count > maxRecords) {
				return undefined;
			} else {
				kept[hash] = later;
			}
		}
		return kept;
	}
	const hasVersion = (states: string, version: string) =>
		unpack(states).some((state) => versionIn(state) === version);
	return {
		has(row) {
			const states = records.get(hashOf(row.id));
			return states !== undefined && hasVersion(states, versionOf(row));
		},
		hasAny: (row) => records.has(hashOf(row.id)),
		add(row, from) {
			const time = timeOf(row);
			if (time === undefined || time < from) return;
			const hash = hashOf(row.id);
			const states = records.get(hash);
			const version = versionOf(row);
			const state = pack(time, version);
			if (states === undefined) records.set(hash, state);
			else if (!hasVersion(states, version)) records.set(hash, states + SEPARATOR + state);
		},
		since,
	};
}

const versionOf = ({ version }: Row) => hashOf(version);

const SEPARATOR = ' ';

const unpack = (states: string) => states.split(SEPARATOR);

/** The states that are dated at or after a time; most records have one, which is not unpacked. */
function laterOf(states: string, from: number): string {
	if (!states.includes(SEPARATOR)) return timeIn(states) >= from ? states : '';
	return unpack(states)
		.filter((state) => timeIn(state) >= from)
		.join(SEPARATOR);
}

/** One state: the time in base 36, a point, the version. */
const pack = (time: number, version: string) => `${time.toString(36)}.${version}`;

const timeIn = (state: string) => parseInt(state, 36);

const versionIn = (state: string) => state.slice(state.indexOf('.') + 1);
