import type { Steps } from '../execution';
import { hashOf, type Reading, type Row, type State, timeOf, UUID } from './state';

/** More known IDs than this are not kept: about 1.2 MB of UUIDs. */
export const MAX_KNOWN = 50_000;

/**
 * Packs known IDs, each with a short text, into one string, 23 characters for a UUID: an object of 50,000 keys
 * would take several times as much of n8n's database, and is rewritten as a whole.
 */
export const packKnown = (known: ReadonlyMap<string, string>): string =>
	[...known].map(([id, print]) => `${packId(id)}${print && `:${print}`}`).join(' ');

/** Undoes `packKnown`. */
export function unpackKnown(packed: string): Map<string, string> {
	const known = new Map<string, string>();
	for (const entry of packed === '' ? [] : packed.split(' ')) {
		const [id, print = ''] = entry.split(':');
		known.set(unpackId(id), print);
	}
	return known;
}

/** `encodeURIComponent` leaves neither spaces nor colons nor dollar signs. */
const packId = (id: string): string =>
	UUID.test(id)
		? `$${Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')}`
		: encodeURIComponent(id);

function unpackId(packed: string): string {
	if (!packed.startsWith('$')) return decodeURIComponent(packed);
	const hex = Buffer.from(packed.slice(1), 'base64url').toString('hex');
	return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/**
 * The states of records at the end of the list that were dealt with, by a hash of the ID. All states of a record are
 * kept, not only the latest: a service that sometimes responds from an older copy shows them again, and a transaction
 * that began earlier may be stored later, under an earlier time.
 */
export class Recent {
	/** As text, because there may be hundreds of thousands. */
	private readonly records: Map<string, string>;

	constructor(packed: State['recent']) {
		this.records = new Map(Object.entries(packed));
	}

	/** Whether this state of the record was dealt with, or one of the same time where that is enough. */
	has(row: Row, byTime: boolean): boolean {
		const states = unpack(this.records.get(hashOf(row.id)) ?? '');
		const [time, version] = [timeOf(row), versionOf(row)];
		return states.some(
			(state) => versionIn(state) === version || (byTime && timeIn(state) === time),
		);
	}

	/** Whether any state of it was. */
	hasAny(row: Row): boolean {
		return this.records.has(hashOf(row.id));
	}

	/** Notes a state that was dealt with, if it is dated at or after `from`. */
	add(row: Row, from: number): void {
		const time = timeOf(row);
		if (time === undefined || time < from) return;
		const hash = hashOf(row.id);
		const states = this.records.get(hash);
		const state = pack(time, versionOf(row));
		if (states === undefined) this.records.set(hash, state);
		else if (!this.has(row, false)) this.records.set(hash, states + SEPARATOR + state);
	}

	/** The time from which on there are so many records at most; their own times for fewer. */
	latest(maxRecords: number): number {
		const times = [...this.records.values()].map((states) =>
			unpack(states).reduce((last, state) => Math.max(last, timeIn(state)), -Infinity),
		);
		const next = times.sort((one, other) => other - one)[maxRecords];
		return next === undefined ? -Infinity : next + 1;
	}

	/** What is dated at or after a time, packed; what is older is forgotten. Undefined for more than `maxRecords`. */
	since(from: number): Steps<State['recent']>;
	since(from: number, maxRecords: number): Steps<State['recent'] | undefined>;
	*since(from: number, maxRecords = Infinity) {
		const kept: Record<string, string> = {};
		let count = 0;
		for (const [hash, states] of this.records) {
			yield;
			const later = laterOf(states, from);
			if (later === '') {
				this.records.delete(hash);
			} else if (++count > maxRecords) {
				return undefined;
			} else {
				kept[hash] = later;
			}
		}
		return kept;
	}
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

/** Put before what is remembered of a record that is there but not in this list. */
export const ELSEWHERE = '~';

/** Put before what is remembered of a record that was reported as archived. */
export const ARCHIVED = '!';

/** Remembered of a record that was there at the first read and is not reported yet. */
export const UNREPORTED = '?';

/** What is remembered of a record beside its ID, as text: mark, print, and behind a point the occurrence. */
export interface Entry {
	readonly mark: string;
	/** Of its watched fields, or of all fields where it has no time; undefined where nothing was remembered yet. */
	readonly print?: string;
	readonly occurrence: number;
}

const NO_ENTRY: Entry = { mark: '', occurrence: 0 };

export function entryOf(known: ReadonlyMap<string, string>, id: string): Entry {
	const text = known.get(id);
	if (text === undefined) return NO_ENTRY;
	const mark = [ELSEWHERE, ARCHIVED, UNREPORTED].find((each) => text.startsWith(each)) ?? '';
	const [print, occurrence = '0'] = text.slice(mark.length).split('.');
	const isReported = mark !== UNREPORTED;
	return { mark, occurrence: parseInt(occurrence, 36), ...(isReported ? { print } : {}) };
}

export const entryText = ({ mark, print = '', occurrence }: Entry) =>
	mark + print + (occurrence > 0 ? `.${occurrence.toString(36)}` : '');

/** Whether a record is known not to be in the list. */
export const isAway = ({ mark }: Entry) => mark === ELSEWHERE || mark === ARCHIVED;

/** What is known of records, or how many they are if that is too many. */
export function knownNext(
	state: State,
	known: Map<string, string>,
	reading: Reading,
): Pick<State, 'known' | 'tooMany'> {
	if (known.size > MAX_KNOWN) {
		for (const id of known.keys()) if (entryOf(known, id).mark === ARCHIVED) known.delete(id);
	}
	const before = reading.complete ? undefined : state.tooMany;
	const tooMany = known.size > MAX_KNOWN ? known.size : (reading.tooMany ?? before);
	return tooMany === undefined ? { known: packKnown(known) } : { known: '', tooMany };
}
