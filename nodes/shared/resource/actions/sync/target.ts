import type { IDataObject } from 'n8n-workflow';

import { runTasks } from '../../../execution';
import { badInput, settle, unwrap, type Failure } from '../../../http';
import { plainName } from '../../../schema/columns/names';
import { formOf, isSameValue } from '../../../schema/differences';
import { isFilled, isNothing } from '../../../schema/presence';
import { looseKey } from '../../../schema/types';
import { isGiven } from '../../../schema/values';
import { externalIdKeys, idKeys, keysOf, listedKeys } from '../../definition/resource';
import { describeUnsure, sentValues, shownCell, type Leaf } from '../compare';
import { matchKeyOf } from '../find';
import { externalIdIn, plain, shownExternalId, shownId, showsArchived } from '../identity';
import { findIfThere, findRecord } from '../identityProof';
import type { RecordContext } from '../input/itemInput';
import { readList, type RowSink } from '../lists/list';
import { oddRows } from '../readResponse';
import type { CallOptions } from '../requests';
import type { Changes, TargetRow } from './plan';
import type { FieldRules } from './rules';

/** What a record shows of the fields that are compared, by wire name. */
type Cells = Record<string, unknown>;

/** A record. */
export interface Target extends TargetRow {
	/** A name that shows a person which one it is, where no row does. */
	readonly title?: unknown;
}

/** By what rows and records are matched. */
export interface Key {
	/** The wire name of the field, and its name in the editor. */
	readonly matchBy: string;
	readonly keyLabel: string;
	/** The service gives it. */
	readonly isAssigned: boolean;
}

/** Where and how the records are read. */
export interface TargetSource extends RecordContext, Key {
	readonly options: CallOptions;
	/** Filters of the list. */
	readonly query: IDataObject;
	/** Go on with a list that is not complete. */
	readonly acceptIncomplete?: boolean;
	/** What the bodies have that are going to be written. */
	readonly leaves: readonly Leaf[];
	readonly rules: FieldRules;
	/** What is set of a record without a row. */
	readonly goneBody?: IDataObject;
	/** What the row with this key writes. */
	readonly bodyWith: (key: string) => IDataObject | undefined;
}

/** The records, and what their list shows. */
export interface Targets {
	readonly records: readonly Target[];
	/** What is compared of each that differs from its row; apart from them, so that it is forgotten when it has been compared. */
	readonly cells: Map<Target, Cells>;
	/** The fields that at least one record shows; one that does not show them has no value there. */
	readonly shown: Set<string>;
	/** Why these may not be all. */
	readonly doubt?: string;
	/** Nothing says whether these are all. */
	readonly isUncounted?: boolean;
	/** How many rows the list has. */
	readonly count?: number;
	/** The list does not show what they are matched by; there are none then. */
	readonly keyNotShown?: Failure;
}

/** Which record it is; undefined for one that is archived, which counts as absent. */
export function targetOf(
	{ resource, matchBy, bodyWith }: TargetSource,
	row: IDataObject,
	knownExternalId?: string,
): Target | undefined {
	if (showsArchived(row)) return undefined;
	const { identifiers, title } = resource;
	const id = shownId(identifiers, row);
	if (id === undefined) throw oddRows(resource, `a ${resource.label.toLowerCase()} without an ID`);
	const externalId = shownExternalId(identifiers, row) ?? knownExternalId;
	const isExternal = matchBy === identifiers.external;
	const text = isExternal ? formOf(matchBy, externalId ?? '') : matchKeyOf(matchBy, row);
	const keys =
		matchBy === identifiers.record
			? [idKey(id)]
			: matchBy === identifiers.number
				? [row[matchBy] ?? []].flat().map(idKey)
				: // A list of just that length: there is one for each record.
					text === ''
					? []
					: [text];
	const isNamed = keys.some((key) => bodyWith(key)?.[title[0]] !== undefined);
	const named = isNamed ? {} : { title: row[title[0]] };
	return { id: String(id), keys, externalId, ...named };
}

/**
 * What a write would change, by meaning.
 *
 * @param skip fields that are not compared
 * @param unread takes sentences on fields whose shown value cannot be read; they count as different
 */
