import { join } from 'node:path';

import type { INodeType } from 'n8n-workflow';

import { n8n } from '../../package.json';

/** What only an execution or a pick list needs; n8n starts sooner without it. */
const WORK = ['shared/service', 'shared/run', 'shared/record/perform', 'shared/record/answers'];

const root = join(__dirname, '../..');
const nodes = n8n.nodes.map((path) => path.replace(/^dist\/(.*)\.js$/, '$1'));

beforeAll(() => {
	for (const path of WORK) {
		jest.doMock(join(root, 'nodes', path), () => {
			throw new Error(`nodes/${path} is loaded with a node, before anything runs`);
		});
	}
});

afterAll(() => jest.resetModules());

it.each(nodes)('%s loads with what the editor shows, and nothing else', (path) => {
	const [name] = path.split('/').slice(-1)[0].split('.');
	const classes = require(join(root, path)) as Record<string, new () => INodeType>;
	expect(new classes[name]().description.properties.length).toBeGreaterThan(0);
});
