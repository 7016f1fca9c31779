import type { IDataObject } from 'n8n-workflow';

import {
	booleanOf,
	choiceOf,
	inOptions,
	numberOf,
	parametersOf,
	valueOf,
	type Parameter,
} from '../../../execution';
import { badInput } from '../../../http';
import type { Field } from '../../../schema/types';
import { isObject } from '../../../schema/values';
import { isNullable, isRequired, recordFields, type Resource } from '../../definition/resource';
import {
	ACCEPT_INCOMPLETE,
	fieldRules,
	guardLimits,
	guards,
	ruleParameter,
	whenStopped,
} from '../../description/options';
import { valueAt } from '../identity';
import { knownFieldsOf } from '../input/entered';

/** The fields without a rule of their own, in the place of one. */
const ALL_OTHERS = '*';

/** When a field is written: rules of Sync, decided before anything is sent. */

type FieldRule = 'always' | 'onlyIfEmpty' | 'onlyOnCreate' | 'never' | 'clearIfEmpty';

/** The fields of each rule by wire name; the others are always written. */
export type FieldRules = Readonly<Record<Exclude<FieldRule, 'always'>, ReadonlySet<string>>> & {
	/** Those that have a rule of their own. */
	readonly named: ReadonlySet<string>;
};

/** The rules as they are entered: each field once, by wire name. */
export const enteredRules = (resource: Resource) =>
	valueOf(fieldRules, (given, path) => {
		const { rule: rows = [] } = (given ?? {}) as { rule?: Array<Record<string, unknown>> };
		const named = knownFieldsOf(fieldRules, resource, recordFields(resource));
		const entries = new Map<string, FieldRule>();
		for (const { field, rule = ruleParameter.default } of rows) {
			const names = field === ALL_OTHERS ? [ALL_OTHERS] : named.read(field ?? '', path);
			const chosen = choiceOf<FieldRule>(ruleParameter).read(rule, path);
			const twice = names.find((name) => (entries.get(name) ?? chosen) !== chosen);
			if (names.length === 0 || twice !== undefined) {
				const what = twice === undefined ? 'a rule names no field' : `${twice} has two rules`;
				const remedy = 'Name the fields of each rule, each field once.';
				throw badInput(path, `${fieldRules.displayName}: ${what}`, remedy);
			}
			for (const name of names) entries.set(name, chosen);
		}
		return [...entries];
	});

/**
 * The rules of all fields. What rows are matched by has none.
 *
 * @throws Failure where a field is given a rule that it cannot have
 */
export function rulesOf(
	resource: Resource,
	matchBy: string,
	entries: ReadonlyArray<readonly [string, FieldRule]>,
): FieldRules {
	const given = new Map(entries);
	const why = (field: Field, rule: FieldRule): string | undefined => {
		const { name, type } = field;
		const isPartOfKey = name === 'last_name' && matchBy === 'name';
		if (name === matchBy || isPartOfKey) return 'it is what rows are matched by';
		if (rule === 'clearIfEmpty') {
			const isOwn = name === resource.identifiers.external || type === 'rows';
			return isOwn || !isNullable(field, 'update') ? 'it cannot be cleared' : undefined;
		}
		const isNeeded =
			isRequired(field, 'update', resource) || (rule === 'never' && field.required !== undefined);
		return isNeeded && rule !== 'always' ? 'it has to be sent' : undefined;
	};
	const fields = recordFields(resource);
	for (const field of fields) {
		const rule = given.get(field.name);
		const problem = rule && why(field, rule);
		if (!problem) continue;
		const what = `${field.label} cannot have the rule ${labelOf(rule)}: ${problem}`;
		const { displayName, name } = fieldRules;
		throw badInput(`options.${name}`, `${displayName}: ${what}`, 'Remove this rule.');
	}
	const all = given.get(ALL_OTHERS) ?? 'always';
	const having = (rule: FieldRule) =>
		new Set(
			fields
				.filter((field) => (given.get(field.name) ?? all) === rule && !why(field, rule))
				.map(({ name }) => name),
		);
	return {
		onlyIfEmpty: having('onlyIfEmpty'),
		onlyOnCreate: having('onlyOnCreate'),
		never: having('never'),
		clearIfEmpty: having('clearIfEmpty'),
		named: new Set(given.keys()),
	};
}

const labelOf = (rule: FieldRule) =>
	ruleParameter.options.find(({ value }) => value === rule)!.name;

/**
 * The fields that an empty cell clears: those with a column.
 *
 * @param columns fields that a row has a column for, and whether one has a value there
 * @throws Failure where a field that has this rule by name has no column: one that was renamed would clear it everywhere; and
 * where a column without a rule by name is empty in all rows
 */
