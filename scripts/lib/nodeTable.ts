import Table from 'cli-table3';
import type { INodePropertyOptions } from 'n8n-workflow';

import type { Field } from '../../nodes/shared/schema/field';
import { packageNodes, type PackageNode } from './definitions';

interface Row {
	readonly node: string;
	readonly resources: string[];
	readonly operations: string[];
	/** Fields that its writes can send, those of rows included; none where nothing is written. */
	readonly fields?: number;
}

/** What the package has: a row per node. */
export function readRows(nodes: PackageNode[] = packageNodes()) {
	const rows = nodes.map((node) => ({ isRecord: node.resource !== undefined, row: rowOf(node) }));
	return {
		records: rows.filter(({ isRecord }) => isRecord).map(({ row }) => row),
		supporting: rows.filter(({ isRecord }) => !isRecord).map(({ row }) => row),
	};
}

/** The nodes as a table for the terminal, with totals. */
export function nodeTable({ records, supporting } = readRows()): string {
	const table = new Table({
		head: ['Node', 'Resource', 'Operations', '', 'Fields'],
		colAligns: ['left', 'left', 'left', 'right', 'right'],
		colWidths: [39, 22, 40],
		wordWrap: true,
		style: { head: [], border: [], compact: true },
	});
	const add = (rows: Row[], what: string) => {
		for (const { node, resources, operations, fields } of rows) {
			const names = [resources.join(', '), operations.join(', ') || 'trigger'];
			table.push([node, ...names, operations.length || '', fields ?? '']);
		}
		const { operations, fields } = totalOf(rows);
		table.push([`${rows.length} ${what}`, '', '', operations, fields || '']);
	};
	add(records, 'record nodes');
	add(supporting, 'supporting nodes');
	return table.toString();
}

/** Operations and fields of several nodes together. */
export const totalOf = (rows: Row[]) => ({
	operations: rows.reduce((sum, { operations }) => sum + operations.length, 0),
	fields: rows.reduce((sum, { fields = 0 }) => sum + fields, 0),
});

function rowOf({ type: { description }, resource }: PackageNode): Row {
	const options = (name: string) => {
		const values = description.properties
			.filter((property) => property.name === name)
			.flatMap((property) => property.options as INodePropertyOptions[])
			.map((option) => String(option.value));
		return [...new Set(values)];
	};
	return {
		node: description.name,
		resources: options('resource'),
		operations: options('operation'),
		...(resource && { fields: countOf(resource.fields) }),
	};
}

const countOf = (fields: readonly Field[]): number =>
	fields.reduce((sum, { rows = [] }) => sum + 1 + countOf(rows), 0);
