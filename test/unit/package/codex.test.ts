import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { packageNodes } from '../../../scripts/lib/definitions';

const root = join(__dirname, '../../..');

/** The categories that n8n's node panel knows. */
const categories = [
	'AI',
	'Analytics',
	'Communication',
	'Core Nodes',
	'Cybersecurity',
	'Data & Storage',
	'Development',
	'Finance & Accounting',
	'HITL',
	'Marketing',
	'Miscellaneous',
	'Productivity',
	'Sales',
	'Utility',
];

interface Codex {
	node: string;
	nodeVersion: string;
	categories: string[];
	alias: string[];
	resources: {
		primaryDocumentation: Array<{ url: string }>;
		credentialDocumentation?: Array<{ url: string }>;
	};
}

const nodes = packageNodes().map(({ file, type }) => ({
	name: type.description.name,
	version: Math.max(...[type.description.version].flat()),
	codex: JSON.parse(readFileSync(join(root, file.replace(/\.ts$/, '.json')), 'utf8')) as Codex,
}));

describe('the codex', () => {
	it.each(nodes)('$name is found, and its documentation is there', ({ name, codex }) => {
		expect(codex.node).toBe(`n8n-nodes-workspace-records.${name}`);
		for (const category of codex.categories) expect(categories).toContain(category);
		expect(codex.alias.length).toBeGreaterThan(3);
		expect(codex.alias).toEqual([...new Set(codex.alias.map((word) => word.toLowerCase()))]);
		const { primaryDocumentation, credentialDocumentation = [] } = codex.resources;
		expect(primaryDocumentation).toHaveLength(1);
		for (const { url } of [...primaryDocumentation, ...credentialDocumentation]) {
			const [, path = 'nowhere'] = /\/blob\/main\/(docs\/[\w/-]+\.md)$/.exec(url) ?? [];
			expect([url, existsSync(join(root, path))]).toEqual([url, true]);
		}
	});

	it.each(['crm', 'erp', 'invoice', 'stock', 'lead', 'enrichment'])('%s finds a node', (word) => {
		const words = nodes.flatMap(({ name, codex }) => [name, ...codex.alias]);
		expect(words.some((each) => each.toLowerCase().includes(word))).toBe(true);
	});

	it('knows the nodes that its hints for AI name, and says in each what the node is for', () => {
		const all = packageNodes().map(({ type: { description } }) => description);
		const names = all.map(({ name }) => `n8n-nodes-workspace-records.${name}`);
		for (const { name, builderHint } of all) {
			const expected = [name, expect.stringMatching(/^[A-Z].{20,}[^.]$/)];
			expect([name, builderHint?.searchHint]).toEqual(expected);
			for (const { nodeType, relationHint } of builderHint?.relatedNodes ?? []) {
				expect([name, names]).toEqual([name, expect.arrayContaining([nodeType])]);
				expect(nodeType).not.toMatch(new RegExp(`${name}$`));
				expect(relationHint).toMatch(/^[A-Z]/);
			}
		}
	});

	it('shows a trigger together with the node of the same name, and the one for all records by itself', () => {
		const names = nodes.map(({ name }) => name);
		const alone = names
			.filter((each) => each.endsWith('Trigger'))
			.filter((name) => !names.includes(name.replace(/Trigger$/, '')));
		expect(alone).toEqual(['workspaceRecordsTrigger']);
	});
});

it.each(nodes)('$name has the version of its node', ({ version, codex }) => {
	expect(Number(codex.nodeVersion)).toBe(version);
});
