import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

import type { INodeType } from 'n8n-workflow';

/** n8n's own Extract from File. */
export const EXTRACT = 'n8n-nodes-base.extractFromFile';

const FILE = join(
	resolve(__dirname, '..'),
	'.local/host/node_modules/n8n-nodes-base/dist/nodes/Files/ExtractFromFile/ExtractFromFile.node.js',
);

/** Whether n8n is installed for tests that need all of it. */
export const hasExtractFromFile = existsSync(FILE);

/** The node, where n8n is installed. */
export function extractFromFile(): INodeType {
	const { ExtractFromFile } = require(FILE) as { ExtractFromFile: new () => INodeType };
	return new ExtractFromFile();
}
