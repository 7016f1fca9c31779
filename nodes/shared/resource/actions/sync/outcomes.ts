import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { eachInSteps, failedItem, type Steps } from '../../../execution';
import type { Failure } from '../../../http';
import { OUTCOMES, rejectedRow } from '../../../schema/columnCandidates';
import type { Resource } from '../../definition/resource';
import { doneIn } from '../envelope';
import type { Plan, RowAction } from './plan';
import type { Target } from './target';

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
		const planned = this.plannedRecord(at);
		this.archived.set(at, { ...planned, outcome: 'skipped', planned: 'archived', reason });
	}

	/** What has not been written by now will not be. */
	notSent(item: number) {
		const reason = 'Not sent, because the service failed before';
		this.rows.set(item, { ...this.plannedRow(item), outcome: 'skipped', reason });
	}

	/** An item for each row, and one for each record that the input does not have. */
	*items(): Steps<INodeExecutionData[]> {
		const { rows, surplus, spared } = this.plan;
		const given = this.context.getInputData();
		const ofRows = yield* eachInSteps(rows, ({ item }): INodeExecutionData => {
			const json = this.rows.get(item) ?? this.plannedRow(item);
			const { binary } = given[item];
			return { json, ...(binary && { binary }), pairedItem: { item } };
		});
		const archived = yield* eachInSteps(surplus, (_, at) => ({
			json: this.archived.get(at) ?? this.plannedRecord(at),
		}));
		const left = yield* eachInSteps(spared, (target) => ({
			json: this.unlessBlocked(recordOf(target), 'archived', SPARED),
		}));
		return [...ofRows, ...archived, ...left];
	}

	private end(failure: Failure, item?: number) {
		if (this.context.continueOnFail() || failure.kind === 'cancelled') return;
		this.stopped ??= { failure, item };
	}

	private plannedRow(item: number): IDataObject {
		const action = this.replanned.get(item) ?? this.plan.rows[item];
		const { outcome } = action;
		const target = 'target' in action && action.target ? identityOf(action.target) : {};
		switch (outcome) {
			case 'rejected':
				return this.rejected(item, action.failure);
			case 'ambiguous': {
				const { json } = this.context.getInputData()[item];
				return { ...json, changes: {}, outcome, reason: action.reason, ...this.flags };
			}
			case 'skipped':
				return { ...target, changes: {}, outcome, reason: action.reason, ...this.flags };
			case 'unchanged':
				return { ...target, changes: {}, outcome, ...this.flags };
			default:
				return this.unlessBlocked({ ...target, changes: action.changes as IDataObject }, outcome);
		}
	}

	private plannedRecord(at: number): IDataObject {
		const { surplus, withheld } = this.plan;
		return this.unlessBlocked(recordOf(surplus[at]), 'archived', withheld);
	}

	/** What is done, or would be done but for the reason. */
	private unlessBlocked(json: IDataObject, outcome: string, reason = this.plan.blocked) {
		return reason === undefined
			? { ...json, outcome, ...this.flags }
			: { ...json, outcome: 'skipped', planned: outcome, reason, ...this.flags };
	}

	private rejected(item: number, failure: Failure): IDataObject {
		const { json } = this.context.getInputData()[item];
		return { ...rejectedRow(json, item, failure), changes: {}, outcome: 'rejected', ...this.flags };
	}

	private get flags(): IDataObject {
		return this.isDry ? { dry_run: true } : {};
	}
}

type Identity = Partial<Record<'id' | 'externalId', IDataObject[string]>>;

const identityOf = ({ id, externalId }: Identity): IDataObject => ({
	id,
	...(externalId !== undefined && { external_id: externalId }),
});

const recordOf = (target: Target): IDataObject => {
	const { title } = target;
	const isName = typeof title === 'string' || typeof title === 'number';
	return { ...identityOf(target), ...(isName && { name: title }), changes: {} };
};

const SPARED = 'Not archived, because a row has the same value of Match By in another spelling';

const OTHERWISE =
	'By its response, the service did this instead of what was planned: the record was made or archived since it was read';

/** Reasons that are named. */
const MAX_REASONS = 3;

/** How many rows and records came to which outcome, and the first reasons. */
export function* describeSync(
	{ plural }: Resource,
	{ blocked, withheld }: Plan<Target>,
	items: readonly INodeExecutionData[],
	{ isDry }: { readonly isDry: boolean },
): Steps<string[]> {
	const counts = new Map<unknown, number>();
	const reasons = new Map<unknown, Set<string>>();
	for (const { json } of items) {
		yield;
		const { outcome = 'failed', _error: error, reason, error: failed } = json;
		counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
		const why = error ?? failed ?? reason;
		const known = reasons.get(outcome) ?? new Set();
		if (typeof why === 'string' && known.size < MAX_REASONS) known.add(why);
		reasons.set(outcome, known);
	}
	const all = [...OUTCOMES, 'failed'].filter((outcome) => counts.has(outcome));
	const parts = all.map((outcome) => `${counts.get(outcome)!.toLocaleString('en')} ${outcome}`);
	const first = all.flatMap((outcome) => [...(reasons.get(outcome) ?? [])]).slice(0, MAX_REASONS);
	return [
		`${plural}${isDry ? ' (dry run, nothing was written)' : ''}: ${parts.join(', ')}.`,
		...[blocked, withheld].flatMap((why) => (why === undefined ? [] : [`${why}.`])),
		...first
			.filter((why) => why !== blocked && why !== withheld)
			.map((why) => `First reasons: ${why}`),
	];
}
