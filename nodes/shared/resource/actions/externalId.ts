import type { IDataObject } from 'n8n-workflow';

import {
	succeed,
	unexpectedResponse,
	type Result,
	type Service,
	type ServiceRequest,
} from '../../http';
import type { Resource } from '../definition/resource';
import { isObject } from '../../schema/values';
import { checkIdentity, shownExternalId, shownId } from './identity';
import { ResponseDifferences } from './readResponse';
import { requestsOf, type CallOptions, type RecordReference } from './requests';
import { sendRead } from './send';

/**
 * A path takes an external ID only where nothing else fits it: "1" is record number 1. So a record that
 * a person names by external ID is looked up before it is changed or archived, and the found record
 * is compared with what was asked for.
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
 * @returns a failure of the kind `notFound` too where the service shows another record
 */
export async function findRecord(
	service: Service,
	resource: Resource,
	reference: RecordReference,
	options: CallOptions,
): Promise<Result<FoundRecord>> {
	const lookup = requestsOf(resource).get(reference, options);
	// What the record looks like does not matter here.
	const expected = { shape: resource.record };
	const found = await sendRead(service, lookup, expected, new ResponseDifferences());
	if (!found.ok) return found;
	const checked = checkIdentity(resource, reference, found.value, 'returned');
	return checked.ok ? succeed({ lookup, record: checked.value }) : checked;
}

/** Whether a record that was found by external ID certainly is the one: it says so, or the look-up does. */
export const isCertain = ({ identifiers }: Resource, record: IDataObject): boolean =>
	shownExternalId(identifiers, record) !== undefined ||
	identifiers.externalQuery?.includes('get') === true;

/**
 * The reference by which a record is changed or archived. By external ID the record is looked up: where
 * it shows that external ID, its own ID is certain. Where it shows none, the call's own query decides,
 * if it has one.
 *
 * @param call the call that is going to be made
 * @param known the record, where it was looked up before
 */
export async function locate(
	service: Service,
	resource: Resource,
	reference: RecordReference,
	call: 'update' | 'delete',
	options: CallOptions,
	known?: FoundRecord,
): Promise<Result<RecordReference>> {
	const { identifiers, label } = resource;
	if (reference.by !== 'externalId') return succeed(reference);
	const found = known ? succeed(known) : await findRecord(service, resource, reference, options);
	if (!found.ok) return found;
	const { lookup, record } = found.value;
	const isShown = shownExternalId(identifiers, record) !== undefined;
	if (!isShown && identifiers.externalQuery?.includes(call)) return succeed(reference);
	const id = shownId(identifiers, record);
	if (id !== undefined) return succeed({ by: 'id', value: String(id) });
	if (identifiers.externalQuery?.includes(call)) return succeed(reference);
	const response = { status: 200, headers: {}, body: record };
	return unexpectedResponse(lookup, `a ${label.toLowerCase()} without an ID`, response);
}

/**
 * The request that updates a record. By external ID, an object that upserts is written by its key, as the
 * specification has it (Object support matrix), once it is known to exist. A body that changes the
 * external ID cannot be keyed by it.
 *
 * @param known the record, where it was looked up before
 */
export async function updateRequest(
	service: Service,
	resource: Resource,
	reference: RecordReference,
	body: IDataObject,
	options: CallOptions,
	known?: FoundRecord,
): Promise<Result<ServiceRequest>> {
	const requests = requestsOf(resource);
	const { identifiers, operations } = resource;
	const { external } = identifiers;
	const located = await locate(service, resource, reference, 'update', options, known);
	if (!located.ok) return located;
	const renames = external && external in body && body[external] !== reference.value;
	if (reference.by === 'externalId' && external && operations.includes('upsert') && !renames) {
		const keyed = requests.create({ ...body, [external]: reference.value }, options);
		return succeed({ ...keyed, purpose: requests.update(reference, body, options).purpose });
	}
	return succeed(requests.update(located.value, body, options));
}
