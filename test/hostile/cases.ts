import type { Cost } from './measure';

/** A bad answer on a way through the code. */
export interface Case {
	readonly path: string;
	readonly answer: string;
	/** The node's time limit. */
	readonly timeoutMs: number;
}

/** What came of it. */
export interface Result extends Case {
	readonly good: number;
	readonly failed: number;
	readonly text: string;
	readonly cost: Cost;
	/** What the same answer costs a node that passes it on, where it can. */
	readonly plain?: Cost;
	/** What must not be: other items that failed, a mistake in this package. */
	readonly problems: readonly string[];
}

/** A hostile value in a kind of field. */
export interface ItemCase {
	readonly place: string;
	readonly value: string;
}

export interface ItemResult extends ItemCase, Omit<Result, keyof Case> {
	/** n8n itself can pass an item with that value on. */
	readonly isPassable: boolean;
}
