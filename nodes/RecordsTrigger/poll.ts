import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import {
	eventId,
	beginning,
	follow,
	isWhole,
	lookForMissing,
	type Change,
	type Missing,
	type Step,
} from '../shared/changes/step';
import { MAX_KNOWN, Recent } from '../shared/changes/remembered';
import { hashOf } from '../shared/changes/row';
import { BEGINNING, readFrom, startAt, type Reading, type State } from '../shared/changes/state';
import { asNodeError, orNodeError, runAtOnce, runInSlices, type Steps } from '../shared/execution';
import { blotted, connectWithoutItem, Failure, settle, succeed, type Service } from '../shared/http';
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

/** What a poll has found, and what is to be said of it. */
interface Found extends Step<IDataObject> {
	/** Why events may be missing, as sentences. */
	readonly doubts: readonly string[];
	/** Why archived records could not be looked for; what else was found is not held back for it. */
	readonly failure?: Failure;
}

/** Reads the list from where the state ends, and looks up the records that it no longer has. */
async function search(
	source: ChangeSource,
	settings: Settings,
	before: State | undefined,
): Promise<Found> {
	const { rules, start, sweepMs } = settings;
	const state = before ?? beginning(start);
	const needsAll = rules.keepsKnown && (state === undefined || state.isNew === true);
	const latest = await readChanges(source, state && readFrom(state), needsAll);
	// Which clock it is makes no difference here: nothing but the next sweep depends on it.
	const now = latest.serviceTime ?? Date.now();
	const isSweep = !latest.complete && isSweepDue(settings, state, now);
	const all = isSweep ? await settle(readChanges(source, BEGINNING, true)) : succeed(latest);
	// The earlier of the two says up to when everything has surely been read.
	const { serviceTime, readAt } = latest;
	const reading = all.ok ? { ...all.value, serviceTime, readAt } : latest;
	const missing = all.ok ? await settle(lookUpMissing(source, settings, state, reading)) : all;
	const lookedUp = missing.ok ? missing.value : undefined;
	const step = await runInSlices(follow(state, reading, rules, lookedUp));
	const { tooMany: many } = step.state;
	if (many !== undefined && needsKnown(settings, reading)) throw tooManyFor(many);
	const failure = missing.ok ? undefined : missing.failure;
	const said = many === undefined ? undefined : `${tooMany(many)}.`;
	const doubts = [reading.doubt, said, failure && `${failure.message}.`];
	const told = step.changes.filter(({ event }) => event === 'archived').length;
	const isRest = lookedUp && (lookedUp.isPart || lookedUp.archived.length > told);
	const wait = failure || isRest ? Math.min(sweepMs, RETRY_MS) : sweepMs;
	const isSwept = (isSweep || reading.complete) && sweepMs > 0;
	return {
		...step,
		...(isSwept ? { state: { ...step.state, sweptAt: now - sweepMs + wait } } : {}),
		doubts: doubts.filter((doubt) => doubt !== undefined),
		failure,
	};
}

/** After this time the whole list is read again, if that or the look-up of what it lacked has failed. */
const RETRY_MS = 5 * 60_000;

/** So often a list that was too long for Archived is looked at again. */
const TOO_MANY_MS = 24 * 60 * 60_000;

/** Whether the whole list is to be read for archived records: now and then, and to confirm what was missing once. */
function isSweepDue({ rules, sweepMs }: Settings, state: State | undefined, now: number) {
	if (!rules.events.includes('archived')) return false;
	const { missing, sweptAt = -Infinity, tooMany: many } = state ?? {};
	const passed = now - sweptAt;
	const due = many === undefined ? sweepMs : Math.max(sweepMs, TOO_MANY_MS);
	return missing !== undefined || passed < 0 || passed >= due;
}

async function lookUpMissing(
	{ service, resource }: ChangeSource,
	{ rules, call, query, parallel, allowManyArchived }: Settings,
	state: State | undefined,
	reading: Reading<IDataObject>,
): Promise<Missing<IDataObject> | undefined> {
	if (!state || !isWhole(reading) || !rules.events.includes('archived')) return;
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
	const { listed = [] } = state;
	const source = { service, resource, options: call, parallel, isFiltered, listed };
	return await readMissing(source, ids);
}

/** Whether the chosen events need every ID to be known. */
const needsKnown = ({ rules }: Settings, { rows }: Reading) =>
	rules.watches ||
	rules.events.every((event) => event === 'archived') ||
	rows.some(({ created, updated }) => created === undefined || updated === undefined);

const tooManyFor = (records: number) =>
	new Failure({
		kind: 'input',
		message: tooMany(records),
		remedy: 'Narrow the list with filters, or watch other fields or events.',
	});

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
