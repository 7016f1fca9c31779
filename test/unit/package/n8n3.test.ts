import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INode } from 'n8n-workflow';

const ROOT = join(__dirname, '../../..');

const workflows = ['examples', 'docs/recipes'].flatMap((folder) =>
	readdirSync(join(ROOT, folder))
		.filter((name) => name.endsWith('.json'))
		.map((name) => {
			const text = readFileSync(join(ROOT, folder, name), 'utf8');
			return { name, text, nodes: (JSON.parse(text) as { nodes: INode[] }).nodes };
		}),
);

const REMOVED = /\.(function|functionItem|itemLists|aiTransform|code)$/;
const SEVERAL_OUTPUTS = /\.(if|switch|filter|splitInBatches|textClassifier)$/;

/** What n8n 3 removes: docs/releasing.md. */
describe.each(workflows)('$name in n8n 3', ({ text, nodes }) => {
	it('has no node or mode that is gone', () => {
		for (const { type, typeVersion, parameters } of nodes) {
			if (type !== 'n8n-nodes-base.code') expect(type).not.toMatch(REMOVED);
			if (type.endsWith('.agent')) expect(typeVersion).toBeGreaterThanOrEqual(2);
			if (type.endsWith('.executeWorkflow')) expect(parameters.mode ?? 'once').toBe('once');
		}
	});

	it('has no expression that is gone', () =>
		expect(text).not.toMatch(/\$getPairedItem|\$evaluateExpression/));

	it('does not rely on empty items of a node with several outputs', () => {
		const relying = nodes.filter(
			(node) => node.alwaysOutputData && SEVERAL_OUTPUTS.test(node.type),
		);
		expect(relying).toEqual([]);
	});
});
