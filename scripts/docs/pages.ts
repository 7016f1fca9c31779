import { basename, dirname } from 'node:path';

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Resource } from '../../nodes/shared/resource/definition/resource';
import { requestOptions } from '../../nodes/shared/description';
import { headerFields, lineFields } from '../../nodes/MigrationUpsert/fields';
import { packageNodes, type PackageNode } from '../lib/definitions';
import type { Examples } from './examples/example';
import { exampleSection, type Shown } from './exampleSection';
import { otherCalls, recordCalls } from './calls';
import { code, paragraphs, table } from './markdown';
import { otherSections, rowsOf } from './otherPage';
import { recordSections, rowSection } from './recordPage';

const NOTE = '<!-- Written by `npm run docs` from the definitions in nodes/. -->';

/** The reference of all nodes: file name to text. */
export function pages(examples: Examples): Map<string, string> {
	const all = packageNodes();
	return new Map([
		['README.md', indexOf(all)],
		...all.map((node): [string, string] => [pageName(node), pageOf(node, examples)]),
	]);
}

/** `nodes/PurchaseOrder/…` has the page `purchase-order.md`. */
const pageName = ({ file }: PackageNode) =>
	`${basename(dirname(file))
		.replace(/\B[A-Z]/g, '-$&')
		.toLowerCase()}.md`;

function pageOf(node: PackageNode, examples: Examples): string {
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
		resource ? recordSections(resource) : otherSections(properties),
		name in OTHER_FIELDS ? paragraphs('## Fields', ...OTHER_FIELDS[name]) : '',
		exampleSection(shownOf(operations), examples[name]),
	)}\n`;
}

/** Of nodes that write what is no record of a resource. */
const OTHER_FIELDS: Readonly<Record<string, readonly string[]>> = {
	workspaceRecordsMigrationUpsert: [
		rowSection('Order', headerFields),
		rowSection('Order Line', lineFields),
	],
};

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

/** The operations of a node as its examples are named; a trigger has its events only. */
function shownOf(operations: ReturnType<typeof operationsOf>): Shown[] {
	if (operations.length === 0) return [{ title: 'An event', path: 'output' }];
	const several = new Set(operations.map(({ resource }) => resource)).size > 1;
	return operations.map(({ name, value, resource }) => ({
		title: several ? `${name}: ${resource}` : name,
		path: `${resource}/${value}`,
	}));
}

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
	const byName = [...all].sort((one, other) => (one.file < other.file ? -1 : 1));
	const rows = byName.map((node) => {
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
	return `${paragraphs(
		NOTE,
		'# Nodes',
		table(['Node', 'Operations', 'Fields', 'What it does'], rows),
		'## Options of every node that sends requests',
		table(
			['Option', 'Name', 'Default', 'What it does'],
			requestOptions.flatMap((option) => rowsOf(option, 'options.requests.')),
		),
	)}\n`;
}
