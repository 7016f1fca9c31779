import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { eventId, type Change, type ChangeEvent } from '../shared/changes/step';
import { fewParallelRequests, resourceParameter } from '../shared/description';
import { Recent } from '../shared/changes/remembered';
import type { State } from '../shared/changes/state';
import { BEGINNING, hashOf, sortedJson, startAt, withOtherFilters } from '../shared/changes/state';
import {
	asNodeError,
	booleanOf,
	choiceListOf,
	choiceOf,
	eachInSteps,
	inOptions,
	numberOf,
	orNodeError,
	readForPoll,
	runAtOnce,
	runInSlices,
	textOf,
} from '../shared/execution';
import { redacted, settle, type Failure } from '../shared/http';
import {
	budgetOf,
	connectForPoll,
	failPoll,
	holdPages,
	inTurn,
	openStateStore,
	warn,
} from '../shared/polling/polling';
import { withIdentity } from '../shared/resource/actions/identity';
import { knownFieldsOf } from '../shared/resource/actions/input/entered';
import { callParameters } from '../shared/resource/actions/input/itemInput';
import {
	isSortable,
	readChanges,
	type ChangeSource,
	type Comparison,
} from '../shared/resource/actions/lists/changes';
import { filterSettings, startDate, usableFilters } from '../shared/resource/actions/lists/filters';
import { objectOf, type Opened } from '../shared/resource/actions/lists/origin';
import {
	ignoredFieldsIn,
	searchOn,
	storedSearch,
	type Kept,
	type SearchSettings,
} from '../shared/resource/actions/lists/search';
import { listedKeys, type Resource } from '../shared/resource/definition/resource';
import {
	ignoredFieldsOption,
	labelsOfKeys,
	overlapOption,
	startFromParameter,
} from '../shared/resource/description/lists';
import type { Outputs } from '../shared/resource';
import {
	allowManyArchivedOption,
	eventsParameter,
	maxEventsOption,
	sameWorkspaceOption,
	sweepOption,
	watchableFields,
	watchedFieldsOption,
	watchable,
} from './parameters';

/** What a person entered in the trigger. */
interface Settings extends SearchSettings {
	readonly list: Omit<ChangeSource, 'service'> & Pick<Opened, 'confirmed'>;
}

const EVENTS: readonly ChangeEvent[] = ['created', 'updated', 'archived'];
const MINUTE = 60_000;

/** Reads and checks the parameters of the trigger; sends nothing. */
function readSettings(context: IPollFunctions): Settings {
	const { name } = readForPoll(context, { name: choiceOf(resourceParameter(watchable)) });
	const resource = watchable.find((each) => each.name === name)!;
	const call = readForPoll(context, callParameters(resource));
	// All are checked, so that a wrong one does not wait for its use.
	const settings = readForPoll(context, {
		events: choiceListOf(eventsParameter, EVENTS),
		from: choiceOf<'all' | 'date' | 'now'>(startFromParameter),
		...inOptions({
			ignoredFields: textOf(ignoredFieldsOption),
			maxEvents: numberOf(maxEventsOption),
			overlapMinutes: numberOf(overlapOption),
			confirmed: textOf(sameWorkspaceOption),
			allowManyArchived: booleanOf(allowManyArchivedOption),
			sweepMinutes: numberOf(sweepOption),
		}),
		...inOptions({ parallel: numberOf(fewParallelRequests) }, 'requests'),
	});
	const { allowManyArchived, events, maxEvents, overlapMinutes, parallel, sweepMinutes } = settings;
	const { confirmed, from } = settings;
	const watched = events.includes('updated') ? readWatched(context, resource) : [];
	const watches = watched.length > 0;
	const read = readForPoll(context, filterSettings(context, resource));
	const { given } = usableFilters(read, resource);
	return {
		list: {
			...{ resource, watched, ignored: ignoredFieldsIn(settings.ignoredFields), confirmed },
			...{ query: { ...given, ...call.query }, options: call, parallel },
		},
		rules: {
			events,
			overlapMs: overlapMinutes * MINUTE,
			maxEvents,
			watches,
			keepsKnown:
				watches || events.includes('archived') || !listedKeys(resource).includes('created_at'),
		},
		start: from === 'date' ? readForPoll(context, { date: startDate(context) }).date : from,
		sweepMs: isSortable(resource) ? sweepMinutes * MINUTE : 0,
		allowManyArchived,
	};
}