export function changesOf(
	{ resource, rules, goneBody }: Pick<TargetSource, 'resource' | 'rules' | 'goneBody'>,
	body: IDataObject,
	cells: Readonly<Record<string, unknown>>,
	skip?: ReadonlySet<string>,
	unread?: Set<string>,
): Changes {
	const changes: Record<string, { from: unknown; to: unknown }> = {};
	for (const { value, ...leaf } of sentValues(resource, body)) {
		const { name, field } = leaf;
		if (skip?.has(name)) continue;
		const from = cells[name] ?? null;
		if (rules.onlyIfEmpty.has(name) && !isNothing(from) && body !== goneBody) continue;
		const same = isSameValue(field ?? { type: 'any' }, value, from);
		if (same === true || same === 'hidden') continue;
		if (same === 'unread') unread?.add(describeUnsure(leaf, same));
		changes[name] = { from, to: value };
	}
	return changes;
}

/** Adds what a record shows of these fields. Nothing is kept of one without a row, or that shows what its row has. */
export function noteCells(
	{ cells, shown }: Pick<Targets, 'cells' | 'shown'>,
	source: TargetSource,
	target: Target,
	row: IDataObject,
	leaves = source.leaves,
) {
	const body = target.keys.map(source.bodyWith).find(Boolean) ?? source.goneBody;
	const own: Cells = leaves === source.leaves ? {} : { ...(cells.get(target) ?? body) };
	for (const leaf of leaves) {
		const cell = shownCell(source.resource, row, leaf, target.externalId);
		if (!cell) continue;
		own[leaf.name] = cell.value;
		shown.add(leaf.name);
	}
	const differs = (shows: Cells) => body && Object.keys(changesOf(source, body, shows)).length > 0;
	if (differs(own) || differs(body ?? {})) cells.set(target, own);
	else cells.delete(target);
}

/** An ID or a number in the form in which it is compared. */
export const idKey = (value: unknown): string => plain(String(value).trim());

/** The keys under which a record shows what it is matched by. */
const matchNames = ({ resource: { identifiers }, matchBy }: TargetSource): readonly string[] =>
	matchBy === identifiers.external
		? externalIdKeys(identifiers)
		: matchBy === identifiers.record
			? idKeys(identifiers)
			: [matchBy];

/** Whether a record shows what it is matched by, though it may have no value there. */
export const showsKey = (source: TargetSource, row: IDataObject): boolean =>
	matchNames(source).some((name) => name in row);

/** Reads all records, or those of the filters, from their list. @throws Failure where it is incomplete */
export async function readTargets(source: TargetSource): Promise<Targets> {
	const { service, resource, options, query, parallel, acceptIncomplete } = source;
	const { hints, matchBy, keyLabel } = source;
	const { identifiers, plural } = resource;
	let records: Target[] = [];
	const cells = new Map<Target, Cells>();
	let hasRows = false;
	let isKeyShown = false;
	const shown = new Set<string>();
	const notShown = () =>
		badInput(
			'matchBy',
			`The list of ${plural.toLowerCase()} does not show the ${keyLabel}, by which they are matched`,
			'Choose a field under Match By that the list shows.',
		);
	const sink: RowSink = {
		async take(rows) {
			hasRows ||= rows.length > 0;
			isKeyShown ||= rows.some((row) => showsKey(source, row));
			// Then each row is looked up, and the rest of the list is of no use.
			if (hasRows && !isKeyShown && matchBy === identifiers.external) throw notShown();
			for (const row of rows) {
				const target = targetOf(source, row);
				if (!target) continue;
				records.push(target);
				noteCells({ cells, shown }, source, target, row);
			}
		},
		async restart() {
			records = [];
			cells.clear();
		},
	};
	const wanted = { service, resource, query, options, parallel, acceptIncomplete };
	const list = await settle(readList({ ...wanted, note: hints.note }, sink));
	if (hasRows && !isKeyShown) return { records: [], cells, shown, keyNotShown: notShown() };
	const { count, doubt, isUncounted } = unwrap(list);
	return { records, cells, shown, count, doubt, isUncounted };
}

