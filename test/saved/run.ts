/** Runs a saved workflow, and polls a saved trigger, with the present code against a sandbox. */
import type { IBinaryKeyData, ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { resources } from '../../scripts/lib/definitions';
import { accessWith } from '../../testing/credential';
import {
	engine,
	type Engine,
	type LoadedPackage,
	type PollOptions,
	type PollOutput,
} from '../../testing/engine';
import { fromItem } from '../../testing/parameters';
import { runNodeWith } from '../../testing/runNode';
import type { NodeOutput, SavedTrigger, SavedWorkflow } from './fixture';

const settings = { timezone: 'UTC' };

/** The text that stands for the ID of a record which the sandbox gives. */
export const idOf = (resource: string) => `<id of ${resource}>`;

/** The newest record of an object. */
export function newestId(sandbox: Sandbox, resource: string): string {
	const { path } = resources.find(({ name }) => name === resource)!;
	return String(sandbox.records(path.split('/').at(-1)!).at(-1)?.id);
}

/** Makes the records that a workflow needs. */
export async function prepare(n8n: Engine, sandbox: Sandbox, needs: SavedWorkflow['needs']) {
	for (const { node, item } of needs) {
		const run = runNodeWith(n8n, sandbox);
		const { errorText } = await run(node, 'create', fromItem, { items: [item], settings });
		if (errorText) throw new Error(`${node}: ${errorText}`);
	}
}

/** A file as n8n keeps it in memory. */
const fileOf = (csv: string): IBinaryKeyData => ({
	sheet: {
		data: Buffer.from(csv).toString('base64'),
		mimeType: 'text/csv',
		fileName: 'orders.csv',
		fileExtension: 'csv',
	},
});

/**
 * Runs a saved workflow in an empty or reset sandbox.
 *
 * @returns what each node gave, by its name
 * @throws when a node fails
 */
export async function runSaved(
	n8n: Engine,
	sandbox: Sandbox,
	{ needs, workflow, items, csv }: Omit<SavedWorkflow, 'output'>,
): Promise<Record<string, NodeOutput>> {
	await prepare(n8n, sandbox, needs);
	const present = <T>(value: T): T =>
		JSON.parse(
			needs.reduce(
				(text, { node }) => text.replaceAll(idOf(node), newestId(sandbox, node)),
				JSON.stringify(value),
			),
		) as T;
	const { nodes, error } = await n8n.runWorkflow(present(workflow), {
		items: present(items).map((json) => ({
			json: json as never,
			...(csv && { binary: fileOf(csv) }),
		})),
		credentials: accessWith(sandbox.url, sandbox.tokens.fullAccess),
		settings,
	});
	const outputs = Object.entries(nodes).map(([name, output]) => {
		if (output.error) throw new Error(`${name}: ${output.error.message}`);
		const [first] = output.main[0];
		const keys = Object.keys(first?.json ?? {}).sort();
		return [name, { items: output.main[0].length, keys }] as const;
	});
	if (error) throw error;
	return Object.fromEntries(outputs);
}

/** What happens while a trigger watches: a new record, the end of a transfer. */
const HAPPENS: Readonly<Record<string, (n8n: Engine, sandbox: Sandbox) => Promise<void>>> = {
	RecordsTrigger: async (n8n, sandbox) =>
		await prepare(n8n, sandbox, [{ node: 'meter', item: { externalId: 'meter-2', usage: 3 } }]),
	TransferTrigger: async (_, sandbox) =>
		void sandbox.startTransfer({ id: TRANSFER, queuedSeconds: 0, runningSeconds: 0 }),
};

export const TRANSFER = 'saved-transfer';

/** The state of a trigger holds for one base URL and one credential, so that these are always the same. */
export const TRIGGER_PORT = 18_787;

/** n8n with one credential, which always has the same ID. */
export async function triggerPoller(pkg: LoadedPackage, sandbox: Sandbox) {
	const n8n = engine(pkg);
	const [[type, data]] = Object.entries(accessWith(sandbox.url, sandbox.tokens.fullAccess));
	const credentials = { [type]: await n8n.store.add(type, data as ICredentialDataDecryptedObject) };
	return async (
		trigger: SavedTrigger['trigger'],
		staticData: IDataObject,
		mode: PollOptions['mode'] = 'scheduled',
	) => await n8n.poll(trigger, { credentials, staticData, settings, mode });
}

/** What was there when the triggers were saved. */
export const prepareTriggers = (sandbox: Sandbox) =>
	sandbox.startTransfer({ id: TRANSFER, queuedSeconds: 0, runningSeconds: 36_000 });

/** Polls a saved trigger before and after something has happened. */
export async function pollSaved(
	n8n: Engine,
	sandbox: Sandbox,
	name: string,
	{ trigger, state }: Pick<SavedTrigger, 'trigger' | 'state'>,
): Promise<{ before: PollOutput; after: PollOutput }> {
	const poll = await triggerPoller(n8n.pkg, sandbox);
	prepareTriggers(sandbox);
	const before = await poll(trigger, state);
	await HAPPENS[name](n8n, sandbox);
	return { before, after: await poll(trigger, before.staticData) };
}
