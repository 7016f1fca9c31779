/** The workflows that people import. n8n keeps a node's state, and what is pinned to it, by its ID. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, '../../../examples');
interface Workflow {
	readonly nodes: ReadonlyArray<{ readonly id: string; readonly name: string }>;
}
const examples = readdirSync(FOLDER)
	.filter((name) => name.endsWith('.json'))
	.map((name) => ({
		name,
		...(JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as Workflow),
	}));

it('there are examples', () => {
	expect(examples.length).toBeGreaterThan(5);
});

it.each(examples)('$name has an ID and a name of its own for each node', ({ nodes }) => {
	for (const { id } of nodes) expect(id).toMatch(/^\S+$/);
	expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
	expect(new Set(nodes.map(({ name }) => name)).size).toBe(nodes.length);
});
