/**
 * What saved workflows and credentials rely on, read from the built package: names and values, and
 * no words. One snapshot for each node type and each credential type.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

import type {
	ICredentialType,
	ILoadOptionsFunctions,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeType,
	INodeTypeDescription,
	IVersionedNodeType,
} from 'n8n-workflow';

import { keysOf, type JsonSchema } from './outputKeys';
import type { Column, NodeSnapshot, NodeVersion, Parameter, Snapshots } from './types';

const ROOT = join(__dirname, '../..');

/**
 * Reads the built package.
 *
 * @throws when it is not built
 */
export async function readPackage(root = ROOT): Promise<Snapshots> {
	const load = createRequire(join(root, 'package.json'));
	const { name: packageName, n8n } = load('./package.json') as {
		name: string;
		n8n: { nodes: string[]; credentials: string[] };
	};
	const instanceOf = (file: string): unknown => {
		const exported = load(join(root, file)) as Record<string, new () => unknown>;
		return new exported[basename(file).split('.')[0]]();
	};
	const nodes: Record<string, NodeSnapshot> = {};
	for (const file of n8n.nodes) {
		const node = instanceOf(file) as INodeType | IVersionedNodeType;
		const { name } = node.description;
		const outputKeys = outputKeysIn(join(root, dirname(file), '__schema__'));
		nodes[name] = { type: `${packageName}.${name}`, ...(await versionsOf(node)), outputKeys };
	}
	const credentials = n8n.credentials.map((file) => {
		const { name, properties } = instanceOf(file) as ICredentialType;
		return [name, { name, fields: properties.filter(isStored).map(parameterOf) }];
	});
	return { nodes, credentials: Object.fromEntries(credentials) as Snapshots['credentials'] };
}

async function versionsOf(
	node: INodeType | IVersionedNodeType,
): Promise<Pick<NodeSnapshot, 'defaultVersion' | 'versions'>> {
	const types = 'nodeVersions' in node ? Object.values(node.nodeVersions) : [node];
	const versions: Record<string, NodeVersion> = {};
	for (const type of types) {
		for (const version of [type.description.version].flat()) {
			versions[String(version)] = await versionOf(type);
		}
	}
	const numbers = Object.keys(versions).map(Number);
	return { defaultVersion: node.description.defaultVersion ?? Math.max(...numbers), versions };
}

async function versionOf({ description, methods }: INodeType): Promise<NodeVersion> {
	const { inputs, outputs, outputNames, usableAsTool, credentials = [], properties } = description;
	return plain({
		inputs,
		outputs,
		outputNames,
		usableAsTool: Boolean(usableAsTool),
		credentials: credentials.map(({ name, required, displayOptions }) => ({
			name,
			required: required === true,
			displayOptions,
		})),
		parameters: properties.filter(isStored).map(parameterOf),
		columns: await columnsOf(properties, methods),
	});
}

/** A notice is only there to be read. */
const isStored = ({ type }: INodeProperties) => type !== 'notice';

function parameterOf(property: INodeProperties): Parameter {
	const { name, type, default: usual, required, displayOptions, typeOptions, modes } = property;
	const inside = (property.options ?? []) as INodeProperties[];
	const groups = (property.options ?? []) as INodePropertyCollection[];
	const isList = type === 'options' || type === 'multiOptions';
	return plain({
		name,
		type,
		default: usual,
		required: required === true ? true : undefined,
		displayOptions,
		multipleValues: typeOptions?.multipleValues === true ? true : undefined,
		values: isList
			? (property.options as INodePropertyOptions[] | undefined)?.map(({ value }) => value).sort()
			: undefined,
		modes: modes?.map((mode) => mode.name),
		parameters:
			type === 'collection' ? inside.filter(isStored).map(parameterOf).sort(byName) : undefined,
		groups:
			type === 'fixedCollection'
				? Object.fromEntries(groups.map((group) => [group.name, group.values.map(parameterOf)]))
				: undefined,
	} as Parameter);
}

/** The editor shows them by their words; an order that goes by words would change with them. */
const byName = (one: Parameter, other: Parameter) => (one.name < other.name ? -1 : 1);

/** Asks each mapper for its columns, once for each combination of values that it is shown for. */
async function columnsOf(
	properties: INodeTypeDescription['properties'],
	methods: INodeType['methods'],
): Promise<Record<string, Column[]>> {
	const found: Record<string, Column[]> = {};
	for (const { name, typeOptions, displayOptions } of properties) {
		const method = typeOptions?.resourceMapper?.resourceMapperMethod ?? '';
		const load = methods?.resourceMapping?.[method];
		if (!load) continue;
		for (const values of combinations(displayOptions?.show ?? {})) {
			const context = {
				getNodeParameter: (parameter: string, fallback: unknown) => values[parameter] ?? fallback,
				getCurrentNodeParameter: (parameter: string) => values[parameter],
				getNode: () => ({ type: 'n8n-nodes-workspace-records.node' }),
			} as unknown as ILoadOptionsFunctions;
			const { fields } = await load.call(context);
			const shownFor = Object.entries(values).map(([key, value]) => `${key}=${String(value)}`);
			found[`${name} ${shownFor.join(' ')}`] = fields.map((field) =>
				plain({
					name: field.id,
					type: field.type ?? '',
					required: field.required ? true : undefined,
				} as Column),
			);
		}
	}
	return found;
}

/** `{a: [1, 2], b: [3]}` as `[{a: 1, b: 3}, {a: 2, b: 3}]`. */
const combinations = (lists: object): Array<Record<string, unknown>> =>
	Object.entries(lists as Record<string, unknown[]>).reduce<Array<Record<string, unknown>>>(
		(all, [key, values]) =>
			all.flatMap((each) => values.map((value) => ({ ...each, [key]: value }))),
		[{}],
	);

function outputKeysIn(folder: string): Record<string, string[]> {
	if (!existsSync(folder)) return {};
	const files = (readdirSync(folder, { recursive: true }) as string[])
		.filter((file) => file.endsWith('.json'))
		.sort();
	return Object.fromEntries(
		files.map((file) => {
			const schema = JSON.parse(readFileSync(join(folder, file), 'utf8')) as JsonSchema;
			return [file.replace(/\.json$/, ''), keysOf(schema)];
		}),
	);
}

/** As it is when read back from JSON: without what is undefined. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
