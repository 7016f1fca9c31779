import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import type { Behaviour } from './options';

export type JsonObject = Record<string, unknown>;
export type Action = 'list' | 'retrieve' | 'create' | 'update' | 'delete';

/** A JSON schema as far as the sandbox looks into it. */
export interface Schema {
	$ref?: string;
	type?: string | string[];
	format?: string;
	properties?: Record<string, Schema>;
	required?: string[];
	items?: Schema;
	additionalProperties?: boolean;
	anyOf?: Schema[];
	description?: string;
}

/** One entry of `x-objects`; the keys are explained at the top of the contract. */
export interface ObjectFacts {
	key: string;
	name: string;
	uuid?: string;
	number?: string;
	envelope: Record<string, string>;
	externalId: string[];
	upsert: boolean;
	list: 'array' | 'paged' | 'numbered';
	references: Record<string, string>;
	search?: string[];
	readOnly: string[];
	/** Properties of the record as it is read. */
	record: Record<string, Schema>;
}

interface Parameter {
	name: string;
	in: string;
	required?: boolean;
	schema: Schema;
}

/** One operation of the contract. */
export interface Operation {
	id: string;
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	path: string;
	object?: ObjectFacts;
	action?: Action;
	/** Scope an OAuth token needs, by object_type. */
	scopes: Record<string, string>;
	/** Ways of authentication that are accepted; empty: open to everyone. */
	security: string[];
	/** Schemas of the parts of a request, as Fastify takes them for a route. */
	request: { params: Schema; querystring: Schema; body?: Schema };
	/** Schema of the response by status, and for `default`. */
	responses: Record<string, Schema>;
}

interface Document {
	info: { title: string; description: string };
	security: JsonObject[];
	paths: Record<string, Record<string, JsonObject>>;
	'x-objects': Record<string, JsonObject>;
	'x-alternatives': Record<string, Record<string, Record<string, Schema | false> | undefined>>;
	components: { schemas: Record<string, Schema>; responses: Record<string, JsonObject> };
}

const file = join(__dirname, 'openapi.yaml');

/** The contract as it was read. */
export const document = parse(readFileSync(file, 'utf8')) as Document;

/** Name of the component that a schema refers to, if it does. */
export const componentOf = (schema?: Schema) => schema?.$ref?.split('/').pop();

/** Whether null may stand in place of a value. */
export const isNullable = (schema: Schema): boolean =>
	schema.type === 'null' ||
	(Array.isArray(schema.type) && schema.type.includes('null')) ||
	(schema.anyOf?.some(isNullable) ?? false);

function readObject([key, facts]: [string, JsonObject]): [string, ObjectFacts] {
	const upsert = facts.upsert as { value: boolean };
	const readOnly = facts.readOnly as { values: string[] } | undefined;
	return [
		key,
		{
			...(facts as unknown as ObjectFacts),
			key,
			upsert: upsert.value,
			readOnly: readOnly?.values ?? [],
			references: (facts.references ?? {}) as Record<string, string>,
			record: document.components.schemas[`${facts.name as string}Record`].properties ?? {},
		},
	];
}

/** What sets one object apart from another, by its key (`companies`, `purchase-orders`, …). */
export const objects = new Map(Object.entries(document['x-objects']).map(readObject));

const securityOf = (security: JsonObject[]) => {
	const names = security.flatMap((way) => Object.keys(way));
	return security.some((way) => Object.keys(way).length === 0) ? [] : names;
};

const jsonSchemaOf = (holder: JsonObject) =>
	(holder.content as { 'application/json': { schema: Schema } })['application/json'].schema;

function schemaOfResponse(response: JsonObject): Schema {
	const shared = componentOf(response as Schema);
	return jsonSchemaOf(shared ? document.components.responses[shared] : response);
}

/** Schema of the parameters in one place (`query`, `path`); there are no others. */
function parametersSchema(parameters: Parameter[], place: 'query' | 'path'): Schema {
	const own = parameters.filter((parameter) => parameter.in === place);
	return {
		type: 'object',
		additionalProperties: false,
		required: own.filter((parameter) => parameter.required).map((parameter) => parameter.name),
		properties: Object.fromEntries(own.map(({ name, schema }) => [name, schema])),
	};
}

