// What the life-cycle tests run against: a sandbox, an empty registry, and an n8n without the package.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { startSandbox } from '../../scripts/lib/sandbox.mjs';
import { stopServices } from '../../scripts/lib/services.mjs';
import { controlApi } from '../e2e/lib/sandbox.mjs';
import { startSignedIn, temporaryFolder } from '../e2e/lib/stand.mjs';
import { startRegistry } from './registry.mjs';

export async function startStand() {
	const folder = temporaryFolder('lifecycle');
	mkdirSync(join(folder, 'n8n'));
	const sandbox = await startSandbox({ file: join(folder, 'sandbox.sqlite'), seed: 'example' });
	const registry = await startRegistry(join(folder, 'registry'));
	const n8n = await startSignedIn(folder, { env: registry.env });
	return {
		folder,
		sandbox,
		registry,
		n8n,
		service: controlApi(sandbox),
		async end() {
			await stopServices();
			await registry.stop();
		},
	};
}
