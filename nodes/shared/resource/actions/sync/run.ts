import type { IDataObject, IExecuteFunctions, INodeExecutionData, Workflow } from 'n8n-workflow';

import { monotonicNow } from '../../../lifetime';
import {
	asNodeError,
	booleanOf,
	choiceOf,
	inOptions,
	keptUnder,
	readDryRun,
	publishLimiterStats,
	readShared,
	runInSlices,
	runTasks,
	textOf,
	theOnlyPart,
	type ExecutionContext,
	type OpenContext,
} from '../../../execution';
import { badInput, redacted, settle, unwrap } from '../../../http';
import type { Resource } from '../../definition/resource';
import { hasSyncFilters } from '../../description/lists';
import {
	fieldsWhenGone,
	guards,
	includeInputFields,
	onlyRecordsWith,
	returnItems,
	whenGone,
} from '../../description/options';
import { matchByParameter, matchKeys, syncDryRun, syncMode } from '../../description/parameters';
import { sentValues } from '../compare';
import { cancellationOf, creationsOf, identitiesOf } from '../creations';
import { shownId } from '../identity';
import { findIfThere } from '../identityProof';
import { additionalOf } from '../input/additional';
import { bodyReader } from '../input/body';
import { callOptions, checkWritable, type RecordFacts } from '../input/itemInput';
import { filterSettings, usableFilters } from '../lists/filters';
import { objectOf } from '../lists/origin';
import { Records } from '../records';
import { isKeyed } from '../requests';
import { enteredGuards, enteredRules, rulesOf, withoutFilled } from './rules';
import type { Plan, RowAction, SyncMode } from './plan';
import { makePlan, type Planned } from './prepare';
import { keyForm, readSource, type Source } from './source';
import { describeSync, Outcomes, returned, tallyOf, type ReturnItems } from './outcomes';
import { showsKey, targetOf, type Key, type Target, type TargetSource } from './target';

type Settings = Awaited<ReturnType<typeof readSettings>>;

/**
 * Makes the records of the service equal to the rows of the input: reads both to their end, plans, and then writes what
 * differs.
 *
 * @returns an item for each row, and one for each record that the input does not have, as far as they are wanted; or a summary
 * @throws NodeApiError or NodeOperationError when the service failed while it was written to and the node stops on errors;
 * Failure that concerns all items, when nothing was written
 */
export async function runSync(
	opened: OpenContext,
	facts: RecordFacts,
): Promise<INodeExecutionData[]> {
	const part = theOnlyPart(opened, 'Items of a sync');
	const { context, resource, hints } = facts;
	const settings = await readSettings(facts);
	if (settings.isDry) return await syncInTurn(facts, part, settings);
	const line = creationsOf({ ...settings, ...part, resource });
	if (settings.mode === 'mirror') refuseSecondMirror(facts, settings, part, line);
	const { leave, waited } = await line.startSync(context, resource.plural.toLowerCase());
	hints.note(waited);
	try {
		return await syncInTurn(facts, part, settings);
	} finally {
		if (line.mirrored?.execution === context.getExecutionId()) line.mirrored.at = monotonicNow();
		leave();
	}
}

