/** The test n8n runs when a person saves a credential: its `test.request` on a made-up node. */
import { ErrorReporter, ExecuteContext, RoutingNode } from 'n8n-core';
import {
	createEmptyRunExecutionData,
	LoggerProxy,
	type ICredentialDataDecryptedObject,
	type ICredentialsDecrypted,
	type ICredentialTestRequest,
	type INode,
	type INodeType,
} from 'n8n-workflow';

import { StoredCredential } from './credentialStore';
import { container } from './environment';
import { NO_OP_NODE_TYPE } from './helperNodes';
import { additionalData, workflowOf, type EngineParts } from './workflow';

export interface CredentialTestOutput {
	status: 'OK' | 'Error';
	/** What the editor shows. */
	message: string;
	/** What is stored after the test. */
	stored: ICredentialDataDecryptedObject;
}

/**
 * Tests a stored credential, or stores the given data first as the editor does. Follows
 * `CredentialsTester.runRequestTest` of n8n 2.40.7.
 */
export async function testCredential(
	parts: EngineParts,
	type: string,
	credential: StoredCredential | ICredentialDataDecryptedObject,
): Promise<CredentialTestOutput> {
	const stored =
		credential instanceof StoredCredential ? credential : await parts.store.add(type, credential);
	const { test } = parts.pkg.credentialType(type);
	if (!test) throw new Error(`Credential type "${type}" has no test`);

	const outcome = await runTest(parts, stored, test);
	return { ...outcome, stored: await stored.data() };
}

type Outcome = Pick<CredentialTestOutput, 'status' | 'message'>;

async function runTest(
	parts: EngineParts,
	stored: StoredCredential,
	test: ICredentialTestRequest,
): Promise<Outcome> {
	const { id, name, type } = stored;
	const node: INode = {
		id: 'temp',
		name: 'Temp-Node',
		type: NO_OP_NODE_TYPE,
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		credentials: { [type]: { id, name } },
	};
	const nodeType = testNodeType(parts, type, test);
	const workflow = workflowOf(node, parts.pkg.with({ [NO_OP_NODE_TYPE]: nodeType }));
	const data = additionalData(parts, { currentNodeParameters: node.parameters });
	const credentialsDecrypted: ICredentialsDecrypted = {
		id,
		name,
		type,
		data: parts.credentialsHelper.applyDefaults(await stored.data(), type, data, 'internal'),
	};
	const context = new ExecuteContext(
		workflow,
		node,
		data,
		'internal',
		createEmptyRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
	);
	try {
		const output = await new RoutingNode(context, nodeType, credentialsDecrypted).runNode();
		return judgeResponse(test, output?.[0]?.[0]?.json ?? {});
	} catch (error) {
		container.get(ErrorReporter).error(error);
		return judgeFailure(test, error);
	}
}

function testNodeType(
	{ pkg }: EngineParts,
	credentialType: string,
	test: ICredentialTestRequest,
): INodeType {
	return {
		description: {
			...pkg.getByNameAndVersion(NO_OP_NODE_TYPE).description,
			credentials: [{ name: credentialType, required: true }],
			properties: [
				{
					displayName: 'Temp',
					name: 'temp',
					type: 'string',
					routing: { request: test.request },
					default: '',
				},
			],
		},
	};
}

function judgeResponse({ rules = [] }: ICredentialTestRequest, body: object): Outcome {
	for (const { type, properties } of rules) {
		if (type !== 'responseSuccessBody') continue;
		const value = String(properties.key)
			.split('.')
			.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], body);
		if (value === properties.value) return { status: 'Error', message: properties.message };
	}
	return { status: 'OK', message: 'Connection successful!' };
}

function judgeFailure({ rules = [] }: ICredentialTestRequest, thrown: unknown): Outcome {
	const error = thrown as Error & {
		cause?: { response?: { status: number; statusText: string }; code?: string };
	};
	const response = error.cause?.response;
	if (response) {
		for (const { type, properties } of rules) {
			if (type === 'responseCode' && properties.value === response.status) {
				return { status: 'Error', message: properties.message };
			}
		}
		if (response.status < 199 || response.status > 299) {
			const message = response.statusText || `Received HTTP status code: ${response.status}`;
			return { status: 'Error', message };
		}
	} else if (error.cause?.code) {
		return { status: 'Error', message: error.cause.code };
	}
	LoggerProxy.debug('Credential test failed', error as never);
	return { status: 'Error', message: String(error.message) };
}
