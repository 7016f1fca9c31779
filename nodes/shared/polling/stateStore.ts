import { deepCopy, type IDataObject, type IPollFunctions } from 'n8n-workflow';

import { Cache, monotonicNow } from '../lifetime';
import { Failure, type Service, type ServiceResponse } from '../http';
import { misfits, type z } from '../schema/outside';

/** How a node uses its state. */
interface StoreOptions<S> {
	/** What a stored state has to be like. */
	readonly schema: z.ZodTypeAny;
	/** The first poll of an activation: what the process kept of an earlier one is not used. */
	readonly isFirst?: boolean;
	/** What the second poll needs of a state that is too large to be kept. */
	readonly shorten?: (state: S) => S | undefined;
}

/**
 * States that n8n may not have saved, though nothing has gone wrong: with durable cursors it discards the one of the
 * first poll after an activation.
 */
const firstStates = new Cache<object>({
	name: 'First states of triggers, by workflow and node',
	max: 10_000,
});
const MAX_KEPT_LENGTH = 2048;

const KEY = 'workspaceRecordsTriggers';
/** Triggers of one workflow whose states are stored; of more, those that changed last. */
const MAX_NODES = 50;

/**
 * Opens the state of this node between polls, in n8n's static data by the node's ID. It outlives another name, form or credential: what it is about, it has to say
 * itself. In the editor it is always empty, and nothing is saved.
 */
export function openStateStore<S extends object>(
	context: IPollFunctions,
	{ schema, isFirst = false, shorten }: StoreOptions<S>,
) {
	if (context.getMode() === 'manual') {
		return { load: (): S | undefined => undefined, save: () => {}, keep: () => {} };
	}
	const { id: node, type } = context.getNode();
	const key = JSON.stringify([context.getWorkflow().id, node, type]);
	const own = context.getWorkflowStaticData('node');
	const shared = context.getWorkflowStaticData('global');
	// Durable cursors are a plain copy that n8n keeps by the node's ID; without them it goes by the node's name.
	const data = '__dataChanged' in own ? shared : own;
	const stored = () => (data[KEY] ?? shared[KEY] ?? {}) as Readonly<Record<string, S>>;
	const isStored = stored()[node] !== undefined;
	// n8n has saved it by now, or a person has switched the workflow on anew.
	if (isStored || isFirst) firstStates.delete(key);
	return {
		/** The current state. Undefined when nothing is known. @throws Failure for one that cannot be read */
		load() {
			const state = stored()[node] ?? firstStates.get(key);
			if (state === undefined) return undefined;
			const odd = misfits(schema, state);
			if (odd.length > 0) throw unreadable(odd);
			return deepCopy(state as IDataObject) as S;
		},
		/** n8n saves it together with the start of an execution. */
		save(state: S): void {
			const { [node]: before, ...others } = stored();
			// Writing makes n8n save; what is as it was needs no saving.
			if (JSON.stringify(before) === JSON.stringify(state)) return;
			const latest = Object.entries(others).slice(1 - MAX_NODES);
			data[KEY] = Object.fromEntries([...latest, [node, state]]) as unknown as IDataObject;
		},
		/** Goes on from this state, while the process lasts, if n8n has saved none when it polls again. */
		keep(given: S): void {
			if (isStored) return;
			const isLarge = JSON.stringify(given).length > MAX_KEPT_LENGTH;
			const state = isLarge ? shorten?.(given) : given;
			if (state) firstStates.set(key, state);
		},
	};
}

const unreadable = (keys: readonly string[]) =>
	new Failure({
		kind: 'input',
		message: `What the trigger remembers cannot be read: ${keys.join(', ')}`,
		remedy:
			'It was changed from outside, or by another version of the package; nothing is reported from it. To begin anew, replace the trigger by a new one.',
	});

/** A first read of a list, as far as it got. */
interface Held {
	/** When it began, by the clock of `monotonicNow`. */
	readonly begunAt: number;
	readonly pages: Map<string, ServiceResponse>;
}

const reads = new Cache<Held>({
	name: 'Pages of first reads that take several polls, by workflow and node',
	max: 20,
	maxAgeMs: 15 * 60_000,
});

/** As many as the records that are remembered, and some for a second look. */
const MAX_PAGES = 1000;

/** A service of which the pages that an earlier poll of the node read, and did not get through with, are not read again. */
export function holdPages(context: IPollFunctions, service: Service) {
	const key = JSON.stringify([context.getWorkflow().id, context.getNode().id]);
	const read = reads.get(key) ?? { begunAt: monotonicNow(), pages: new Map() };
	const { pages, begunAt } = read;
	const holding: Service = {
		...service,
		async send(request) {
			const { path, query } = request;
			if (query?.page === undefined) return await service.send(request);
			const page = JSON.stringify([path, query]);
			const response = pages.get(page) ?? (await service.send(request));
			if (pages.size < MAX_PAGES) pages.set(page, response);
			return response;
		},
	};
	return {
		service: holding,
		begunAt,
		/** Keeps the pages for the next poll. @returns how many there are */
		keep() {
			if (!reads.get(key)) reads.set(key, read);
			return pages.size;
		},
		drop: () => reads.delete(key),
	};
}
