// What nodes gave on the canvas beside the previews that the editor shows before they have run.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { itemsOf } from '../../../scripts/lib/n8n-client.mjs';

const OURS = 'n8n-nodes-workspace-records.workspaceRecords';

/** The preview of an operation, where it has one. */
function previewOf(packageFolder, { type, parameters: { resource, operation } }) {
	const folder = join(packageFolder, 'dist/nodes', type.slice(OURS.length), '__schema__');
	if (!existsSync(folder)) return undefined;
	const version = readdirSync(folder).sort().at(-1);
	const file = join(folder, version, resource, `${operation}.json`);
	return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/**
 * The keys that items of an execution have, at the output as it is usually, and their preview has not.
 *
 * @param {string} packageFolder where n8n loads the package from
 * @param {object} execution of n8n
 * @returns {{compared: number, faults: string[]}}
 */
export function compareWithPreviews(packageFolder, execution) {
	const faults = new Set();
	let compared = 0;
	for (const node of execution.workflowData.nodes) {
		const { output = 'simplified' } = node.parameters;
		if (!node.type.startsWith(OURS) || output !== 'simplified') continue;
		const preview = previewOf(packageFolder, node);
		if (!preview) continue;
		for (const { json } of itemsOf(execution, node.name)) {
			compared += 1;
			for (const key of Object.keys(json)) {
				if (!(key in preview.properties)) faults.add(`${node.name} gives ${key}`);
			}
			for (const key of preview.required ?? []) {
				if (!(key in json)) faults.add(`${node.name} gives no ${key}`);
			}
		}
	}
	return { compared, faults: [...faults] };
}
