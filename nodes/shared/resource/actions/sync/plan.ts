import { eachInSteps, nameItems, type Steps } from '../../../execution';
import { badInput, type Failure, type Result } from '../../../http';
import { named } from '../find';
import { whyBlocked, type Guards } from './rules';

/**
 * What Sync does, as one pure function of the rows, the records and the mode: the same for a dry run and a real one.
 * Who belongs together is decided by keys, in a form in which the same value is written alike.
 */

export type SyncMode = 'upsert' | 'updateOnly' | 'createOnly' | 'mirror';

/** A row of the input. */
export interface SourceRow {
	/** The input item. */
	readonly item: number;
	/** What it is matched by; absent where it has none. */
	readonly key?: string;
	/** The external ID that it writes. */
	readonly externalId?: string;
	/** Why it cannot be written. */
	readonly failure?: Failure;
}

/** A record of the service that is not archived. */
export interface TargetRow {
	/** The ID that a path takes. */
	readonly id: string;
	/** What it is matched by; none where it has no such value. */
	readonly keys: readonly string[];
	readonly externalId?: string;
}

/** The old and the new value, by field. */
export type Changes = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;

/** What happens to one row … */
export type RowAction<T extends TargetRow> = { readonly item: number } & (
	| { readonly outcome: 'created'; readonly changes: Changes }
	| { readonly outcome: 'updated'; readonly target: T; readonly changes: Changes }
	| { readonly outcome: 'unchanged'; readonly target: T }
	| { readonly outcome: 'skipped'; readonly target?: T; readonly reason: string }
	| { readonly outcome: 'ambiguous'; readonly reason: string }
	| { readonly outcome: 'rejected'; readonly failure: Failure }
);

/** … and to all rows and records. */
export interface Plan<T extends TargetRow> {
	/** One for each row, in their order. */
	readonly rows: ReadonlyArray<RowAction<T>>;
	/** Records that the input does not have, and that a Mirror would archive, or set fields of. */
	readonly surplus: readonly T[];
	/** What is set of each of them, where they are not archived. */
	readonly goneChanges?: ReadonlyMap<T, Changes>;
	/** Records that the input does not have, and that stay: unchanged, or for a reason; a spared one was to be archived. */
	readonly left: ReadonlyArray<{
		readonly target: T;
		readonly reason?: string;
		readonly planned?: 'archived';
	}>;
	/** Why none of them is archived, a sentence. */
	readonly withheld?: string;
	/** Why nothing at all is changed, a sentence. */
	readonly blocked?: string;
}

/** What the plan depends on beside rows and records. */
export interface PlanRules<T extends TargetRow> extends Guards {
	readonly mode: SyncMode;
	/** What the records are called. */
	readonly nouns: { readonly singular: string; readonly plural: string };
	/** The value that they are matched by, in the editor's words. */
	readonly keyLabel: string;
	/** That is the external ID, so that rows which share one share a key. */
	readonly isExternal?: boolean;
	/** The service gives this value, so that no record can be created with it. */
	readonly isAssigned?: boolean;
	/** What was found out about a row while the records were read, and why it cannot be written for it. */
	readonly failureOf: (row: SourceRow, hits: readonly T[]) => Failure | undefined;
	/** What a new record would have, or why there can be none. */
	readonly newRecordOf: (item: number) => Result<Changes>;
	/** What a write of the row would change. */
	readonly changesOf: (item: number, target: T) => Changes;
	/** Records that the input does not have are only reported. */
	readonly reportsGone?: boolean;
	/** What is set of a record that the input does not have; without it, it is archived. */
	readonly goneChangesOf?: (target: T) => Changes;
	/** Only records whose key begins so may be archived. */
	readonly prefix: string;
	/** Further records, which were looked up by external IDs of rows and are not to be changed. */
	readonly owners: readonly T[];
	/** Why the records read may not be all. */
	readonly doubt?: string;
}

/** Finds the records of each row: those that share a key with it. */
export function* matchRows<T extends TargetRow>(
	rows: readonly SourceRow[],
	targets: readonly T[],
): Steps<ReadonlyArray<readonly T[]>> {
	const byKey = new Map<string, T[]>();
	for (const target of targets) {
		yield;
		for (const key of target.keys) {
			const known = byKey.get(key);
			if (!known) byKey.set(key, [target]);
			else if (known.at(-1) !== target) known.push(target);
		}
	}
	return yield* eachInSteps(rows, ({ key }) => (key !== undefined && byKey.get(key)) || NONE);
}

