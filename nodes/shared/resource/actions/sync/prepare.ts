import { runInSlices } from '../../../execution';
import { badInput, Failure, settle, unwrap } from '../../../http';
import { can } from '../../../service/capabilities';
import { matchByParameter } from '../../description/parameters';
import { fieldsWhenGone } from '../../description/options';
import { creationsOf, type Identity } from '../creations';
import { showsArchived } from '../identity';
import { findIfThere } from '../identityProof';
import { isKeyed } from '../requests';
import { whyBlocked, type Guards } from './rules';
import {
	actionOf,
	matchRows,
	planSync,
	type PlanRules,
	type RowAction,
	type SourceRow,
} from './plan';
import type { Source } from './source';
import type { Leaf } from '../compare';
import {
	changesOf,
	lookUpTargets,
	noteCells,
	readTargets,
	readUnlisted,
	targetOf,
	type Target,
	type TargetSource,
} from './target';

type Nouns = PlanRules<Target>['nouns'];

type PlanSettings = Pick<
	PlanRules<Target>,
	'mode' | 'keyLabel' | 'isAssigned' | 'prefix' | 'reportsGone' | keyof Guards
>;

/** What is done with a row instead of creating a record; undefined where one is created as planned. */
type Replanned = RowAction<Target> | undefined;

/** The plan, and what it goes on with. */
export type Planned = Awaited<ReturnType<typeof makePlan>>;

/** Reads the records, and plans; nothing is written. */
export async function makePlan(
	source: TargetSource,
	{ rows, bodyOf, newBodyOf }: Source,
	settings: PlanSettings,
) {
	const { resource, context, matchBy } = source;
	const signal = context.getExecutionCancelSignal();
	const nouns = { singular: resource.label.toLowerCase(), plural: resource.plural.toLowerCase() };
	const notes: string[] = [];
	const listed = await readTargets(source);
	const isExternal = matchBy === resource.identifiers.external;
	const isFiltered = Object.keys(source.query).length > 0;
	const { keyNotShown } = listed;
	if (keyNotShown && settings.mode === 'mirror') {
		const remedy = `Without them, Mirror cannot know which records the input does not have. ${keyNotShown.remedy} Or choose another Mode.`;
		throw keyNotShown.with({ remedy });
	}
	if (keyNotShown && (!isExternal || isFiltered)) throw keyNotShown;
	const keys = keyNotShown ? valuesOf(rows, ({ key }) => key) : [];
	const looked = keyNotShown && (await lookUpTargets(source, keys));
	const targets = looked ?? listed;
	const { records, shown, doubt } = targets;
	refusePartialNames(source, shown, records.length);
	const hits = await runInSlices(matchRows(rows, records), signal);
	// What is created with an external ID must not overwrite the record that has it and was not read.
	const isHidden = !isExternal && !records.some(({ externalId }) => externalId !== undefined);
	const isNew = (_: SourceRow, at: number) =>
		hits[at].length === 0 && settings.mode !== 'updateOnly';
	const ids =
		isHidden || isFiltered ? valuesOf(rows.filter(isNew), ({ externalId }) => externalId) : [];
	const owners = await lookUpTargets(source, ids);
	const isCompared = ({ failure }: SourceRow, at: number) =>
		!failure && hits[at].length === 1 && settings.mode !== 'createOnly';
	const compared = [...new Set(hits.filter((_, at) => isCompared(rows[at], at)).flat())];
	const claimed = new Set(hits.flat());
	const { goneBody } = source;
	const gone = goneBody ? records.filter((target) => !claimed.has(target)) : [];
	const { unseen, empty, failures } = await readUnlisted(
		source,
		looked ? [] : [...compared, ...gone],
		targets,
	);
	if (gone.length > 0) refuseUnshown(unseen, goneBody);
	if (rows.some(isCompared)) notes.push(...describeHidden(nouns, unseen, empty));
	const filtered = isFiltered ? `Only the ${nouns.plural} of the filters were read.` : undefined;
	notes.push(...[doubt, filtered].filter((text) => text !== undefined));
	const missed = doubt ?? filtered;
	const skip = new Set([...(source.options.ignored ?? []), ...unseen.map(({ name }) => name)]);
	const unread = new Set<string>();
	const canAsk =
		isExternal &&
		!isFiltered &&
		(doubt !== undefined || targets.isUncounted === true) &&
		resource.identifiers.externalQuery?.includes('get') === true;
	const goneChangesOf = (target: Target) => {
		const cells = targets.cells.get(target);
		return cells ? changesOf(source, goneBody!, cells, undefined, unread) : {};
	};
	const rules: PlanRules<Target> = {
		...{ ...settings, nouns, isExternal, doubt, owners: owners.records },
		...(goneBody && { goneChangesOf }),
		failureOf: ({ key, externalId }, [hit]) =>
			looked?.unproven.get(key ?? '') ??
			owners.unproven.get(externalId ?? '') ??
			(hit && failures.get(hit)),
		newRecordOf: (item) => {
			const body = newBodyOf(item);
			if (!body.ok) return body;
			// Create or Update by external ID does no harm to the record that it has; Create Only means to leave it.
			const isSafe =
				canAsk ||
				(isKeyed(resource, body.value)
					? doubt === undefined || settings.mode !== 'createOnly'
					: source.acceptIncomplete === true && !isFiltered);
			return missed === undefined || isSafe
				? { ok: true, value: changesOf(source, body.value, {}) }
				: { ok: false, failure: doubtful(nouns, missed) };
		},
		changesOf: (item, target) => {
			const cells = targets.cells.get(target);
			targets.cells.delete(target);
			return cells ? changesOf(source, bodyOf(item), cells, skip, unread) : {};
		},
	};
	const planned = await runInSlices(planSync(rows, hits, records, rules), signal);
	notes.push(...unread);
	const { surplus } = planned;
	const areDoubtful =
		isFiltered &&
		surplus.length > 0 &&
		planned.withheld === undefined &&
		!(await can('honoursFilters', { ...source, total: listed.count }));
	const withheld = areDoubtful
		? `Nothing is archived, because the list of ${nouns.plural} is no longer without the filters: the service may ignore them. Remove them`
		: planned.withheld;
	return {
		plan:
			withheld === undefined
				? planned
				: { ...planned, withheld, blocked: whyBlocked(planned.rows, [], 0, rules) },
		notes,
		/** The list may lack a record that Create Only is to leave, so that it is looked up even where a key keeps it from doubling. */
		asksFirst: canAsk && doubt !== undefined && settings.mode === 'createOnly',
		/**
		 * What is done with a row that is to be created and has a record after all: created lately, or found by one request
		 * where nothing proves that the list is complete.
		 */
		async replan(item: number, by: Identity, looksUp: boolean): Promise<Replanned> {
			const find = async () =>
				(await creationsOf(source).find(source, [by])) ??
				(canAsk && looksUp ? await findUnlisted(source, by[1], doubt) : undefined);
			const found = await settle(find());
			if (!found.ok && found.failure.kind === 'unproven')
				return { item, outcome: 'ambiguous', reason: found.failure.message };
			const { record } = unwrap(found) ?? {};
			if (!record) return undefined;
			const { key = '', externalId } = rows[item];
			const seen = targetOf(source, record, isExternal ? externalId : undefined);
			const target = { ...seen!, keys: [key] };
			noteCells(targets, source, target, record);
			// It may show what no record of the list does.
			for (const { name } of unseen) if (shown.has(name)) skip.delete(name);
			return actionOf(rows[item], { hits: [target], claims: new Map() }, rules);
		},
	};
}

