import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { createKeyedOrder, matchResults, type ItemWork } from '../../execution';
import { badInput, fail, succeed, type Result, type ServiceRequest } from '../../http';
import { withAdditionalQuery } from './input/additional';
import { readBulkResponse } from './bulk/bulkResponse';
import { noteWritten, readWritten } from './readResponse';
import { sendRead, sendWrite } from './send';
import type { Resource } from '../definition/resource';
import { envelopeShape, writtenShapes } from '../definition/writeResponses';
import { externalIdIn, locate, updateRequest } from './externalId';
import { extraReadAction } from './extraRead';
import { getChangesAction } from './lists/getChanges';
import { getManyAction } from './lists/getMany';
import {
	checkIdentity,
	explainReference,
	knownFrom,
	shownExternalId,
	withIdentity,
} from './identity';
import { callOptionsReader, itemBodyReader, readRecordId } from './input/itemInput';
import { findCreated, reconciled } from './reconcileCreate';
import { readOutputChoice } from './outputChoice';
import { requestsOf, type CallOptions, type RecordReference } from './requests';
import type { RecordContext } from './context';

/**
 * Prepares an operation once for all items of an execution. For each item it reads the parameters,
 * sends the request and checks the response.
 */
export function prepare(execution: RecordContext, operation: string): ItemWork {
	const { resource } = execution;
	const extra = resource.extraReads?.find((read) => read.operation === operation);
	if (extra) return extraReadAction(execution, extra);
	switch (operation) {
		case 'create':
		case 'upsert':
			return createAction(execution, operation);
		case 'get':
			return getAction(execution);
		case 'getAll':
			return getManyAction(execution);
		case 'getChanges':
			return getChangesAction(execution);
		case 'update':
			return updateAction(execution);
		case 'delete':
			return deleteAction(execution);
		default:
			return async () =>
				badInput(
					'operation',
					`${resource.label} has no operation ${JSON.stringify(operation)}`,
					`Use one of ${resource.operations.join(', ')}.`,
				);
	}
}

function createAction(execution: RecordContext, operation: 'create' | 'upsert'): ItemWork {
	const { context, service, resource, hints } = execution;
	const requests = requestsOf(resource);
	const readWriteOptions = writeOptionsReader(context, resource);
	const readBody = itemBodyReader(execution, operation);
	const inOrder = createKeyedOrder();
	return async (item) => {
		const options = readWriteOptions(item);
		if (!options.ok) return options;
		const body = await readBody(item);
		if (!body.ok) return body;
		const request = requests.create(body.value, options.value);
		const externalId = externalIdIn(resource, body.value);
		const made = (written: IDataObject): Result<IDataObject[]> => {
			const asked = { by: 'externalId', value: externalId ?? '' } as const;
			const checked =
				externalId === undefined
					? succeed(written)
					: checkIdentity(resource, asked, written, 'created');
			if (!checked.ok) return checked;
			const record = withIdentity(resource.identifiers, checked.value, { externalId });
			const { id, job_id: job } = record;
			// Whoever goes on with the record needs it.
			if (id === undefined && job === undefined) {
				hints.differences.add(resource.identifiers.envelope, 'missing');
			}
			return succeed([record]);
		};
		return await inOrder(externalId, async () => {
			const since = Date.now();
			const sent = await write(execution, request, body.value);
			if (sent.ok) return made(sent.value);
			// A create that may have happened and must not be sent again.
			if (!sent.failure.mayHaveHappened || request.idempotent) return sent;
			const found = await findCreated(service, resource, body.value, options.value, since);
			const result = reconciled(sent.failure, found);
			return result.ok ? made(result.value) : result;
		});
	};
}

function updateAction(execution: RecordContext): ItemWork {
	const { context, service, resource } = execution;
	const readWriteOptions = writeOptionsReader(context, resource);
	const readBody = itemBodyReader(execution, 'update');
	const inOrder = createKeyedOrder();
	return async (item) => {
		const options = readWriteOptions(item);
		if (!options.ok) return options;
		const reference = readRecordId(context, resource.label, item);
		if (!reference.ok) return reference;
		const body = await readBody(item, keyFrom(resource, reference.value));
		if (!body.ok) return body;
		const { value: asked } = reference;
		const explained = explainer(resource, asked);
		return await inOrder(asked.value, async () => {
			const request = await updateRequest(service, resource, asked, body.value, options.value);
			if (!request.ok) return explained(request);
			const sent = await write(execution, request.value, body.value);
			if (!sent.ok) return explained(sent);
			// A body that carries an external ID may change it.
			const externalId = externalIdIn(resource, body.value);
			const wanted =
				asked.by === 'externalId' && externalId !== undefined
					? { ...asked, value: externalId }
					: asked;
			const checked = checkIdentity(resource, wanted, sent.value, 'changed');
			const known = { ...knownFrom(wanted), ...(externalId === undefined ? {} : { externalId }) };
			return checked.ok
				? succeed([withIdentity(resource.identifiers, checked.value, known)])
				: checked;
		});
	};
}

