import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { eachInSteps, failedItem, nameItems, type Steps } from '../../../execution';
import type { Failure } from '../../../http';
import type { Resource } from '../../definition/resource';
import { doneIn } from '../envelope';
import type { Plan, RowAction } from './plan';
import type { Target } from './target';
import { isFilled, OUTCOMES, rejectedRow, WOULD } from '../../../schema/presence';

/** Failures that are about one row, so that the others go on. */
const OF_ONE_ROW: ReadonlySet<Failure['kind']> = new Set([
	'input',
	'notFound',
	'unproven',
	'otherRecord',
	'tooLarge',
	'refused',
	'storedWithProblems',
]);

/** The outcome of every row and record: as planned, unless something else is known. */
export class Outcomes {
	/** By item, and by place in the surplus. */
	private readonly rows = new Map<number, IDataObject>();
	private readonly archived = new Map<number, IDataObject>();

	/** What is done with rows in another way than planned. */
	private readonly replanned = new Map<number, RowAction<Target>>();

	/** Of the records that rows were written to. */
	private readonly ids = new Set<unknown>();

	/** The failure of the service that has ended the run. */
	stopped?: { readonly failure: Failure; readonly item?: number };

	/** Rows or records that were not written as planned. */
	failed = 0;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly isDry: boolean,
		private readonly plan: Plan<Target>,
		private readonly includesRows: boolean,
		/** What the row calls its record, as far as it does. */
		private readonly namesOf: (item: number) => Pick<Target, 'externalId' | 'title'>,
	) {}

	/** Whether nothing further is to be written. */
	get isOver(): boolean {
		return this.stopped !== undefined || this.context.getExecutionCancelSignal()?.aborted === true;
	}

	/** A row that was written; what was done is what the response says. */
	written(item: number, record: IDataObject) {
		const { id, external_id: externalId } = record;
		const planned = { ...identityOf({ id, externalId }), ...this.plannedRow(item) };
		const outcome = doneIn(record) ?? planned.outcome;
		const isOther = outcome !== planned.outcome;
		this.rows.set(item, { ...planned, outcome, ...(isOther && { reason: OTHERWISE }) });
		this.ids.add(id);
	}

	/** As long as it is ambiguous whose a record is, none is archived. */
	replan(action: RowAction<Target>) {
		this.replanned.set(action.item, action);
		if (action.outcome === 'ambiguous') this.failed += 1;
	}

	isWritten(id: string): boolean {
		return this.ids.has(id);
	}

	/** A row that was not written; where that is not about this row alone, the run ends, or the item is a failed one. */
	fail(item: number, failure: Failure) {
		this.failed += 1;
		const { json } = this.context.getInputData()[item];
		const isOwn = OF_ONE_ROW.has(failure.kind);
		this.rows.set(item, isOwn ? this.rejected(item, failure) : failedItem(failure, item, json));
		if (!isOwn) this.end(failure, item);
	}

	failArchive(at: number, failure: Failure) {
		this.failed += 1;
		const isOwn = OF_ONE_ROW.has(failure.kind);
		const { message, remedy } = failure;
		const refused = { outcome: 'rejected', _error: message, _remedy: remedy };
		const json = isOwn ? { ...this.plannedRecord(at), ...refused } : failedItem(failure, 0);
		this.archived.set(at, json);
		if (!isOwn) this.end(failure);
	}

	/** A record that is not archived after all. */
	spare(at: number, reason: string) {
		this.archived.set(at, skipped(this.plannedRecord(at), reason));
	}

	/** What has not been written by now will not be. */
	notSent(item: number) {
		this.rows.set(
			item,
			skipped(this.plannedRow(item), 'Not sent, because the service failed before'),
		);
	}

	/** An item for each row, and one for each record that the input does not have; n8n would pair it by its place. */
	*items(): Steps<INodeExecutionData[]> {
		const { rows, surplus, left } = this.plan;
		/** A failed item says none, and n8n recognises it by having no other keys. */
		const hasOutcome = (json: IDataObject) => 'outcome' in json;
		const flagged = (json: IDataObject) =>
			this.isDry && hasOutcome(json) ? { ...json, dry_run: true } : json;
		const given = this.context.getInputData();
		const ofRows = yield* eachInSteps(rows, ({ item }): INodeExecutionData => {
			const own = this.rows.get(item) ?? this.plannedRow(item);
			const { binary, json: row } = given[item];
			const isWhole = this.includesRows && hasOutcome(own);
			const json = isWhole ? { ...row, ...own, ...('name' in row && { name: row.name }) } : own;
			return { json: flagged(json), ...(binary && { binary }), pairedItem: { item } };
		});
		const archived = yield* eachInSteps(surplus, (_, at) => ({
			json: flagged(this.archived.get(at) ?? this.plannedRecord(at)),
			pairedItem: [],
		}));
		const others = yield* eachInSteps(left, ({ target, ...why }) => {
			const outcome = why.reason === undefined ? 'unchanged' : 'skipped';
			return { json: flagged({ ...recordOf(target), outcome, ...why }), pairedItem: [] };
		});
		return [...ofRows, ...archived, ...others];
	}

	private end(failure: Failure, item?: number) {
		if (this.context.continueOnFail() || failure.kind === 'cancelled') return;
		this.stopped ??= { failure, item };
	}

	private plannedRow(item: number): IDataObject {
		const action = this.replanned.get(item) ?? this.plan.rows[item];
		if (action.outcome === 'rejected') return this.rejected(item, action.failure);
		const { outcome } = action;
		const target = 'target' in action ? action.target : undefined;
		const { externalId, title } = this.namesOf(item);
		const shown = target ?? { externalId };
		const record = { ...identityOf(shown), ...nameIn(title ?? target?.title) };
		if ('changes' in action) {
			return this.unlessBlocked({ ...record, changes: action.changes as IDataObject }, outcome);
		}
		const { json } = this.context.getInputData()[item];
		const own = outcome === 'ambiguous' ? json : record;
		const reason = 'reason' in action ? { reason: action.reason } : {};
		return { ...own, changes: {}, outcome, ...reason };
	}

	private plannedRecord(at: number): IDataObject {
		const { surplus, goneChanges, withheld } = this.plan;
		const target = surplus[at];
		const changes = goneChanges?.get(target) as IDataObject | undefined;
		const record = { ...recordOf(target), ...(changes && { changes }) };
		return this.unlessBlocked(record, changes ? 'updated' : 'archived', withheld);
	}

	/** What is done, or would be done but for the reason. */
	private unlessBlocked(json: IDataObject, planned: string, reason = this.plan.blocked) {
		const would = this.isDry ? WOULD[planned] : undefined;
		return reason === undefined
			? { ...json, outcome: would ?? planned }
			: { ...json, outcome: would ?? 'skipped', planned, reason };
	}

	private rejected(item: number, failure: Failure): IDataObject {
		const { json } = this.context.getInputData()[item];
		return { ...rejectedRow(json, item + 1, failure), changes: {}, outcome: 'rejected' };
	}
}

