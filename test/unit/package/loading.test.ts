import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { ICredentialType, INodeType } from 'n8n-workflow';

import { n8n } from '../../../package.json';

/** What only an execution or a pick list needs is in these folders; n8n starts sooner without it. */
const LAZY = ['http', 'execution', 'resource/actions', 'resource/methods'];

const root = join(__dirname, '../../..');
const sourceOf = (path: string) => path.replace(/^dist\/(.*)\.js$/, '$1');
const nodes = n8n.nodes.map(sourceOf);

beforeAll(() => {
	jest.doMock(join(root, 'nodes/shared/schema/columnNames.json'), () => {
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

const classOf = <T>(path: string): new () => T => {
	const [name] = path.split('/').slice(-1)[0].split('.');
	return (require(join(root, path)) as Record<string, new () => T>)[name];
};

it.each(n8n.credentials.map(sourceOf))('%s loads with its form, and nothing else', (path) => {
	const Credential = classOf<ICredentialType>(path);
	expect(new Credential().properties.length).toBeGreaterThan(0);
});

/**
 * After another package was installed, n8n makes every class again; it adds Poll Times in place. It never forgets a class,
 * so that what many parameters take has to go with the instance.
 */
it.each(nodes)('%s loads with what the editor shows alone, in every instance anew', (path) => {
	const Node = classOf<INodeType>(path);
	const [first, second] = [new Node(), new Node()].map(({ description }) => description);
	const before = second.properties.length;
	expect(before).toBeGreaterThan(0);
	first.properties.unshift({ ...first.properties[0], name: 'pollTimes' });
	expect(second.properties).toHaveLength(before);
	expect(new Node().description.properties).toHaveLength(before);
});