/** The external ID for a body that has to carry it, as a person named the record by it. */
function keyFrom({ fields, identifiers }: Resource, { by, value }: RecordReference) {
	const key = fields.find(({ name }) => name === identifiers.external);
	return by === 'externalId' && key?.required ? { [key.name]: value } : undefined;
}

/** Adds to a failure what is probably wrong with the reference. */
const explainer =
	(resource: Resource, reference: RecordReference) =>
	<T>(result: Result<T>): Result<T> =>
		result.ok ? result : fail(explainReference(resource, reference, result.failure));

function deleteAction({ context, service, resource, hints }: RecordContext): ItemWork {
	const expected = { shapes: [envelopeShape(resource)], differences: hints.differences };
	const requests = requestsOf(resource);
	const readWriteOptions = writeOptionsReader(context, resource);
	const inOrder = createKeyedOrder();
	return async (item) => {
		const options = readWriteOptions(item);
		if (!options.ok) return options;
		const reference = readRecordId(context, resource.label, item);
		if (!reference.ok) return reference;
		const { value: asked } = reference;
		const explained = explainer(resource, asked);
		const known = knownFrom(asked);
		return await inOrder(asked.value, async () => {
			const located = await locate(service, resource, asked, 'delete', options.value);
			if (!located.ok) return explained(located);
			const request = requests.delete(located.value, options.value);
			const sent = await sendWrite(service, request, expected);
			const archived = (shown: IDataObject) =>
				succeed([{ ...withIdentity(resource.identifiers, shown, known), deleted: true }]);
			if (sent.ok) {
				const checked = checkIdentity(resource, asked, sent.value, 'archived');
				return checked.ok ? archived(checked.value) : checked;
			}
			// An earlier attempt of this request archived the record; its response did not arrive.
			if (sent.failure.kind === 'notFound' && sent.failure.mayHaveHappened) {
				const key = asked.by === 'externalId' ? 'external_id' : resource.identifiers.envelope;
				return archived({ [key]: asked.value });
			}
			return explained(sent);
		});
	};
}

function getAction({ context, service, resource, hints }: RecordContext): ItemWork {
	const requests = requestsOf(resource);
	const readCallOptions = callOptionsReader(context, resource);
	return async (item) => {
		const options = readCallOptions(item);
		if (!options.ok) return options;
		const reference = readRecordId(context, resource.label, item);
		if (!reference.ok) return reference;
		const request = withAdditionalQuery(
			requests.get(reference.value, options.value),
			options.value.query,
		);
		if (!request.ok) return request;
		const expected = { shape: resource.record, specified: resource.specified?.get };
		const sent = await sendRead(service, request.value, expected, hints.differences);
		const { value: asked } = reference;
		if (!sent.ok) return explainer(resource, asked)(sent);
		const checked = checkIdentity(resource, asked, sent.value, 'returned');
		return checked.ok
			? succeed([readOutputChoice(context, resource, item)(checked.value, knownFrom(asked))])
			: checked;
	};
}

/** Prepares the reading of the call options of a write, which objects that are read-only refuse. */
function writeOptionsReader(context: IExecuteFunctions, resource: Resource) {
	const readCallOptions = callOptionsReader(context, resource);
	return (item: number): Result<CallOptions> => {
		const options = readCallOptions(item);
		if (!options.ok) return options;
		return refuseReadOnly(resource, options.value.pathParameter) ?? options;
	};
}

function refuseReadOnly({ pathParameter, plural }: Resource, chosen?: string) {
	const option = pathParameter?.options.find(({ value }) => value === chosen);
	if (!pathParameter || !option?.readOnly) return undefined;
	return badInput(
		pathParameter.name,
		`${plural} of ${option.name} are read-only`,
		'Choose another object; the service offers no writes for this one.',
	);
}

/**
 * Sends a create or update. The response to an order may be any object (specification:
 * Write envelope), or a list of results as for many orders, here with one (observed).
 */
async function write(
	{ service, resource, hints: { differences } }: RecordContext,
	request: ServiceRequest,
	body: IDataObject,
): Promise<Result<IDataObject>> {
	const expected = { shapes: writtenShapes(resource), differences };
	if (resource.writeResponse !== 'results') return await sendWrite(service, request, expected);
	const sent = await service.send(request);
	if (!sent.ok) return sent;
	const written = readWritten(request, sent.value);
	if (!written.ok) return written;
	const { results, ...rest } = written.value;
	const externalId = externalIdIn(resource, body) ?? '';
	const shown = shownExternalId(resource.identifiers, rest);
	if (!results && rest.ok !== false && shown === externalId) {
		noteWritten(rest, expected);
		return succeed(rest);
	}
	const read = readBulkResponse(request, sent.value);
	if (!read.ok) return read;
	const one = { externalId, record: body, items: [0] };
	const nouns = {
		singular: resource.label.toLowerCase(),
		plural: resource.plural.toLowerCase(),
	};
	const [result] = matchResults([one], read.value, nouns);
	if (!result.ok) return result;
	const order = { ...rest, ...result.value };
	noteWritten(order, expected);
	return succeed(order);
}
