/**
 * Runs the built package in n8n-core's real engine, without a running n8n:
 *
 *     const pkg = await loadPackage();
 *     const { run } = engine(pkg);
 *     const { last } = await run({ type: 'workspaceRecordsCompany', parameters: {…} }, { items, credentials });
 *     expect(last.main[0]).toEqual([{ json: {…}, pairedItem: { item: 0 } }]);
 */
import { BinaryDataService } from 'n8n-core';
import type { INodeExecutionData } from 'n8n-workflow';

import { CredentialStore, type CredentialUse } from './credentialStore';
import { testCredential } from './credentialTest';
import { StoredCredentialsHelper } from './credentialsHelper';
import { container } from './environment';
import { listSearch, loadOptions, resourceMapping } from './loadOptions';
import type { LoadedPackage } from './package';
import { poll } from './poll';
import { runChain, runWorkflow } from './run';
import type { EngineParts } from './workflow';

export { CredentialStore, StoredCredential, type CredentialUse } from './credentialStore';
export { takeLog } from './environment';
export { LoadedPackage, loadPackage, loadPackageAgain } from './package';
export type { PollOptions, PollOutput } from './poll';
export type { RunOptions, RunOutput, WorkflowJson } from './run';
export type { CredentialsByType, NodeSpec } from './workflow';

export interface EngineOptions {
	/** Share one between engines to have several workers on one database. */
	store?: CredentialStore;
}

export type Engine = ReturnType<typeof engine>;

/** One n8n process. Its methods may run at the same time. */
export function engine(pkg: LoadedPackage, { store = new CredentialStore() }: EngineOptions = {}) {
	const credentialsHelper = new StoredCredentialsHelper(pkg, store);
	const parts: EngineParts = { pkg, store, credentialsHelper };
	const on =
		<Given extends unknown[], Result>(call: (parts: EngineParts, ...given: Given) => Result) =>
		(...given: Given) =>
			call(parts, ...given);
	return {
		pkg,
		store,
		/** How often this engine read, decrypted and saved credentials; counts up. */
		get credentialReads(): Readonly<CredentialUse> {
			return { ...credentialsHelper.use };
		},
		run: on(runChain),
		runWorkflow: on(runWorkflow),
		poll: on(poll),
		loadOptions: on(loadOptions),
		listSearch: on(listSearch),
		resourceMapping: on(resourceMapping),
		testCredential: on(testCredential),
		/** The content of a binary property, wherever n8n put it. */
		readBinary: async ({ binary }: INodeExecutionData, property = 'data'): Promise<Buffer> => {
			if (!binary?.[property]) throw new Error(`The item has no binary property "${property}"`);
			return await container.get(BinaryDataService).getAsBuffer(binary[property]);
		},
	};
}
