import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import type { Engine, NodeSpec, StoredCredential } from '../../testing/engine';
import type { CaseFile, GoldenCase, Request } from './caseFile';
import { inOrder } from './compare';
import type { StandIn } from './service';

const REFRESH_TOKEN = '<refresh token>';

/** Credentials by type, as a person saves them. */
export type CredentialsData = Record<string, ICredentialDataDecryptedObject>;

/**
 * Runs one case in n8n-core's engine against the stand-in.
 *
 * @param asSaved changes the credentials of the case
 * @returns the requests that were sent
 * @throws Error when the run fails, or does not fail although the case says so, or when a request
 * meets no response
 */
export async function requestsOf(
	n8n: Engine,
	standIn: StandIn,
	{ node, responses }: Pick<CaseFile, 'node' | 'responses'>,
	given: GoldenCase,
	asSaved: (saved: CredentialsData) => CredentialsData = (saved) => saved,
): Promise<Request[]> {
	standIn.prepare([...given.responses, ...responses]);
	const secrets = new Map([[REFRESH_TOKEN, nextRefreshToken()]]);
	const credentials = await stored(n8n, asSaved(credentialsOf(given, standIn.service, secrets)));
	const message = await call(n8n, node, given, credentials);
	const [lost] = standIn.unexpected;
	if (lost) throw new Error(`No response is given for ${lost}`);
	if (given.error === undefined && message !== undefined) throw new Error(`It failed: ${message}`);
	if (given.error !== undefined && !message?.includes(given.error)) {
		throw new Error(`Expected it to fail with "${given.error}", but: ${message ?? 'it did not'}`);
	}
	return inOrder(given, withoutSecrets(standIn.requests, secrets));
}

/** What a case is about; returns the message of the error with which it ended, if it did. */
async function call(
	n8n: Engine,
	type: string,
	given: GoldenCase,
	credentials: Record<string, StoredCredential>,
): Promise<string | undefined> {
	const { parameters, search, options, columns, polls, test } = given;
	const settings = { timezone: given.timezone };
	try {
		if (search) {
			const { method, filter, page: paginationToken } = search;
			await n8n.listSearch(type, method, { parameters, credentials, filter, paginationToken });
		} else if (options) {
			await n8n.loadOptions(type, options, { parameters, credentials });
		} else if (columns) {
			await n8n.resourceMapping(type, columns, { parameters, credentials });
		} else if (test) {
			const { status, message } = await n8n.testCredential(test, credentials[test]);
			return status === 'OK' ? undefined : message;
		} else if (polls) {
			return await poll(n8n, { type, parameters }, polls, { credentials, settings });
		} else {
			const { error } = await n8n.run(
				{ type, parameters },
				{
					items: given.items.map((json) => ({ json: json as IDataObject })),
					credentials,
					settings,
					onError: given.continueOnFail ? 'continueRegularOutput' : 'stopWorkflow',
				},
			);
			return error?.message;
		}
	} catch (error) {
		return (error as Error).message;
	}
	return undefined;
}

async function poll(
	n8n: Engine,
	trigger: NodeSpec,
	times: number,
	options: Parameters<Engine['poll']>[1],
): Promise<string | undefined> {
	let staticData: IDataObject = {};
	for (let time = 0; time < times; time += 1) {
		const output = await n8n.poll(trigger, { ...options, staticData });
		if (output.error) return output.error.message;
		({ staticData } = output);
	}
	return undefined;
}

let refreshTokens = 0;

/** Another one for each case: the credential remembers which tokens replaced which. */
const nextRefreshToken = () => `refresh-token-${(refreshTokens += 1)}`;

type Secrets = ReadonlyMap<string, string>;

/** The credentials as a person saves them; the secrets are what the case files show of them. */
function credentialsOf(
	{ credential, baseUrl: base }: GoldenCase,
	service: string,
	secrets: Secrets,
): CredentialsData {
	const baseUrl = base.replace('{service}', service);
	const renews = credential === 'refreshToken';
	const workspaceRecordsApi = {
		baseUrl,
		authentication: renews ? 'refreshToken' : 'accessToken',
		accessToken: renews ? '' : '<token>',
		refreshToken: renews ? (secrets.get(REFRESH_TOKEN) ?? '') : '',
		sessionToken: '',
	};
	const workspaceRecordsInternalApi = { baseUrl, workspaceSecret: '<code>' };
	if (credential === 'none') return {};
	return credential === 'workspaceCode' ? { workspaceRecordsInternalApi } : { workspaceRecordsApi };
}

/** Saved once, so that all polls of a case are of the same credential. */
async function stored(n8n: Engine, credentials: CredentialsData) {
	const saved: Record<string, StoredCredential> = {};
	for (const [type, data] of Object.entries(credentials)) {
		saved[type] = await n8n.store.add(type, data);
	}
	return saved;
}

function withoutSecrets(requests: readonly Request[], secrets: Secrets): Request[] {
	let text = JSON.stringify(requests);
	for (const [shown, secret] of secrets) text = text.replaceAll(secret, shown);
	// What asks whether the service searches is another word each time.
	text = text.replaceAll(/n8n-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<random word>');
	return JSON.parse(text) as Request[];
}
