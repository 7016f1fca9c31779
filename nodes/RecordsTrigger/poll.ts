import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { eventId, type Change } from '../shared/changes/step';
import { Recent } from '../shared/changes/remembered';
import { hashOf } from '../shared/changes/row';
import { BEGINNING, startAt, type State } from '../shared/changes/state';
import { asNodeError, orNodeError, runAtOnce, runInSlices, type Steps } from '../shared/execution';
import { blotted, connectWithoutItem, settle, type Service } from '../shared/http';
import { budgetOf, inTurn, isOnlyLogged, warn, withinBudget } from '../shared/polling/budget';
import { openStateStore } from '../shared/polling/stateStore';
import { withIdentity } from '../shared/resource/actions/identity';
import { toRows, type ChangeSource } from '../shared/resource/actions/lists/changes';
import { readList } from '../shared/resource/actions/lists/list';
import { newLearnedOfLists, type LearnedOfLists } from '../shared/resource/actions/lists/pages';
import { search } from '../shared/resource/actions/lists/search';
import type { Outputs } from '../shared/resource';
import { readSettings, type Settings } from './settings';

/** An event: the record, and what the event adds to it. @public */
export const outputs: Outputs = {
	output: {
		id: 'text!',
		external_id: 'text',
		created_at: 'dateTime',
		updated_at: 'dateTime',
		event: 'text!',
		event_id: 'text!',
		changed_fields: 'texts',
		before: 'object',
		warning: 'text',
	},
};

/** Records that the editor shows for a test. */
const MAX_SHOWN = 5;

/**
 * One poll: reads what has changed, emits it and remembers how far it got. In the editor it shows the latest
 * records as events, and stores nothing.
 *
 * @returns null when there is no event
 * @throws NodeApiError when the list could not be read (at an activation what passes is only logged),
 * NodeOperationError when a parameter is wrong
 */
export async function pollRecords(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	return await orNodeError(context, poll(context));
}

async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const node = context.getNode();
	const settings = readSettings(context);
	const budget = budgetOf(context, settings.parallel);
	return await inTurn(context, budget, async (options, isCurrent) => {
		const { resource, watched, query, call } = settings;
		const service = await connectWithoutItem(context, options);
		// Not what it starts from: that counts once, and a date by an expression is another one at every poll.
		const scope = [resource.name, call, query, watched];
		const isFirst = budget.begins !== undefined;
		const store = await openStateStore<StoredState>(context, { scope, isFirst, shorten });
		const before = store.load();
		const lessons = recall(before?.lessons, Date.now());
		const source = sourceOf(settings, withinBudget(service, budget), lessons.learned);
		const asItems = async (changes: ReadonlyArray<Change<IDataObject>>) =>
			await runInSlices(makeItems(changes, settings, store.service));
		if (context.getMode() === 'manual') {
			const shown = await showLatest(source, settings);
			return shown.length > 0 ? [await asItems(shown)] : null;
		}
		const polled = blotted(await settle(search(source, settings, before)), context);
		if (!polled.ok) {
			if (polled.failure.kind === 'unserved') return polled.failure;
			const isUnstored = polled.failure.kind === 'timeLimit' && before === undefined;
			const failure = isUnstored ? polled.failure.with({ remedy: UNSTORED }) : polled.failure;
			const error = asNodeError(node, failure);
			if (!isOnlyLogged(budget, polled.failure.kind)) throw error;
			warn(context, error.message);
			return null;
		}
		const { changes, doubts, failure } = polled.value;
		const items = await asItems(changes);
		if (!isCurrent()) return null;
		const said = hashOf(doubts.join(' '));
		if (doubts.length > 0) {
			if (before?.said !== said) warn(context, doubts.join(' '));
			if (items.length > 0) items[0].json.warning = doubts.join(' ');
		}
		const taught = lessons.learned.isUnsure ? before?.lessons : noted(lessons);
		const state: StoredState = { ...polled.value.state, lessons: taught, said };
		store.save(state);
		if (changes.length > 0) return [items];
		store.keep(state);
		if (failure) throw asNodeError(node, failure);
		return null;
	});
}

