import { contract as given } from '../../testing/contract';
import type { Call, Fact } from './call';
import { unnamed } from './call';

interface Schema {
	readonly $ref?: string;
	readonly type?: string | readonly string[];
	readonly format?: string;
	readonly anyOf?: readonly Schema[];
	readonly items?: Schema;
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly required?: readonly string[];
	readonly additionalProperties?: unknown;
	readonly default?: unknown;
	readonly enum?: readonly string[];
}

interface Operation {
	readonly parameters?: ReadonlyArray<{ name: string; in: string; schema: Schema }>;
	readonly requestBody?: { content: Record<string, { schema: Schema }> };
	readonly responses: Record<string, { content: Record<string, { schema: Schema }> }>;
}

interface Contract {
	readonly paths: Record<string, Record<string, Operation>>;
	readonly components: { readonly schemas: Record<string, Schema> };
}

const contract = given as Contract;

const resolve = (schema: Schema): Schema => {
	if (!schema.$ref) return schema;
	const found = contract.components.schemas[schema.$ref.split('/').at(-1) as string];
	if (!found) throw new Error(`The contract has no ${schema.$ref}`);
	return found;
};

const ofFormat: Record<string, string> = { date: 'date', 'date-time': 'dateTime' };

/** What a schema holds and whether null is one of it; objects and lists come resolved. */
function reading(given: Schema): { kind: string; nullable: boolean; schema: Schema } {
	const schema = resolve(given);
	const others = schema.anyOf?.filter(({ type }) => type !== 'null');
	if (others) {
		const nullable = others.length < (schema.anyOf?.length ?? 0);
		if (others.length === 1) return { ...reading(others[0]), nullable };
		return { kind: 'any', nullable, schema };
	}
	const types = schema.type === undefined ? [] : [schema.type].flat();
	const nullable = types.includes('null');
	const [type, ...more] = types.filter((name) => name !== 'null');
	if (more.length > 0) return { kind: 'textOrInteger', nullable, schema };
	if (type === 'string') return { kind: ofFormat[schema.format ?? ''] ?? 'text', nullable, schema };
	if (type !== 'array') return { kind: type ?? 'any', nullable, schema };
	const item = schema.items && resolve(schema.items);
	const kind = item?.type === 'string' ? 'texts' : item?.type === 'object' ? 'rows' : 'list';
	return { kind, nullable, schema };
}

function factsOf(given: Schema, before = '', requiredSoFar = true): Fact[] {
	const { properties = {}, required = [] } = resolve(given);
	return Object.entries(properties).flatMap(([name, property]): Fact[] => {
		const { kind, nullable, schema } = reading(property);
		const path = before + name;
		const isRequired = requiredSoFar && required.includes(name);
		if (kind === 'object' && schema.properties) return factsOf(schema, `${path}.`, isRequired);
		const fact = { path, kind, required: isRequired, nullable, default: schema.default };
		return kind === 'rows' ? [fact, ...factsOf(schema.items as Schema, `${path}[].`)] : [fact];
	});
}

function bodyOf(schema: Schema): Fact[] {
	const further = { path: '*', kind: 'any', required: false, nullable: true };
	return [...factsOf(schema), ...(resolve(schema).additionalProperties === true ? [further] : [])];
}

function responseOf(method: string, given: Schema): Pick<Call, 'response' | 'list' | 'besideRows'> {
	const schema = resolve(given);
	if (schema.type === 'array') return { list: 'bare', response: factsOf(schema.items as Schema) };
	const data = schema.properties?.data;
	if (method !== 'get' || data?.type !== 'array') return { response: factsOf(schema) };
	return {
		list: schema.properties?.total ? 'data and total' : 'data',
		response: factsOf(data.items as Schema),
		besideRows: factsOf(schema).filter(({ path }) => !path.startsWith('data')),
	};
}

const json = (content: Record<string, { schema: Schema }>) => content['application/json'].schema;

/** Every call of sandbox/openapi.yaml. */
export const contractCalls: readonly Call[] = Object.entries(contract.paths).flatMap(
	([path, operations]) =>
		Object.entries(operations).map(
			([method, operation]): Call => ({
				name: `${method.toUpperCase()} ${unnamed(path)}`,
				takes: (operation.parameters ?? []).flatMap((parameter) => {
					// Accept-Language goes with every call.
					if (parameter.in === 'header') return [];
					return parameter.in === 'query'
						? [`?${parameter.name} ${reading(parameter.schema).kind}`]
						: [];
				}),
				body: operation.requestBody ? bodyOf(json(operation.requestBody.content)) : [],
				...responseOf(method, json(operation.responses['200'].content)),
			}),
		),
);

/** The values that a path parameter may have. */
export const pathValues = (path: string, parameter: string): readonly string[] =>
	contract.paths[path].get.parameters?.find(({ name }) => name === parameter)?.schema.enum ?? [];