function readOperation(path: string, method: string, operation: JsonObject): Operation {
	const parameters = (operation.parameters ?? []) as Parameter[];
	return {
		id: operation.operationId as string,
		method: method.toUpperCase() as Operation['method'],
		path,
		object: objects.get(operation['x-object'] as string),
		action: operation['x-action'] as Action | undefined,
		scopes: (operation['x-scopes'] ?? {}) as Record<string, string>,
		security: securityOf((operation.security as JsonObject[]) ?? document.security),
		request: {
			params: parametersSchema(parameters, 'path'),
			querystring: parametersSchema(parameters, 'query'),
			...(operation.requestBody ? { body: jsonSchemaOf(operation.requestBody as JsonObject) } : {}),
		},
		responses: Object.fromEntries(
			Object.entries(operation.responses as Record<string, JsonObject>).map(
				([status, response]) => [status, schemaOfResponse(response)],
			),
		),
	};
}

/** Every operation of the contract, by operationId. */
export const operations = new Map(
	Object.entries(document.paths)
		.flatMap(([path, item]) =>
			Object.entries(item).map(([method, operation]) => readOperation(path, method, operation)),
		)
		.map((operation) => [operation.id, operation]),
);

/** What stands in responses instead of what was observed, when the service behaves so. */
const alternatives = (behaviour: Behaviour): Record<string, Schema> =>
	Object.assign(
		{},
		...Object.entries(document['x-alternatives']).map(
			([setting, values]) => values[String(behaviour[setting as keyof Behaviour])],
		),
	) as Record<string, Schema>;

const writes = new Set<Action | undefined>(['create', 'update', 'delete']);

/** Schema of a response, given how the service behaves; undefined where the contract does not know the status. */
export function responseSchema(
	operation: Operation,
	status: number | 'default',
	behaviour: Behaviour,
): Schema | undefined {
	const observed = operation.responses[status];
	if (status !== 200) return observed;
	const { [operation.id]: own, write } = alternatives(behaviour);
	const isWrite = operation.object && writes.has(operation.action);
	return own || (isWrite && write) || observed;
}

/** The contract with the properties that it has when the service behaves so. */
function documentFor(behaviour: Behaviour): Document {
	const changed = structuredClone(document);
	for (const [place, schema] of Object.entries(alternatives(behaviour))) {
		const [component, property] = place.split('.');
		if (property) changed.components.schemas[component].properties![property] = schema;
	}
	return changed;
}

const settings = { strict: false, allErrors: true, addUsedSchema: false };
function ajvFor(contract: Document, options = {}) {
	const ajv = new Ajv2020({ ...settings, ...options });
	addFormats(ajv);
	ajv.addSchema(contract as never, 'contract');
	return ajv;
}
const strictAjv = ajvFor(document);
// Query and path values arrive as text, and defaults are those of the contract.
const textAjv = ajvFor(document, { coerceTypes: true, useDefaults: true });

const absolute = (schema: unknown): unknown => {
	if (Array.isArray(schema)) return schema.map(absolute);
	if (schema === null || typeof schema !== 'object') return schema;
	return Object.fromEntries(
		Object.entries(schema).map(([key, value]) => [
			key,
			key === '$ref' ? `contract${value as string}` : absolute(value),
		]),
	);
};

const compile = (schema: Schema, ajv: Ajv2020): ValidateFunction =>
	ajv.compile(absolute(schema) as object);

/** A check for a part of a request; turns the text of parameters into what the schema asks for. */
export const compileRequest = (schema: Schema, part?: string): ValidateFunction =>
	compile(schema, part === 'body' ? strictAjv : textAjv);

const responseAjvs = new Map<string, Ajv2020>();

/** A check for responses, given how the service behaves. */
export function compileResponse(schema: Schema, behaviour: Behaviour): ValidateFunction {
	const key = JSON.stringify(alternatives(behaviour));
	const ajv = responseAjvs.get(key) ?? ajvFor(documentFor(behaviour));
	responseAjvs.set(key, ajv);
	return compile(schema, ajv);
}
