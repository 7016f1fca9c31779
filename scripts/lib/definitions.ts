import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

import type { INodeType } from 'n8n-workflow';

import type { Resource } from '../../nodes/shared/resource/definition/resource';

const root = join(__dirname, '../..');
const load = createRequire(__filename);

/** The definition in a folder of nodes/, by the rule that nodes/Invoice/invoice.ts defines `invoice`. */
function definitionIn(folder: string): Resource | undefined {
	const name = basename(folder).replace(/^./, (letter) => letter.toLowerCase());
	const file = join(folder, `${name}.ts`);
	if (!existsSync(file)) return undefined;
	const found = (load(file) as Record<string, Partial<Resource>>)[name];
	return found?.identifiers ? (found as Resource) : undefined;
}

/** Every definition of a record resource in nodes/. */
export const resources: readonly Resource[] = readdirSync(join(root, 'nodes')).flatMap(
	(folder) => definitionIn(join(root, 'nodes', folder)) ?? [],
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
		return { file, type, resource: definitionIn(join(root, dirname(file))) };
	});
}
