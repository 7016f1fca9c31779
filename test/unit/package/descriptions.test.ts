import { gzipSync } from 'node:zlib';

import { packageNodes } from '../../../scripts/lib/definitions';

/**
 * What the editor loads of all nodes. gzip looks back 32 KB: where a node is longer, it does not find the texts of the node
 * before, and the sum nearly doubles; so nodes that are alike stand beside each other in package.json.
 */
const MAX_BYTES_A_NODE = 1350;

it('the descriptions of all nodes stay within their size', () => {
	const descriptions = packageNodes().map(({ type: { description } }) => description);
	expect(descriptions.length).toBeGreaterThan(25);
	expect(gzipSync(JSON.stringify(descriptions)).length).toBeLessThanOrEqual(
		MAX_BYTES_A_NODE * descriptions.length,
	);
});
