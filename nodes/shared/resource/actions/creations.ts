import type { IExecuteFunctions } from 'n8n-workflow';

import { keptUnder, KeyedOrder } from '../../execution';
import { badInput, cancelled, Failure, settle } from '../../http';
import { Cache, monotonicNow } from '../../lifetime';
import { show } from '../../schema/limits';
import type { Resource } from '../definition/resource';
import { labelOf, looseKeyOf, matchKeyOf } from './find';
import { shownExternalId, showsArchived } from './identity';
import { findIfThere, type FoundRecord, type RecordSource } from './identityProof';
import { objectOf } from './lists/origin';

/**
 * So that no two executions of this process make a record twice: Syncs of one object and credential run one after another,
 * creates of one value too, and what was created lately is asked first, because a list may show it late.
 */

/** What identifies a record: the wire name of a field, and its value in the form in which it is compared. */
export type Identity = readonly [field: string, value: string];

/** Syncs that wait for the one that runs. */
const MAX_WAITING = 3;

class Creations {
	/** Of creates, by what identifies their records, and of Syncs. */
	private readonly order = new KeyedOrder();

	/** Names of the Syncs in the line, and since when they are in it or run; the first one runs. */
	private readonly syncs: Array<{ readonly name: string; since: Date }> = [];

	/** The execution of the last Mirror in a sub-workflow, and when it was under way. */
	mirrored?: { readonly execution: string; at: number };

	/** IDs; by the end of that time every list shows what was created. */
	private readonly made = new Cache<string>({
		name: 'What was created lately',
		max: 5000,
		maxAgeMs: 10 * 60_000,
	});

	/**
	 * Waits for the Syncs before this one.
	 *
	 * @param plural what is synced
	 * @returns to be called when it has ended, and, where it has waited, a sentence on how long
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
		const end = await this.order.enter(SYNCS, cancellationOf(context));
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
		const waited = `Waited ${seconds} seconds for another Sync of ${plural} in this process. ${running?.name} was before it.`;
		return { leave, waited: running ? [waited] : [] };
	}

	/** Waits for what may create a record with one of these values. @returns to be called when it has ended */
	async enter(identities: readonly Identity[], stopped?: Promise<unknown>) {
		return await this.order.enter(identities.map(keyOf), stopped);
	}

	note(identities: readonly Identity[], id: string | number | undefined) {
		if (id !== undefined) for (const each of identities) this.made.set(keyOf(each), String(id));
	}

	/**
	 * The record that was created lately with one of these values, as Get shows it.
	 *
	 * @returns undefined where there is none, or none any more
	 * @throws Failure where that cannot be told
	 */
	async find(source: RecordSource, by: readonly Identity[]): Promise<FoundRecord | undefined> {
		for (const identity of by) {
			const value = this.made.get(keyOf(identity));
			if (value === undefined) continue;
			const looked = await settle(findIfThere(source, { by: 'id', value }));
			if (!looked.ok) throw untold(source, identity, value, looked.failure.message);
			const found = looked.value;
			if (found && !showsArchived(found.record)) {
				if (hasOther(source, identity, found)) throw untold(source, identity, value, OTHER);
				return found;
			}
			this.made.delete(keyOf(identity));
		}
		return undefined;
	}
}

const keyOf = (identity: Identity): string => JSON.stringify(identity);
/** No identity. */
const SYNCS = 'Sync';
const OTHER = 'Get shows another value now';

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
	const shown =
		field === identifiers.external
			? [shownExternalId(identifiers, record)?.trim() ?? '']
			: [matchKeyOf(field, record), looseKeyOf(field, record)];
	return shown[0] !== '' && !shown.includes(value);
}

/** It is unknown whether a record that was created here still is the one of this value. */
function untold({ resource }: RecordSource, [field, value]: Identity, id: string, why: string) {
	const one = resource.label.toLowerCase();
	return new Failure({
		kind: 'unproven',
		message: `Not created: in the last ten minutes n8n created the ${one} ${id} with the ${labelOf(resource, field)} ${show(value)}. Whether it is meant is unknown: ${why}`,
		remedy: `Look at this ${one} in the service, or run it again after ten minutes.`,
	});
}

/** Those of one object; by limiter, which is one for a service and credential. */
const creations = keptUnder('Order of creates and Syncs', 'limiter', () => new Creations());

export const creationsOf = ({ service, resource, options }: RecordSource): Creations =>
	creations(service.account, objectOf(resource, options));

/** Resolves when the execution is cancelled or out of time. */
export async function cancellationOf(context: IExecuteFunctions): Promise<void> {
	const signal = context.getExecutionCancelSignal();
	if (signal?.aborted) return;
	await new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }));
}