const skipped = ({ outcome: planned, ...json }: IDataObject, reason: string): IDataObject => ({
	...{ ...json, outcome: 'skipped', planned, reason },
});

type Identity = Partial<Record<'id' | 'externalId', IDataObject[string]>>;

const identityOf = ({ id, externalId }: Identity): IDataObject => ({
	...(id !== undefined && { id }),
	...(externalId !== undefined && { external_id: externalId }),
});

const recordOf = (target: Target): IDataObject => ({
	...identityOf(target),
	...nameIn(target.title),
	changes: {},
});

const nameIn = (title: unknown): IDataObject =>
	typeof title === 'string' || typeof title === 'number' ? { name: title } : {};

const OTHERWISE =
	'By its response, the service did this instead of what was planned: the record was made or archived since it was read';

/** Which items come out. */
export type ReturnItems = 'all' | 'changed' | 'summary';

/** How many rows and records came to which outcome, and why. */
interface Tally {
	readonly counts: ReadonlyMap<unknown, number>;
	/** Those that ask for the same remedy, together. */
	readonly reasons: readonly Reason[];
	/** Everything is as the rows say. */
	readonly isOk: boolean;
}

/** Why rows and records came to an outcome, in the words of the first. */
interface Reason {
	readonly outcome: string;
	readonly why: string;
	/** Those of rows; none for records that no row has. */
	readonly rows: Array<number | undefined>;
}

