import { gzipSync } from 'node:zlib';

import { packageNodes } from '../../../scripts/lib/definitions';

// The aim is 42 KB (docs/quality.md): what lowers it lowers this bound.
it('the descriptions of all nodes, which every editor loads, do not grow', () => {
	const descriptions = packageNodes().map(({ type: { description } }) => description);
	expect(descriptions.length).toBeGreaterThan(25);
	expect(gzipSync(JSON.stringify(descriptions)).length).toBeLessThanOrEqual(60 * 1024);
});
