import { createHash } from 'node:crypto';

import { deepCopy, type IDataObject, type IPollFunctions } from 'n8n-workflow';

import { readBaseUrl } from '../shared/http/baseUrl';
import { nothingKnown, type State } from './reducer';

/** The state of the trigger between polls, in n8n's static data of the node. */
export interface StateStore {
	/** The service it is about; part of every event ID. */
	readonly service: string;
	/** The current state: another poll may have been faster. */
	load(): State;
	/** n8n saves it together with the start of an execution. */
	save(state: State): void;
}

/**
 * Opens the state for the credential in use. Another credential or base URL finds it empty. In the
 * editor it is always empty, and nothing is saved.
 */
export async function openStateStore(context: IPollFunctions): Promise<StateStore> {
	const credential = await context.getCredentials('workspaceRecordsApi');
	const baseUrl = readBaseUrl(credential.baseUrl);
	const service = baseUrl.ok ? baseUrl.value : '';
	if (context.getMode() === 'manual') {
		return { service, load: () => nothingKnown, save: () => {} };
	}
	const owner = fingerprint([
		service,
		context.getNode().credentials?.workspaceRecordsApi?.id,
		credential.authentication,
		// Tokens from a refresh change without the person.
		credential.authentication === 'refreshToken' ? '' : credential.accessToken,
	]);
	const data = context.getWorkflowStaticData('node');
	return {
		service,
		load() {
			if (data.owner !== owner || typeof data.state !== 'object') return nothingKnown;
			return deepCopy(data.state as unknown as State);
		},
		save(state) {
			// Writing makes n8n save; what is as it was needs no saving.
			if (data.owner === owner && JSON.stringify(data.state) === JSON.stringify(state)) return;
			data.owner = owner;
			data.state = state as unknown as IDataObject;
		},
	};
}

/** Tells credentials apart, and tells nothing of what is in them. */
const fingerprint = (parts: unknown[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
