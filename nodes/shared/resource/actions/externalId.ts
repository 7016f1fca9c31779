import type { IDataObject } from 'n8n-workflow';

import {
	unexpectedResponse,
	fail,
	succeed,
	type Result,
	type Service,
	type ServiceRequest,
} from '../../http';
import { readWritten, unwrapData } from './send';
import type { Resource } from '../definition/resource';
import { requestsOf, type CallOptions, type RecordReference } from './requests';
import { isObject } from '../../schema/values';

/**
 * A path takes an external ID only where nothing else fits it: "1" is record number 1. So whatever a
 * person names by external ID is either addressed by a query that knows external IDs, or looked up
 * first; and what comes back is compared with what was asked for.
 */

/** The external ID that a body carries; undefined when it carries none, or clears it. */
export function externalIdIn(resource: Resource, body: IDataObject): string | undefined {
	const field = resource.fields.find(({ name }) => name === resource.identifiers.external);
	const place = (field?.nestedIn ?? []).reduce<unknown>((object, key) => at(object, key), body);
	const value = field && at(place, field.name);
	return typeof value === 'string' ? value : undefined;
}

const at = (object: unknown, key: string): unknown => (isObject(object) ? object[key] : undefined);

/** The external ID that a record or a response shows, whichever way it is spelled. */
function shownExternalId({ identifiers }: Resource, shown: IDataObject): string | undefined {
	const names = [identifiers.external ?? '', 'external_id', 'externalId'];
	const value = names
		.map((name) => shown[name])
		.find((each) => each !== undefined && each !== null);
	return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/**
 * Whether the record in the response is the one that was asked for by external ID. One without an
 * external ID is accepted.
 *
 * @param verb what the service did with it: "returned", "changed"
 */
export function checkExternalId(
	resource: Resource,
	{ by, value }: RecordReference,
	shown: IDataObject,
	verb: 'returned' | 'changed' | 'archived',
): Result<IDataObject> {
	const other = by === 'externalId' ? shownExternalId(resource, shown) : undefined;
	if (other === undefined || other === value) return succeed(shown);
	const label = resource.label.toLowerCase();
	return fail({
		kind: verb === 'returned' ? 'notFound' : 'unexpectedResponse',
		message: `The service ${verb} another ${label}: external ID ${JSON.stringify(other)} instead of ${JSON.stringify(value)}`,
		remedy:
			verb === 'returned'
				? `Check that a ${label} with this external ID exists, or pick it by its ID.`
				: `Check both records in the service, and pick the ${label} by its ID.`,
		serviceDetails: shown,
		mayHaveHappened: verb === 'returned' ? undefined : true,
	});
}

/**
 * The request that updates a record. By external ID, where the call has no query for it, the record
 * is looked up first. An object that upserts is then written by its key, as the specification has it
 * (Object support matrix); any other by its own ID. A body that changes the external ID cannot be
 * keyed by it.
 */
export async function updateRequest(
	service: Service,
	resource: Resource,
	reference: RecordReference,
	body: IDataObject,
	options: CallOptions,
): Promise<Result<ServiceRequest>> {
	const requests = requestsOf(resource);
	const { identifiers, operations, label } = resource;
	const { external } = identifiers;
	if (
		reference.by !== 'externalId' ||
		external === undefined ||
		identifiers.externalQuery?.includes('update')
	) {
		return succeed(requests.update(reference, body, options));
	}

	const lookup = requests.get(reference, options);
	const sent = await service.send(lookup);
	if (!sent.ok) return sent;
	const read = readWritten(lookup, sent.value);
	if (!read.ok) return read;
	const found = unwrapData(read.value);
	const checked = checkExternalId(resource, reference, found, 'returned');
	if (!checked.ok) return checked;

	const renames = external in body && body[external] !== reference.value;
	if (operations.includes('upsert') && !renames) {
		const keyed = requests.create({ ...body, [external]: reference.value }, options);
		return succeed({ ...keyed, purpose: requests.update(reference, body, options).purpose });
	}
	const ownId = [identifiers.record, identifiers.number]
		.map((key) => (key === undefined ? undefined : found[key]))
		.find((id) => id !== undefined && id !== null && id !== '');
	if (ownId === undefined) {
		return unexpectedResponse(lookup, `a ${label.toLowerCase()} without an ID`, sent.value);
	}
	return succeed(requests.update({ by: 'id', value: String(ownId) }, body, options));
}