const NONE: readonly never[] = [];
const isNone = ({ length }: readonly unknown[]): boolean => length === 0;

/**
 * One form for keys that differ in letter case or leading zeros only, which spreadsheets drop. It finds what must be neither
 * created nor archived without a question; it makes nothing equal.
 */
const spellingOf = (key: string): string => key.toLowerCase().replace(/(?<![\d.,])0+(?=\d)/g, '');

/** The records without a row of their own, by every spelling. */
function* spellingsOf<T extends TargetRow>(
	targets: readonly T[],
	claims: ReadonlyMap<T, number>,
): Steps<ReadonlyMap<string, T>> {
	const spellings = new Map<string, T>();
	for (const target of targets) {
		yield;
		if (claims.has(target)) continue;
		for (const key of target.keys) spellings.set(spellingOf(key), target);
	}
	return spellings;
}

/**
 * Decides what to do with every row and record.
 *
 * @param hits the records of each row, as `matchRows` finds them
 * @param targets all records
 */
export function* planSync<T extends TargetRow>(
	source: readonly SourceRow[],
	hits: ReadonlyArray<readonly T[]>,
	targets: readonly T[],
	rules: PlanRules<T>,
): Steps<Plan<T>> {
	const keys = new Repeated(rules.keyLabel);
	const externalIds = new Repeated(EXTERNAL_ID);
	const claims = new Map<T, number>();
	for (const [at, { item, key, externalId }] of source.entries()) {
		yield;
		for (const hit of hits[at]) claims.set(hit, (claims.get(hit) ?? 0) + 1);
		keys.add(key, item);
		if (!rules.isExternal) externalIds.add(externalId, item);
	}
	const spellings = yield* spellingsOf(hits.some(isNone) ? targets : NONE, claims);
	const owners = new Map<string, T>();
	for (const target of [...(externalIds.isEmpty ? NONE : targets), ...rules.owners]) {
		yield;
		if (target.externalId !== undefined) owners.set(target.externalId, target);
	}
	const rows = yield* eachInSteps(source, (row, at): RowAction<T> => {
		const { item, key, externalId } = row;
		const failure =
			row.failure ??
			(key === undefined ? keyless(rules) : undefined) ??
			keys.failureOf(key) ??
			externalIds.failureOf(externalId) ??
			rules.failureOf(row, hits[at]);
		const owner = owners.get(externalId ?? '');
		const alike = isNone(hits[at]) ? spellings.get(spellingOf(key ?? '')) : undefined;
		return failure
			? { item, outcome: 'rejected', failure }
			: actionOf(row, { hits: hits[at], claims, owner, alike }, rules);
	});
	return { rows, ...(yield* surplusOf(source, targets, claims, rules, rows)) };
}

/** What a Mirror archives, and why not. */
function* surplusOf<T extends TargetRow>(
	source: readonly SourceRow[],
	targets: readonly T[],
	claims: ReadonlyMap<T, number>,
	rules: PlanRules<T>,
	rows: ReadonlyArray<RowAction<T>>,
): Steps<Omit<Plan<T>, 'rows'>> {
	const extra: T[] = [];
	let mayBeArchived = 0;
	for (const target of rules.mode === 'mirror' ? targets : NONE) {
		yield;
		if (!target.keys.some((key) => key.startsWith(rules.prefix))) continue;
		mayBeArchived += 1;
		if (!claims.has(target)) extra.push(target);
	}
	const wanted = new Set<string>();
	for (const { key } of extra.length > 0 ? source : NONE) {
		yield;
		if (key !== undefined) wanted.add(spellingOf(key));
	}
	const surplus: T[] = [];
	const left: Array<Plan<T>['left'][number]> = [];
	const goneChanges = rules.goneChangesOf && new Map<T, Changes>();
	for (const target of extra) {
		yield;
		if (target.keys.some((key) => wanted.has(spellingOf(key))))
			left.push({ target, reason: SPARED, planned: 'archived' });
		else if (rules.reportsGone) left.push({ target, reason: 'The input does not have it' });
		else {
			const changes = rules.goneChangesOf?.(target);
			if (changes && Object.keys(changes).length === 0) left.push({ target });
			else surplus.push(target);
			if (changes) goneChanges?.set(target, changes);
		}
	}
	const withheld = surplus.length > 0 ? whyNotArchived(rows, rules) : undefined;
	const gone = withheld === undefined ? surplus : [];
	const blocked = whyBlocked(rows, gone, mayBeArchived, rules);
	return { surplus, left, goneChanges, withheld, blocked };
}