/** Outcomes with which a row is not what it was to be. */
const FAILED = ['ambiguous', 'rejected', 'failed'];
const ALL = [...OUTCOMES, 'failed'];

/** What a row or record stays with, unless something else was planned. */
const STAYS: ReadonlySet<unknown> = new Set(['unchanged', 'skipped']);

/** Reasons that are named. */
const MAX_REASONS = 3;

/** Counts the items of all rows and records. */
export function* tallyOf(items: readonly INodeExecutionData[]): Steps<Tally> {
	const counts = new Map<unknown, number>();
	const reasons = new Map<string, Reason>();
	let isOk = true;
	for (const { json, pairedItem } of items) {
		yield;
		const { _error, _remedy, reason, error, message, planned } = json;
		const outcome = String(json.outcome ?? 'failed');
		counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
		isOk &&= planned === undefined && !FAILED.includes(outcome);
		const why = _error ?? error ?? reason;
		if (typeof why !== 'string') continue;
		const key = JSON.stringify([outcome, planned, _remedy ?? message]);
		const known = reasons.get(key) ?? { outcome, why, rows: [] };
		reasons.set(key, known);
		known.rows.push((pairedItem as { readonly item?: number }).item);
	}
	const byCount = [...reasons.values()].sort((one, other) => other.rows.length - one.rows.length);
	return { counts, reasons: byCount, isOk };
}

/** What a run did, as lines: the counts, then why not all was done, the most frequent reason first. */
export function describeSync(
	{ plural }: Resource,
	{ blocked, withheld }: Plan<Target>,
	{ counts, reasons }: Tally,
	isDry: boolean,
): string[] {
	const parts = ALL.flatMap((outcome) => {
		const would = isDry ? WOULD[outcome] : undefined;
		const count = counts.get(would ?? outcome);
		return count ? `${count.toLocaleString('en')} ${would ? 'would be ' : ''}${outcome}` : [];
	});
	const others = reasons.filter(({ why }) => why !== blocked && why !== withheld);
	const why = [blocked, withheld, ...others.slice(0, MAX_REASONS).map(describeReason)];
	if (others.length > MAX_REASONS) why.push(`and ${others.length - MAX_REASONS} more reasons`);
	return [
		`${plural}${isDry ? ' (dry run, nothing was written)' : ''}: ${parts.join(', ')}.`,
		why.filter(isFilled).join('; '),
	].filter(isFilled);
}

/** `3 rejected (rows 2, 5 and 9), first: Email is required` */
function describeReason({ outcome, why, rows }: Reason) {
	const own = rows.filter((row) => row !== undefined);
	const where = own.length > 0 ? ` (${nameItems(own, 'row')})` : '';
	return `${rows.length.toLocaleString('en')} ${outcome}${where}${rows.length > 1 ? ', first' : ''}: ${why}`;
}

/**
 * The items that were asked for.
 *
 * @param spent what the run has cost, for the summary
 */
export function returned(
	items: INodeExecutionData[],
	{ returnItems, isDry }: { readonly returnItems: ReturnItems; readonly isDry: boolean },
	{ counts, reasons, isOk }: Tally,
	spent: { readonly requests: number; readonly seconds: number },
): INodeExecutionData[] {
	if (returnItems === 'all') return items;
	if (returnItems === 'changed')
		return items.filter(({ json: { outcome = '', planned } }) => !STAYS.has(outcome) || planned);
	const words = ALL.map((outcome) => (isDry && WOULD[outcome]) || outcome);
	const all = Object.fromEntries(words.map((outcome) => [outcome, counts.get(outcome) ?? 0]));
	const first = reasons.slice(0, MAX_REASONS).map(({ why }) => why);
	const json = { ok: isOk, ...all, reasons: first, ...spent };
	return [{ json: { ...json, ...(isDry && { dry_run: true }) } }];
}
