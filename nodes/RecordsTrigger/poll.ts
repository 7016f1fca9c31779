import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { eventId } from '../shared/changes/eventId';
import { beginning, follow, lookForMissing } from '../shared/changes/follow';
import { MAX_KNOWN } from '../shared/changes/known';
import type { Reading } from '../shared/changes/progress';
import type { State } from '../shared/changes/state';
import type { Change, Missing, Step } from '../shared/changes/step';
import { asNodeError, runInSlices, type Steps } from '../shared/execution';
import { connectWithoutItem, fail, succeed, type Result, type Service } from '../shared/http';
import { budgetOf, inTurn, isOnlyLogged, withinBudget } from '../shared/polling/budget';
import { openStateStore } from '../shared/polling/stateStore';
import { withIdentity } from '../shared/resource/actions/identity';
import { readChanges, toRows, type ChangeSource } from '../shared/resource/actions/lists/changes';
import { readList } from '../shared/resource/actions/lists/list';
import { newLearnedOfLists, type LearnedOfLists } from '../shared/resource/actions/lists/listQuery';
import { readMissing } from '../shared/resource/actions/lists/missing';
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
	const node = context.getNode();
	const settings = readSettings(context);
	if (!settings.ok) throw asNodeError(node, settings.failure);
	const budget = budgetOf(context, settings.value.parallel);
	return await inTurn(context, budget, async (isCurrent) => {
		const { resource, start, watched, query, call } = settings.value;
		const service = await connectWithoutItem(context, budget.options);
		if (!service.ok) throw asNodeError(node, service.failure);
		const scope = [resource.name, call, query, start, watched];
		const store = await openStateStore<State>(context, scope);
		const source = sourceOf(settings.value, withinBudget(service.value, budget), [
			store.service,
			context.getNode().credentials?.workspaceRecordsApi?.id,
			resource.name,
		]);
		const asItems = async (changes: ReadonlyArray<Change<IDataObject>>) =>
			await runInSlices(makeItems(changes, settings.value, store.service));
		if (context.getMode() === 'manual') {
			const shown = await showLatest(source, settings.value);
			if (!shown.ok) throw asNodeError(node, shown.failure);
			const items = await asItems(shown.value);
			if (!items.ok) throw asNodeError(node, items.failure);
			return shown.value.length > 0 ? [items.value] : null;
		}
		const before = store.load();
		const polled = await search(source, settings.value, before);
		if (!polled.ok) {
			const error = asNodeError(node, polled.failure);
			if (!isOnlyLogged(budget, polled.failure.kind)) throw error;
			context.logger.warn(`${node.name}: ${error.message}`);
			return null;
		}
		const items = await asItems(polled.value.changes);
		if (!items.ok) throw asNodeError(node, items.failure);
		if (!isCurrent()) return null;
		const { state, changes } = polled.value;
		if (state.tooMany !== undefined) context.logger.warn(`${node.name}: ${tooMany(state.tooMany)}`);
		store.save(state);
		if (changes.length > 0) return [items.value];
		store.keep(state);
		return null;
	});
}

/** What lists have shown of a service, so that it is found out once for a process. */
const learned = new Map<string, LearnedOfLists>();
const MAX_LEARNED = 100;

function sourceOf(
	{ resource, query, call, parallel, watched, rules }: Settings,
	service: Service,
	about: unknown[],
): ChangeSource {
	const key = JSON.stringify(about);
	const known = learned.get(key) ?? newLearnedOfLists();
	learned.set(key, known);
	if (learned.size > MAX_LEARNED) learned.delete([...learned.keys()][0]);
	const { overlapMs } = rules;
	const list = { query, options: call, parallel, learned: known };
	return { service, resource, query: list, watched, overlapMs };
}

type Polled = Result<Step<IDataObject>>;

/** Reads the list from where the state ends, and looks up the records that it no longer has. */
async function search(
	source: ChangeSource,
	settings: Settings,
	before: State | undefined,
): Promise<Polled> {
	const { rules, start, sweepMs } = settings;
	const state = before ?? beginning(start);
	const needsAll = rules.keepsKnown && (state === undefined || state.isNew === true);
	const latest = await readChanges(source, state?.from, needsAll);
	if (!latest.ok) return latest;
	// Which clock it is makes no difference here: nothing but the next sweep depends on it.
	const now = latest.value.serviceTime ?? Date.now();
	const isSweep = !latest.value.complete && isSweepDue(settings, state?.sweptAt, now);
	const all = isSweep ? await readChanges(source, undefined, true) : latest;
	if (!all.ok) return all;
	// The earlier of the two says up to when everything has surely been read.
	const { serviceTime } = latest.value;
	const reading = isSweep ? { ...all.value, serviceTime } : all.value;
	const missing = await lookUpMissing(source, settings, state, reading);
	if (!missing.ok) return missing;
	const stepped = await runInSlices(follow(state, reading, rules, missing.value));
	if (!stepped.ok) return stepped;
	const step = stepped.value;
	if (step.state.tooMany !== undefined && needsKnown(settings, reading)) {
		return fail({
			kind: 'input',
			message: tooMany(step.state.tooMany),
			remedy: 'Narrow the list with filters, or watch other fields or events.',
		});
	}
	const isSwept = reading.complete && sweepMs > 0;
	return succeed(isSwept ? { ...step, state: { ...step.state, sweptAt: now } } : step);
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
): Promise<Result<Missing<IDataObject> | undefined>> {
	if (!state || !rules.events.includes('archived')) return succeed(undefined);
	const { ids, isDoubtful } = lookForMissing(state, reading);
	if (isDoubtful && !allowManyArchived) {
		const many = resource.plural.toLowerCase();
		return fail({
			kind: 'unexpectedResponse',
			message: `${count(ids.length)} of ${count(ids.length + reading.rows.length)} ${many} are gone from the list at once`,
			remedy: `If they were archived, turn on Allow Many Archived in the options for a while. Otherwise the list is not complete; the next poll reads it again.`,
		});
	}
	const isFiltered = Object.keys(query).length > 0;
	const source = { service, resource, options: call, parallel, isFiltered };
	return succeed(await readMissing(source, ids));
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
): Promise<Result<Array<Change<IDataObject>>>> {
	const isSorted = resource.list.sort === true;
	const list = await readList(source.service, resource, {
		...source.query,
		limit: isSorted ? MAX_SHOWN : Infinity,
		...(isSorted ? { updatedAfter: 0 } : {}),
	});
	if (!list.ok) return list;
	const rows = await toRows(source, list.value.rows);
	if (!rows.ok) return rows;
	const latest = [...rows.value].sort((one, other) => (other.updated ?? 0) - (one.updated ?? 0));
	return succeed(
		latest.slice(0, MAX_SHOWN).map(({ id, version, record, created, updated }) => {
			const kind = created !== undefined && created === updated ? 'created' : 'updated';
			const event = rules.events.includes(kind) ? kind : rules.events[0];
			return { event, id, version, record };
		}),
	);
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