const SPARED = 'Not archived, because a row has the same value of Match By in another spelling';

const EXTERNAL_ID = 'External ID';

/** Values of rows, and the items that have them, of which there should be one. */
class Repeated {
	private readonly items = new Map<string, number[]>();

	constructor(private readonly label: string) {}

	get isEmpty(): boolean {
		return this.items.size === 0;
	}

	add(value: string | undefined, item: number) {
		if (value === undefined) return;
		const items = this.items.get(value);
		if (items) items.push(item);
		else this.items.set(value, [item]);
	}

	failureOf(value = ''): Failure | undefined {
		const items = this.items.get(value) ?? NONE;
		if (items.length < 2) return undefined;
		return badInput(
			'matchBy',
			`The ${this.label} ${value} comes ${items.length} times (${nameItems(items, 'row')})`,
			'Keep one of these rows; it is unknown which of them is meant.',
		);
	}
}

/** Records that fit a row, how many rows fit each record, and the records with its external ID or its key spelled otherwise. */
interface Fits<T extends TargetRow> {
	readonly hits: readonly T[];
	readonly claims: ReadonlyMap<T, number>;
	readonly owner?: T;
	readonly alike?: T;
}

/** What is done with one row. */
export function actionOf<T extends TargetRow>(
	{ item, key, externalId }: SourceRow,
	{ hits, claims, owner, alike }: Fits<T>,
	rules: PlanRules<T>,
): RowAction<T> {
	const { mode, nouns, keyLabel, isAssigned } = rules;
	const [target] = hits;
	if (hits.length > 1) {
		const reason = `${hits.length} ${nouns.plural} have the ${keyLabel} ${key}: ${named(hits.map(({ id }) => id))}`;
		return { item, outcome: 'ambiguous', reason };
	}
	if (target && claims.get(target)! > 1) {
		const reason = `Another row fits the same ${nouns.singular}, ${target.id}`;
		return { item, outcome: 'ambiguous', reason };
	}
	if (owner && owner !== target) {
		const reason = `The ${EXTERNAL_ID} ${externalId} belongs to another ${nouns.singular}, ${owner.id}`;
		return { item, outcome: 'ambiguous', reason };
	}
	if (alike) {
		const reason = `The ${keyLabel} ${key} belongs to no ${nouns.singular}, but ${alike.id} has it in another spelling: ${alike.keys.join(', ')}`;
		return { item, outcome: 'ambiguous', reason };
	}
	if (!target) {
		const reason = `No ${nouns.singular} has the ${keyLabel} ${key}`;
		if (mode === 'updateOnly') return { item, outcome: 'skipped', reason };
		if (isAssigned) {
			const remedy = `The service gives the ${keyLabel} by itself, so that none is created. Correct the row, or match by another field.`;
			return { item, outcome: 'rejected', failure: badInput('matchBy', reason, remedy) };
		}
		const made = rules.newRecordOf(item);
		return made.ok
			? { item, outcome: 'created', changes: made.value }
			: { item, outcome: 'rejected', failure: made.failure };
	}
	if (mode === 'createOnly') {
		const reason = `There is a ${nouns.singular} with the ${keyLabel} ${key}`;
		return { item, outcome: 'skipped', target, reason };
	}
	const changes = rules.changesOf(item, target);
	for (const _ in changes) return { item, outcome: 'updated', target, changes };
	return { item, outcome: 'unchanged', target };
}

const keyless = ({ keyLabel }: { readonly keyLabel: string }) =>
	badInput(
		'matchBy',
		`No ${keyLabel}, by which rows are matched`,
		`Enter its ${keyLabel}, or choose another field under Match By.`,
	);

/** Why a Mirror must not take a record that no row has for one that is to be archived. */
function whyNotArchived<T extends TargetRow>(
	rows: ReadonlyArray<RowAction<T>>,
	{ doubt }: PlanRules<T>,
): string | undefined {
	if (rows.length === 0) return 'Nothing is archived, because the input is empty';
	const bad = rows.find(({ outcome }) => outcome === 'rejected' || outcome === 'ambiguous');
	if (bad) {
		const what = bad.outcome === 'rejected' ? 'cannot be read or written' : 'is ambiguous';
		return `Nothing is archived, because ${nameItems([bad.item], 'row')} ${what}: a record that it means may look like one that the input does not have`;
	}
	return doubt === undefined ? undefined : `Nothing is archived. ${doubt}`;
}
