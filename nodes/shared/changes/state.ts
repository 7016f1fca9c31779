import { timeOf, type Row } from './row';

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

/** What was read of a list. */
export interface Reading<R = unknown> {
	/** All records that were updated at or after `from`, or all records; each once. */
	readonly rows: ReadonlyArray<Row<R>>;
	/** Whether every record of the list is among them. */
	readonly complete: boolean;
	/** The `Date` header of the first response, milliseconds; undefined where the service sends none. */
	readonly serviceTime?: number;
	/** How long the read took, milliseconds; only used where there is no `serviceTime`. */
	readonly tookMs: number;
}

/**
 * Up to which time, by the clock that dates the records, the list has surely been read.
 *
 * The `Date` header moves on while no record changes, but it may come from a clock of its own, which may be
 * ahead. It was ahead of the clock of the records by no more than it was ever seen ahead of the latest
 * record (`lag`), so that this much is taken off. A record dated in the future counts for nothing; it
 * would hide all others. Without the header it is the latest record, less the time that the read took:
 * a record that changed meanwhile may have been read before it did.
 */
export function progressOf(
	{ high, lag }: Pick<State, 'high' | 'lag'>,
	{ rows, serviceTime, tookMs }: Reading,
): Pick<State, 'high' | 'lag'> {
	const times = rows.flatMap((row) => timeOf(row) ?? []);
	if (serviceTime === undefined) return { lag, high: latest(times, (time) => time - tookMs, high) };
	const least = latest(
		times.filter((time) => time <= serviceTime),
		(time) => time - serviceTime,
		-(lag ?? Infinity),
	);
	if (least === -Infinity) return { high };
	return { lag: -least, high: Math.max(high, serviceTime + least) };
}

/** The highest of many numbers, which are too many for the arguments of `Math.max`. */
const latest = (times: readonly number[], of: (time: number) => number, least: number) =>
	times.reduce((highest, time) => Math.max(highest, of(time)), least);
