import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { Resource } from '../nodes/shared/record/definition';

const nodes = join(__dirname, '../nodes');

/** Every definition in nodes/, found by the rule that nodes/Invoice/invoice.ts defines `invoice`. */
export const resources: readonly Resource[] = readdirSync(nodes).flatMap((folder): Resource[] => {
	const name = folder[0].toLowerCase() + folder.slice(1);
	const file = join(nodes, folder, `${name}.ts`);
	if (!existsSync(file)) return [];
	const found = jest.requireActual<Record<string, Partial<Resource>>>(file)[name];
	return found?.identifiers ? [found as Resource] : [];
});
