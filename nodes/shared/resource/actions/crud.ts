import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { matchResults, type ItemWork } from '../../execution';
import { badInput, succeed, type Result, type Service, type ServiceRequest } from '../../http';
import { readBulkResponse } from './bulkResponse';
import { readWritten, sendChecked, sendWrite } from './send';
import type { Resource } from '../definition/resource';
import { checkExternalId, externalIdIn, updateRequest } from './externalId';
import { extraReadAction } from './extraRead';
import { getManyAction } from './getMany';
import { callOptionsReader, fieldsReader, readRecordId } from './input';
import { reconcileCreate } from './reconcileCreate';
import { readOutputChoice } from './outputChoice';
import { requestsOf, type CallOptions } from './requests';
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
	const { context, service, resource } = execution;
	const requests = requestsOf(resource);
	const readWriteOptions = writeOptionsReader(context, resource);
	const readFields = fieldsReader(execution, operation);
	return async (item) => {
		const options = readWriteOptions(item);
		if (!options.ok) return options;
		const body = readFields(item);
		if (!body.ok) return body;
		const since = Date.now();
		const request = requests.create(body.value, options.value);
		const sent = await write(service, resource, request, body.value);
		if (sent.ok) return succeed([sent.value]);
		if (sent.failure.kind !== 'unknownOutcome') return sent;
		const found = await reconcileCreate(
			service,
			resource,
			body.value,
			options.value,
			sent.failure,
			since,
		);
		return found.ok ? succeed([found.value]) : found;
	};
}

function updateAction(execution: RecordContext): ItemWork {
	const { context, service, resource } = execution;
	const readWriteOptions = writeOptionsReader(context, resource);
	const readFields = fieldsReader(execution, 'update');
	return async (item) => {
		const options = readWriteOptions(item);
		if (!options.ok) return options;
		const reference = readRecordId(context, resource.label, item);
		if (!reference.ok) return reference;
		const body = readFields(item);
		if (!body.ok) return body;
		const request = await updateRequest(
			service,
			resource,
			reference.value,
			body.value,
			options.value,
		);
		if (!request.ok) return request;
		const sent = await write(service, resource, request.value, body.value);
		if (!sent.ok) return sent;
		// A body that carries an external ID may change it.
		const value = externalIdIn(resource, body.value) ?? reference.value.value;
		const wanted = { by: reference.value.by, value };
		const checked = checkExternalId(resource, wanted, sent.value, 'changed');
		return checked.ok ? succeed([checked.value]) : checked;
	};
}

function deleteAction({ context, service, resource }: RecordContext): ItemWork {
	const requests = requestsOf(resource);
	const readWriteOptions = writeOptionsReader(context, resource);
	return async (item) => {
		const options = readWriteOptions(item);
		if (!options.ok) return options;
		const reference = readRecordId(context, resource.label, item);
		if (!reference.ok) return reference;
		const request = requests.delete(reference.value, options.value);
		const sent = await sendWrite(service, request);
		if (sent.ok) {
			const checked = checkExternalId(resource, reference.value, sent.value, 'archived');
			return checked.ok ? succeed([{ ...checked.value, deleted: true }]) : checked;
		}
		// An earlier attempt of this request archived the record; its response did not arrive.
		if (sent.failure.kind === 'notFound' && sent.failure.mayHaveHappened) {
			const key =
				reference.value.by === 'externalId' ? 'external_id' : resource.identifiers.envelope;
			return succeed([{ [key]: reference.value.value, deleted: true }]);
		}
		return sent;
	};
}

function getAction({ context, service, resource }: RecordContext): ItemWork {
	const requests = requestsOf(resource);
	const readCallOptions = callOptionsReader(context, resource);
	return async (item) => {
		const options = readCallOptions(item);
		if (!options.ok) return options;
		const reference = readRecordId(context, resource.label, item);
		if (!reference.ok) return reference;
		const request = requests.get(reference.value, options.value);
		const sent = await sendChecked(service, request, resource.record);
		if (!sent.ok) return sent;
		const checked = checkExternalId(resource, reference.value, sent.value, 'returned');
		return checked.ok
			? succeed([readOutputChoice(context, resource, item)(checked.value)])
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
	service: Service,
	resource: Resource,
	request: ServiceRequest,
	body: IDataObject,
): Promise<Result<IDataObject>> {
	if (resource.writeResponse !== 'results') return await sendWrite(service, request);
	const sent = await service.send(request);
	if (!sent.ok) return sent;
	const written = readWritten(request, sent.value);
	if (!written.ok) return written;
	const { results, ...rest } = written.value;
	const externalId = externalIdIn(resource, body) ?? '';
	if (!results && rest.ok !== false && String(rest.external_id) === externalId)
		return succeed(rest);
	const read = readBulkResponse(request, sent.value);
	if (!read.ok) return read;
	const one = { externalId, record: body, items: [0] };
	const nouns = {
		singular: resource.label.toLowerCase(),
		plural: resource.plural.toLowerCase(),
	};
	const [result] = matchResults([one], read.value, nouns);
	if (!result.ok) return result;
	return succeed({ ...rest, ...result.value });
}
