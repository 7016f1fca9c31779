import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { createKeyedOrder, type ItemWork } from '../../execution';
import { badInput, settle } from '../../http';
import { withAdditionalQuery } from './input/additional';
import { confirmArchived, isUndecided } from './confirm';
import { recordCreator } from './create';
import { sendRead, sendWrite } from './send';
import type { Resource } from '../definition/resource';
import { envelopeShape } from '../definition/writeResponses';
import { externalIdIn, locate } from './externalId';
import { extraReadAction } from './extraRead';
import { findOrCreateAction } from './findOrCreate';
import { getChangesAction } from './lists/getChanges';
import { getManyAction } from './lists/getMany';
import { checkIdentity, explained, explainReference, knownFrom, withIdentity } from './identity';
import { identify } from './identityProof';
import { callOptionsReader, itemBodyReader, readRecordId } from './input/itemInput';
import { differenceOptionReader, findDifference, withDifference } from './onlyIfDifferent';
import { checkOutputChoice, readOutputChoice } from './outputChoice';
import { requestsOf, type CallOptions, type RecordReference } from './requests';
import type { RecordContext } from './context';
import { recordUpdater, updateDifferent } from './update';

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
			return withOutputChoice(execution, getAction(execution));
		case 'getAll':
			return withOutputChoice(execution, getManyAction(execution));
		case 'findOrCreate':
			return withOutputChoice(execution, findOrCreateAction(execution));
		case 'getChanges':
			return withOutputChoice(execution, getChangesAction(execution));
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

/** Work of which an item chooses what comes out; the choice is checked before anything is sent. */
function withOutputChoice({ context, resource, hints }: RecordContext, work: ItemWork): ItemWork {
	return async (item, stop) => {
		hints.note(checkOutputChoice(context, resource, item));
		return await work(item, stop);
	};
}

function createAction(execution: RecordContext, operation: 'create' | 'upsert'): ItemWork {
	const { context, resource } = execution;
	const readWriteOptions = writeOptionsReader(context, resource);
	const readBody = itemBodyReader(execution, operation);
	const readOnlyIfDifferent = differenceOptionReader(execution);
	const inOrder = createKeyedOrder();
	const create = recordCreator(execution);
	return async (item) => {
		const options = readWriteOptions(item);
		const body = await readBody(item);
		const compares = operation === 'upsert' ? readOnlyIfDifferent(item) : false;
		const externalId = externalIdIn(resource, body);
		return await inOrder(externalId, async () => {
			if (!compares || externalId === undefined) {
				return [await create(item, body, options)];
			}
			const asked = { by: 'externalId', value: externalId } as const;
			const compared = findDifference(execution, asked, body, options, { isUpsert: true });
			const { unchanged, fields } = await compared;
			if (unchanged) return [unchanged];
			const created = await create(item, body, options);
			return [withDifference(created, fields, true)];
		});
	};
}

function updateAction(execution: RecordContext): ItemWork {
	const { context, resource } = execution;
	const readWriteOptions = writeOptionsReader(context, resource);
	const readBody = itemBodyReader(execution, 'update');
	const readOnlyIfDifferent = differenceOptionReader(execution);
	const inOrder = createKeyedOrder();
	const update = recordUpdater(execution);
	return async (item) => {
		const options = readWriteOptions(item);
		const asked = readRecordId(context, resource.label, item);
		const body = await readBody(item, keyFrom(resource, asked));
		const compares = readOnlyIfDifferent(item);
		return await inOrder(asked.value, async () => {
			if (!compares) return [await update(asked, body, options)];
			const difference = await explained(
				resource,
				asked,
				findDifference(execution, asked, body, options),
			);
			return [await updateDifferent(update, difference, asked, body, options)];
		});
	};
}

/** The external ID for a body that has to carry it, as a person named the record by it. */
function keyFrom({ fields, identifiers }: Resource, { by, value }: RecordReference) {
	const key = fields.find(({ name }) => name === identifiers.external);
	return by === 'externalId' && key?.required ? { [key.name]: value } : undefined;
}

function deleteAction(execution: RecordContext): ItemWork {
	const { context, service, resource, hints, tries } = execution;
	const expected = { shapes: [envelopeShape(resource)], differences: hints.differences };
	const requests = requestsOf(resource);
	const readWriteOptions = writeOptionsReader(context, resource);
	const inOrder = createKeyedOrder();
	return async (item) => {
		const options = readWriteOptions(item);
		const asked = readRecordId(context, resource.label, item);
		const known = knownFrom(asked);
		return await inOrder(asked.value, async () => {
			const located = await settle(locate(execution, asked, options));
			const archived = (shown: IDataObject) => [
				{ ...withIdentity(resource.identifiers, shown, known), deleted: true },
			];
			const mayBeArchived = tries.unknown.has(item);
			if (!located.ok) {
				const { failure } = located;
				if (mayBeArchived && failure.kind === 'notFound') return archived({});
				throw explainReference(resource, asked, failure);
			}
			const request = requests.delete(located.value, options);
			const response = await settle(sendWrite(service, request, expected));
			// Sent again, it would not find the record that it has archived.
			tries.note(item, response);
			const sent =
				!response.ok && isUndecided(response.failure)
					? await settle(confirmArchived(execution, response.failure, located.value, options))
					: response;
			if (sent.ok) return archived(checkIdentity(resource, asked, sent.value, 'archived'));
			// An earlier attempt of this request archived the record; its response did not arrive.
			const mayHave = mayBeArchived || sent.failure.mayHaveHappened;
			if (sent.failure.kind === 'notFound' && mayHave) return archived({});
			throw explainReference(resource, asked, sent.failure);
		});
	};
}

function getAction(execution: RecordContext): ItemWork {
	const { context, service, resource, hints } = execution;
	const requests = requestsOf(resource);
	const readCallOptions = callOptionsReader(context, resource);
	return async (item) => {
		const options = readCallOptions(item);
		const asked = readRecordId(context, resource.label, item);
		const request = withAdditionalQuery(requests.get(asked, options), options.query);
		const expected = { shape: resource.record, specified: resource.specified?.get };
		const reading = sendRead(service, request, expected, hints.differences);
		const found = await explained(resource, asked, reading);
		const meant = await identify(execution, asked, found, options);
		return [readOutputChoice(context, resource, item)(meant, knownFrom(asked))];
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
