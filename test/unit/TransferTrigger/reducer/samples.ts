/** Rules, reads and records for the tests of the reducer. */
import { type TransferRecord } from '../../../../nodes/shared/transfer/record';
import { DEFAULT_WORDS } from '../../../../nodes/shared/transfer/record';
import type { ReadFailure, Rules, TransferEvent } from '../../../../nodes/TransferTrigger/events';
import {
	nothingKnown,
	step,
	type Read,
	type State,
} from '../../../../nodes/TransferTrigger/reducer';

export const MINUTE = 60_000;
/** Every event is wanted. */
export const all: Rules = {
	service: 'https://api.example.com',
	events: ['finished', 'failed', 'progressed', 'attention'],
	words: DEFAULT_WORDS,
	skipEnded: false,
	stalledAfterMs: 24 * 60 * MINUTE,
	isTest: false,
};
/** The service does not know the transfer. */
export const gone: ReadFailure = { ofThisTransfer: true, kind: 'notFound' };
/** The service cannot be reached. */
export const down: ReadFailure = { ofThisTransfer: false, kind: 'unavailable' };

export const now = Date.UTC(2030, 0, 1);
export const running = { id: 'a', status: 'running', progress: 1 };
export const finished = { id: 'a', status: 'finished', progress: 2 };
export const read = (record: TransferRecord, id = 'a'): Read => ({ id, record });
export const names = ({ events }: { events: readonly TransferEvent[] }) =>
	events.map(({ event, reason, id }) => `${id} ${reason ?? event}`);
export const after = (...reads: Read[][]): State =>
	reads.reduce(
		(state, each) =>
			step(
				state,
				each.map(({ id }) => id),
				each,
				now,
				all,
			).state,
		nothingKnown,
	);

/** The ID that a trigger without any state uses for it. */
export function idInEmptyState({ id, ...rest }: TransferEvent): string | undefined {
	const read: Read = rest.failure
		? { id, failure: rest.failure }
		: { id, record: rest.record ?? {} };
	const other: Read = { id: 'other', record: {} };
	const { events } = step(nothingKnown, [id, 'other'], [read, other], 0, { ...all, isTest: true });
	return events.find((each) => each.id === id && each.event === rest.event)?.eventId;
}
