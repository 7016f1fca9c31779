import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock';
import type { Db } from './database';

/** What a transfer is going to do. Its state at any moment follows from this and from the time. */
export interface TransferPlan {
	id?: string;
	type?: string;
	name?: string;
	/** Rows in all. */
	total?: number;
	/** `finished`, possibly with failed rows, or `failed` with a message. */
	outcome?: 'finished' | 'failed';
	failedRows?: number;
	queuedSeconds?: number;
	runningSeconds?: number;
	errorMessage?: string;
	/** Where its files are: on the service's own origin or on another one. */
	files?: 'same' | 'other';
	/** Words for the four states; free text at the service. */
	statuses?: Partial<Record<State, string>>;
}

type State = 'queued' | 'running' | 'finished' | 'failed';
type CompletePlan = Required<TransferPlan> & { createdAt: number };

const defaults = {
	type: 'import',
	name: 'Import',
	total: 100,
	outcome: 'finished',
	failedRows: 0,
	queuedSeconds: 2,
	runningSeconds: 8,
	errorMessage: 'The file could not be read',
	files: 'same',
	statuses: {},
} as const;

const iso = (ms: number) => new Date(ms).toISOString();

/** Transfers that run by themselves as time goes by. */
export class TransferStore {
	/** Where files are served. */
	origins = { same: '', other: '' };
	private readonly statements;

	constructor(
		private readonly db: Db,
		private readonly clock: Clock,
	) {
		this.statements = {
			get: db.prepare('SELECT plan FROM transfers WHERE id = ?'),
			put: db.prepare('INSERT OR REPLACE INTO transfers VALUES (?, ?)'),
		};
	}

	start(plan: TransferPlan) {
		const createdAt = this.clock.now();
		const complete: CompletePlan = { ...defaults, ...plan, id: plan.id ?? randomUUID(), createdAt };
		this.statements.put.run(complete.id, JSON.stringify(complete));
		return this.show(complete);
	}

	/** The transfer as it is now. */
	get(id: string) {
		const plan = this.plan(id);
		return plan && this.show(plan);
	}

	/** The rows that failed, or all rows, as CSV text. */
	file(id: string, kind: 'errors' | 'data'): string | undefined {
		const plan = this.plan(id);
		if (!plan) return undefined;
		const failed = new Set(Array.from({ length: plan.failedRows }, (_, index) => index * 2 + 1));
		const rows = Array.from({ length: plan.total }, (_, index) => index + 1);
		const lines =
			kind === 'errors'
				? rows.filter((row) => failed.has(row)).map((row) => `${row},row-${row},Name is missing`)
				: rows.map((row) => `${row},row-${row}`);
		return [kind === 'errors' ? 'row,external_id,error' : 'row,external_id', ...lines, ''].join(
			'\n',
		);
	}

	reset() {
		this.db.exec('DELETE FROM transfers');
	}

	private plan(id: string) {
		const row = this.statements.get.get(id) as { plan: string } | undefined;
		return row && (JSON.parse(row.plan) as CompletePlan);
	}

	private show(plan: CompletePlan) {
		const start = plan.createdAt + plan.queuedSeconds * 1000;
		const running = plan.runningSeconds * 1000;
		const fraction = Math.min(1, running === 0 ? 1 : (this.clock.now() - start) / running);
		const state: State = fraction < 0 ? 'queued' : fraction < 1 ? 'running' : plan.outcome;
		// A transfer that fails stops half way.
		const goal = plan.outcome === 'failed' ? Math.floor(plan.total / 2) : plan.total;
		const done = Math.floor(goal * Math.max(0, fraction));
		const failed =
			plan.outcome === 'failed' ? 0 : Math.floor(plan.failedRows * Math.max(0, fraction));
		const changedAt =
			state === 'queued' ? plan.createdAt : start + (goal ? (done / goal) * running : 0);
		const file = (name: string) =>
			`${this.origins[plan.files]}/files/transfers/${encodeURIComponent(plan.id)}/${name}.csv`;
		return {
			id: plan.id,
			type: plan.type,
			name: plan.name,
			status: plan.statuses[state] ?? state,
			progress: Math.round((plan.total ? done / plan.total : Math.max(0, fraction)) * 100),
			total_number: plan.total,
			success_number: done - failed,
			failed_number: failed,
			error_message: state === 'failed' ? plan.errorMessage : null,
			error_file_url: state === 'finished' && failed > 0 ? file('errors') : null,
			data_file_url: state === 'finished' ? file('data') : null,
			checkpoint_details: state === 'running' ? { row: done } : null,
			channel_id: 'sandbox',
			channel_name: 'Sandbox',
			created_at: iso(plan.createdAt),
			updated_at: iso(changedAt),
		};
	}
}
