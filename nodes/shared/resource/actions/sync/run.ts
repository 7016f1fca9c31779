import type { IExecuteFunctions, INodeExecutionData, Workflow } from 'n8n-workflow';

import { Cache } from '../../../lifetime';
import {
	asNodeError,
	choiceOf,
	inOptions,
	keptUnder,
	numberOf,
	readDryRun,
	publishLimiterStats,
	readShared,
	runInSlices,
	runTasks,
	textOf,
	theOnlyPart,
	type OpenContext,
} from '../../../execution';
import { badInput, redacted, settle, unwrap } from '../../../http';
import { hasSyncFilters } from '../../description/lists';
import { maxArchived, maxArchivedPercent, onlyRecordsWith } from '../../description/options';
import { matchByParameter, matchKeys, syncDryRun, syncMode } from '../../description/parameters';
import { findIfThere } from '../identityProof';
import { callOptions, checkWritable, type RecordFacts } from '../input/itemInput';
import { filtersParameter } from '../lists/getMany';
import { Records } from '../records';
import { describeSync, Outcomes } from './outcomes';
import type { Plan, RowAction, SyncMode } from './plan';
import { makePlan } from './prepare';
import { keyForm, readSource, type Source } from './source';
import { showsKey, targetOf, type Target, type TargetSource } from './target';

type Settings = Awaited<ReturnType<typeof readSettings>>;

/**
 * Makes the records of the service equal to the rows of the input: reads both to their end, plans, and then writes what
 * differs.
 *
 * @returns an item for each row, and one for each record that is archived
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
	const noteMirror =
		settings.mode === 'mirror' && !settings.isDry
			? refuseSecondMirror(facts, settings, part)
			: undefined;
	const source = await readSource(facts, settings, part);
	const target: TargetSource = { ...facts, ...part, ...settings, ...source };
	const { plan, notes } = await makePlan(target, source, settings);
	hints.note(notes);
	const outcomes = new Outcomes(context, settings.isDry, plan);
	if (!settings.isDry && plan.blocked === undefined) {
		await writeRows(target, source, plan, outcomes);
		await archiveSurplus(target, plan, outcomes);
	}
	noteMirror?.();
	publishLimiterStats(context, [part]);
	const signal = context.getExecutionCancelSignal();
	if (signal?.aborted) return [];
	const items = await runInSlices(outcomes.items(), signal);
	const described = await runInSlices(describeSync(resource, plan, items, settings), signal);
	const [counts] = described;
	if (outcomes.stopped) {
		const { failure, item } = outcomes.stopped;
		throw asNodeError(context.getNode(), failure, item, `${counts} ${AGAIN}`);
	}
	hints.note(described);
	return items;
}

const AGAIN = 'Run it again when the service is back: what was written is not written twice.';

/** What the parameters say; they apply to all items. */
async function readSettings({ context, resource, hints }: RecordFacts) {
	const { options, assigned } = matchKeys(resource);
	const keys = options.map(({ value }) => value);
	const {
		mode,
		matchBy,
		prefix = '',
		...limits
	} = await readShared(context, {
		mode: choiceOf<SyncMode>(syncMode),
		matchBy: choiceOf<string>({ ...matchByParameter, default: keys[0] }, keys),
		...inOptions({
			maxArchived: numberOf(maxArchived),
			maxArchivedPercent: numberOf(maxArchivedPercent),
			prefix: textOf(onlyRecordsWith),
		}),
	});
	const { filters } = hasSyncFilters(resource)
		? await readShared(context, filtersParameter(context))
		: { filters: { given: {}, updatedAfter: undefined } };
	const call = await readShared(context, callOptions(resource));
	checkWritable(resource, call);
	if (filters.updatedAfter !== undefined) {
		const remedy = 'Remove this filter: the records that it leaves out would count as absent.';
		throw badInput('filters', 'Sync cannot be narrowed by Updated After', remedy);
	}
	const isAssigned = assigned.includes(matchBy);
	const { name: keyLabel } = options.find(({ value }) => value === matchBy)!;
	const key = { matchBy, keyLabel, isAssigned };
	const { isDry, held } = await readDryRun(context, syncDryRun);
	hints.note(held);
	return {
		...{ mode, ...key, ...limits, isDry },
		prefix: keyForm(key, prefix),
		query: { ...filters.given, ...call.query },
		options: call,
	};
}

/** What was mirrored, and by which run of which node. */
const mirrors = keptUnder('Mirrors of an execution', 'execution', () => new Map<string, string>());

/** What was mirrored by sub-workflows, which are executions of their own, and by which one. */
const ofSubWorkflows = new Cache<string>({
	name: 'Mirrors of sub-workflows',
	max: 1000,
	maxAgeMs: 60_000,
});

/**
 * In a loop, two branches or calls of a sub-workflow, each Mirror would archive what the others have written. A retry
 * counts as the same run.
 *
 * @returns to be called at the end of this one
 */
function refuseSecondMirror(
	{ context, resource }: RecordFacts,
	{ options: { pathParameter, workspaceId } }: Settings,
	{ credentialKey }: { readonly credentialKey: string },
): () => void {
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
	const key = JSON.stringify([credentialKey, resource.name, pathParameter, workspaceId]);
	const { $runIndex: run } = context.getWorkflowDataProxy(0) as unknown as {
		$runIndex: number;
	};
	const own = `${run} ${name}`;
	const done = mirrors(context.getContext('flow'));
	if ((done.get(key) ?? own) !== own)
		throw refuse(`${resource.plural} were mirrored before in this execution`);
	done.set(key, own);
	if (context.getMode() !== 'integrated') return () => {};
	const execution = context.getExecutionId();
	if ((ofSubWorkflows.get(key) ?? execution) !== execution)
		throw refuse(
			`Another call of a sub-workflow mirrored ${resource.plural} less than a minute ago`,
		);
	const note = () => ofSubWorkflows.set(key, execution);
	note();
	return note;
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

async function writeRows(
	target: TargetSource,
	{ bodyOf, newBodyOf }: Source,
	{ rows }: Plan<Target>,
	outcomes: Outcomes,
) {
	const { parallel, service, resource, matchBy } = target;
	const records = new Records(target);
	const by = resource.findBy?.includes(matchBy)
		? { field: matchBy, takesOldest: false }
		: undefined;
	const writing = rows.filter(({ outcome }) => outcome === 'created' || outcome === 'updated');
	const write = async (action: RowAction<Target>) => {
		const { item } = action;
		if (action.outcome !== 'updated')
			return await records.create(unwrap(newBodyOf(item)), by, item);
		const { id } = action.target;
		return await records.update({ by: 'id', value: id }, bodyOf(item));
	};
	await runTasks(writing, parallel, async (action) => {
		const { item } = action;
		if (outcomes.isOver) {
			outcomes.notSent(item);
			return;
		}
		const written = redacted(await settle(write(action)), service);
		if (!written.ok) outcomes.fail(item, written.failure);
		else outcomes.written(item, written.value);
	});
}

/** Archives what the input does not have, after everything else, and each only if it still is what was read. */
async function archiveSurplus(
	target: TargetSource,
	{ rows, surplus, withheld }: Plan<Target>,
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
			if (!now) return 'It is gone already';
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
			await records.archive({ by: 'id', value: id });
			return undefined;
		};
		const archived = redacted(await settle(archiving()), target.service);
		if (!archived.ok) outcomes.failArchive(at, archived.failure);
		else if (archived.value !== undefined) outcomes.spare(at, archived.value);
	});
}