function readWatched(context: IPollFunctions, resource: Resource): readonly string[] {
	const labelOf = labelsOfKeys(resource);
	const known = watchableFields(resource).map((name) => ({ name, label: labelOf(name) }));
	const parameters = { watched: knownFieldsOf(watchedFieldsOption, resource, known) };
	return readForPoll(context, inOptions(parameters)).watched;
}

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
	const settings = readSettings(context);
	const { list } = settings;
	const { options: call, parallel, query } = list;
	const budget = budgetOf(context, parallel);
	return await inTurn(context, budget, async (options, isCurrent) => {
		const { baseUrl, service, ...opened } = await connectForPoll(context, budget, options);
		const asItems = async (changes: ReadonlyArray<Change<IDataObject>>, { watched }: Comparison) =>
			await runInSlices(makeItems(changes, list.resource, watched, baseUrl));
		if (context.getMode() === 'manual') {
			const shown = await latestIn({ ...list, service }, settings);
			return shown.length > 0 ? [await asItems(shown, list)] : null;
		}
		const isFirst = budget.begins !== undefined;
		const store = openStateStore<StoredState>(context, { schema: storedSearch, isFirst, shorten });
		const object = objectOf(list.resource, call);
		const stored = store.load();
		// Not what it starts from: that counts once, and a date by an expression is another one at every poll.
		const before = stored?.object === object ? stored : undefined;
		const filters = hashOf(sortedJson(query));
		const isNarrowed = before && before.filters !== filters;
		const held = before ? undefined : holdPages(context, service);
		const source = {
			...{ ...list, ...opened, baseUrl, service: held?.service ?? service },
			begunAt: held?.begunAt,
		};
		const from = before && { ...before, state: isNarrowed ? withOtherFilters(before) : before };
		const searched = await settle(searchOn(source, settings, from, BEGIN_ANEW));
		const polled = redacted(searched, context);
		if (!polled.ok) {
			if (polled.failure.kind === 'unserved') return polled.failure;
			const isUnstored = polled.failure.kind === 'timeLimit' && held !== undefined;
			const failure = isUnstored ? notThrough(polled.failure, held.keep()) : polled.failure;
			failPoll(context, budget, failure);
			return null;
		}
		held?.drop();
		const { changes, compared, failure, kept } = polled.value;
		const doubts = polled.value.doubts.join(' ');
		const items = await asItems(changes, compared);
		if (!isCurrent()) return null;
		const said = hashOf(doubts);
		if (doubts) {
			if (before?.said !== said) warn(context, doubts);
			if (items.length > 0) items[0].json.warning = doubts;
		}
		const state: StoredState = { ...polled.value.state, ...kept, object, filters, said };
		store.save(state);
		if (changes.length > 0) return [items];
		store.keep(state);
		if (failure) throw asNodeError(context.getNode(), failure);
		return null;
	});
}

const notThrough = (failure: Failure, pages: number) =>
	failure.with({
		message: `The first read of the list takes longer than a poll may: ${pages} pages so far`,
		remedy:
			'Nothing is remembered yet, and changes count from the beginning of this read. The next poll goes on from these pages, unless n8n starts again before. Raise Max Parallel Requests, narrow the list with filters, or choose Start From Now without Archived and Watched Fields.',
	});

const BEGIN_ANEW = `Where no workspace is shown and it is the same one, change ${sameWorkspaceOption.displayName} in the options. To begin anew, replace the trigger by a new one.`;

/** The state between polls. */
interface StoredState extends State, Kept {
	/** What is watched: @see objectOf. */
	readonly object: string;
	/** A hash of the query. */
	readonly filters: string;
	/** A hash of the doubts that the log has. */
	readonly said?: string;
}

/** Records dated at the last moment of a first read that are distinguished from later ones. */
const MAX_LATEST = 40;

/** What the second poll needs of a large first state: from when on changes count, and what is dated at that moment. */
function shorten(state: StoredState): StoredState | undefined {
	const { from, high, lag, recent, origin, object, filters, compared } = state;
	// Without times, only all IDs would show what is new.
	if (high === BEGINNING) return undefined;
	const states = new Recent(recent);
	const start = Math.max(from, states.latest(MAX_LATEST));
	const about = { origin, object, filters, compared };
	return { ...startAt(start), ...about, high, lag, recent: runAtOnce(states.since(start)) };
}

/** The latest records as if they had just changed. */
async function latestIn(
	source: ChangeSource,
	{ rules }: Settings,
): Promise<Array<Change<IDataObject>>> {
	const { rows } = await readChanges(source, { overlapMs: 0 }, undefined, false);
	const latest = [...rows].sort((one, other) => (other.updated ?? 0) - (one.updated ?? 0));
	return latest.slice(0, MAX_SHOWN).map(({ id, version, record, created, updated }) => {
		const kind = created !== undefined && created === updated ? 'created' : 'updated';
		const event = rules.events.includes(kind) ? kind : rules.events[0];
		return { event, id, version, occurrence: 0, record };
	});
}

/** In steps, because records may be large. */
const makeItems = (
	changes: ReadonlyArray<Change<IDataObject>>,
	resource: Resource,
	watched: readonly string[],
	service: string,
) =>
	eachInSteps(changes, (change): INodeExecutionData => {
		const { id, record = {}, changed, before, event } = change;
		const names = changed?.map((index) => watched[index]) ?? null;
		const past =
			before && Object.fromEntries((changed ?? []).map((at) => [watched[at], before[at]]));
		const json: IDataObject = {
			...withIdentity(resource.identifiers, record, { id }),
			event,
			event_id: eventId([service, resource.name], change),
			...(event === 'updated' ? { changed_fields: names } : {}),
			...(past ? { before: past as IDataObject } : {}),
		};
		return { json };
	});
