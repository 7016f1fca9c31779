/** One value of a body or an answer: where it stands, what it is, whether it may be missing or null. */
export interface Fact {
	readonly path: string;
	readonly kind: string;
	readonly required: boolean;
	readonly nullable: boolean;
	readonly default?: unknown;
}

/** One call of the service, from whichever source; two sources agree when their lines do. */
export interface Call {
	/** Method and path with every path parameter written `{}`. */
	readonly name: string;
	/** Query parameters with their kind, and headers: `?page integer`, `Accept-Language`. */
	readonly takes: readonly string[];
	readonly body: readonly Fact[];
	/** Facts of the answer, or of one row where the answer is a list. */
	readonly answer: readonly Fact[];
	/** How a list comes: bare, under `data`, or under `data` with a total beside it. */
	readonly list?: 'bare' | 'data' | 'data and total';
	/** What stands beside the rows of a list, where the source says so. */
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

const answerLine = (fact: Fact) =>
	`answer ${fact.path}: ${fact.kind}${fact.required && !fact.nullable ? '!' : ''}`;

/** Everything a call says, one line each, sorted: what a test compares and a person can read. */
export const linesOf = (call: Call): string[] =>
	[
		...call.takes.map((name) => `takes ${name}`),
		...call.body.map(bodyLine),
		...call.answer.map(answerLine),
		...(call.list ? [`answer is a list, ${call.list}`] : []),
		...(call.besideRows ?? []).map((fact) => `beside the list, ${answerLine(fact)}`),
		'is there',
	]
		.map((line) => `${call.name} ${line}`)
		.sort();
