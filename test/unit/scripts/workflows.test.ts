import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { packageNodes } from '../../../scripts/lib/definitions';

const ROOT = join(__dirname, '../../..');
const FOLDERS = ['examples', 'docs/recipes'];
const OURS = 'n8n-nodes-workspace-records.';

interface Workflow {
	name: string;
	nodes: Array<{
		id: string;
		name: string;
		type: string;
		parameters: Record<string, unknown>;
		credentials?: Record<string, { id?: string; name: string }>;
	}>;
}

const files = FOLDERS.flatMap((folder) =>
	readdirSync(join(ROOT, folder))
		.filter((name) => name.endsWith('.json'))
		.map((name) => `${folder}/${name}`),
);
const types = new Map(packageNodes().map(({ type }) => [type.description.name, type]));
const recipes = readFileSync(join(ROOT, 'docs/recipes/README.md'), 'utf8');

describe.each(files)('%s', (file) => {
	const text = readFileSync(join(ROOT, file), 'utf8');
	const workflow = JSON.parse(text) as Workflow;
	const ours = workflow.nodes.filter(({ type }) => type.startsWith(OURS));

	it('has an ID and a name of its own for each node, by which n8n keeps what belongs to it', () => {
		for (const key of ['id', 'name'] as const) {
			const all = workflow.nodes.map((node) => node[key]);
			expect([...new Set(all)]).toEqual(all.map(() => expect.stringMatching(/\S/)));
		}
	});

	it('uses nodes and operations that exist', () => {
		expect(ours.length).toBeGreaterThan(0);
		for (const { name, type, parameters } of ours) {
			const node = types.get(type.slice(OURS.length).replace(/Tool$/, ''));
			const values = (node?.description.properties ?? [])
				.filter((property) => property.name === 'operation')
				.flatMap(({ options = [] }) => options.map((option) => 'value' in option && option.value));
			if (values.length > 0)
				expect([name, values]).toEqual([name, expect.arrayContaining([parameters.operation])]);
		}
	});

	it('names the credential of the sandbox, and holds no ID of one and no token', () => {
		for (const { credentials = {}, name } of ours) {
			const [credential, ...more] = Object.values(credentials);
			expect([name, credential, more]).toEqual([name, { name: 'Workspace Records (sandbox)' }, []]);
		}
		expect(text).not.toMatch(/sandbox-[a-z]+-(access-)?token|Bearer /);
	});

	it('begins by hand, on a schedule, with a form, a chat or a poll', () => {
		const triggers = workflow.nodes.filter(({ type }) => /trigger$/i.test(type));
		expect(triggers).toHaveLength(1);
	});

	it('explains itself in sticky notes', () => {
		const notes = workflow.nodes.filter(({ type }) => type.endsWith('.stickyNote'));
		expect(notes.length).toBeGreaterThan(1);
		for (const { parameters } of notes)
			expect(String(parameters.content)).toMatch(/^## (Start here\n|\d · [A-Z])/);
	});
});

describe('the recipes', () => {
	const linked = [...recipes.matchAll(/^\[Workflow\]\((.+\.json)\)$/gm)].map(([, path]) => path);

	it('have a workflow, two pictures and two paragraphs each', () => {
		const sections = recipes.split(/^## /m).slice(1);
		expect(sections).toHaveLength(linked.length);
		expect(linked.length).toBeGreaterThanOrEqual(10);
		sections.forEach((section, index) => {
			const file = basename(linked[index], '.json');
			expect([file, existsSync(join(ROOT, 'docs/recipes', linked[index]))]).toEqual([file, true]);
			for (const look of ['light', 'dark']) {
				const picture = `recipe-${file}-${look}.png`;
				expect(section).toContain(`../images/${picture}`);
				expect([picture, existsSync(join(ROOT, 'docs/images', picture))]).toEqual([picture, true]);
			}
			const [, prose = ''] = section.split('</picture>');
			expect(prose.trim().split('\n\n')).toHaveLength(2);
		});
	});

	it('are all in the list', () => {
		const own = files
			.filter((file) => file.startsWith('docs/recipes/'))
			.map((file) => basename(file));
		expect(linked).toEqual(expect.arrayContaining(own));
	});
});
