import type { IDataObject } from 'n8n-workflow';

import { matchResults } from '../../execution';
import {
	fail,
	failureOf,
	resultLists,
	settle,
	succeed,
	unexpectedResponse,
	unwrap,
	type Failure,
	type ServiceRequest,
} from '../../http';
import { envelopeShape, writtenShapes } from '../definition/outputs';
import { nounsOf, readBulkResponse } from './bulk/bulkResponse';
import { compareWithRecord } from './compare';
import { below, itemOfResult, together } from './envelope';
import {
	checkIdentity,
	explainReference,
	externalIdIn,
	isArchived,
	knownFrom,
	referenceIn,
	shownId,
	withIdentity,
} from './identity';
import { findRecord, type FoundRecord } from './identityProof';
import { noteWritten, readWritten, sendWrite } from './readResponse';
import { findCreated, reconciled, type CreateOutcome } from './reconcileCreate';
import { requestsOf, type CallOptions, type RecordReference } from './requests';
import type { RecordContext } from './context';

/**
 * Writes of one record. A record that a person names by external ID is looked up before it is changed or archived, and
 * then addressed by its own ID. Where it is open whether a write was done, the record is looked up afterwards.
 */

/** Whether it may have happened, and nothing says so. */
const isLost = ({ kind, mayHaveHappened }: Failure) =>
	mayHaveHappened === true && kind !== 'refused' && kind !== 'storedWithProblems';

/**
 * Creates a record, or upserts it. A create that may have happened, and that must not be sent again, is looked up.
 *
 * @param findOutcome looks up the outcome of a create that was sent at this time, milliseconds since 1970
 * @throws Failure
 */
export async function createRecord(
	execution: RecordContext,
	item: number,
	body: IDataObject,
	options: CallOptions,
	findOutcome = async (since: number): Promise<CreateOutcome | undefined> =>
		await findCreated(execution, body, options, since),
): Promise<IDataObject> {
	const { resource, hints, tries } = execution;
	const request = requestsOf(resource).create(body, options);
	const reference = referenceIn(resource, body);
	// What may have happened in an earlier try is looked up, not sent.
	const earlier = tries.unknown.get(item);
	const since = earlier ? tries.since : Date.now();
	const sent = earlier ? fail(earlier) : await settle(write(execution, request, body));
	if (!request.idempotent) tries.note(item, sent);
	let written: IDataObject;
	if (sent.ok) {
		written = sent.value;
	} else if (request.idempotent && reference) {
		written = await confirmUpdate(execution, sent.failure, reference, body, options);
	} else {
		if (request.idempotent || !isLost(sent.failure)) throw sent.failure;
		written = reconciled(sent.failure, await findOutcome(since));
		tries.note(item, succeed(written));
	}
	const checked = reference ? checkIdentity(resource, reference, written, 'created') : written;
	const record = withIdentity(resource.identifiers, checked, reference && knownFrom(reference));
	const { id, job_id: job } = together(record);
	// Whoever goes on with the record needs it.
	if (id === undefined && job === undefined) {
		hints.differences.add(resource.identifiers.envelope, 'missing');
	}
	return record;
}

/**
 * Changes a record.
 *
 * @param found the record, where it was looked up before
 * @throws Failure
 */
export async function updateRecord(
	execution: RecordContext,
	reference: RecordReference,
	body: IDataObject,
	options: CallOptions,
	found?: FoundRecord,
): Promise<IDataObject> {
	const { resource } = execution;
	// A body that carries an external ID may change it.
	const externalId = externalIdIn(resource, body);
	const changed =
		reference.by === 'externalId' && externalId !== undefined
			? { ...reference, value: externalId }
			: reference;
	try {
		const request = await updateRequest(execution, reference, body, options, found);
		const sent = await settle(write(execution, request, body));
		const written = sent.ok
			? sent.value
			: await confirmUpdate(execution, sent.failure, changed, body, options);
		const checked = checkIdentity(resource, changed, written, 'changed');
		const known = { ...knownFrom(changed), ...(externalId === undefined ? {} : { externalId }) };
		return withIdentity(resource.identifiers, checked, known);
	} catch (error) {
		throw explainReference(resource, reference, failureOf(error));
	}
}

/**
 * Archives a record.
 *
 * @throws Failure
 */
export async function archiveRecord(
	execution: RecordContext,
	item: number,
	reference: RecordReference,
	options: CallOptions,
): Promise<IDataObject> {
	const { service, resource, hints, tries } = execution;
	const mayBeArchived = tries.unknown.has(item);
	let archived: IDataObject = {};
	try {
		const located = await locate(execution, reference, options);
		const request = requestsOf(resource).delete(located, options);
		const expected = { shapes: [envelopeShape(resource)], differences: hints.differences };
		const sent = await settle(sendWrite(service, request, expected));
		// Sent again, it would not find the record that it has archived.
		tries.note(item, sent);
		const written = sent.ok
			? sent.value
			: await confirmArchived(execution, sent.failure, located, options);
		archived = checkIdentity(resource, reference, written, 'archived');
	} catch (error) {
		const failure = failureOf(error);
		// An earlier attempt of this request archived the record; its response did not arrive.
		const isDone = failure.kind === 'notFound' && (mayBeArchived || failure.mayHaveHappened);
		if (!isDone) throw explainReference(resource, reference, failure);
	}
	return { ...withIdentity(resource.identifiers, archived, knownFrom(reference)), deleted: true };
}