async function syncInTurn(
	facts: RecordFacts,
	part: ExecutionContext,
	settings: Settings,
): Promise<INodeExecutionData[]> {
	const { context, resource, hints } = facts;
	const startedAt = monotonicNow();
	const source = await readSource(facts, settings, part);
	const target: TargetSource = { ...facts, ...part, ...settings, ...source };
	const planned = await makePlan(target, source, settings);
	const { plan, notes } = planned;
	const { isDry } = settings;
	if (plan.blocked !== undefined && settings.whenStopped === 'fail' && !isDry)
		throw badInput('options.guards', plan.blocked, TO_SEE);
	const outcomes = new Outcomes(context, isDry, plan, settings.includesRows, source.namesOf);
	if (plan.blocked === undefined) {
		await writeRows(target, source, planned, outcomes, isDry);
		if (!isDry) await archiveSurplus(target, plan, outcomes);
	}
	publishLimiterStats(context, [part]);
	const signal = context.getExecutionCancelSignal();
	if (signal?.aborted) return [];
	const items = await runInSlices(outcomes.items(), signal);
	const tally = await runInSlices(tallyOf(items), signal);
	const done = describeSync(resource, plan, tally, isDry);
	hints.note(notes);
	if (!outcomes.stopped) hints.outcome = done;
	if (outcomes.stopped) {
		const { failure, item } = outcomes.stopped;
		throw asNodeError(context.getNode(), failure, item, `${done[0]} ${AGAIN}`);
	}
	const { requests } = part.service.stats;
	const seconds = Math.round((monotonicNow() - startedAt) / 100) / 10;
	return returned(items, settings, tally, { requests, seconds });
}

const TO_SEE =
	'Turn on Dry Run to see what would be done. If it is meant, raise the limit under Guards; with When Stopped set to Report, the items come out instead.';

const AGAIN = 'Run it again when the service is back: what was written is not written twice.';

/** What the parameters say; they apply to all items. */
async function readSettings({ context, resource, hints, values }: RecordFacts) {
	const { options, assigned } = matchKeys(resource);
	const keys = options.map(({ value }) => value);
	const {
		mode,
		matchBy,
		prefix = '',
		entered,
		gone,
		whenGone: how,
		...others
	} = await readShared(context, {
		mode: choiceOf<SyncMode>(syncMode),
		matchBy: choiceOf<string>({ ...matchByParameter, default: keys[0] }, keys),
		...enteredGuards,
		...inOptions({ prefix: textOf(onlyRecordsWith) }, guards),
		...inOptions({
			whenGone: choiceOf<'archive' | 'report' | 'setFields'>(whenGone),
			gone: additionalOf(fieldsWhenGone),
			includesRows: booleanOf(includeInputFields),
			returnItems: choiceOf<ReturnItems>(returnItems),
			entered: enteredRules(resource),
		}),
	});
	// Mirror would archive what a filter without a value was to leave out.
	const filters = hasSyncFilters(resource)
		? usableFilters(
				await readShared(context, filterSettings(context, resource, guards)),
				resource,
				mode === 'mirror',
			)
		: undefined;
	hints.note(filters?.notes ?? []);
	const call = await readShared(context, callOptions(resource));
	checkWritable(resource, call);
	if (filters?.updatedAfter !== undefined) {
		const remedy = 'Remove this filter: the records that it leaves out would count as absent.';
		throw badInput('filters', 'Sync cannot be narrowed by Updated After', remedy);
	}
	const isAssigned = assigned.includes(matchBy);
	const { name: keyLabel } = options.find(({ value }) => value === matchBy)!;
	const key = { matchBy, keyLabel, isAssigned };
	const setsFields = mode === 'mirror' && how === 'setFields';
	const goneBody = setsFields
		? goneBodyOf(resource, key, bodyReader(resource, 'update', values.read).read(gone))
		: undefined;
	const isDry = await readDryRun(context, syncDryRun);
	return {
		...{ mode, ...key, ...others, isDry },
		prefix: keyForm(key, prefix),
		rules: rulesOf(resource, matchBy, entered),
		reportsGone: how === 'report',
		goneBody,
		query: { ...filters?.given, ...call.query },
		options: call,
	};
}

/** What is set of records without a row. @throws Failure where it is nothing, or what rows are matched by. */
function goneBodyOf(resource: Resource, { matchBy, keyLabel }: Key, body: IDataObject) {
	const sent = [...sentValues(resource, body)];
	const hasKey = sent.some(({ name }) => name === matchBy);
	if (sent.length > 0 && !hasKey) return body;
	const { displayName, name, placeholder } = fieldsWhenGone;
	const message = hasKey ? `It has ${keyLabel}, the Match By` : `${displayName} is empty`;
	const why = hasKey ? ', since a record without its own is not found when its row comes back' : '';
	throw badInput(`options.${name}`, message, `Enter other fields, ${placeholder}${why}.`);
}

