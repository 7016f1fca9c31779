import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { createKeyedOrder, type ItemWork } from '../../execution';
import { badInput, succeed, type Result } from '../../http';
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
import { checkIdentity, knownFrom, withIdentity } from './identity';
import { identify } from './identityProof';
import { callOptionsReader, itemBodyReader, readRecordId } from './input/itemInput';
import { differenceOptionReader, findDifference, withDifference } from './onlyIfDifferent';
import { checkOutputChoice, readOutputChoice } from './outputChoice';
import { requestsOf, type CallOptions, type RecordReference } from './requests';
import type { RecordContext } from './context';
import { explainer, recordUpdater, updateDifferent } from './update';

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
			return async () =>
				badInput(
					'operation',
					`${resource.label} has no operation ${JSON.stringify(operation)}`,
					`Use one of ${resource.operations.join(', ')}.`,
				);
	}
}

/** Work of which an item chooses what comes out; the choice is checked before anything is sent. */
function withOutputChoice({ context, resource, hints }: RecordContext, work: ItemWork): ItemWork {
	return async (item, stop) => {
		const notes = checkOutputChoice(context, resource, item);
		if (!notes.ok) return notes;
		hints.note(notes.value);
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
		if (!options.ok) return options;
		const body = await readBody(item);
		if (!body.ok) return body;
		const compares = operation === 'upsert' ? readOnlyIfDifferent(item) : succeed(false);
		if (!compares.ok) return compares;
		const externalId = externalIdIn(resource, body.value);
		return await inOrder(externalId, async () => {
			if (!compares.value || externalId === undefined) {
				return inList(await create(item, body.value, options.value));
			}
			const asked = { by: 'externalId', value: externalId } as const;
			const difference = await findDifference(execution, asked, body.value, options.value, {
				isUpsert: true,
			});
			if (!difference.ok) return difference;
			const { unchanged, fields } = difference.value;
			if (unchanged) return succeed([unchanged]);
			const created = await create(item, body.value, options.value);
			return created.ok ? succeed([withDifference(created.value, fields, true)]) : created;
		});
	};
}

const inList = <T>(result: Result<T>): Result<T[]> =>
	result.ok ? succeed([result.value]) : result;

function updateAction(execution: RecordContext): ItemWork {
	const { context, resource } = execution;
	const readWriteOptions = writeOptionsReader(context, resource);
	const readBody = itemBodyReader(execution, 'update');
	const readOnlyIfDifferent = differenceOptionReader(execution);
	const inOrder = createKeyedOrder();
	const update = recordUpdater(execution);
	return async (item) => {
		const options = readWriteOptions(item);
		if (!options.ok) return options;
		const reference = readRecordId(context, resource.label, item);
		if (!reference.ok) return reference;
		const { value: asked } = reference;
		const body = await readBody(item, keyFrom(resource, asked));
		if (!body.ok) return body;
		const compares = readOnlyIfDifferent(item);
		if (!compares.ok) return compares;
		return await inOrder(asked.value, async () => {
			if (!compares.value) return inList(await update(asked, body.value, options.value));
			const difference = await findDifference(execution, asked, body.value, options.value);
			if (!difference.ok) return explainer(resource, asked)(difference);
			return inList(
				await updateDifferent(update, difference.value, asked, body.value, options.value),
			);
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
		if (!options.ok) return options;
		const reference = readRecordId(context, resource.label, item);
		if (!reference.ok) return reference;
		const { value: asked } = reference;
		const explained = explainer(resource, asked);
		const known = knownFrom(asked);
		return await inOrder(asked.value, async () => {
			const located = await locate(execution, asked, options.value);
			const archived = (shown: IDataObject) =>
				succeed([{ ...withIdentity(resource.identifiers, shown, known), deleted: true }]);
			const mayBeArchived = tries.unknown.has(item);
			if (!located.ok) {
				const isGone = mayBeArchived && located.failure.kind === 'notFound';
				return isGone ? archived({}) : explained(located);
			}
			const request = requests.delete(located.value, options.value);
			const response = await sendWrite(service, request, expected);
			// Sent again, it would not find the record that it has archived.
			tries.note(item, response);
			const sent =
				!response.ok && isUndecided(response.failure)
					? await confirmArchived(execution, response.failure, located.value, options.value)
					: response;
			if (sent.ok) {
				const checked = checkIdentity(resource, asked, sent.value, 'archived');
				return checked.ok ? archived(checked.value) : checked;
			}
			// An earlier attempt of this request archived the record; its response did not arrive.
			const mayHave = mayBeArchived || sent.failure.mayHaveHappened;
			if (sent.failure.kind === 'notFound' && mayHave) return archived({});
			return explained(sent);
		});
	};
}

function getAction(execution: RecordContext): ItemWork {
	const { context, service, resource, hints } = execution;
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
		const meant = await identify(execution, asked, sent.value, options.value);
		return meant.ok
			? succeed([readOutputChoice(context, resource, item)(meant.value, knownFrom(asked))])
			: meant;
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
