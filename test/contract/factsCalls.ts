import type { Call, Fact } from './call';
import { unnamed } from './call';

/** One row of a table in api-facts.json. */
interface Row {
	readonly type: string;
	/** `unknown` where no source says. */
	readonly required: boolean | 'unknown';
	readonly nullable: boolean | 'unknown';
	readonly meaning?: string;
	readonly default?: unknown;
}

type Table = Readonly<Record<string, Row>>;

interface Operation {
	readonly method: string;
	readonly path: string;
	readonly query: Table;
	readonly headers: Table;
	readonly body_name?: string;
	readonly response: { readonly kind: string; readonly fields: Table };
}

export interface Facts {
	readonly resources: Record<
		string,
		{
			readonly operations: readonly Operation[];
			readonly bodies: Record<string, Table>;
			readonly records: Record<string, Table>;
		}
	>;
}

type Tables = ReadonlyMap<string, Table>;

const kinds: Record<string, string> = {
	any: 'any',
	'array (element type unknown)': 'list',
	'array<object>': 'rows',
	'array<string>': 'texts',
	binary: 'binary',
	boolean: 'boolean',
	integer: 'integer',
	number: 'number',
	object: 'object',
	'object<string,string>': 'object',
	'object<string,string> | array<string>': 'any',
	string: 'text',
	'string | integer': 'textOrInteger',
	'string(date)': 'date',
	'string(date-time)': 'dateTime',
	'string(uuid)': 'text',
	'string(uuid) | string': 'text',
	'string(uuid) | string | integer': 'textOrInteger',
};

/** `{value: any}` as a table; the meaning of the row around it says which key is required. */
function inlineTable(type: string, meaning: string): Table {
	const required = /(\w+) is required inside/.exec(meaning)?.[1];
	return Object.fromEntries(
		[...type.matchAll(/(\w+): ([^,}]+)/g)].map(([, name, inner]) => [
			name,
			{ type: inner, required: name === required, nullable: false },
		]),
	);
}

/** The table that a type such as `array<Order line>` or `object: {files: …}` names. */
function innerTable({ type, meaning = '' }: Row, tables: Tables): Table | undefined {
	if (type in kinds) return undefined;
	const inner = type.replace(/^array<(.*)>$/, '$1').replace(/^object: /, '');
	const table = inner.startsWith('{') ? inlineTable(inner, meaning) : tables.get(inner);
	if (!table) throw new Error(`No table for the type ${type}`);
	if (!meaning.includes('every inner field optional and nullable')) return table;
	return Object.fromEntries(
		Object.entries(table).map(([name, row]) => [name, { ...row, required: false, nullable: true }]),
	);
}

function factsOf(table: Table, tables: Tables, before = '', requiredSoFar = true): Fact[] {
	return Object.entries(table).flatMap(([name, row]): Fact[] => {
		const path = before + (name === '(any other key)' ? '*' : name);
		const inner = innerTable(row, tables);
		const required = requiredSoFar && row.required === true;
		if (inner && row.type.startsWith('object')) return factsOf(inner, tables, `${path}.`, required);
		const kind = inner ? 'rows' : kinds[row.type];
		const fact = { path, kind, required, nullable: row.nullable !== false, default: row.default };
		return inner ? [fact, ...factsOf(inner, tables, `${path}[].`)] : [fact];
	});
}

function responseOf({ method, response: given }: Operation, tables: Tables): Partial<Call> {
	const response = factsOf(given.fields, tables);
	if (given.kind === 'array') return { list: 'bare', response };
	if (method !== 'GET' || !given.fields.data?.type.startsWith('array')) return { response };
	return {
		list: 'total' in given.fields ? 'data and total' : 'data',
		response: response
			.filter(({ path }) => path.startsWith('data[].'))
			.map((fact) => ({ ...fact, path: fact.path.replace('data[].', '') })),
		besideRows: response.filter(({ path }) => !path.startsWith('data')),
	};
}

/** Every call that the collected facts of the service describe. */
export const factsCalls = (facts: Facts): Call[] =>
	Object.values(facts.resources).flatMap(({ operations, bodies, records }) => {
		const named = Object.entries({ ...bodies, ...records });
		const tables = new Map(named.map(([name, table]) => [name.replace(/ \(.*$/, ''), table]));
		return operations.map(
			(operation): Call => ({
				name: `${operation.method} ${unnamed(operation.path)}`,
				takes: [
					...Object.entries(operation.query).map(([name, { type }]) => `?${name} ${kinds[type]}`),
					...Object.keys(operation.headers),
				],
				body: factsOf(bodies[operation.body_name ?? ''] ?? {}, tables),
				response: [],
				...responseOf(operation, tables),
			}),
		);
	});
