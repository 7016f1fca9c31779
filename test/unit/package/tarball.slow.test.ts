import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { n8n } from '../../../package.json';

const ROOT = join(__dirname, '../../..');

interface Packed {
	unpackedSize: number;
	files: Array<{ path: string }>;
}

const [{ files, unpackedSize }] = JSON.parse(
	execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
		cwd: ROOT,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
	}),
) as [Packed];
const packed = files.map(({ path }) => path).sort();

/** Files of the project by the place that the build gives them. */
const built = (folder: string, from: string, to: string) =>
	readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((path) => path.endsWith(from))
		.map((path) => `dist/${folder}/${path.slice(0, -from.length)}${to}`);

const isSchema = (path: string) =>
	/^dist\/nodes\/[^/]+\/__schema__\/v1\.[01]\.0\/.+\.json$/.test(path);

it('the tarball holds what was built of the sources, and nothing else', () => {
	expect(packed.filter((path) => !isSchema(path))).toEqual(
		[
			'LICENSE',
			'README.md',
			'package.json',
			...built('credentials', '.ts', '.js'),
			...built('nodes', '.ts', '.js'),
			...built('nodes', '.json', '.json'),
			...built('icons', '.svg', '.svg'),
		].sort(),
	);
});

it('every node and credential of the manifest is in it, each node with its output schemas', () => {
	expect(packed).toEqual(expect.arrayContaining([...n8n.nodes, ...n8n.credentials]));
	const withoutSchema = n8n.nodes
		.map((path) => path.split('/')[2])
		.filter((name) => !packed.some((path) => path.startsWith(`dist/nodes/${name}/__schema__/`)));
	expect(withoutSchema).toEqual([]);
});

it('unpacked it takes at most 1.45 MB', () => {
	expect(unpackedSize).toBeLessThanOrEqual(1_450_000);
});
