import type { IDataObject } from 'n8n-workflow';

import { settle, wait, type Failure, type ServiceResponse } from '../../http';
import { article } from '../../description';
import type { Resource } from '../definition/resource';
import { differingLabels } from './compare';
import { below } from './envelope';
import {
	checkIdentity,
	kindOf,
	referenceIn,
	shownId,
	showsArchived,
	withIdentity,
} from './identity';
import { identify, readRecord, type FoundRecord, type RecordSource } from './identityProof';

/** What a look-up says of a create whose outcome is unknown. */
export type CreateOutcome =
	/** The record is there: what the response to the write would have been. */
	| { readonly kind: 'created'; readonly value: IDataObject }
	/** It is not, or it may be another, or the look-up failed; why, as a sentence. */
	| { readonly kind: 'absent' | 'other' | 'unknown'; readonly reason: string };

/** `Date` has whole seconds (RFC 9110, 5.6.7), and a record may be stamped a little before. */
const DATE_TOLERANCE_MS = 3_000;
/** How far the clocks of n8n and of the service may be apart where the service does not send its own. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

const NOTE =
	'The response to the request was lost. A look-up found this record, created since then and with the values that were sent; it is unknown whether this request created it.';

/**
 * Looks up the outcome of a create that may have happened and must not be sent again. A record is taken
 * for its own when it has the external ID, was created since the create was sent, by the service's own
 * clock, and does not differ from what was sent.
 *
 * @returns undefined when the resource, or this record, cannot be looked up by external ID
 * @param body the body of the write, as it was sent
 * @param since milliseconds since 1970 by the clock of this machine, when the create was sent
 */
export async function findCreated(
	source: RecordSource,
	body: IDataObject,
	since: number,
): Promise<CreateOutcome | undefined> {
	const { resource } = source;
	const reference = referenceIn(resource, body);
	if (!reference || !resource.identifiers.externalQuery?.includes('get')) return undefined;
	const { value: externalId } = reference;
	const read = await settle(readRecord(source, reference));
	if (!read.ok) {
		return read.failure.kind === 'notFound'
			? absent(`Right afterwards there was no record with the external ID ${externalId}`)
			: unknown(`A look-up of the external ID ${externalId} failed as well`);
	}
	// A path that holds neither a number nor a UUID means no other record that is new and has these values.
	const { response, record } = read.value;
	const check = async () =>
		kindOf(externalId) === 'text'
			? checkIdentity(resource, reference, record, 'returned')
			: await identify(source, reference, record);
	const meant = await settle(check());
	if (!meant.ok) {
		const { kind, message } = meant.failure;
		return kind === 'notFound' ? absent(message) : unknown(message);
	}
	const found = meant.value;

	const outcome = foundOutcome(resource, body, found, { externalId });
	if (outcome.kind !== 'created') return outcome;
	const createdAt = Date.parse(String(found.created_at));
	if (Number.isNaN(createdAt)) {
		return other(
			`There is ${withArticle(resource)} with the external ID ${externalId}; it is unknown whether it was there before`,
		);
	}
	return createdAt < since + clockAhead(response)
		? other(`An older record has the external ID ${externalId}`)
		: outcome;
}

/** So that a record which shows a little later, as from a replica, is not taken for absent (assumed). */
const PAUSE_MS = 3_000;

/** Waits, once for each request that failed, until what it may have written shows. */
export const untilShown = async (signal?: AbortSignal) => await wait(PAUSE_MS, signal);

/**
 * Whether none of many records is there that were sent in one request: neither the first nor the last one, after a pause.
 *
 * @param bodies as they were sent
 */
export async function areAbsent(
	source: RecordSource,
	bodies: readonly IDataObject[],
	signal?: AbortSignal,
): Promise<boolean> {
	await untilShown(signal);
	for (const body of [bodies[0], bodies[bodies.length - 1]]) {
		if ((await findCreated(source, body, 0))?.kind !== 'absent') return false;
	}
	return true;
}

/**
 * The outcome of a create without an external ID: before it, no record matched.
 *
 * @param find looks for the record as before
 */
export async function findUnkeyed(
	resource: Resource,
	field: string,
	body: IDataObject,
	find: Promise<FoundRecord | undefined>,
): Promise<CreateOutcome> {
	const found = await settle(find);
	if (!found.ok) return unknown('A look-up failed as well');
	return found.value && !showsArchived(found.value.record)
		? foundOutcome(resource, body, found.value.record, { field })
		: absent(`Right afterwards no ${resource.label.toLowerCase()} matched`);
}

const absent = (reason: string) => ({ kind: 'absent', reason }) as const;
const other = (reason: string) => ({ kind: 'other', reason }) as const;
const unknown = (reason: string) => ({ kind: 'unknown', reason }) as const;

function withArticle({ label }: Resource): string {
	const noun = label.toLowerCase();
	return `${article(noun)} ${noun}`;
}

/**
 * What a record means that was looked up: it is another one where it differs from what was sent, else it is shown as the
 * response to the write would have shown it.
 *
 * @param by what it was found by
 */
function foundOutcome(
	resource: Resource,
	body: IDataObject,
	record: IDataObject,
	{ externalId, field = '' }: { readonly externalId?: string; readonly field?: string },
): CreateOutcome {
	const { identifiers } = resource;
	const differing = differingLabels(resource, body, record);
	if (differing.length > 0) {
		const which =
			externalId === undefined ? `with this ${field}` : `with the external ID ${externalId}`;
		return other(
			`There is ${withArticle(resource)} ${which} that differs in ${differing.join(', ')}: it came from elsewhere, or was changed since`,
		);
	}
	const id = shownId(identifiers, record);
	const response = {
		ok: true,
		status: 'created',
		...(externalId !== undefined && { external_id: externalId }),
		...(id !== undefined && { [identifiers.envelope]: String(id) }),
	};
	return { kind: 'created', value: withIdentity(identifiers, { response }) };
}

/**
 * A create that failed, with what a look-up says of it.
 *
 * @param found undefined where it cannot be looked up
 */
export function reconciled(resource: Resource, failure: Failure, found?: CreateOutcome) {
	if (!found) {
		const advice = failure.mayHaveHappened ? repeatable(resource) : '';
		throw failure.with({ remedy: failure.remedy + advice });
	}
	if (found.kind === 'created') {
		return below(found.value, { ...(found.value.response as IDataObject), note: NOTE });
	}
	throw failure.with({ remedy: `${found.reason}. ${failure.remedy}` });
}

/** Which create can be sent again, because it names the record. */
function repeatable({ operations, identifiers }: Resource): string {
	const canFind = operations.includes('findOrCreate');
	const keyed = canFind ? 'Find or Create, or an External ID,' : 'An External ID';
	return identifiers.external ? ` ${keyed} can be sent again.` : '';
}

/**
 * How far the service's clock is ahead of this one, at least, so that a record created right after a
 * moment here is never taken for older.
 */
function clockAhead({ headers }: ServiceResponse): number {
	const date = Date.parse(String(headers.date));
	return Number.isNaN(date) ? -CLOCK_TOLERANCE_MS : date - Date.now() - DATE_TOLERANCE_MS;
}
