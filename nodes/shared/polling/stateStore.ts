import { createHash } from 'node:crypto';

import { deepCopy, type IDataObject, type IPollFunctions } from 'n8n-workflow';

import { readBaseUrl } from '../http/baseUrl';
import { settleNow } from '../http/failure';
import { Cache } from '../lifetime';

/** The state of a trigger between polls, in n8n's static data of the node. */
export interface StateStore<S> {
	/** The service it is about; part of every event ID. */
	readonly service: string;
	/** The current state. Undefined when nothing is known. */
	load(): S | undefined;
	/** n8n saves it together with the start of an execution. */
	save(state: S): void;
	/** Goes on from this state, while the process lasts, if n8n has saved none when it polls again. */
	keep(state: S): void;
}

/** How a node uses its state. */
interface StoreOptions<S> {
	/** What else the state is about: with another one it is empty. */
	readonly scope?: readonly unknown[];
	/** The first poll of an activation: what the process kept of an earlier one is not used. */
	readonly isFirst?: boolean;
	/** What the second poll needs of a state that is too large to be kept. */
	readonly shorten?: (state: S) => S | undefined;
}

/**
 * States that n8n may not have saved, though nothing has gone wrong: with durable cursors it discards the one of the
 * first poll after an activation.
 */
const firstStates = new Cache<{ readonly owner: string; readonly state: object }>({
	name: 'First states of triggers, by workflow, node and credential',
	max: 10_000,
});
const MAX_KEPT_LENGTH = 2048;

/**
 * Opens the state of this node for the credential in use. Another credential or base URL finds it empty, other tokens
 * in the same credential do not. In the editor it is always empty, and nothing is saved.
 */
export async function openStateStore<S extends object>(
	context: IPollFunctions,
	{ scope = [], isFirst = false, shorten }: StoreOptions<S> = {},
): Promise<StateStore<S>> {
	const credential = await context.getCredentials('workspaceRecordsApi');
	const baseUrl = settleNow(() => readBaseUrl(credential.baseUrl));
	const service = baseUrl.ok ? baseUrl.value : '';
	if (context.getMode() === 'manual') {
		return { service, load: () => undefined, save: () => {}, keep: () => {} };
	}
	const { id, credentials } = context.getNode();
	const about = [context.getWorkflow().id, id, service, credentials?.workspaceRecordsApi?.id];
	const key = fingerprint(about);
	const owner = fingerprint([...about, ...scope]);
	const data = context.getWorkflowStaticData('node');
	const isOwn = data.owner === owner && typeof data.state === 'object';
	// n8n has saved it by now, or a person has switched the workflow on anew.
	if (isOwn || isFirst) firstStates.delete(key);
	const kept = firstStates.get(key);
	return {
		service,
		load() {
			const state = isOwn ? (data.state as object) : kept?.owner === owner ? kept.state : undefined;
			return state && (deepCopy(state as IDataObject) as S);
		},
		save(state) {
			// Writing makes n8n save; what is as it was needs no saving.
			if (data.owner === owner && JSON.stringify(data.state) === JSON.stringify(state)) return;
			data.owner = owner;
			data.state = state as unknown as IDataObject;
		},
		keep(given) {
			if (isOwn) return;
			const isLarge = JSON.stringify(given).length > MAX_KEPT_LENGTH;
			const state = isLarge ? shorten?.(given) : given;
			if (state) firstStates.set(key, { owner, state });
		},
	};
}

/** Short, and the same for the same parts. */
const fingerprint = (parts: unknown[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