/**
 * Looks every external ID up, where the list does not show them.
 *
 * @returns the records, and the rows for which it is not known whether there is one
 * @throws Failure where a look-up fails for another reason
 */
export async function lookUpTargets(
	source: TargetSource,
	externalIds: readonly string[],
): Promise<Targets & { readonly unproven: ReadonlyMap<string, Failure> }> {
	const found: Array<Target | undefined> = [];
	const unproven = new Map<string, Failure>();
	const cells = new Map<Target, Cells>();
	const shown = new Set<string>();
	const lookUp = async (value: string, at: number) => {
		const looked = await settle(findIfThere(source, { by: 'externalId', value }));
		if (looked.ok) {
			const record = looked.value?.record;
			const target = record && targetOf(source, record, value);
			if (!target) return;
			found[at] = target;
			noteCells({ cells, shown }, source, target, record);
		} else if (looked.failure.kind === 'unproven') unproven.set(value, looked.failure);
		else throw looked.failure;
	};
	const signal = source.context.getExecutionCancelSignal();
	await runTasks(externalIds, source.parallel, lookUp, signal);
	const records = found.filter((target) => target !== undefined);
	return { records, cells, shown, unproven };
}

/** Records that are read one by one to see whether Get shows a field. */
const PROBES = 3;

/**
 * Reads the fields that the list does not show from each record, as far as Get shows them.
 *
 * @param compared those that may be written, and were not read one by one
 * @param all what the records show; what Get shows is added
 */
export async function readUnlisted(
	source: TargetSource,
	compared: readonly Target[],
	all: Targets,
) {
	const { shown } = all;
	const { resource, leaves, bodyWith } = source;
	const { identifiers, record } = resource;
	const known = new Set(keysOf(record).map(looseKey));
	const listed = new Set(listedKeys(resource).map(looseKey));
	const isKnown = ({ name }: Leaf) => known.has(looseKey(name));
	const absent = () => leaves.filter(({ name }) => !shown.has(name));
	const missing = absent();
	const failures = new Map<Target, Failure>();
	const read = async (target: Target) => {
		const looked = await settle(findRecord(source, { by: 'id', value: target.id }));
		if (looked.ok) noteCells(all, source, target, looked.value.record, missing);
		else if (looked.failure.kind === 'notFound') failures.set(target, looked.failure);
		else throw looked.failure;
	};
	const targets = missing.length > 0 ? compared : [];
	const probes = targets.slice(0, PROBES);
	const { parallel, context } = source;
	const signal = context.getExecutionCancelSignal();
	await runTasks(probes, parallel, read, signal);
	const isOwnOfGet = (leaf: Leaf) => isKnown(leaf) && !listed.has(looseKey(leaf.name));
	const mayBeShown = missing.some((leaf) => shown.has(leaf.name) || isOwnOfGet(leaf));
	const rest = mayBeShown ? targets.slice(PROBES) : [];
	await runTasks(rest, parallel, read, signal);
	const external = absent().find(({ name }) => name === identifiers.external)?.name;
	const bodies = external === undefined ? [] : probes.flatMap(({ keys }) => keys.map(bodyWith));
	const ids = bodies.flatMap((body) => (body && externalIdIn(resource, body)) ?? []);
	const { records, unproven } = await lookUpTargets(source, ids);
	// Shown by none, because there are none: some service leaves an empty value out.
	if (external && ids.length > records.length + unproven.size) known.add(looseKey(external));
	return {
		/** Fields that neither list nor Get shows. */
		unseen: absent().filter((leaf) => !isKnown(leaf)),
		/** Fields that are known to be shown, and that no record shows: they count as empty. */
		empty: absent().filter(isKnown),
		/** Records that could not be read. */
		failures,
	};
}

/** The value that a row of the input has for an identifier that the service gives. */
export const assignedKeyIn = (json: IDataObject, matchBy: string): string | undefined => {
	const wanted = plainName(matchBy);
	const isIt = (key: string) => plainName(key) === wanted && isFilled(json[key]);
	const value = json[isFilled(json[matchBy]) ? matchBy : (Object.keys(json).find(isIt) ?? matchBy)];
	return isGiven(value) ? idKey(value) : undefined;
};
