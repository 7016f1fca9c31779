import type { IDataObject } from 'n8n-workflow';

import { settle, type Failure, type ServiceResponse } from '../../http';
import type { Field } from '../../schema/types';
import { cellOf, isNothing, isSameValue } from '../../schema/sameValue';
import { isObject } from '../../schema/values';
import { below } from './envelope';
import { checkIdentity, kindOf, referenceIn, shownId, withIdentity } from './identity';
import { identify, type RecordSource } from './identityProof';
import { readObject, ResponseDifferences } from './readResponse';
import { article } from '../../description';
import type { Resource } from '../definition/resource';
import { requestsOf, type CallOptions } from './requests';

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
	options: CallOptions,
	since: number,
): Promise<CreateOutcome | undefined> {
	const { service, resource } = source;
	const { externalQuery } = resource.identifiers;
	const reference = referenceIn(resource, body);
	if (!reference || !externalQuery?.includes('get')) return undefined;
	const { value: externalId } = reference;
	const request = requestsOf(resource).get(reference, options);
	const expected = { shape: resource.record };
	const lookUp = async () => {
		const response = await service.send(request);
		const record = readObject(request, response, expected, new ResponseDifferences());
		return { response, record };
	};
	const read = await settle(lookUp());
	if (!read.ok) {
		const isAbsent = read.failure.kind === 'notFound';
		const reason = isAbsent
			? `Right afterwards there was no record with the external ID ${externalId}`
			: `A look-up of the external ID ${externalId} failed as well`;
		return { kind: isAbsent ? 'absent' : 'unknown', reason };
	}
	// A path that holds neither a number nor a UUID means no other record that is new and has these values.
	const { response, record } = read.value;
	const check = async () =>
		kindOf(externalId) === 'text'
			? checkIdentity(resource, reference, record, 'returned')
			: await identify(source, reference, record, options);
	const meant = await settle(check());
	if (!meant.ok) {
		const { kind, message } = meant.failure;
		return { kind: kind === 'notFound' ? 'absent' : 'unknown', reason: message };
	}
	const found = meant.value;

	const label = resource.label.toLowerCase();
	const other = differingFrom(resource, body, found, `with the external ID ${externalId}`);
	if (other) return other;
	const createdAt = Date.parse(String(found.created_at));
	if (Number.isNaN(createdAt)) {
		return {
			kind: 'other',
			reason: `There is ${article(label)} ${label} with the external ID ${externalId}; it is unknown whether it was there before`,
		};
	}
	if (createdAt < since + clockAhead(response)) {
		return { kind: 'other', reason: `An older record has the external ID ${externalId}` };
	}
	return asCreated(resource, found, externalId);
}

/**
 * That a record which was looked up is another one than was sent; undefined where it may be the same.
 *
 * @param which what it was found by: `with the external ID 7`
 */
export function differingFrom(
	resource: Resource,
	body: IDataObject,
	found: IDataObject,
	which: string,
): CreateOutcome | undefined {
	const label = resource.label.toLowerCase();
	const differing = differences(resource, body, found);
	return differing.length === 0
		? undefined
		: {
				kind: 'other',
				reason: `There is ${article(label)} ${label} ${which} that differs in ${differing.join(', ')}: it came from elsewhere, or was changed since`,
			};
}

/** A record that was looked up, as the response to the write would have shown it. */
export function asCreated(
	{ identifiers }: Resource,
	found: IDataObject,
	externalId?: string,
): CreateOutcome {
	const id = shownId(identifiers, found);
	return {
		kind: 'created',
		value: withIdentity(identifiers, {
			response: {
				ok: true,
				status: 'created',
				...(externalId !== undefined && { external_id: externalId }),
				...(id !== undefined && { [identifiers.envelope]: String(id) }),
			},
		}),
	};
}

/** A create that failed, with what a look-up says of it. */
export function reconciled(failure: Failure, found?: CreateOutcome): IDataObject {
	if (!found) throw failure;
	if (found.kind === 'created') {
		return below(found.value, { ...(found.value.response as IDataObject), note: NOTE });
	}
	throw failure.with({ remedy: `${found.reason}. ${failure.remedy}` });
}

/**
 * How far the service's clock is ahead of this one, at least, so that a record created right after a
 * moment here is never taken for older.
 */
function clockAhead({ headers }: ServiceResponse): number {
	const date = Date.parse(String(headers.date));
	return Number.isNaN(date) ? -CLOCK_TOLERANCE_MS : date - Date.now() - DATE_TOLERANCE_MS;
}

/** The fields that both have, and that differ; in the editor's words. */
function differences(resource: Resource, body: IDataObject, found: IDataObject): string[] {
	return resource.fields
		.filter((field) => isComparable(resource, field))
		.filter((field) => {
			const place = (field.nestedIn ?? []).reduce<unknown>(
				(object, key) => (isObject(object) ? object[key] : undefined),
				body,
			);
			const sent = isObject(place) ? place[field.name] : undefined;
			const shown = cellOf(found, field.name)?.value;
			const isPresent = !isNothing(sent) && !isNothing(shown);
			return isPresent && SIMPLE.has(field.type) && isSameValue(field, sent, shown) === false;
		})
		.map(({ label }) => label);
}

/** Kinds whose values are shown as they were sent, if in another form. */
const SIMPLE: ReadonlySet<Field['type']> = new Set([
	'text',
	'number',
	'integer',
	'boolean',
	'date',
	'dateTime',
]);

/** Statuses may be translated and move on, and a reference may come back as another kind of ID. */
const isComparable = (
	{ identifiers, state }: Resource,
	{ name, refersTo, knownValues }: Field,
): boolean =>
	refersTo === undefined &&
	knownValues === undefined &&
	name !== state &&
	name !== 'status' &&
	name !== identifiers.external;
