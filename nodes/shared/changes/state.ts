import { hash } from 'node:crypto';

/** A record of a list, as far as the search for changes looks at it. */
export interface Row<R = unknown> {
	/** The ID that a path takes. */
	readonly id: string;
	/** When it was created, milliseconds since 1970; undefined where the record does not say. */
	readonly created?: number;
	/** When it was last updated; undefined where the record does not say. */
	readonly updated?: number;
	/** Another one whenever the record is another one. */
	readonly version: string;
	/** A short hash of each watched field, all of the same length. */
	readonly prints?: readonly string[];
	/** The watched fields themselves. */
	readonly values?: readonly unknown[];
	/** How it stands, in the service's words; undefined where it does not say. */
	readonly state?: string;
	/** Whether it says of itself that it is archived. */
	readonly archived?: boolean;
	readonly record: R;
	/** How it was compared until now, where other watched fields were chosen since. */
	readonly former?: Row<R>;
}

/** The time that a record is ordered by; undefined for one that does not say when it was updated. */
export const timeOf = ({ created, updated }: Pick<Row, 'created' | 'updated'>) =>
	updated === undefined ? undefined : Math.max(updated, created ?? updated);

export const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** A text as it is compared: UUIDs may be written in either case. */
export const normalizedId = (id: string): string =>
	id.length === 36 && UUID.test(id.toLowerCase()) ? id.toLowerCase() : id;

/** Nine characters: among 100,000 texts the chance that any two have the same is one in four millions. */
const HASH_LENGTH = 9;

/** A short hash of a text. */
export const hashOf = (text: string, length = HASH_LENGTH): string =>
	hash('sha256', text, 'base64url').slice(0, length);

/** Six characters for a field: one change in 69 thousand millions is taken for none. */
const PRINT_LENGTH = 6;

/** A short hash of any JSON value; the order of keys makes no difference. */
export const printOf = (value: unknown): string => hashOf(sortedJson(value), PRINT_LENGTH);

/** Objects with more keys are taken in the order that they come in: sorting those blocks n8n. */
const MAX_SORTED_KEYS = 1000;

/** Text that does not depend on the order of keys: JSON, with a hash in the place of objects with very many. */
export function sortedJson(value: unknown): string {
	return (
		JSON.stringify(value, (_, part: unknown) => {
			if (typeof part === 'string') return normalizedId(part);
			if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
			return Object.keys(part).length > MAX_SORTED_KEYS
				? hashOf(JSON.stringify(part), WHOLE_HASH)
				: Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
		}) ?? ''
	);
}

const WHOLE_HASH = 43;

/**
 * What the search for changes remembers between two reads of a list. Plain JSON, so that it fits into
 * n8n's static data and into a cursor. All times are the service's, in milliseconds since 1970.
 */
export interface State {
	/** Records count as created from this time on. */
	readonly since: number;
	/** Later reads begin here. It goes back with the service's clock, down to `fresh`. */
	readonly from: number;
	/** Everything before this time has been dealt with; all states from it on that were are in `recent`. */
	readonly fresh: number;
	/** The service's time up to which it has surely been read. */
	readonly high: number;
	/** How far the service's `Date` header was ahead of its latest record, at the least. */
	readonly lag?: number;
	/** States of records at or after `fresh` that were dealt with, packed, by a hash of the ID. */
	readonly recent: Readonly<Record<string, string>>;
	/** IDs that were dealt with, each with what is remembered of it; see `packKnown`. */
	readonly known: string;
	/** Watched values of the latest records, by a hash of the ID; see `WatchedValues`. */
	readonly values?: Readonly<Record<string, string>>;
	/** How many IDs there are, if they are too many to be known. */
	readonly tooMany?: number;
	/** IDs that were missing in the last complete list, with nothing to say why. */
	readonly missing?: readonly string[];
	/** Words for the state of a record that the list has shown; only where Archived is wanted. */
	readonly listed?: readonly string[];
	/** When the whole list was last read. */
	readonly sweptAt?: number;
	/** Set while events are left for the next poll. */
	readonly backlog?: boolean;
	/** Set until the first read, and until the first one with other filters. */
	readonly isNew?: boolean;
}

/** Before all times. */
export const BEGINNING = -8.64e15;

/** Nothing has been read yet; everything from a time on is wanted. */
export const startAt = (since: number): State => ({
	since,
	from: since,
	fresh: since,
	high: since,
	recent: {},
	known: '',
	isNew: true,
});

/**
 * Goes on with other filters: what they show that is older was there before. Events that are left from before come
 * first.
 */
export const withOtherFilters = (state: State): State =>
	state.backlog
		? state
		: { ...state, since: Math.max(state.since, state.from), fresh: state.from, isNew: true };

/** From when on the list is to be read. Without the service's clock nothing shows that it was set back. */
export const readFrom = ({ from, fresh, lag }: State): number => (lag === undefined ? fresh : from);

/** What was read of a list. */
export interface Reading<R = unknown> {
	/** All records that were updated at or after `from`, or all records; each once. */
	readonly rows: ReadonlyArray<Row<R>>;
	/** From when on every record is among them; undefined: from the beginning. */
	readonly from?: number;
	/** Whether the whole list was read. */
	readonly complete: boolean;
	/** How many records there are, if they are too many to be known, and were not all read for that. */
	readonly tooMany?: number;
	/** Why records may be missing that should be among the rows, a sentence; undefined where nothing says so. */
	readonly doubt?: string;
	/** The `Date` header of the first response, milliseconds; undefined where the service sends none. */
	readonly serviceTime?: number;
	/** When the read began, by the clock of this machine, which may be wrong. */
	readonly readAt: number;
	/** How long the read took, milliseconds; only used where there is no `serviceTime`. */
	readonly tookMs: number;
}

const DAY = 24 * 60 * 60_000;

/**
 * How many of the latest records have to bear a time out: fewer that are dated ahead of the clock, by mistake or by
 * another clock, would hide all records up to that time.
 */
const MIN_WITNESSES = 5;

/**
 * Up to which time, by the clock that dates the records, the list has surely been read.
 *
 * The `Date` header moves on while no record changes, and back when the clock is set back; but it may come from a
 * clock of its own, which may be ahead. It was ahead of the clock of the records by no more than it was ever seen
 * ahead of the latest records (`lag`), so that this much is taken off. Records dated after it count for nothing. Without
 * the header it is the latest records, less the time that the read took: a record that changed meanwhile may have been
 * read before it did. An earlier time than the true one costs rows that are read again; a later one would hide changes.
 */
export function progressOf(
	{ high, lag }: Pick<State, 'high' | 'lag'>,
	{ rows, serviceTime, readAt, tookMs }: Reading,
): Pick<State, 'high' | 'lag'> {
	const now = serviceTime ?? readAt;
	const times = rows.flatMap((row) => timeOf(row) ?? []).filter((time) => time <= now);
	const latest = times.sort((one, other) => other - one)[MIN_WITNESSES - 1];
	if (serviceTime === undefined) {
		return { high: latest === undefined ? high : Math.max(high, latest - tookMs) };
	}
	// A date alone is the whole day.
	const isByDay = rows.every(({ updated }) => updated !== undefined && updated % DAY === 0);
	const behind = serviceTime - latest + (isByDay ? DAY : 0);
	const least = latest === undefined ? lag : Math.min(lag ?? Infinity, behind);
	return least === undefined ? { high } : { lag: least, high: serviceTime - least };
}
