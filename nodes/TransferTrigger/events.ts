import { createHash } from 'node:crypto';

import { sortedJson } from '../shared/changes/row';
import type { Outcome } from '../shared/transfer/end';
import type { TransferRecord } from '../shared/transfer/record';
import type { StatusWords } from '../shared/transfer/words';
import { count, isHigher, noOccurrences, raise, type Occurrences } from './occurrences';

/**
 * The events of a transfer, and their IDs.
 *
 * Each kind of event has a key that is made of the record alone. A key that differs from the one of
 * the record before is an event. So a lost state repeats events, with the same IDs, and skips none.
 * What happens again while the state is kept has its number in the ID.
 */

export type WatchedEvent = Outcome | 'progressed' | 'changed';

export interface Rules {
	/** The service that the transfers are of; part of every event ID. */
	readonly service: string;
	readonly events: readonly WatchedEvent[];
	readonly words: StatusWords;
	/** Whether a transfer that has already ended when it is first seen is passed over. */
	readonly skipEnded: boolean;
}

export interface ReadFailure {
	/** Whether it is about this transfer (no such ID, not allowed) rather than about the service. */
	readonly ofThisTransfer: boolean;
	/** What kind of failure it is; part of the event's ID. */
	readonly kind: string;
}

/** An event, emitted once. */
export type TransferEvent = {
	/** The same for the same event, whenever it is noticed; another one when it happens again. */
	readonly eventId: string;
	readonly id: string;
	/** The record as it was before; undefined when nothing is known of it. */
	readonly before?: TransferRecord;
} & (
	| { readonly event: WatchedEvent; readonly record: TransferRecord }
	| { readonly event: 'unreachable'; readonly failure: ReadFailure }
);

/**
 * What the record says that the record before did not.
 *
 * @param ended how the transfer has ended by this record, if it has
 * @param seen the record as it was last read, and what was emitted for the transfer so far
 * @returns the events, and the occurrences with them
 */
export function newEvents(
	{ id, record }: { readonly id: string; readonly record: TransferRecord },
	ended: Outcome | undefined,
	seen: { readonly record?: TransferRecord; readonly occurrences?: Occurrences },
	{ events, service }: Rules,
): { readonly emitted: readonly TransferEvent[]; readonly occurrences?: Occurrences } {
	const before = seen.record;
	const known = before ? keysOf(before) : undefined;
	const keys = keysOf(record);
	const earlier = seen.occurrences ?? noOccurrences;
	const numbers = numbersOf(record);
	const clock = Date.parse(String(record.updated_at));
	const isNew = {
		progressed: isHigher(earlier, numbers),
		changed: isHigher(earlier, [...numbers, clock]),
	};
	let occurrences = earlier;
	const emitted = events.flatMap((event): TransferEvent[] => {
		// It ends once, even if the service corrects its numbers afterwards: no value is part of the key.
		if (event === 'finished' || event === 'failed') {
			if (event !== ended) return [];
			return [{ event, id, eventId: eventId(service, id, event, ''), record, before }];
		}
		const key = keys[event];
		if (key === undefined || key === known?.[event]) return [];
		const counted = count(occurrences, event, key, isNew[event]);
		({ occurrences } = counted);
		const own = eventId(service, id, event, key, counted.number);
		return [{ event, id, eventId: own, record, before }];
	});
	if (occurrences === earlier) return { emitted, occurrences: seen.occurrences };
	return { emitted, occurrences: raise(occurrences, [...numbers, clock]) };
}

/** @param number how often it has been unreachable for this kind of failure, this time included */
export function unreachable(
	{ id, failure }: { readonly id: string; readonly failure: ReadFailure },
	before: TransferRecord | undefined,
	number: number,
	{ service }: Rules,
): TransferEvent {
	const event = 'unreachable';
	return { event, id, eventId: eventId(service, id, event, failure.kind, number), failure, before };
}

/** What makes each change that one change; undefined where there is no event. */
function keysOf(record: TransferRecord): {
	readonly progressed?: string;
	readonly changed: string;
} {
	const numbers = numbersOf(record);
	const begun = numbers.some((number) => Number(number ?? 0) !== 0);
	return { ...(begun ? { progressed: sortedJson(numbers) } : {}), changed: sortedJson(record) };
}

const numbersOf = (record: TransferRecord): unknown[] => [
	record.progress,
	record.success_number,
	record.failed_number,
];

/** The first occurrence has no number, so that it has the ID that an empty state gives it, too. */
function eventId(service: string, id: string, event: string, key: string, number = 1): string {
	const parts = [service, id, event, key, ...(number > 1 ? [number] : [])];
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
