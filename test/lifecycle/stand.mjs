// What the life-cycle tests run against: a sandbox, an empty registry, and an n8n without the package.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startN8n } from '../../scripts/lib/n8n.mjs';
import { startSandbox } from '../../scripts/lib/sandbox.mjs';
import { stopServices } from '../../scripts/lib/services.mjs';
import { signInOf } from '../../scripts/lib/sign-in.mjs';
import { controlApi } from '../e2e/lib/sandbox.mjs';
import { startRegistry } from './registry.mjs';

export async function startStand() {
	const folder = mkdtempSync(join(tmpdir(), 'workspace-records-lifecycle-'));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
	const userFolder = join(folder, 'n8n');
	mkdirSync(userFolder);
	const sandbox = await startSandbox({ file: join(folder, 'sandbox.sqlite'), seed: 'example' });
	const registry = await startRegistry(join(folder, 'registry'));
	const n8n = await startN8n({ userFolder, env: registry.env });
	await n8n.client.signIn(signInOf(folder));
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
