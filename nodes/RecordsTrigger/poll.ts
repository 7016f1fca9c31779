import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import {
	eventId,
	beginning,
	follow,
	lookForMissing,
	type Change,
	type Missing,
	type Step,
} from '../shared/changes/step';
import { MAX_KNOWN, Recent } from '../shared/changes/remembered';
import { BEGINNING, startAt, type Reading, type State } from '../shared/changes/state';
import { asNodeError, orNodeError, runAtOnce, runInSlices, type Steps } from '../shared/execution';
import { blotted, connectWithoutItem, Failure, settle, type Service } from '../shared/http';
import { budgetOf, inTurn, isOnlyLogged, warn, withinBudget } from '../shared/polling/budget';
import { openStateStore } from '../shared/polling/stateStore';
import { withIdentity } from '../shared/resource/actions/identity';
import {
	readChanges,
	readMissing,
	toRows,
	type ChangeSource,
} from '../shared/resource/actions/lists/changes';
import { readList } from '../shared/resource/actions/lists/list';
import { newLearnedOfLists, type LearnedOfLists } from '../shared/resource/actions/lists/pages';
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
		const { resource, start, watched, query, call } = settings;
		const service = await connectWithoutItem(context, options);
		const scope = [resource.name, call, query, start, watched];
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
			const error = asNodeError(node, polled.failure);
			if (!isOnlyLogged(budget, polled.failure.kind)) throw error;
			warn(context, error.message);
			return null;
		}
		const items = await asItems(polled.value.changes);
		if (!isCurrent()) return null;
		const { changes, doubt } = polled.value;
		if (doubt !== undefined) warn(context, doubt);
		const state: StoredState = { ...polled.value.state, lessons: noted(lessons) };
		if (state.tooMany !== undefined) warn(context, tooMany(state.tooMany));
		store.save(state);
		if (changes.length > 0) return [items];
		store.keep(state);
		return null;
	});
}

/** The state between polls. */
interface StoredState extends State {
	readonly lessons?: StoredLessons;
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
function shorten({ high, lag, recent }: StoredState): StoredState | undefined {
	// Without times, only all IDs would tell what is new.
	if (high === BEGINNING) return undefined;
	const latest = runAtOnce(new Recent(recent).since(high, MAX_LATEST));
	return { ...startAt(latest ? high : high + 1), lag, recent: latest ?? {} };
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

/**
 * Reads the list from where the state ends, and looks up the records that it no longer has.
 *
 * @returns the step, and why the list may not be complete
 */
async function search(
	source: ChangeSource,
	settings: Settings,
	before: State | undefined,
): Promise<Step<IDataObject> & { readonly doubt?: string }> {
	const { rules, start, sweepMs } = settings;
	const state = before ?? beginning(start);
	const needsAll = rules.keepsKnown && (state === undefined || state.isNew === true);
	const latest = await readChanges(source, state?.from, needsAll);
	// Which clock it is makes no difference here: nothing but the next sweep depends on it.
	const now = latest.serviceTime ?? Date.now();
	const isSweep = !latest.complete && isSweepDue(settings, state?.sweptAt, now);
	const all = isSweep ? await readChanges(source, undefined, true) : latest;
	// The earlier of the two says up to when everything has surely been read.
	const { serviceTime } = latest;
	const reading = isSweep ? { ...all, serviceTime } : all;
	const missing = await lookUpMissing(source, settings, state, reading);
	const followed = await runInSlices(follow(state, reading, rules, missing));
	const step = { ...followed, doubt: reading.doubt };
	if (step.state.tooMany !== undefined && needsKnown(settings, reading)) {
		throw new Failure({
			kind: 'input',
			message: tooMany(step.state.tooMany),
			remedy: 'Narrow the list with filters, or watch other fields or events.',
		});
	}
	const isSwept = reading.complete && sweepMs > 0;
	return isSwept ? { ...step, state: { ...step.state, sweptAt: now } } : step;
}

/** Whether the whole list is to be read for archived records. */
function isSweepDue({ rules, sweepMs }: Settings, sweptAt: number | undefined, now: number) {
	if (!rules.events.includes('archived')) return false;
	const passed = now - (sweptAt ?? -Infinity);
	return passed < 0 || passed >= sweepMs;
}

async function lookUpMissing(
	{ service, resource }: ChangeSource,
	{ rules, call, query, parallel, allowManyArchived }: Settings,
	state: State | undefined,
	reading: Reading<IDataObject>,
): Promise<Missing<IDataObject> | undefined> {
	if (!state || !rules.events.includes('archived')) return;
	const { ids, isDoubtful } = lookForMissing(state, reading);
	if (isDoubtful && !allowManyArchived) {
		const many = resource.plural.toLowerCase();
		throw new Failure({
			kind: 'unexpectedResponse',
			message: `${count(ids.length)} of ${count(ids.length + reading.rows.length)} ${many} are gone from the list at once`,
			remedy: `If they were archived, turn on Allow Many Archived in the options for a while. Otherwise the list is not complete; the next poll reads it again.`,
		});
	}
	const isFiltered = Object.keys(query).length > 0;
	const source = { service, resource, options: call, parallel, isFiltered };
	return await readMissing(source, ids);
}

/** Whether the chosen events need every ID to be known. */
const needsKnown = ({ rules }: Settings, { rows }: Reading) =>
	rules.watches ||
	rules.events.every((event) => event === 'archived') ||
	rows.some(({ created, updated }) => created === undefined || updated === undefined);

const tooMany = (records: number) =>
	`The list has ${count(records)} records; archived records and watched fields are found among ${count(MAX_KNOWN)} at most`;

const count = (number: number) => number.toLocaleString('en');

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
		return { event, id, version, record };
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
