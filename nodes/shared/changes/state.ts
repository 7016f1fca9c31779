/**
 * What the search for changes remembers between two reads of a list. Plain JSON, so that it fits into
 * n8n's static data and into a cursor. All times are the service's, in milliseconds since 1970.
 */
export interface State {
	/** Records count as created from this time on. */
	readonly since: number;
	/** Everything before this time has been dealt with, and later reads begin here. */
	readonly from: number;
	/** Records created at or after this time that are not in `recent` have never been seen. */
	readonly fresh: number;
	/** The service's time up to which it has surely been read. */
	readonly high: number;
	/** How far the service's `Date` header was ahead of its latest record, at the least. */
	readonly lag?: number;
	/** States of records at or after `from` that were dealt with, packed, by a hash of the ID. */
	readonly recent: Readonly<Record<string, string>>;
	/** IDs that were dealt with, each with what is remembered of it; see `packKnown`. */
	readonly known: string;
	/** Watched values of the latest records, by a hash of the ID; see `WatchedValues`. */
	readonly values?: Readonly<Record<string, string>>;
	/** How many IDs there are, if they are too many to be known. */
	readonly tooMany?: number;
	/** IDs that were missing in the last complete list, with nothing to say why. */
	readonly missing?: readonly string[];
	/** When the whole list was last read. */
	readonly sweptAt?: number;
	/** Set while events are left for the next poll. */
	readonly backlog?: boolean;
	/** Set until the first read. */
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
