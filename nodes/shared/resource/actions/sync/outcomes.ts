import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { failedItem } from '../../../execution';
import type { Failure } from '../../../http';
import { rejectedRow } from '../../../schema/columnMatcher';
import type { Plan } from './plan';
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

/** What became of rows and records, as it is known so far. */
export class Outcomes {
	private readonly rows: IDataObject[];
	private readonly archived: IDataObject[];

	/** The failure of the service that has ended the run. */
	stopped?: { readonly failure: Failure; readonly item?: number };

	/** Rows or records that were not written as planned. */
	failed = 0;

	constructor(
		private readonly context: IExecuteFunctions,
		isDry: boolean,
		{ rows, surplus, withheld, blocked }: Plan<Target>,
	) {
		const items = context.getInputData();
		const flags = isDry ? { dry_run: true } : {};
		const planned = (outcome: string, json: IDataObject): IDataObject =>
			blocked === undefined
				? { ...json, outcome, ...flags }
				: { ...json, outcome: 'skipped', planned: outcome, reason: blocked, ...flags };
		this.rows = rows.map((action) => {
			const { item, outcome } = action;
			switch (outcome) {
				case 'rejected':
					return { ...this.rejected(item, action.failure), ...flags };
				case 'created':
					return planned(outcome, { changes: {} });
				case 'updated':
					return planned(outcome, {
						...identityOf(action.target),
						changes: action.changes as IDataObject,
					});
				case 'unchanged':
					return { ...identityOf(action.target), changes: {}, outcome, ...flags };
				case 'ambiguous':
					return { ...items[item].json, changes: {}, outcome, reason: action.reason, ...flags };
				case 'skipped':
					return {
						...(action.target && identityOf(action.target)),
						changes: {},
						outcome,
						reason: action.reason,
						...flags,
					};
			}
		});
		this.archived = surplus.map((target) => {
			const json = { ...identityOf(target), ...titleOf(target), changes: {} };
			return withheld === undefined
				? planned('archived', json)
				: { ...json, outcome: 'skipped', planned: 'archived', reason: withheld, ...flags };
		});
	}

	/** Whether nothing further is to be written. */
	get isOver(): boolean {
		return this.stopped !== undefined || this.context.getExecutionCancelSignal()?.aborted === true;
	}

	written(item: number, identity: IDataObject) {
		this.rows[item] = { ...identity, ...this.rows[item] };
	}

	/** A row that was not written; where that is not about this row alone, the run ends, or the item is a failed one. */
	fail(item: number, failure: Failure) {
		this.failed += 1;
		if (OF_ONE_ROW.has(failure.kind)) this.rows[item] = this.rejected(item, failure);
		else this.end(failure, item, (json) => (this.rows[item] = json));
	}

	failArchive(at: number, failure: Failure) {
		this.failed += 1;
		const { changes, ...record } = this.archived[at];
		const { message, remedy } = failure;
		const json = { ...record, changes, outcome: 'rejected', _error: message, _remedy: remedy };
		if (OF_ONE_ROW.has(failure.kind)) this.archived[at] = json;
		else this.end(failure, undefined, () => (this.archived[at] = json));
	}

	/** A record that is not archived after all. */
	spare(at: number, reason: string) {
		this.archived[at] = { ...this.archived[at], outcome: 'skipped', planned: 'archived', reason };
	}

	/** What has not been written by now will not be. */
	notSent(item: number) {
		const reason = 'Not sent, because the service failed before';
		this.rows[item] = { ...this.rows[item], outcome: 'skipped', reason };
	}

	private end(failure: Failure, item: number | undefined, keep: (json: IDataObject) => void) {
		const { context } = this;
		const { json: input } = context.getInputData()[item ?? 0];
		keep(failedItem(failure, item ?? 0, item === undefined ? {} : input));
		if (context.continueOnFail() || failure.kind === 'cancelled') return;
		this.stopped ??= { failure, item };
	}

	private rejected(item: number, failure: Failure): IDataObject {
		const { json } = this.context.getInputData()[item];
		return { ...rejectedRow(json, item, failure), changes: {}, outcome: 'rejected' };
	}

	/** The items by outcome. */
	counted(): readonly IDataObject[] {
		return [...this.rows, ...this.archived];
	}

	items(): INodeExecutionData[] {
		const given = this.context.getInputData();
		const rows = this.rows.map((json, item): INodeExecutionData => {
			const { binary } = given[item];
			return { json, ...(binary && { binary }), pairedItem: { item } };
		});
		return [...rows, ...this.archived.map((json) => ({ json }))];
	}
}

const identityOf = ({ id, externalId }: Target): IDataObject => ({
	id,
	...(externalId !== undefined && { external_id: externalId }),
});

const titleOf = ({ title }: Target): IDataObject =>
	typeof title === 'string' || typeof title === 'number' ? { name: title } : {};
