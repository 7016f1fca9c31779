/**
 * Runs the built package in n8n-core's real engine, without a running n8n:
 *
 *     const pkg = await loadPackage();
 *     const { run } = engine(pkg);
 *     const { last } = await run({ type: 'workspaceRecordsCompany', parameters: {…} }, { items, credentials });
 *     expect(last.main[0]).toEqual([{ json: {…}, pairedItem: { item: 0 } }]);
 */
import { BinaryDataService } from 'n8n-core';
import type { ICredentialDataDecryptedObject, INodeExecutionData } from 'n8n-workflow';

import { CredentialStore, type CredentialUse, type StoredCredential } from './credentialStore';
import { testCredential } from './credentialTest';
import { StoredCredentialsHelper } from './credentialsHelper';
import { container } from './environment';
import {
	listSearch,
	loadOptions,
	resourceMapping,
	type ListSearchOptions,
	type LoadOptions,
} from './loadOptions';
import type { LoadedPackage } from './package';
import { poll, type PollOptions } from './poll';
import { runChain, runWorkflow, type RunOptions, type WorkflowJson } from './run';
import type { EngineParts, NodeSpec } from './workflow';

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
	return {
		pkg,
		store,
		/** How often this engine read, decrypted and saved credentials; counts up. */
		get credentialReads(): Readonly<CredentialUse> {
			return { ...credentialsHelper.use };
		},
		run: async (nodes: NodeSpec | NodeSpec[], options?: RunOptions) =>
			await runChain(parts, nodes, options),
		runWorkflow: async (workflow: WorkflowJson, options?: RunOptions) =>
			await runWorkflow(parts, workflow, options),
		poll: async (trigger: NodeSpec | string, options?: PollOptions) =>
			await poll(parts, trigger, options),
		loadOptions: async (nodeType: string, method: string, options?: LoadOptions) =>
			await loadOptions(parts, nodeType, method, options),
		listSearch: async (nodeType: string, method: string, options?: ListSearchOptions) =>
			await listSearch(parts, nodeType, method, options),
		resourceMapping: async (nodeType: string, method: string, options?: LoadOptions) =>
			await resourceMapping(parts, nodeType, method, options),
		testCredential: async (
			type: string,
			credential: StoredCredential | ICredentialDataDecryptedObject,
		) => await testCredential(parts, type, credential),
		/** The content of a binary property, wherever n8n put it. */
		readBinary: async ({ binary }: INodeExecutionData, property = 'data'): Promise<Buffer> => {
			if (!binary?.[property]) throw new Error(`The item has no binary property "${property}"`);
			return await container.get(BinaryDataService).getAsBuffer(binary[property]);
		},
	};
}