/** @throws Failure for fields that are to be set when a record is gone, and of which nothing shows what they hold */
function refuseUnshown(unseen: readonly Leaf[], goneBody: object = {}): void {
	const hidden = unseen.filter(({ name }) => name in goneBody);
	if (hidden.length === 0) return;
	const what = `Neither the list nor Get shows ${labelsOf(hidden)}, so that nothing says whether it is set already`;
	throw badInput(`options.${fieldsWhenGone.name}`, what, 'Set other fields.');
}

/**
 * The record that has an external ID and is not archived; where that cannot be proven, there is none, as the list says.
 *
 * @param doubt why the list may have left it out
 */
async function findUnlisted(source: TargetSource, value: string, doubt?: string) {
	const looked = await settle(findIfThere(source, { by: 'externalId', value }));
	if (!looked.ok && looked.failure.kind === 'unproven' && doubt === undefined) return undefined;
	const found = unwrap(looked);
	return found && showsArchived(found.record) ? undefined : found;
}

/** The values that rows have which can be read: each once. */
const valuesOf = (
	rows: readonly SourceRow[],
	valueOf: (row: SourceRow) => string | undefined,
): string[] => [...new Set(rows.flatMap((row) => (row.failure ? [] : (valueOf(row) ?? []))))];

/** A record that the list may have left out must not be created a second time. */
const doubtful = ({ singular }: Nouns, doubt: string) =>
	new Failure({
		kind: 'unproven',
		message: `Not created, because the service may have this ${singular} already. ${doubt}`,
		remedy:
			'Give it an External ID, remove the filters, run the node again or, if doubles do no harm, turn on Accept Incomplete List.',
	});

/** Names in two parts cannot be compared with lists that show one. */
function refusePartialNames(
	{ resource, matchBy, leaves }: TargetSource,
	shown: ReadonlySet<string>,
	count: number,
) {
	const last = leaves.find(({ name }) => name === 'last_name');
	if (matchBy !== 'name' || !last || shown.has(last.name) || count === 0) return;
	throw badInput(
		matchByParameter.name,
		`The list of ${resource.plural.toLowerCase()} does not show the Last Name, which is part of the name`,
		'Match by another field, such as Email.',
	);
}

const labelsOf = (leaves: readonly Leaf[]) =>
	leaves.map(({ name, field }) => field?.label ?? name).join(', ');

/** Sentences on fields that are not compared, or of which no record shows a value. */
const describeHidden = ({ plural }: Nouns, unseen: readonly Leaf[], empty: readonly Leaf[]) =>
	[
		unseen.length > 0 &&
			`Not compared, because neither the list nor Get shows it: ${labelsOf(unseen)}. A value there is sent only where something else differs.`,
		empty.length > 0 &&
			`No record shows a value of ${labelsOf(empty)}, so that it counts as empty in all ${plural}. If the service hides it, it is written in every run.`,
	].filter((sentence) => sentence !== false);
