import type { Field } from '../field';

/**
 * Reads the values of one kind in one execution. How texts are written is decided for the whole
 * column: all values are shown to `observe` first, then read. What can mean one thing only is read
 * without that, too.
 */
export interface ValueReader {
	/** Takes a value as evidence of how the column is written; absent where that does not matter. */
	observe?(value: unknown): void;
	/** The value as it goes out; undefined when it cannot be understood. */
	read(value: unknown): unknown;
	/** Why a value was not understood: what is expected, what was given, which option decides. */
	why(value: unknown): string;
	/** How the column was read, to follow its name: `read as 1.234,50`; undefined when nothing was decided. */
	decision?(): string | undefined;
	/** What a person should look at, as sentences. */
	warnings?(): string[];
}

/** The reader of one field. */
export interface FieldReader extends ValueReader {
	readonly field: Field;
	/** Whether the value stands for an empty cell: nothing but spaces, or a word for empty. */
	isEmpty(value: unknown): boolean;
	/** The observed texts with lost characters; none of an ID, which is refused instead. */
	readonly lost: { readonly count: number; readonly first?: unknown };
}
