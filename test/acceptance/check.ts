import type { FactNotes } from './facts';
import type { Need } from './need';
import type { Subject } from './subject';

/** One thing that has to be so for every object that it applies to. */
export interface Check {
	/** Unique, short, and kept: people refer to it. */
	readonly id: string;
	/** A sentence about the object that is true when the check passes. */
	readonly title: string;
	readonly needs: Need;
	/** Only for what is not about records, and for other nodes. */
	readonly objects?: readonly string[];
	/**
	 * @returns what was found, for a person
	 * @throws {Skipped} where it does not apply; any other error when it is not so
	 */
	readonly run: (subject: Subject, facts: FactNotes) => Promise<string>;
}

type Own = Omit<Check, 'needs'> & {
	/** The operation of the object without which there is nothing to check. */
	readonly operation?: string;
};

/** Checks that do the same to the workspace. */
export const checks = (needs: Need, table: readonly Own[]): Check[] =>
	table.map(({ operation, run, ...check }) => ({
		...check,
		needs,
		async run(subject, facts) {
			if (operation) subject.needs(operation);
			return await run(subject, facts);
		},
	}));
