import type { IExecuteFunctions } from 'n8n-workflow';

import { createKeyedOrder, type ItemWork } from '../../execution';
import { badInput } from '../../http';
import { withAdditionalQuery } from './input/additional';
import type { Resource } from '../definition/resource';
import { extraReadAction } from './extraRead';
import { findOrCreateAction } from './findOrCreate';
import { getChangesAction } from './lists/getChanges';
import { getManyAction } from './lists/getMany';
import { explained, knownFrom, referenceIn } from './identity';
import { identify } from './identityProof';
import { callOptionsReader, itemBodyReader, readRecordId } from './input/itemInput';
import { differenceOptionReader, findDifference, withDifference } from './onlyIfDifferent';
import { checkOutputChoice, readOutputChoice } from './outputChoice';
import { sendRead } from './readResponse';
import { archiveRecord, createRecord, updateRecord } from './records';
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
		case 'findOrCreate':
			return findOrCreateAction(execution);
		case 'getChanges':
			return getChangesAction(execution);
		case 'update':
			return updateAction(execution);
		case 'delete':
			return deleteAction(execution);
		default:
			throw badInput(
				'operation',
				`${resource.label} has no operation ${JSON.stringify(operation)}`,
				`Use one of ${resource.operations.join(', ')}.`,
			);
	}
}

function createAction(execution: RecordContext, operation: 'create' | 'upsert'): ItemWork {
	const { context, resource } = execution;
	const readWriteOptions = writeOptionsReader(context, resource);
	const readBody = itemBodyReader(execution, operation);
	const readOnlyIfDifferent = differenceOptionReader(execution);
	const inOrder = createKeyedOrder();
	return async (item) => {
		const options = readWriteOptions(item);
		const body = await readBody(item);
		const compares = operation === 'upsert' ? readOnlyIfDifferent(item) : false;
		const reference = referenceIn(resource, body);
		return await inOrder(reference?.value, async () => {
			if (!compares || !reference) return [await createRecord(execution, item, body, options)];
			const isUpsert = true;
			const { unchanged, fields } = await findDifference(execution, reference, body, options, {
				isUpsert,
			});
			if (unchanged) return [unchanged];
			const created = await createRecord(execution, item, body, options);
			return [withDifference(created, fields)];
		});
	};
}

function updateAction(execution: RecordContext): ItemWork {
	const { context, resource } = execution;
	const readWriteOptions = writeOptionsReader(context, resource);
	const readBody = itemBodyReader(execution, 'update');
	const readOnlyIfDifferent = differenceOptionReader(execution);
	const inOrder = createKeyedOrder();
	return async (item) => {
		const options = readWriteOptions(item);
		const reference = readRecordId(context, resource.label, item);
		const body = await readBody(item, keyFrom(resource, reference));
		const compares = readOnlyIfDifferent(item);
		return await inOrder(reference.value, async () => {
			if (!compares) return [await updateRecord(execution, reference, body, options)];
			const comparing = findDifference(execution, reference, body, options);
			const { unchanged, fields, found } = await explained(resource, reference, comparing);
			if (unchanged) return [unchanged];
			const updated = await updateRecord(execution, reference, body, options, found);
			return [withDifference(updated, fields)];
		});
	};
}

/** The external ID for a body that has to carry it, as a person named the record by it. */
function keyFrom({ fields, identifiers }: Resource, { by, value }: RecordReference) {
	const key = fields.find(({ name }) => name === identifiers.external);
	return by === 'externalId' && key?.required ? { [key.name]: value } : undefined;
}

function deleteAction(execution: RecordContext): ItemWork {
	const { context, resource } = execution;
	const readWriteOptions = writeOptionsReader(context, resource);
	const inOrder = createKeyedOrder();
	return async (item) => {
		const options = readWriteOptions(item);
		const reference = readRecordId(context, resource.label, item);
		return await inOrder(reference.value, async () => [
			await archiveRecord(execution, item, reference, options),
		]);
	};
}

function getAction(execution: RecordContext): ItemWork {
	const { context, service, resource, hints } = execution;
	const requests = requestsOf(resource);
	const readCallOptions = callOptionsReader(context, resource);
	return async (item) => {
		hints.note(checkOutputChoice(context, resource, item));
		const options = readCallOptions(item);
		const reference = readRecordId(context, resource.label, item);
		const request = withAdditionalQuery(requests.get(reference, options), options.query);
		const expected = { shape: resource.record, specified: resource.specified?.get };
		const reading = sendRead(service, request, expected, hints.differences);
		const found = await explained(resource, reference, reading);
		const record = await identify(execution, reference, found, options);
		return [readOutputChoice(context, resource, item)(record, knownFrom(reference))];
	};
}

/** Prepares the reading of the call options of a write, which objects that are read-only refuse. */
function writeOptionsReader(context: IExecuteFunctions, resource: Resource) {
	const readCallOptions = callOptionsReader(context, resource);
	return (item: number): CallOptions => {
		const options = readCallOptions(item);
		refuseReadOnly(resource, options.pathParameter);
		return options;
	};
}

function refuseReadOnly({ pathParameter, plural }: Resource, chosen?: string) {
	const option = pathParameter?.options.find(({ value }) => value === chosen);
	if (!pathParameter || !option?.readOnly) return;
	throw badInput(
		pathParameter.name,
		`${plural} of ${option.name} are read-only`,
		'Choose another object; the service offers no writes for this one.',
	);
}
