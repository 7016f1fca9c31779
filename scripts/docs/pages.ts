import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Outputs } from '../../nodes/shared/resource';
import type { Resource } from '../../nodes/shared/resource/definition/resource';
import { packageNodes, type PackageNode } from '../lib/definitions';
import { otherCalls, recordCalls } from './calls';
import { code, paragraphs, table } from './markdown';
import { otherSections } from './otherPage';
import { recordSections } from './recordPage';

const root = join(__dirname, '../..');
const load = createRequire(__filename);
const NOTE = '<!-- Written by `npm run docs` from the definitions in nodes/. -->';

/** The reference of all nodes: file name to text. */
export function pages(): Map<string, string> {
	const all = packageNodes();
	return new Map([
		['README.md', indexOf(all)],
		...all.map((node): [string, string] => [pageName(node), pageOf(node)]),
	]);
}

/** `nodes/PurchaseOrder/…` has the page `purchase-order.md`. */
const pageName = ({ file }: PackageNode) =>
	`${basename(dirname(file))
		.replace(/\B[A-Z]/g, '-$&')
		.toLowerCase()}.md`;

interface Declared {
	readonly outputs?: Outputs;
	readonly outputsSimplified?: Outputs;
}

/** The declared outputs of a node in its newest version: one of the files in its folder exports them. */
function outputsOf({ file }: PackageNode): Outputs {
	const folder = join(root, dirname(file));
	const files = readdirSync(folder).filter((name) => /^\w+\.ts$/.test(name));
	const found = files.map((name) => load(join(folder, name)) as Declared);
	const declared = found.find(({ outputs }) => outputs);
	return declared?.outputsSimplified ?? declared?.outputs ?? {};
}

function pageOf(node: PackageNode): string {
	const { resource } = node;
	const { displayName, name, description, credentials = [], properties } = node.type.description;
	const operations = operationsOf(properties);
	const named = credentials.map((credential) => code(credential.name)).join(' or ');
	return `${paragraphs(
		NOTE,
		`# ${displayName}`,
		`${description}.`,
		`Node ${code(name)}, credential ${named}. [All nodes](README.md)`,
		operations.length > 0
			? operationSection(operations, resource)
			: `Reads ${name in otherCalls ? code(otherCalls[name]) : 'the list of the chosen records'} at every poll.`,
		resource ? recordSections(resource) : otherSections(properties, outputsOf(node)),
	)}\n`;
}

/** The options of every Operation dropdown that names the resource it is shown for, with that resource. */
const operationsOf = (properties: readonly INodeProperties[]) =>
	properties
		.filter(({ name, displayOptions }) => name === 'operation' && displayOptions?.show?.resource)
		.flatMap(({ displayOptions, options = [] }) =>
			(options as INodePropertyOptions[]).map((option) => ({
				...option,
				resource: String(displayOptions?.show?.resource?.[0]),
			})),
		);

function operationSection(
	operations: ReturnType<typeof operationsOf>,
	resource?: Resource,
): string {
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

function indexOf(all: readonly PackageNode[]): string {
	const rows = all.map((node) => {
		const { displayName, description, properties } = node.type.description;
		const { resource } = node;
		const operations = operationsOf(properties).map(({ name }) => name);
		return [
			`[${displayName}](${pageName(node)})`,
			[...new Set(operations)].join(', '),
			resource ? String(resource.fields.length) : '',
			`${description}.`,
		];
	});
	const options = all[0].type.description.properties.find(({ name }) => name === 'options');
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