export function clearable(
	resource: Resource,
	{ clearIfEmpty, named }: FieldRules,
	columns: ReadonlyMap<string, boolean>,
): string[] {
	const isLost = (name: string) =>
		named.has(name) ? !columns.has(name) : columns.get(name) === false;
	const field = recordFields(resource).find(({ name }) => clearIfEmpty.has(name) && isLost(name));
	if (!field) return [...clearIfEmpty].filter((name) => columns.has(name));
	const problem = named.has(field.name)
		? 'no row has such a column'
		: 'it is empty in all rows, and would be cleared in all records';
	throw badInput(
		`options.${fieldRules.name}`,
		`${labelOf('clearIfEmpty')} for ${field.label}: ${problem}`,
		`Correct the column, or give ${field.label} a rule of its own.`,
	);
}

/** A body without what is written only where it is empty, but for what a record lacks. */
export function withoutFilled(
	{ fields }: Resource,
	{ onlyIfEmpty }: Pick<FieldRules, 'onlyIfEmpty'>,
	body: IDataObject,
	changes: Readonly<Record<string, unknown>>,
): IDataObject {
	const left = fields.filter(({ name }) => onlyIfEmpty.has(name) && !(name in changes));
	if (left.length === 0) return body;
	const kept = JSON.parse(JSON.stringify(body)) as IDataObject;
	for (const { name, wireAlias = name, nestedIn = [] } of left) {
		const place = valueAt(kept, nestedIn);
		if (!isObject(place)) continue;
		delete place[name];
		delete place[wireAlias];
	}
	return kept;
}

/** What a run may do at most; beyond, it changes nothing. */
export interface Guards {
	/** Records of a Mirror, and in per cent of those that it may archive. */
	readonly maxArchived: number;
	readonly maxArchivedPercent: number;
	/** In per cent of the rows, and never fewer than twenty. */
	readonly maxCreated: number;
	readonly maxUpdated: number;
	readonly maxRejected: number;
}

/** Rows that no guard stops, however few there are. */
const MIN_ROWS = 20;
/** Records and rows that are named. */
const EXAMPLES = 3;

const labelOfGuard = (guard: keyof Guards) =>
	guardLimits.find(({ name }) => name === guard)!.displayName;

/** The guards as they are entered. */
export const enteredGuards = inOptions(
	{
		...(parametersOf(guardLimits, (option) => {
			const isCount = option.name === 'maxArchived';
			const bounds = isCount ? { numberPrecision: 0 } : { maxValue: 100 };
			return numberOf({ ...option, typeOptions: { minValue: 0, ...bounds } });
		}) as Readonly<Record<keyof Guards, Parameter<number>>>),
		whenStopped: choiceOf<'fail' | 'report'>(whenStopped),
		acceptIncomplete: booleanOf(ACCEPT_INCOMPLETE),
	},
	guards,
);

const ROW_GUARDS = [
	['maxCreated', 'would be created', ['created']],
	['maxUpdated', 'would be updated', ['updated']],
	['maxRejected', 'cannot be written', ['rejected', 'ambiguous']],
] as const;

const examples = (all: ReadonlyArray<string | number>) => all.slice(0, EXAMPLES).join(', ');

/**
 * Why nothing at all is changed: it would be more than a guard allows.
 *
 * @param surplus records that would be changed for want of a row
 * @param all how many may be
 */
export function whyBlocked(
	rows: ReadonlyArray<{ readonly item: number; readonly outcome: string }>,
	surplus: ReadonlyArray<{ readonly id: string }>,
	all: number,
	rules: Guards & { readonly nouns: { readonly plural: string }; readonly goneChangesOf?: unknown },
): string | undefined {
	for (const [guard, what, outcomes] of ROW_GUARDS) {
		const hit = rows.filter(({ outcome }) => (outcomes as readonly string[]).includes(outcome));
		const limit = rules[guard];
		if (hit.length <= Math.max(MIN_ROWS, (limit * rows.length) / 100)) continue;
		return `Nothing was changed: ${hit.length} of ${rows.length} rows ${what}, and ${labelOfGuard(guard)} is ${limit}: for example rows ${examples(hit.map(({ item }) => item + 1))}`;
	}
	const { maxArchived, maxArchivedPercent, nouns } = rules;
	const count = surplus.length;
	const guard =
		count > maxArchived
			? 'maxArchived'
			: count * 100 > maxArchivedPercent * all
				? 'maxArchivedPercent'
				: undefined;
	if (!guard) return undefined;
	const what = rules.goneChangesOf ? 'get Fields When Gone' : 'be archived';
	return `Nothing was changed: ${count} of ${all} ${nouns.plural} would ${what}, and ${labelOfGuard(guard)} is ${rules[guard]}: for example ${examples(surplus.map(({ id }) => id))}`;
}
