import type { IExecuteFunctions } from 'n8n-workflow';

import { keptUnder, KeyedOrder } from '../../execution';
import { badInput, cancelled, Failure, settle } from '../../http';
import { monotonicNow } from '../../lifetime';
import { show } from '../../schema/limits';
import type { Resource } from '../definition/resource';
import { looseKeyOf, matchKeyOf } from './find';
import { shownExternalId, showsArchived } from './identity';
import { findIfThere, type FoundRecord, type RecordSource } from './identityProof';

/**
 * So that no two executions of this process make a record twice: Syncs of one object and credential run one after another,
 * creates of one value too, and what was created lately is asked first, because a list may show it late.
 */

/** What identifies a record: the wire name of a field, and its value in the form in which it is compared. */
export type Identity = readonly [field: string, value: string];

/** By this time every list shows what was created. */
const REMEMBERED_MS = 10 * 60_000;
const MAX_REMEMBERED = 5000;
/** Syncs that wait for the one that runs. */
const MAX_WAITING = 3;

class Creations {
	private readonly order = new KeyedOrder();

	private readonly line = new KeyedOrder();

	/** Names of the Syncs in the line, and since when they are in it or run; the first one runs. */
	private readonly syncs: Array<{ readonly name: string; since: Date }> = [];

	/** The execution of the last Mirror in a sub-workflow, and when it was under way. */
	mirrored?: { readonly execution: string; readonly at: number };

	/** IDs, the oldest first. */
	private readonly made = new Map<string, { readonly id: string; readonly at: number }>();

	/**
	 * Waits for the Syncs before this one.
	 *
	 * @param plural what is synced
	 * @returns to be called when it has ended, and a sentence on how long it has waited
	 * @throws Failure when it is cancelled, and where too many wait
	 */
	async startSync(context: IExecuteFunctions, plural: string) {
		const { syncs } = this;
		const [running] = syncs;
		if (syncs.length > MAX_WAITING) {
			const since = running.since.toISOString();
			throw badInput(
				'operation',
				`${MAX_WAITING} Syncs of ${plural} wait already. ${running.name} runs since ${since}`,
				`Syncs of ${plural} with one credential run one after another. Run this one when they have ended, or less often.`,
			);
		}
		const { name, id } = context.getWorkflow();
		const who = `Workflow "${name ?? id}", execution ${context.getExecutionId()},`;
		const own = { name: who, since: new Date() };
		syncs.push(own);
		const before = monotonicNow();
		const end = await this.line.enter('', cancellationOf(context));
		const leave = () => {
			syncs.splice(syncs.indexOf(own), 1);
			end();
		};
		if (context.getExecutionCancelSignal()?.aborted) {
			leave();
			throw cancelled();
		}
		own.since = new Date();
		const seconds = ((monotonicNow() - before) / 1000).toFixed(1);
		const waited = `Waited ${seconds} seconds for another Sync of ${plural}. ${running?.name} was before it.`;
		return { leave, waited: running && waited };
	}

	/** Waits for what may create a record with one of these values. @returns to be called when it has ended */
	async enter(identities: readonly Identity[], stopped?: Promise<unknown>) {
		return await this.order.enter(identities.map(keyOf), stopped);
	}

	note(identities: readonly Identity[], id: string | number | undefined) {
		if (id === undefined) return;
		for (const key of identities.map(keyOf)) {
			this.made.delete(key);
			this.made.set(key, { id: String(id), at: monotonicNow() });
			const [oldest] = this.made.size > MAX_REMEMBERED ? this.made.keys() : [];
			if (oldest !== undefined) this.made.delete(oldest);
		}
	}

	/**
	 * The record that was created lately with one of these values, as Get shows it.
	 *
	 * @returns undefined where there is none, or none any more
	 * @throws Failure where that cannot be told
	 */
	async find(source: RecordSource, by: readonly Identity[]): Promise<FoundRecord | undefined> {
		for (const identity of by) {
			const { id, at } = this.made.get(keyOf(identity)) ?? {};
			if (id === undefined || monotonicNow() - at! > REMEMBERED_MS) continue;
			const looked = await settle(findIfThere(source, { by: 'id', value: id }));
			if (!looked.ok) throw untold(source, identity, id, looked.failure);
			const found = looked.value;
			if (found && !showsArchived(found.record)) {
				if (hasOther(source, identity, found)) throw untold(source, identity, id);
				return found;
			}
			this.made.delete(keyOf(identity));
		}
		return undefined;
	}
}

const keyOf = (identity: Identity): string => JSON.stringify(identity);

/** What identifies a record: what it is looked for by, and its external ID. */
export const identitiesOf = (
	{ identifiers: { external = '' } }: Resource,
	field: string,
	key: string,
	externalId?: string,
): [Identity, ...Identity[]] => [
	[field, key.trim()],
	...(externalId ? [[external, externalId.trim()] as const] : []),
];

/** Whether a record shows another value than the one that it was created with. */
function hasOther({ resource }: RecordSource, [field, value]: Identity, { record }: FoundRecord) {
	const { identifiers } = resource;
	const isExternal = field === identifiers.external;
	const shown = isExternal
		? [shownExternalId(identifiers, record) ?? []].flat()
		: [matchKeyOf(field, record), looseKeyOf(field, record)].filter((key) => key !== '');
	return shown.length > 0 && !shown.some((key) => key.trim() === value);
}

/** It is unknown whether a record that was created here still is the one of this value. */
function untold(
	{ resource: { label, fields } }: RecordSource,
	[field, value]: Identity,
	id: string,
	failure?: Failure,
): Failure {
	if (failure?.kind === 'cancelled') return failure;
	const one = label.toLowerCase();
	const name = fields.find((each) => each.name === field)?.label ?? field;
	const why = failure?.message ?? 'Get shows another value now';
	const facts = {
		kind: 'unproven' as const,
		message: `Not created: in the last ten minutes n8n created the ${one} ${id} with the ${name} ${show(value)}. Whether it is meant is unknown: ${why}`,
		remedy: `Look at this ${one} in the service, or run it again after ten minutes.`,
	};
	return failure?.with(facts) ?? new Failure(facts);
}

/** Those of one object; by limiter, which is one for a service and credential. */
const creations = keptUnder(
	'Line of Syncs, order of creates, and what was created',
	'limiter',
	() => new Creations(),
);

export const creationsOf = ({ service, resource, options }: RecordSource): Creations =>
	creations(
		service.account,
		JSON.stringify([resource.name, options.pathParameter, options.workspaceId]),
	);

/** Resolves when the execution is cancelled or out of time. */
export async function cancellationOf(context: IExecuteFunctions): Promise<void> {
	const signal = context.getExecutionCancelSignal();
	if (signal?.aborted) return;
	await new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }));
}
