// The example in a real n8n of another version, through n8n's own commands: package installed,
// credential with rotating refresh tokens, workflow imported and executed, records checked.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { controlApi } from '../../test/e2e/lib/sandbox.mjs';
import { checkRecords } from '../lib/example-checks.mjs';
import { exampleOf } from '../lib/example.mjs';
import { failuresOf, itemsOf } from '../lib/n8n-client.mjs';
import { runN8nCommand } from '../lib/n8n.mjs';
import { installPackage } from '../lib/package.mjs';
import { startSandbox } from '../lib/sandbox.mjs';
import { CREDENTIAL, exampleWorkflows } from '../lib/workspace.mjs';

/** Tokens expire after some requests, so that they are refreshed while the example runs. */
const TOKENS = { rotate: true, lifetimeRequests: 60 };
const REFRESH_TOKEN = 'sandbox-refresh-token';
const CREDENTIAL_ID = 'sandboxCredential';
const WORKFLOW_ID = 'exampleWorkflow';

/** n8n's modules have other names in other versions, and an unknown name is refused. */
const ENV = { N8N_DISABLED_MODULES: '' };

/** The example with the ID that the command needs, and its credential by ID. */
function exampleWithIds() {
	const example = exampleOf(exampleWorkflows());
	const nodes = example.nodes.map((node) => {
		if (!node.credentials) return node;
		const credentials = { [CREDENTIAL.type]: { id: CREDENTIAL_ID, name: CREDENTIAL.name } };
		return { ...node, credentials };
	});
	return { ...example, id: WORKFLOW_ID, nodes, active: false };
}

/**
 * Runs the example once.
 *
 * @param {string} bin start file of the n8n
 * @returns {Promise<{ok: boolean, found: string}>}
 */
export async function runExampleIn(bin) {
	const folder = mkdtempSync(join(tmpdir(), 'workspace-records-version-'));
	const userFolder = join(folder, 'n8n');
	mkdirSync(userFolder);
	const sandbox = await startSandbox({ file: join(folder, 'sandbox.sqlite'), seed: 'example' });
	const service = controlApi(sandbox);
	const n8n = async (...args) => await runN8nCommand({ bin, userFolder, args, env: ENV });
	const put = (name, value) => {
		writeFileSync(join(folder, name), JSON.stringify(value));
		return `--input=${join(folder, name)}`;
	};
	try {
		await service.setTokens(TOKENS);
		await installPackage(userFolder);
		const data = {
			baseUrl: sandbox.url,
			authentication: 'refreshToken',
			refreshToken: REFRESH_TOKEN,
			accessToken: '',
		};
		await n8n(
			'import:credentials',
			put('credentials.json', [{ id: CREDENTIAL_ID, ...CREDENTIAL, data }]),
		);
		await n8n('import:workflow', put('workflow.json', exampleWithIds()));
		const output = await n8n('execute', `--id=${WORKFLOW_ID}`, '--rawOutput');
		// Behind what n8n logs.
		const execution = JSON.parse(output.slice(output.search(/^\{$/m)));
		const report = itemsOf(execution, 'Report').map(({ json }) => json);
		const problems = [
			...failuresOf({ status: 'success', ...execution }),
			...(await checkRecords(report, sandbox)),
		];
		const refreshes = await service.refreshes();
		return {
			ok: problems.length === 0 && refreshes > 1,
			found: problems[0] ?? `${report.length} deals, records correct, ${refreshes} token refreshes`,
		};
	} finally {
		await sandbox.stop();
		rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
	}
}
