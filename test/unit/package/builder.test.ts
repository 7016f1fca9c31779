/** What n8n's AI builder reads of the nodes: the definitions that n8n's own generator makes, and their size. */
import { createRequire } from 'node:module';

import type { INodeTypeDescription } from 'n8n-workflow';

import { writeOf, writesOf } from '../../../nodes/shared/resource/definition/resource';
import { columnsOf } from '../../../nodes/shared/resource/methods/columns';
import { packageNodes } from '../../../scripts/lib/definitions';

// The builder's generator comes with n8n-core.
const { generateNodeTypeFile } = createRequire(require.resolve('n8n-core'))(
	'@n8n/workflow-sdk/dist/generate-types/generate-types',
) as { generateNodeTypeFile(node: INodeTypeDescription): string };

const nodes = packageNodes();
/** n8n makes definitions of the nodes of other packages as a whole, with all operations. */
const definitions = nodes.map(({ type: { description }, resource }) => {
	const name = `n8n-nodes-workspace-records.${description.name}`;
	return { name: description.name, resource, text: generateNodeTypeFile({ ...description, name }) };
});

describe('the definition of a node for the AI builder', () => {
	const written = definitions.flatMap(({ resource, text }) =>
		resource && writesOf(resource).length > 0 ? [{ resource, text }] : [],
	);

	it.each(written)('names each column of $resource.label once', ({ resource, text }) => {
		const [, hint = ''] =
			/fields\.value, with mappingMode "defineBelow"([\s\S]*?)\*\//.exec(text) ?? [];
		const [, ...lines] = hint.replace(/\([^)]*\)/g, '').split(/\n \* (?:\w+|beside it): /);
		const columns = writesOf(resource).flatMap((operation) =>
			columnsOf(resource, writeOf(operation)).map(({ id }) => id),
		);
		const required = resource.fields.filter(({ type, required }) => type === 'rows' && required);
		const named = lines.flatMap((line) => line.trim().split(/\s*,\s*/));
		const known = [...new Set(columns), ...required.map(({ name }) => name)];
		expect(named.sort()).toEqual(known.sort());
		expect(text.match(/fields\.value, with/g)).toHaveLength(1);
	});

	it('lists for an operation no option of another', () => {
		const [{ text }] = definitions.filter(({ name }) => name === 'workspaceRecordsCompany');
		const part = (operation: string) =>
			text.slice(text.indexOf(`operation: '${operation}'`)).split(/export type|operation: '/)[1];
		expect(part('create')).toContain('columnNames');
		expect(part('create')).not.toContain('recordsPerFile');
		expect(part('getAll')).toContain('recordsPerFile');
		expect(part('getAll')).not.toContain('columnNames');
	});

	it('is small enough to be read', () => {
		const sizes = definitions.map(({ text }) => text.length).sort((one, other) => one - other);
		expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThan(32_768);
		expect(sizes.at(-1)).toBeLessThan(47_104);
	});
});