/** By which run of which node an object was mirrored first. */
const mirrors = keptUnder('Mirrors of an execution', 'execution', (own: string) => own);

/**
 * In a loop, two branches or calls of a sub-workflow, each Mirror would archive what the others have written. A retry
 * counts as the same run.
 */
function refuseSecondMirror(
	{ context, resource }: RecordFacts,
	{ options }: Settings,
	{ credentialKey }: { readonly credentialKey: string },
	line: ReturnType<typeof creationsOf>,
) {
	const refuse = (message: string) =>
		badInput(
			syncMode.name,
			message,
			'Each Mirror would archive what the others have written. Bring all rows together before the node, for example with Merge or after the loop.',
		);
	const { name, executeOnce } = context.getNode();
	if (executeOnce === true) throw refuse('Execute Once leaves all items but the first out');
	const join = joinBefore(context, name);
	if (join !== undefined)
		throw refuse(`Branches come together in ${join}, which runs once for each`);
	const after = new Set(context.getChildNodes(name).map((node) => node.name));
	const loop = context
		.getParentNodes(name)
		.find((node) => node.type.endsWith('.splitInBatches') && after.has(node.name));
	if (loop) throw refuse(`Mirror is in the loop ${loop.name}`);
	const key = `${credentialKey} ${objectOf(resource, options)}`;
	const { $runIndex: run } = context.getWorkflowDataProxy(0) as { $runIndex?: number };
	const own = `${run} ${name}`;
	if (mirrors(context.getContext('flow'), key, own) !== own)
		throw refuse(`${resource.plural} were mirrored before in this execution`);
	if (context.getMode() !== 'integrated') return;
	const execution = context.getExecutionId();
	const { execution: other = execution, at = 0 } = line.mirrored ?? {};
	if (other !== execution && monotonicNow() - at <= 60_000)
		throw refuse(
			`Another call of a sub-workflow mirrored ${resource.plural} less than a minute ago`,
		);
	line.mirrored = { execution, at: monotonicNow() };
}

/**
 * The node, this one or one before it, that two branches lead into: it runs once for each, after each other. n8n tells nodes
 * which others are before them, and how they are connected in the workflow that it runs them with.
 */
function joinBefore(context: IExecuteFunctions, name: string): string | undefined {
	const { workflow } = context as {
		readonly workflow?: Pick<Workflow, 'connectionsByDestinationNode'>;
	};
	const before = (node: string) => context.getParentNodes(node).map((each) => each.name);
	return [name, ...before(name)].find((node) =>
		workflow?.connectionsByDestinationNode[node]?.main?.some((sources) => {
			const seen = new Set<string>();
			return sources?.some((source) => {
				const own = [source.node, ...before(source.node)];
				// The way back of a loop.
				if (own.includes(node)) return false;
				const isJoin = own.some((each) => seen.has(each));
				for (const each of own) seen.add(each);
				return isJoin;
			});
		}),
	);
}

type Update = Extract<RowAction<Target>, { readonly outcome: 'updated' }>;

