import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IConnections, INode } from 'n8n-workflow';

const ROOT = join(__dirname, '../../..');
const workflows = ['examples', 'docs/recipes'].flatMap((folder) =>
	readdirSync(join(ROOT, folder))
		.filter((name) => name.endsWith('.json'))
		.map((name) => join(folder, name)),
);

/** Values of the service are free text: what no branch takes must not vanish. */
it.each(workflows)('every Switch of %s has a branch for other values', (path) => {
	const { nodes, connections } = JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as {
		nodes: INode[];
		connections: IConnections;
	};
	for (const { name, parameters } of nodes.filter(({ type }) => type.endsWith('.switch'))) {
		expect(parameters.options).toMatchObject({ fallbackOutput: 'extra' });
		const { values } = parameters.rules as { values: unknown[] };
		expect(connections[name].main[values.length]).toHaveLength(1);
	}
});
