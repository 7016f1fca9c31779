/**
 * How n8n runs a polling trigger (n8n 2.40.7): `PollTriggerExecutor` of n8n-core, and the `__emit` and
 * `__commitCursor` that n8n gives it. By default, static data lives in the process and is written when a poll
 * emits and after the poll of the activation; the execution is a write of its own. With durable cursors both
 * are one write, a poll that finds nothing is written too, and the first poll after an activation is not,
 * unless it emits.
 */

/** Where the process ends. `between` its two writes exists by default only. */
export type Crash = 'none' | 'before' | 'betweenSavedFirst' | 'betweenStartedFirst' | 'after';

export interface Polled<S, E> {
	readonly state: S;
	readonly events: readonly E[];
}

export class N8nModel<S, E> {
	/** Static data of the running process; undefined before the first poll. */
	private memory: S | undefined;

	/** What the trigger itself keeps in the process, in case that n8n does not. */
	private kept: S | undefined;

	/** What has been written, latest last. */
	private saves: Array<S | undefined> = [undefined];

	/** Set when the process has ended and starts again with the next poll. */
	private isStarting = true;

	constructor(
		private readonly durable: boolean,
		private readonly startExecution: (events: readonly E[]) => void,
	) {}

	/** What the next poll begins with. */
	get state(): S | undefined {
		return (this.durable ? this.saves.at(-1) : this.memory) ?? this.kept;
	}

	/** Takes what a poll gave; undefined when it failed. */
	take(polled: Polled<S, E> | undefined, crash: Crash) {
		const isActivation = this.isStarting;
		if (!polled) return;
		this.isStarting = false;
		const { state, events } = polled;
		this.memory = state;
		if (events.length === 0) this.kept = state;
		const save = () => void this.saves.push(state);
		const start = () => this.startExecution(events);
		if (events.length === 0) {
			if (crash === 'before') return this.restart();
			if (this.durable !== isActivation) save();
		} else {
			if (crash === 'before') return this.restart();
			const isTorn = !this.durable && crash.startsWith('between');
			if (!isTorn || crash === 'betweenSavedFirst') save();
			if (!isTorn || crash === 'betweenStartedFirst') start();
		}
		if (crash !== 'none') this.restart();
	}

	/** The process ends and starts again. */
	restart() {
		this.memory = this.saves.at(-1);
		this.kept = undefined;
		this.isStarting = true;
	}

	/** The database goes back to what was written some time ago, or forgets everything. */
	lose(steps: number) {
		this.saves.length = Math.max(1, this.saves.length - steps);
		this.restart();
	}
}
