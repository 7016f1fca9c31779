/** One value of a body or a response: its path, its kind, and whether it may be missing or null. */
export interface Fact {
	readonly path: string;
	readonly kind: string;
	readonly required: boolean;
	readonly nullable: boolean;
	readonly default?: unknown;
}

/** One call of the service, as one source describes it; two sources agree when their lines do. */
export interface Call {
	/** Method and path with every path parameter written `{}`. */
	readonly name: string;
	/** Query parameters with their kind: `?page integer`. */
	readonly takes: readonly string[];
	readonly body: readonly Fact[];
	/** Facts of the response, or of one row where the response is a list. */
	readonly response: readonly Fact[];
	/** Form of a list: bare, under `data`, or under `data` with a total beside it. */
	readonly list?: 'bare' | 'data' | 'data and total';
	/** Keys beside the rows of a list, where the source names them. */
	readonly besideRows?: readonly Fact[];
}

/** The path with its parameters unnamed, since sources name them differently. */
export const unnamed = (path: string): string => path.replace(/\{[^}]*\}|<[^>]*>/g, '{}');

/** Bodies take dates as text; which texts are dates is a reading of their meaning. */
const wireKind = ({ kind }: Fact) => (kind === 'date' || kind === 'dateTime' ? 'text' : kind);

const bodyLine = (fact: Fact) =>
	[
		`body ${fact.path}: ${wireKind(fact)}`,
		...(fact.required ? ['required'] : []),
		...(fact.nullable && fact.kind !== 'any' ? ['or null'] : []),
		...(fact.default === undefined ? [] : [`else ${JSON.stringify(fact.default)}`]),
	].join(', ');

const responseLine = (fact: Fact) =>
	`response ${fact.path}: ${fact.kind}${fact.required && !fact.nullable ? '!' : ''}`;

/** All facts of a call, one line each, sorted: for tests to compare and for people to read. */
export const linesOf = (call: Call): string[] =>
	[
		...call.takes.map((name) => `takes ${name}`),
		...call.body.map(bodyLine),
		...call.response.map(responseLine),
		...(call.list ? [`response is a list, ${call.list}`] : []),
		...(call.besideRows ?? []).map((fact) => `beside the list, ${responseLine(fact)}`),
		'is there',
	]
		.map((line) => `${call.name} ${line}`)
		.sort();
