/** A trigger over the models: the real search for changes, and reads as complete as those of lists are. */
import {
	eventId,
	beginning,
	follow,
	lookForMissing,
	type Start,
	type Change,
	type Missing,
	type Rules,
} from '../../../../nodes/shared/changes/step';
import { readFrom, type Reading, type State } from '../../../../nodes/shared/changes/state';
import { runAtOnce } from '../../../../nodes/shared/execution';
import type { ListRow, ServiceModel } from './service';

/** Kinds of object: lists by time, lists in one piece, and records that lack one of the times. */
export type ObjectKind = 'sorted' | 'whole' | 'withoutUpdated' | 'withoutCreated';

export interface WatcherSettings {
	readonly kind: ObjectKind;
	readonly start: Start;
	readonly rules: Rules;
	/** Whether a read of an archived record says so. */
	readonly saysArchived: boolean;
}

/** An event as the workflow gets it. */
export interface Delivered extends Omit<Change<ListRow>, 'record'> {
	readonly record?: ListRow;
	readonly eventId: string;
}

/** A poll that has read the list. */
export interface Read {
	readonly state: State;
	readonly events: readonly Delivered[];
	readonly rows: readonly ListRow[];
	readonly complete: boolean;
	readonly begin: number;
	readonly end: number;
}

const FIELD = 4;
const print = (value: number) => String(value).padStart(FIELD, '0');

/** How a poll reads. */
interface Reads {
	readonly tookMs: number;
	readonly sweeps: boolean;
	readonly reads: number;
}

const dateOf = ({ created, updated }: ListRow) => Math.max(created, updated);

/** Polls once. The time of the service goes on meanwhile. */
export function pollOnce(
	service: ServiceModel,
	{ kind, start, rules, saysArchived }: WatcherSettings,
	before: State | undefined,
	{ tookMs, sweeps, reads }: Reads,
	random: () => number,
): Read {
	const begin = service.now;
	const state = before ?? beginning(start);
	const isFirst = state === undefined || state.isNew === true;
	const complete = kind !== 'sorted' || sweeps || (isFirst && rules.keepsKnown);
	const rows = service.list(tookMs, random);
	// The header of the first response, which takes a moment itself.
	service.now += Math.min(tookMs, 500);
	const serviceTime = service.date;
	service.now = begin + tookMs;
	const seen = rows.filter((row) => complete || !state || dateOf(row) >= readFrom(state));
	const asRow = (record: ListRow) => {
		const { id, created, updated, a, b, c } = record;
		const times = kind === 'withoutUpdated' ? '' : `${updated} `;
		return {
			id,
			created: kind === 'withoutCreated' ? undefined : created,
			updated: kind === 'withoutUpdated' ? undefined : updated,
			version: times + (rules.watches ? `${a} ${b}` : `${a} ${b} ${c}`),
			...(rules.watches ? { prints: [print(a), print(b)] } : {}),
			record,
		};
	};
	const reading: Reading<ListRow> = {
		rows: seen.map(asRow),
		...(complete || !state ? {} : { from: readFrom(state) }),
		complete,
		serviceTime,
		readAt: begin,
		tookMs,
	};
	const wanted =
		state && rules.events.includes('archived') ? lookForMissing(state, reading).ids : [];
	const isLookedUp = complete && rules.events.includes('archived');
	const missing = isLookedUp ? confirm(service, wanted.slice(0, reads), saysArchived) : undefined;
	const next = runAtOnce(follow(state, reading, rules, missing));
	const events = next.changes.map((change) => ({
		...change,
		eventId: eventId(['service', 'object'], change),
	}));
	return { state: next.state, events, rows: seen, complete, begin, end: service.now };
}

/** Reads each record that a list lacked. */
function confirm(
	service: ServiceModel,
	ids: readonly string[],
	saysArchived: boolean,
): Missing<ListRow> {
	const isArchived = (id: string) => {
		const { archivedAt = Infinity } = service.records.find((record) => record.id === id)!;
		return archivedAt <= service.now;
	};
	return {
		archived: ids.filter((id) => saysArchived && isArchived(id)).map((id) => ({ id })),
		elsewhere: ids.filter((id) => saysArchived && !isArchived(id)),
		unclear: saysArchived ? [] : ids,
	};
}
