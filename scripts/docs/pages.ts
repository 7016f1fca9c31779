import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeProperties, INodePropertyOptions, INodeType } from 'n8n-workflow';

import type { Outputs } from '../../nodes/shared/record';
import type { Resource } from '../../nodes/shared/record/definition';
import { otherCalls, recordCalls } from './calls';
import { code, paragraphs, table } from './markdown';
import { otherSections } from './otherPage';
import { recordSections } from './recordPage';

const nodes = join(__dirname, '../../nodes');
const NOTE = '<!-- Written by `npm run docs` from the definitions in nodes/. -->';

/** What the files of a node folder say. */
interface NodeFacts {
	readonly file: string;
	readonly node: INodeType;
	readonly resource?: Resource;
	readonly outputs: Outputs;
}

/** Loads a file of nodes/; tests load them their own way. */
export type Load = (file: string) => Record<string, unknown>;

/** The reference of all nodes: file name to text. */
export function pages(load: Load): Map<string, string> {
	const all = readdirSync(nodes)
		.filter((folder) => /^[A-Z]/.test(folder))
		.map((folder) => factsOf(folder, load));
	const entries = all.map((facts): [string, string] => [facts.file, pageOf(facts)]);
	return new Map([['README.md', indexOf(all)], ...entries]);
}

function factsOf(folder: string, load: Load): NodeFacts {
	const files = readdirSync(join(nodes, folder)).filter((name) => /^\w+\.ts$/.test(name));
	const facts = Object.assign({}, ...files.map((name) => load(join(nodes, folder, name))));
	const className = `WorkspaceRecords${folder}`;
	const NodeClass = load(join(nodes, folder, `${className}.node.ts`))[
		className
	] as new () => INodeType;
	const resource = facts[folder[0].toLowerCase() + folder.slice(1)] as Resource | undefined;
	const file = `${folder.replace(/\B[A-Z]/g, '-$&').toLowerCase()}.md`;
	const isRecord = resource?.identifiers !== undefined;
	return {
		file,
		node: new NodeClass(),
		...(isRecord ? { resource } : {}),
		outputs: (facts.outputs as Outputs) ?? {},
	};
}

function pageOf({ node, resource, outputs }: NodeFacts): string {
	const { displayName, name, description, credentials = [], properties } = node.description;
	const named = credentials.map((credential) => code(credential.name)).join(' or ');
	return `${paragraphs(
		NOTE,
		`# ${displayName}`,
		`${description}.`,
		`Node ${code(name)}, credential ${named}. [All nodes](README.md)`,
		operationSection(properties, resource),
		resource ? recordSections(resource) : otherSections(properties, outputs),
	)}\n`;
}

/** The options of every Operation dropdown, with the resource that it is shown for. */
const operationsOf = (properties: readonly INodeProperties[]) =>
	properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options = [] }) =>
			(options as INodePropertyOptions[]).map((option) => ({
				...option,
				resource: String(displayOptions?.show?.resource?.[0]),
			})),
		);

function operationSection(properties: readonly INodeProperties[], resource?: Resource): string {
	const operations = operationsOf(properties);
	if (operations.length === 0) return `Reads ${code(otherCalls.output)} at every poll.`;
	const calls = resource ? recordCalls(resource) : {};
	return paragraphs(
		'## Operations',
		table(
			['Operation', 'Values', 'Request', 'What it does'],
			operations.map(({ name, value, description = '', resource: of }) => [
				name,
				code(`${of}: ${value}`),
				code(calls[String(value)] ?? otherCalls[`${of}/${value}`]),
				description,
			]),
		),
	);
}

function indexOf(all: readonly NodeFacts[]): string {
	const rows = all.map(({ file, node, resource }) => {
		const { displayName, description, properties } = node.description;
		const operations = operationsOf(properties).map(({ name }) => name);
		return [
			`[${displayName}](${file})`,
			[...new Set(operations)].join(', '),
			resource ? String(resource.fields.length) : '',
			`${description}.`,
		];
	});
	const options = all[0].node.description.properties.find(({ name }) => name === 'options');
	return `${paragraphs(
		NOTE,
		'# Nodes',
		table(['Node', 'Operations', 'Fields', 'What it does'], rows),
		'## Options of every node that sends requests',
		table(
			['Option', 'Name', 'Default', 'What it does'],
			((options?.options ?? []) as INodeProperties[]).map((option) => [
				option.displayName,
				code(`options.${option.name}`),
				code(String(option.default)),
				option.description ?? '',
			]),
		),
	)}\n`;
}
