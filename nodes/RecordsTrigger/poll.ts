import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { eventId, type Change } from '../shared/changes/step';
import { Recent } from '../shared/changes/remembered';
import { hashOf, sortedJson } from '../shared/changes/row';
import { BEGINNING, startAt, withOtherFilters, type State } from '../shared/changes/state';
import { asNodeError, orNodeError, runAtOnce, runInSlices, type Steps } from '../shared/execution';
import {
	blotted,
	connect,
	readCredentialWithoutItem,
	settle,
	type Failure,
	type Service,
} from '../shared/http';
import { budgetOf, inTurn, isOnlyLogged, warn, withinBudget } from '../shared/polling/budget';
import { holdPages } from '../shared/polling/heldPages';
import { openStateStore } from '../shared/polling/stateStore';
import { withIdentity } from '../shared/resource/actions/identity';
import {
	toRows,
	type ChangeSource,
	type Comparison,
} from '../shared/resource/actions/lists/changes';
import { readList } from '../shared/resource/actions/lists/list';
import {
	objectOf,
	originOf,
	withRecords,
	workspaceReader,
	type Origin,
} from '../shared/resource/actions/lists/origin';
import { newLearnedOfLists, type LearnedOfLists } from '../shared/resource/actions/lists/pages';
import { search } from '../shared/resource/actions/lists/search';
import { volatileHint } from '../shared/resource/actions/lists/volatile';
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
		const { resource, query, call } = settings;
		const connection = connect(context, options, await readCredentialWithoutItem(context));
		const service = withinBudget(connection.service, budget);
		const isFirst = budget.begins !== undefined;
		const isTest = context.getMode() === 'manual';
		const store = openStateStore<StoredState>(context, { isFirst, shorten });
		const object = objectOf(resource, call);
		const stored = store.load();
		// Not what it starts from: that counts once, and a date by an expression is another one at every poll.
		const before = stored?.object === object ? stored : undefined;
		const filters = hashOf(sortedJson(query));
		const lessons = recall(before?.lessons, Date.now());
		const held = before === undefined && !isTest ? holdPages(context, service) : undefined;
		const source = {
			...sourceOf(settings, held?.service ?? service, lessons.learned, before?.compared),
			begunAt: held?.begunAt,
		};
		const { watched, ignored } = settings;
		const compared = source.formerly ?? { watched, ignored };
		const asItems = async (changes: ReadonlyArray<Change<IDataObject>>) =>
			await runInSlices(
				makeItems(changes, { resource, watched: compared.watched }, connection.baseUrl),
			);
		if (isTest) {
			const shown = await showLatest(source, settings);
			return shown.length > 0 ? [await asItems(shown)] : null;
		}
		const find = async () => {
			const opened = {
				...connection,
				service,
				resource,
				call,
				workspace: workspaceReader(service),
			};
			const origin = await originOf(opened, before?.origin, BEGIN_ANEW);
			const isSame = before?.filters === filters;
			const found = await search(
				source,
				settings,
				isSame ? before : before && withOtherFilters(before),
			);
			return { ...found, origin: withRecords(origin, found.rows) };
		};
		const polled = blotted(await settle(find()), context);
		if (!polled.ok) {
			if (polled.failure.kind === 'unserved') return polled.failure;
			const isUnstored = polled.failure.kind === 'timeLimit' && held !== undefined;
			const failure = isUnstored ? notThrough(polled.failure, held.keep()) : polled.failure;
			const error = asNodeError(node, failure);
			if (!isOnlyLogged(budget, polled.failure.kind)) throw error;
			warn(context, error.message);
			return null;
		}
		held?.drop();
		const { changes, failure, origin, rows } = polled.value;
		const volatile = volatileHint(context, rows, settings.ignored);
		const doubts = [...polled.value.doubts, ...(volatile ? [volatile] : [])];
		const items = await asItems(changes);
		if (!isCurrent()) return null;
		const said = hashOf(doubts.join(' '));
		if (doubts.length > 0) {
			if (before?.said !== said) warn(context, doubts.join(' '));
			if (items.length > 0) items[0].json.warning = doubts.join(' ');
		}
		const taught = lessons.learned.isUnsure ? before?.lessons : noted(lessons);
		const next = polled.value.state;
		const about = {
			origin,
			object,
			filters,
			compared: next.backlog ? compared : { watched, ignored },
		};
		const state: StoredState = { ...next, ...about, lessons: taught, said };
		store.save(state);
		if (changes.length > 0) return [items];
		store.keep(state);
		if (failure) throw asNodeError(node, failure);
		return null;
	});
}

const notThrough = (failure: Failure, pages: number) =>
	failure.with({
		message: `The first read of the list takes longer than a poll may: ${pages} pages so far`,
		remedy:
			'Nothing is remembered yet, and changes count from the beginning of this read. The next poll goes on from these pages, unless n8n starts again before. Raise Max Parallel Requests, narrow the list with filters, or choose Start From Now without Archived and Watched Fields.',
	});

const BEGIN_ANEW = 'To begin anew, replace the trigger by a new one.';

/** The state between polls. */
interface StoredState extends State {
	readonly origin: Origin;
	/** What is watched: @see objectOf. */
	readonly object: string;
	/** A hash of the query. */
	readonly filters: string;
	/** How records were compared. */
	readonly compared: Comparison;
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
function shorten(state: StoredState): StoredState | undefined {
	const { from, high, lag, recent, origin, object, filters, compared } = state;
	// Without times, only all IDs would tell what is new.
	if (high === BEGINNING) return undefined;
	const states = new Recent(recent);
	const start = Math.max(from, states.latest(MAX_LATEST));
	const about = { origin, object, filters, compared };
	return { ...startAt(start), ...about, high, lag, recent: runAtOnce(states.since(start)) };
}

function sourceOf(
	{ resource, query, call, parallel, watched, ignored, rules }: Settings,
	service: Service,
	learned: LearnedOfLists,
	before?: Comparison,
): ChangeSource {
	const { overlapMs } = rules;
	const list = { query, options: call, parallel, learned };
	const comparison = { watched, ignored };
	const isSame = JSON.stringify(before) === JSON.stringify(comparison);
	const formerly = isSame ? undefined : before;
	return { service, resource, query: list, ...comparison, formerly, overlapMs };
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

type Compared = Pick<Settings, 'resource' | 'watched'>;

/** May be paused at every event, because records may be large. */
function* makeItems(
	changes: ReadonlyArray<Change<IDataObject>>,
	settings: Compared,
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
	{ resource, watched }: Compared,
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
