import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { ICredentialType, INodeType } from 'n8n-workflow';

import { n8n } from '../../../package.json';

/** What only an execution or a pick list needs is in these folders; n8n starts sooner without it. */
const LAZY = ['http', 'execution', 'resource/actions', 'resource/methods'];

const root = join(__dirname, '../../..');
const sourceOf = (path: string) => path.replace(/^dist\/(.*)\.js$/, '$1');
const nodes = n8n.nodes.map(sourceOf);

const NAMES = join(root, 'nodes/shared/schema/columnNames.json');

beforeAll(() => {
	jest.doMock(NAMES, () => {
		throw new Error('Names of columns are loaded with a node, before anything runs');
	});
	for (const folder of LAZY.map((name) => join(root, 'nodes/shared', name))) {
		for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
			if (!file.endsWith('.ts')) continue;
			jest.doMock(join(folder, file), () => {
				throw new Error(`${join(folder, file)} is loaded with a node, before anything runs`);
			});
		}
	}
});

afterAll(() => jest.resetModules());

it.each(nodes)('%s loads with what the editor shows, and nothing else', (path) => {
	const [name] = path.split('/').slice(-1)[0].split('.');
	const classes = require(join(root, path)) as Record<string, new () => INodeType>;
	expect(new classes[name]().description.properties.length).toBeGreaterThan(0);
});

it.each(n8n.credentials.map(sourceOf))('%s loads with its form, and nothing else', (path) => {
	const [name] = path.split('/').slice(-1)[0].split('.');
	const classes = require(join(root, path)) as Record<string, new () => ICredentialType>;
	expect(new classes[name]().properties.length).toBeGreaterThan(0);
});

/**
 * After another package was installed, n8n makes every class again; it adds Poll Times in place. It never forgets a class,
 * so that what many parameters take has to go with the instance.
 */
it.each(nodes)('%s has parameters of its own in every instance', (path) => {
	const [name] = path.split('/').slice(-1)[0].split('.');
	const { [name]: Node } = require(join(root, path)) as Record<string, new () => INodeType>;
	const [first, second] = [new Node(), new Node()].map(({ description }) => description);
	const before = second.properties.length;
	first.properties.unshift({ ...first.properties[0], name: 'pollTimes' });
	expect(second.properties).toHaveLength(before);
	expect(new Node().description.properties).toHaveLength(before);
});
