import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';

import type { INodeType } from 'n8n-workflow';

import type { Resource } from '../../nodes/shared/resource/definition/resource';

const root = join(__dirname, '../..');
const load = createRequire(__filename);

/** The definition in the file of a node class: one of its exports is a resource. */
const definitionIn = (file: string): Resource | undefined =>
	Object.values(load(join(root, file)) as Record<string, Partial<Resource>>).find(
		(each): each is Resource => each.identifiers !== undefined,
	);

/** A node of the package, and the definition it is made from if it is a record node. */
export interface PackageNode {
	/** Path from the project's folder, such as `nodes/Bill/WorkspaceRecordsBill.node.ts`. */
	readonly file: string;
	readonly type: INodeType;
	readonly resource?: Resource;
}

/** Every node that package.json hands to n8n, read from its source. */
export function packageNodes(): PackageNode[] {
	const { n8n } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
		n8n: { nodes: string[] };
	};
	return n8n.nodes.map((built) => {
		const file = built.replace(/^dist\//, '').replace(/\.js$/, '.ts');
		const classes = load(join(root, file)) as Record<string, new () => INodeType>;
		const type = new classes[basename(file, '.node.ts')]();
		return { file, type, resource: definitionIn(file) };
	});
}

/** Every definition of a record resource in nodes/. */
export const resources: readonly Resource[] = packageNodes().flatMap(
	({ resource }) => resource ?? [],
);
