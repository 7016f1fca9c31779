import { hash } from 'node:crypto';

import type { IExecuteFunctions } from 'n8n-workflow';

import type { Changes } from './plan';

/**
 * Values that a service keeps in a form of its own, in lower case, say. What was written and is shown as it was before the
 * write is not written again: the workflow remembers hashes of what the last run wrote.
 */

/** Writes that are remembered, 15 bytes each. */
const MAX_KEPT = 5000;

const KEY = 'workspaceRecordsWrites';

const hashOf = (...parts: readonly unknown[]) =>
	hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 12);

/** What a node's last run has written, and what this one leaves as it is. */
export class Rewritten {
	private readonly before: ReadonlySet<unknown>;

	private readonly now: string[] = [];

	/** Wire names of the fields of which something was left. */
	readonly left = new Set<string>();

	constructor(private readonly context: IExecuteFunctions) {
		const { [KEY]: kept } = context.getWorkflowStaticData('node');
		this.before = new Set(Array.isArray(kept) ? kept : []);
	}

	/** The changes but for those that were written before, without effect. */
	without(id: string, changes: Changes): Changes {
		const others = Object.entries(changes).filter(([name, { from, to }]) => {
			const hash = hashOf(id, name, from, to);
			if (!this.before.has(hash)) return true;
			this.left.add(name);
			this.now.push(hash);
			return false;
		});
		return Object.fromEntries(others);
	}

	written(id: string, changes: Changes) {
		for (const [name, { from, to }] of Object.entries(changes)) {
			this.now.push(hashOf(id, name, from, to));
		}
	}

	/** Remembers what was written, for the next run. */
	keep() {
		if (this.before.size + this.now.length === 0) return;
		this.context.getWorkflowStaticData('node')[KEY] = this.now.slice(0, MAX_KEPT);
	}
}