const UNSTORED =
	'The first poll has to read the whole list, so nothing is remembered yet, and changes count from the first poll that reads it to its end. Raise Max Parallel Requests, narrow the list with filters, or choose Start From Now without Archived and Watched Fields.';

/** The state between polls. */
interface StoredState extends State {
	readonly lessons?: StoredLessons;
	/** A hash of the doubts that the log has. */
	readonly said?: string;
}

/** What this list has shown of the service, and since when that counts, milliseconds since 1970. */
interface StoredLessons extends Omit<LearnedOfLists, 'rejectedSorts'> {
	readonly rejectedSorts: readonly string[];
	readonly since: number;
}

/** After this time it is found out anew, with a request more: a lesson may be wrong, or the service have changed. */
const LESSON_MS = 60 * 60_000;

function recall(stored: StoredLessons | undefined, now: number) {
	if (!stored || Math.abs(now - stored.since) > LESSON_MS) {
		return { since: now, learned: newLearnedOfLists() };
	}
	const { since, rejectedSorts, ...others } = stored;
	return { since, learned: { ...others, rejectedSorts: new Set(rejectedSorts) } };
}

const noted = ({ since, learned }: ReturnType<typeof recall>): StoredLessons => ({
	...learned,
	rejectedSorts: [...learned.rejectedSorts],
	since,
});

/** Records dated at the last moment of a first read that are told from later ones. */
const MAX_LATEST = 40;

/** What the second poll needs of a large first state: from when on changes count, and what is dated at that moment. */
function shorten({ from, high, lag, recent }: StoredState): StoredState | undefined {
	// Without times, only all IDs would tell what is new.
	if (high === BEGINNING) return undefined;
	const states = new Recent(recent);
	const start = Math.max(from, states.latest(MAX_LATEST));
	return { ...startAt(start), high, lag, recent: runAtOnce(states.since(start)) };
}

function sourceOf(
	{ resource, query, call, parallel, watched, rules }: Settings,
	service: Service,
	learned: LearnedOfLists,
): ChangeSource {
	const { overlapMs } = rules;
	const list = { query, options: call, parallel, learned };
	return { service, resource, query: list, watched, overlapMs };
}

/** The latest records as if they had just changed. */
async function showLatest(
	source: ChangeSource,
	{ resource, rules }: Settings,
): Promise<Array<Change<IDataObject>>> {
	const isSorted = resource.list.sort === true;
	const list = await readList(source.service, resource, {
		...source.query,
		limit: isSorted ? MAX_SHOWN : Infinity,
		...(isSorted ? { updatedAfter: 0 } : {}),
	});
	const rows = await toRows(source, list.rows);
	const latest = [...rows].sort((one, other) => (other.updated ?? 0) - (one.updated ?? 0));
	return latest.slice(0, MAX_SHOWN).map(({ id, version, record, created, updated }) => {
		const kind = created !== undefined && created === updated ? 'created' : 'updated';
		const event = rules.events.includes(kind) ? kind : rules.events[0];
		return { event, id, version, occurrence: 0, record };
	});
}

/** May be paused at every event, because records may be large. */
function* makeItems(
	changes: ReadonlyArray<Change<IDataObject>>,
	settings: Settings,
	service: string,
): Steps<INodeExecutionData[]> {
	const items: INodeExecutionData[] = [];
	for (const change of changes) {
		yield;
		items.push({ json: asJson(change, settings, service) });
	}
	return items;
}

/** An event as the workflow gets it: the record, and what the event adds to it. */
function asJson(
	change: Change<IDataObject>,
	{ resource, watched }: Settings,
	service: string,
): IDataObject {
	const { id, record = {}, changed, before, event } = change;
	const names = changed?.map((index) => watched[index]);
	const past = before && Object.fromEntries((changed ?? []).map((at) => [watched[at], before[at]]));
	return {
		...withIdentity(resource.identifiers, record, { id }),
		event,
		event_id: eventId([service, resource.name], change),
		...(event === 'updated' ? { changed_fields: names ?? null } : {}),
		...(past ? { before: past as IDataObject } : {}),
	};
}
