import type { IDataObject } from 'n8n-workflow';

import { unexpectedResponse, type ServiceRequest } from '../../http';
import type { Resource } from '../definition/resource';
import { isObject } from '../../schema/values';
import { shownId } from './identity';
import { identify, type RecordSource } from './identityProof';
import { ResponseDifferences } from './readResponse';
import { requestsOf, type CallOptions, type RecordReference } from './requests';
import { sendRead } from './send';

/**
 * A record that a person names by external ID is looked up before it is changed or archived, and then
 * addressed by its own ID.
 */

/** The external ID that a body carries; undefined when it carries none, or clears it. */
export function externalIdIn(resource: Resource, body: IDataObject): string | undefined {
	const field = resource.fields.find(({ name }) => name === resource.identifiers.external);
	const place = (field?.nestedIn ?? []).reduce<unknown>((object, key) => at(object, key), body);
	const value = field && at(place, field.name);
	return typeof value === 'string' ? value : undefined;
}

const at = (object: unknown, key: string): unknown => (isObject(object) ? object[key] : undefined);

/** A record that was looked up. */
export interface FoundRecord {
	readonly lookup: ServiceRequest;
	readonly record: IDataObject;
}

/**
 * Looks a record up.
 *
 * @throws Failure of the kind `notFound`, and of the kind `unproven` where nothing shows that the record
 * found is the one meant
 */
export async function findRecord(
	source: RecordSource,
	reference: RecordReference,
	options: CallOptions,
): Promise<FoundRecord> {
	const { service, resource } = source;
	const lookup = requestsOf(resource).get(reference, options);
	// What the record looks like does not matter here.
	const expected = { shape: resource.record };
	const found = await sendRead(service, lookup, expected, new ResponseDifferences());
	const meant = await identify(source, reference, found, options);
	return { lookup, record: meant };
}

/**
 * The reference by which a record is changed or archived: its own ID. By external ID it is looked up.
 *
 * @param known the record, where it was looked up before
 */
export async function locate(
	source: RecordSource,
	reference: RecordReference,
	options: CallOptions,
	known?: FoundRecord,
): Promise<RecordReference> {
	const { identifiers, label } = source.resource;
	if (reference.by !== 'externalId') return reference;
	const found = known ? known : await findRecord(source, reference, options);
	const { lookup, record } = found;
	const id = shownId(identifiers, record);
	if (id !== undefined) return { by: 'id', value: String(id) };
	const response = { status: 200, headers: {}, body: record };
	throw unexpectedResponse(lookup, `a ${label.toLowerCase()} without an ID`, response);
}

/**
 * The request that updates a record. By external ID, an object that upserts is written by its key, as the
 * specification has it (Object support matrix), once it is known to exist. A body that changes the
 * external ID cannot be keyed by it.
 *
 * @param known the record, where it was looked up before
 */
export async function updateRequest(
	source: RecordSource,
	reference: RecordReference,
	body: IDataObject,
	options: CallOptions,
	known?: FoundRecord,
): Promise<ServiceRequest> {
	const requests = requestsOf(source.resource);
	const { identifiers, operations } = source.resource;
	const { external } = identifiers;
	const located = await locate(source, reference, options, known);
	const renames = external && external in body && body[external] !== reference.value;
	if (reference.by === 'externalId' && external && operations.includes('upsert') && !renames) {
		const keyed = requests.create({ ...body, [external]: reference.value }, options);
		return { ...keyed, purpose: requests.update(reference, body, options).purpose };
	}
	return requests.update(located, body, options);
}
