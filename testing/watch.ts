import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { CredentialsByType, Engine, PollOptions } from './engine';

let watchers = 0;

/**
 * Makes the triggers of one type: each remembers, poll after poll, like an active workflow.
 *
 * @param credentials those of the service that it polls
 */
export const watcherOf =
	(n8n: Engine, type: string, credentials: () => CredentialsByType) =>
	(parameters: IDataObject, given: PollOptions = {}) => {
		let staticData: IDataObject = {};
		let saved: IDataObject = {};
		let name: string | undefined;
		const id = `watcher-${(watchers += 1)}`;
		// One stored credential for all polls, as in a workflow.
		const stored = (access: CredentialsByType) =>
			n8n.store.add('workspaceRecordsApi', access.workspaceRecordsApi as never);
		let own = stored(credentials());
		const poll = async (options: PollOptions = {}) => {
			const output = await n8n.poll(
				{ type, parameters: parameters as INodeParameters, id, name: name ?? type },
				{ credentials: { workspaceRecordsApi: await own }, staticData, ...given, ...options },
			);
			({ staticData } = output);
			saved = output.saved;
			return { ...output, items: (output.main?.[0] ?? []).map(({ json }) => json) };
		};
		return {
			poll,
			/** n8n starts again: what was not saved is gone. */
			restart: () => void (staticData = saved),
			/** A person gives the node another name. */
			rename(other: string) {
				name = other;
				// What n8n keeps by the name stays with the old one.
				const ofWorkflow = ({ global }: IDataObject) => (global ? { global } : {});
				[staticData, saved] = [staticData, saved].map(ofWorkflow);
			},
			/** A person enters other values, or chooses another stored credential. */
			sign: (access: CredentialsByType) => void (own = stored(access)),
			/** What n8n keeps for it is lost. */
			forget: () => void (staticData = {}),
			/** What n8n keeps for it, as text. */
			get remembered() {
				return JSON.stringify(staticData);
			},
		};
	};