/**
 * Sends a create or update. The response to an order may be any object (specification:
 * Write envelope), or a list of results as for many orders, here with one (observed).
 */
async function write(
	{ service, resource, hints: { differences } }: RecordContext,
	request: ServiceRequest,
	body: IDataObject,
): Promise<IDataObject> {
	const expected = { shapes: writtenShapes(resource), differences };
	const response = await service.send(request);
	const written = readWritten(request, response);
	if (resource.writeResponse !== 'results') {
		if (response.status !== 204) noteWritten(written, expected);
		return written;
	}
	const whole = Object.entries(together(written));
	const rest = Object.fromEntries(whole.filter(([, value]) => !Array.isArray(value)));
	const listed = readBulkResponse(request, response);
	if (resultLists(response.body, request.asks).length === 0 && listed.jobId === undefined) {
		noteWritten(rest, expected);
		return written;
	}
	// An update by ID may carry no external ID; then the only result is its own.
	const [only, ...others] = listed.results;
	const shown = others.length === 0 ? String(only?.external_id ?? '') : '';
	const one = { externalId: externalIdIn(resource, body) ?? shown, record: body, items: [0] };
	const [result] = matchResults([one], listed, nounsOf(resource));
	const order = { ...rest, ...unwrap(result) };
	noteWritten(order, expected);
	return itemOfResult(order);
}

/**
 * The reference by which a record is changed or archived: its own ID. By external ID it is looked up.
 *
 * @param found the record, where it was looked up before
 */
async function locate(
	execution: RecordContext,
	reference: RecordReference,
	options: CallOptions,
	found?: FoundRecord,
): Promise<RecordReference> {
	if (reference.by !== 'externalId') return reference;
	const { identifiers, label } = execution.resource;
	const { lookup, record } = found ?? (await findRecord(execution, reference, options));
	const id = shownId(identifiers, record);
	if (id !== undefined) return { by: 'id', value: String(id) };
	const response = { status: 200, headers: {}, body: record };
	throw unexpectedResponse(lookup, `a ${label.toLowerCase()} without an ID`, response);
}

/**
 * The request that updates a record. By external ID, an object that upserts is written by its key, as the
 * specification has it (Object support matrix), once it is known to exist. A body that changes the
 * external ID cannot be keyed by it.
 */
async function updateRequest(
	execution: RecordContext,
	reference: RecordReference,
	body: IDataObject,
	options: CallOptions,
	found?: FoundRecord,
): Promise<ServiceRequest> {
	const requests = requestsOf(execution.resource);
	const { identifiers, operations } = execution.resource;
	const { external } = identifiers;
	const located = await locate(execution, reference, options, found);
	const renames = external && external in body && body[external] !== reference.value;
	if (reference.by === 'externalId' && external && operations.includes('upsert') && !renames) {
		const keyed = requests.create({ ...body, [external]: reference.value }, options);
		return { ...keyed, purpose: requests.update(reference, body, options).purpose };
	}
	return requests.update(located, body, options);
}

/** Whether a response came that left open whether the write was done. */
const isUndecided = ({ kind, status = 0, mayHaveHappened }: Failure): boolean =>
	mayHaveHappened === true &&
	(kind === 'unknownOutcome' || kind === 'unexpectedResponse') &&
	status >= 200 &&
	status < 300;

const NOTE =
	'The response did not say whether it was done. A look-up shows that it is; it is unknown whether this request did it.';

/**
 * Looks up, once, whether an update whose response left it open was done: the record has the values. Sending it again
 * is safe, so that it is no more than counted where that is not certain.
 *
 * @returns what the response would have been
 * @throws the failure
 */
async function confirmUpdate(
	execution: RecordContext,
	failure: Failure,
	reference: RecordReference,
	body: IDataObject,
	options: CallOptions,
): Promise<IDataObject> {
	if (!isUndecided(failure)) throw failure;
	const { resource, hints } = execution;
	const found = await settle(findRecord(execution, reference, options));
	if (found.ok) {
		const { record } = found.value;
		const { externalId } = knownFrom(reference);
		const { changed } = compareWithRecord(resource, body, record, externalId);
		const id = shownId(resource.identifiers, record);
		if (changed.length === 0) return below(id === undefined ? {} : { id }, { note: NOTE });
	}
	hints.undecided();
	throw failure;
}

/**
 * Looks up, once, whether a record was archived where the response left it open: the service says that it is not found,
 * which another record in its place does not, or it shows that it is archived.
 *
 * @returns what the response would have been
 * @throws the failure
 */
async function confirmArchived(
	execution: RecordContext,
	failure: Failure,
	reference: RecordReference,
	options: CallOptions,
): Promise<IDataObject> {
	if (!isUndecided(failure)) throw failure;
	const found = await settle(findRecord(execution, reference, options));
	const isDone = found.ok
		? isArchived(found.value.record.status ?? found.value.record.usage_status) ||
			found.value.record.archived === true
		: found.failure.kind === 'notFound' && found.failure.status !== undefined;
	if (isDone) return below({}, { note: NOTE });
	execution.hints.undecided();
	throw failure;
}
