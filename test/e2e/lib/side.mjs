// A workspace beside the usual one: a sandbox of its own, and a credential for it.
import { join } from 'node:path';

import { startSandbox } from '../../../scripts/lib/sandbox.mjs';
import { credentialData } from '../../../scripts/lib/workspace.mjs';
import { controlApi } from './sandbox.mjs';

/**
 * @param {import('./stand.mjs').Stand} stand
 * @param {string} name of the workspace
 * @param {string} [seed] the example data that it has, if any
 */
export async function openSide(stand, name, seed = 'none') {
	const file = join(stand.folder, 'sides', name, 'sandbox.sqlite');
	const sandbox = await startSandbox({ file, fresh: true, seed });
	const credential = await stand.saveCredential(`Workspace ${name}`, credentialData(sandbox));
	return { ...controlApi(sandbox), credential, stop: sandbox.stop };
}