async function writeRows(
	target: TargetSource,
	{ rows, bodyOf, newBodyOf }: Source,
	{ plan, replan, asksFirst }: Planned,
	outcomes: Outcomes,
	isDry: boolean,
) {
	const { context, parallel, service, resource, matchBy, query } = target;
	const isExternal = matchBy === resource.identifiers.external;
	const records = new Records(target);
	const creations = creationsOf(target);
	const stopped = cancellationOf(context);
	const by = resource.findBy?.includes(matchBy)
		? { field: matchBy, takesOldest: false }
		: undefined;
	const update = async ({ target: { id }, item, changes }: Update) =>
		await records.update(
			{ by: 'id', value: id },
			withoutFilled(resource, target.rules, bodyOf(item), changes),
		);
	const create = async (item: number) => {
		const { key = '', externalId } = rows[item];
		const body = unwrap(newBodyOf(item));
		const hasKey = isKeyed(resource, body);
		// With filters, what they do not show is not to be changed.
		const isSafe = !asksFirst && hasKey && Object.keys(query).length > 0;
		const looksUp = asksFirst || !(hasKey && isExternal);
		const identities = identitiesOf(resource, matchBy, key, externalId);
		const leave = isSafe || isDry ? undefined : await creations.enter(identities, stopped);
		try {
			const action = isSafe ? undefined : await replan(item, identities[0], looksUp);
			if (action) outcomes.replan(action);
			if (isDry || (action && action.outcome !== 'updated')) return undefined;
			if (action) return await update(action);
			const record = await records.create(body, by, item);
			creations.note(identities, shownId(resource.identifiers, record));
			return record;
		} finally {
			leave?.();
		}
	};
	const write = async (action: RowAction<Target>) =>
		action.outcome === 'updated' ? await update(action) : await create(action.item);
	const isWritten = ({ outcome }: RowAction<Target>) =>
		outcome === 'created' || (outcome === 'updated' && !isDry);
	await runTasks(plan.rows.filter(isWritten), parallel, async (action) => {
		const { item } = action;
		if (outcomes.isOver) {
			outcomes.notSent(item);
			return;
		}
		const written = redacted(await settle(write(action)), service);
		if (!written.ok) outcomes.fail(item, written.failure);
		else if (written.value) outcomes.written(item, written.value);
	});
}

/** Archives what the input does not have, or sets its fields, after everything else, and each only if it still is what was read. */
async function archiveSurplus(
	target: TargetSource,
	{ rows, surplus, goneChanges, withheld }: Plan<Target>,
	outcomes: Outcomes,
) {
	if (withheld !== undefined) return;
	const records = new Records(target);
	const read = async (id: string) => await findIfThere(target, { by: 'id', value: id });
	const kept = rows.find(({ outcome }) => outcome === 'unchanged' || outcome === 'updated');
	let shown: Promise<boolean> | undefined;
	/** Whether Get shows what records are matched by, so that one without it has lost it. */
	const getShowsKey = async () => {
		const other = kept && 'target' in kept ? kept.target : undefined;
		const found = other && (await read(other.id));
		return found !== undefined && showsKey(target, found.record);
	};
	const isSpared = outcomes.failed > 0 || outcomes.isOver;
	await runTasks(surplus, target.parallel, async ({ id, keys }, at) => {
		if (isSpared || outcomes.isOver) {
			outcomes.spare(at, 'Not archived, because something else could not be written');
			return;
		}
		const archiving = async () => {
			const found = await read(id);
			const now = found && targetOf(target, found.record);
			if (!now) return GONE;
			// Get may show a key whole of which the list shows a part.
			const [whole = keys[0]] = now.keys;
			if (
				!keys.includes(whole) ||
				now.keys.some(target.bodyWith) ||
				(now.keys.length === 0 &&
					(showsKey(target, found.record) || (await (shown ??= getShowsKey()))))
			)
				return 'It has changed since it was read';
			if (outcomes.isWritten(id)) return 'The service has put a row into it';
			if (goneChanges) await records.update({ by: 'id', value: id }, target.goneBody!);
			else await records.archive({ by: 'id', value: id });
			return undefined;
		};
		const archived = redacted(await settle(archiving()), target.service);
		if (archived.ok) {
			if (archived.value !== undefined) outcomes.spare(at, archived.value);
		} else if (archived.failure.kind === 'notFound') outcomes.spare(at, GONE);
		else outcomes.failArchive(at, archived.failure);
	});
}

const GONE = 'It is gone already';
