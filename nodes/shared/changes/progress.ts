import { timeOf, type Row } from './row';
import type { State } from './state';

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
