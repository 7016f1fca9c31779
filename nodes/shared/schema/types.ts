/** The kinds of value that the service's requests and records hold. */
export type ValueType =
	| 'text'
	| 'number'
	| 'integer'
	| 'boolean'
	/** A calendar day, `YYYY-MM-DD` on the wire. */
	| 'date'
	/** A moment, ISO 8601 with zone on the wire. */
	| 'dateTime'
	/** A list of texts. */
	| 'texts'
	/** A JSON object whose keys the service does not fix. */
	| 'object'
	/** Text or whole number: record numbers that the service sends either way. */
	| 'textOrInteger'
	/** Any JSON value. */
	| 'any';

/**
 * What a record or a response looks like: wire name to kind of value. `!` marks a value that is
 * always there and never null; every other one may be null or absent. A nested shape is an object,
 * a shape in brackets a list of such objects; `!` goes to their name instead (`'items!'`).
 */
export interface Shape {
	readonly [wireName: string]: ValueType | `${ValueType}!` | Shape | readonly [Shape];
}

/** A key or a kind of a shape without its mark, and whether it has one. */
export const unmarked = (marked: string): { readonly name: string; readonly always: boolean } => {
	const always = marked.endsWith('!');
	return { name: always ? marked.slice(0, -1) : marked, always };
};
