/**
 * The facts of the contract that a run proves or disproves: its calls, the properties of its responses, and
 * the choices of docs/decisions.md.
 */
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { IDataObject } from 'n8n-workflow';

import { contract as given } from '../../testing/contract';

export type Provenance = 'specified' | 'observed' | 'assumed';
type Verdict = 'proven' | 'disproved';

/** A fact, what a check found of it, and where it was disproved, why. */
export interface FactFound {
	readonly fact: string;
	readonly provenance: Provenance;
	readonly verdict: Verdict;
	readonly why?: string;
}

interface Schema {
	readonly $ref?: string;
	readonly type?: string | readonly string[];
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly 'x-provenance'?: Provenance;
}

interface Operation {
	readonly 'x-provenance': Provenance;
	readonly responses: Readonly<
		Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
	>;
}

interface Contract {
	readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
	readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
	readonly 'x-objects': Readonly<Record<string, { readonly name: string }>>;
}

const contract = given as Contract;

// That an ID is a UUID is nowhere promised.
const ajv = addFormats(new Ajv2020({ strict: false, logger: false }), ['date', 'date-time']);
ajv.addSchema({ ...contract, $id: 'contract' }, 'contract');

const unnamed = (path: string) => path.replace(/\{[^}]*\}/g, '{}');

function operationOf(method: string, path: string): Operation {
	const [, found] =
		Object.entries(contract.paths).find(([each]) => unnamed(each) === unnamed(path)) ?? [];
	const operation = found?.[method.toLowerCase()];
	if (!operation) throw new Error(`The contract has no ${method} ${path}`);
	return operation;
}

/** Takes notes of the facts that one check is about. */
export class FactNotes {
	private readonly notes = new Map<string, FactFound>();

	get found(): FactFound[] {
		return [...this.notes.values()];
	}

	/** A call was answered as the contract says. */
	call(method: string, path: string) {
		const { 'x-provenance': provenance } = operationOf(method, path);
		this.proven(`${method} ${path}`, provenance);
	}

	/** One fact in words; a fact that was disproved once stays so. */
	proven(fact: string, provenance: Provenance) {
		if (!this.notes.has(fact)) this.notes.set(fact, { fact, provenance, verdict: 'proven' });
	}

	/** @param why it is not so, or false where it is */
	decided(fact: string, provenance: Provenance, why: string | false) {
		if (why === false) this.proven(fact, provenance);
		else this.disproved(fact, provenance, why);
	}

	disproved(fact: string, provenance: Provenance, why: string) {
		this.notes.set(fact, { fact, provenance, verdict: 'disproved', why });
	}

	/** Whether a list is bare, under `data`, or pages with a total, and what the contract says of it. */
	form(path: string, body: unknown) {
		const { 'x-provenance': ofCall, responses } = operationOf('GET', path);
		const schema = responses['200'].content?.['application/json'].schema as Schema;
		const { type, properties = {}, 'x-provenance': provenance = ofCall } = resolve(schema);
		const expected = type === 'array' ? 'one array' : 'total' in properties ? 'pages' : '`data`';
		const given = formOf(body);
		const fact = `GET ${path} lists as ${expected}`;
		this.decided(fact, provenance, given !== expected && `it lists as ${given}`);
	}

	/** The editor shows a key of the output as another kind than came. */
	shown(object: string, key: string, why: string) {
		const component = `${contract['x-objects'][object].name}Record`;
		const property = contract.components.schemas[component]?.properties?.[key];
		const provenance = property?.['x-provenance'] ?? 'observed';
		this.disproved(`the editor shows ${component}.${key} as what it is`, provenance, why);
	}

	/** Compares records with the properties that the contract has of them; what no record shows stays open. */
	records(object: string, records: ReadonlyArray<Readonly<Record<string, unknown>>>) {
		const component = `${contract['x-objects'][object].name}Record`;
		const { properties = {} } = contract.components.schemas[component] ?? {};
		for (const [key, property] of Object.entries(properties)) {
			const values = records.filter((record) => key in record).map((record) => record[key]);
			if (values.length === 0) continue;
			const isValid = ajv.getSchema(`contract#/components/schemas/${component}/properties/${key}`);
			const wrong = values.find((value) => !isValid?.(value));
			const provenance = property['x-provenance'] ?? 'observed';
			const fact = `${component}.${key} is ${kindOf(property)}`;
			if (wrong === undefined) this.proven(fact, provenance);
			else this.disproved(fact, provenance, `found ${JSON.stringify(wrong).slice(0, 60)}`);
		}
	}
}

/** Whether a list is bare, under `data`, or pages with a total. */
export function formOf(body: unknown): string {
	if (Array.isArray(body)) return 'one array';
	return typeof (body as { total?: unknown }).total === 'number' ? 'pages' : '`data`';
}

/** The rows of a list in any of its forms; undefined where the body holds none. */
export function rowsOf(body: unknown): IDataObject[] | undefined {
	const rows: unknown = Array.isArray(body) ? body : (body as { data?: unknown } | null)?.data;
	return Array.isArray(rows) ? (rows as IDataObject[]) : undefined;
}

const resolve = (schema: Schema): Schema =>
	schema.$ref
		? (contract.components.schemas[schema.$ref.split('/').at(-1) as string] ?? {})
		: schema;

const kindOf = ({ $ref, type }: Schema) =>
	$ref?.split('/').at(-1) ?? [type ?? 'anything'].flat().join(' or ');
