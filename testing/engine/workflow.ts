/** Makes the workflow and the execution context that n8n-core needs from the few facts that a test gives. */
import { ExternalSecretsProxy } from 'n8n-core';
import {
	Workflow,
	type ICredentialDataDecryptedObject,
	type INode,
	type INodeCredentials,
	type INodeParameters,
	type INodeTypes,
	type IWorkflowExecuteAdditionalData,
	type OnError,
} from 'n8n-workflow';

import { StoredCredential, type CredentialStore } from './credentialStore';
import type { StoredCredentialsHelper } from './credentialsHelper';
import { container } from './environment';
import type { LoadedPackage } from './package';

/** A node as a test writes it. A `type` without a dot is a node of the package. */
export interface NodeSpec extends Partial<Omit<INode, 'type' | 'parameters' | 'credentials'>> {
	type: string;
	parameters?: INodeParameters;
}

/** By credential type: a stored credential to share, or the data of one to be stored for this call. */
export type CredentialsByType = Record<string, StoredCredential | ICredentialDataDecryptedObject>;

/** What every part of the harness works with. */
export interface EngineParts {
	pkg: LoadedPackage;
	store: CredentialStore;
	credentialsHelper: StoredCredentialsHelper;
}

/** Stores what is not stored yet. */
export async function storeCredentials(
	store: CredentialStore,
	given: CredentialsByType = {},
): Promise<Record<string, StoredCredential>> {
	const stored: Record<string, StoredCredential> = {};
	for (const [type, credential] of Object.entries(given)) {
		stored[type] =
			credential instanceof StoredCredential ? credential : await store.add(type, credential);
	}
	return stored;
}

/** A workflow of one node. */
export const workflowOf = (node: INode, nodeTypes: INodeTypes) =>
	new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });

/** The full node: newest version, a name of its own, and those credentials its type takes. */
export function toNode(
	pkg: LoadedPackage,
	spec: NodeSpec,
	index: number,
	stored: Record<string, StoredCredential>,
	onError?: OnError,
): INode {
	const type = pkg.fullName(spec.type);
	const { description } = pkg.getByNameAndVersion(type, spec.typeVersion);
	const credentials: INodeCredentials = {};
	for (const { name } of description.credentials ?? []) {
		if (Object.hasOwn(stored, name)) {
			credentials[name] = { id: stored[name].id, name: stored[name].name };
		}
	}
	const version = description.defaultVersion ?? description.version;
	return {
		id: `node-${index}`,
		name: spec.type,
		typeVersion: Array.isArray(version) ? Math.max(...version) : version,
		position: [index * 200, 0],
		...(onError && { onError }),
		...spec,
		type,
		parameters: spec.parameters ?? {},
		credentials: Object.keys(credentials).length > 0 ? credentials : undefined,
	};
}

const BASE_URL = 'http://n8n.invalid/';

/** One execution's link to its n8n. Services that need a database refuse to work. */
export function additionalData(
	{ credentialsHelper }: EngineParts,
	more: Partial<IWorkflowExecuteAdditionalData> = {},
): IWorkflowExecuteAdditionalData {
	const refuse = (service: string) => async () => {
		throw new Error(`${service} is not available in engine tests`);
	};
	return {
		credentialsHelper,
		currentNodeExecutionIndex: 0,
		variables: {},
		externalSecretsProxy: container.get(ExternalSecretsProxy),
		instanceBaseUrl: BASE_URL,
		restApiUrl: `${BASE_URL}rest`,
		formBaseUrl: `${BASE_URL}form`,
		formWaitingBaseUrl: `${BASE_URL}form-waiting`,
		formTestBaseUrl: `${BASE_URL}form-test`,
		webhookBaseUrl: `${BASE_URL}webhook`,
		webhookWaitingBaseUrl: `${BASE_URL}webhook-waiting`,
		webhookTestBaseUrl: `${BASE_URL}webhook-test`,
		mcpBaseUrl: `${BASE_URL}mcp`,
		mcpTestBaseUrl: `${BASE_URL}mcp-test`,
		executeWorkflow: refuse('A sub-workflow'),
		getRunExecutionData: refuse('The data of another execution'),
		getRuntimeCredential: refuse('A runtime credential'),
		startRunnerTask: refuse('A task runner'),
		logAiEvent: () => {},
		...more,
	};
}
