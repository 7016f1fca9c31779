/**
 * One n8n process: some executions of the Company node beside each other, with one credential. Starts
 * when a line arrives on its input; its last line of output is the result.
 *
 *     tsx tools/bench/limits/client.ts '{"url": "http://127.0.0.1:1234", "runs": 10, "items": 100, "parallel": 5, "name": "a"}'
 */
import { once } from 'node:events';

import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { accessWith } from '../../../testing/credential';
import { engine, loadPackage, type StoredCredential } from '../../../testing/engine';
import { fromItem } from '../../../testing/parameters';

export interface Work {
	readonly url: string;
	/** Executions beside each other. */
	readonly runs: number;
	/** Items of each. */
	readonly items: number;
	/** Max Parallel Requests. */
	readonly parallel: number;
	/** Makes the external IDs of this process different from those of others. */
	readonly name: string;
}

export interface Done {
	readonly seconds: number;
	/** Items that failed, as the nodes report it. */
	readonly failed: number;
	readonly hints: string[];
}

async function main() {
	const { url, runs, items, parallel, name } = JSON.parse(process.argv[2]) as Work;
	const { run, store } = engine(await loadPackage());
	/** One credential for all executions, as in n8n. */
	const credentialFor = async (baseUrl: string) => {
		const { workspaceRecordsApi: data } = accessWith(baseUrl, 'token');
		return await store.add('workspaceRecordsApi', data as ICredentialDataDecryptedObject);
	};
	const upsert = async (credential: StoredCredential, prefix: string, count: number) =>
		await run(
			{
				type: 'workspaceRecordsCompany',
				parameters: {
					resource: 'company',
					operation: 'upsert',
					...fromItem,
					options: { requests: { maxParallelRequests: parallel } },
				},
				onError: 'continueErrorOutput',
			},
			{
				items: Array.from({ length: count }, (_, index) => ({
					json: { external_id: `${prefix}-${index}`, name: `Company ${index}` },
				})),
				credentials: { workspaceRecordsApi: credential },
			},
		);
	await upsert(await credentialFor(`${url}/free`), 'warm-up', 100);
	const credential = await credentialFor(url);

	process.stdout.write('ready\n');
	await once(process.stdin, 'data');
	const startedAt = performance.now();
	const outputs = await Promise.all(
		Array.from(
			{ length: runs },
			async (_, index) => await upsert(credential, `${name}-${index}`, items),
		),
	);
	const done: Done = {
		seconds: (performance.now() - startedAt) / 1000,
		failed: outputs.reduce((sum, { last }) => sum + items - (last.main[0]?.length ?? 0), 0),
		hints: outputs.flatMap(({ last }) => last.hints.map(({ message }) => message)),
	};
	process.stdout.write(`${JSON.stringify(done)}\n`);
	process.exit(0);
}

main().catch((error: Error) => {
	process.stderr.write(`${error.stack}\n`);
	process.exit(1);
});
