import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';

import type { ItemWork, Setting } from '../run';
import {
	badInput,
	fail,
	succeed,
	type Result,
	type Service,
	type ServiceRequest,
} from '../service';
import { envelopeShape, shapeSchema } from './answers';
import { bodyReader } from './body';
import { sendChecked } from './checked';
import type { ExtraRead, Resource } from './definition';
import { readCallOptions, readFields, readRecordId } from './input';
import { readList, readRows } from './list';
import { readOutputChoice } from './outputChoice';
import { writeShape } from './outputs';
import { requestsOf } from './requests';

/**
 * Prepares an operation once for all items of an execution. For each item it reads the parameters,
 * sends the request and checks the answer.
 */
export function prepare(from: Setting, resource: Resource, operation: string): ItemWork {
	const setting = { ...from, resource };
	const extra = resource.extraReads?.find((read) => read.operation === operation);
	if (extra) return performExtraRead(setting, extra);
	switch (operation) {
		case 'create':
		case 'upsert':
			return performCreate(setting, operation);
		case 'get':
			return performGet(setting);
		case 'getAll':
			return performGetAll(setting);
		case 'update':
			return performUpdate(setting);
		case 'delete':
			return performDelete(setting);
		default:
			return async () =>
				badInput(
					'operation',
					`${resource.label} has no operation ${JSON.stringify(operation)}`,
					`Use one of ${resource.operations.join(', ')}.`,
				);
	}
}

interface RecordSetting extends Setting {
	readonly resource: Resource;
}

function performCreate({ context, service, resource }: RecordSetting, write: 'create' | 'upsert'): ItemWork {
	const requests = requestsOf(resource);
	const readBody = bodyReader(resource, write, context.getTimezone());
	const answered = shapeSchema(writeShape(resource));
	return async (item) => {
		const options = readCallOptions(context, resource, item);
		if (!options.ok) return options;
		const refused = refuseReadOnly(resource, options.value.pathChoice);
		if (refused) return refused;
		const body = readFields(context, resource, write, item, readBody);
		if (!body.ok) return body;
		return await sendWrite(service, requests.create(body.value, options.value), answered, resource);
	};
}

function performUpdate({ context, service, resource }: RecordSetting): ItemWork {
	const requests = requestsOf(resource);
	const readBody = bodyReader(resource, 'update', context.getTimezone());
	const answered = shapeSchema(writeShape(resource));
	return async (item) => {
		const options = readCallOptions(context, resource, item);
		if (!options.ok) return options;
		const refused = refuseReadOnly(resource, options.value.pathChoice);
		if (refused) return refused;
		const reference = readRecordId(context, resource.label, item);
		if (!reference.ok) return reference;
		const body = readFields(context, resource, 'update', item, readBody);
		if (!body.ok) return body;
		const request = requests.update(reference.value, body.value, options.value);
		return await sendWrite(service, request, answered, resource);
	};
}

function performDelete({ context, service, resource }: RecordSetting): ItemWork {
	const requests = requestsOf(resource);
	const answered = shapeSchema(envelopeShape(resource));
	return async (item) => {
		const options = readCallOptions(context, resource, item);
		if (!options.ok) return options;
		const refused = refuseReadOnly(resource, options.value.pathChoice);
		if (refused) return refused;
		const reference = readRecordId(context, resource.label, item);
		if (!reference.ok) return reference;
		const request = requests.delete(reference.value, options.value);
		const sent = await sendChecked(service, request, answered);
		if (sent.ok) return succeed([{ ...sent.value, deleted: true }]);
		// An earlier try of this request archived the record; the service just could not say so.
		if (sent.failure.kind === 'notFound' && sent.failure.mayHaveHappened) {
			const key = reference.value.by === 'externalId' ? 'external_id' : resource.identifiers.envelope;
			return succeed([{ [key]: reference.value.value, deleted: true }]);
		}
		return sent;
	};
}

function performGet({ context, service, resource }: RecordSetting): ItemWork {
	const requests = requestsOf(resource);
	const answered = shapeSchema(resource.record);
	return async (item) => {
		const options = readCallOptions(context, resource, item);
		if (!options.ok) return options;
		const reference = readRecordId(context, resource.label, item);
		if (!reference.ok) return reference;
		const sent = await sendChecked(service, requests.get(reference.value, options.value), answered);
		return sent.ok ? succeed([readOutputChoice(context, resource, item)(sent.value)]) : sent;
	};
}

function performGetAll({ context, service, resource, parallel }: RecordSetting): ItemWork {
	return async (item) => {
		const options = readCallOptions(context, resource, item);
		if (!options.ok) return options;
		const most = readMost(context, item);
		if (!most.ok) return most;
		const filters = context.getNodeParameter('filters', item, {}) as IDataObject;
		const query = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
		const sort = context.getNodeParameter('sort.by', item, {}) as IDataObject;
		if (sort.field) query.sort = `${sort.direction === 'desc' ? '-' : ''}${String(sort.field)}`;
		const rows = await readList(service, resource, {
			query,
			options: options.value,
			most: most.value,
			parallel,
		});
		return rows.ok ? succeed(rows.value.map(readOutputChoice(context, resource, item))) : rows;
	};
}

function readMost(context: IExecuteFunctions, item: number): Result<number> {
	if (context.getNodeParameter('returnAll', item, false) === true) return succeed(Infinity);
	const limit = Number(context.getNodeParameter('limit', item, 50));
	return Number.isInteger(limit) && limit >= 1
		? succeed(limit)
		: badInput(
				'limit',
				`The limit is ${JSON.stringify(context.getNodeParameter('limit', item))}`,
				'Give a whole number from 1, or switch on Return All.',
			);
}

function performExtraRead({ context, service, resource }: RecordSetting, read: ExtraRead): ItemWork {
	return async (item) => {
		const options = readCallOptions(context, resource, item);
		return options.ok ? await readExtra(service, read, options.value.workspaceId) : options;
	};
}

/** Reads pipelines, actions and the like: a list that is not about one record. */
export async function readExtra(
	service: Service,
	read: ExtraRead,
	workspaceId?: string,
): Promise<Result<IDataObject[]>> {
	const request: ServiceRequest = {
		method: 'GET',
		path: read.path,
		query: read.workspace && workspaceId ? { workspace_id: workspaceId } : {},
		repeatable: true,
		purpose: read.label.toLowerCase(),
		permission: 'read',
	};
	const answer = await service.send(request);
	if (!answer.ok) return answer;
	const rows = z.array(shapeSchema(read.record));
	if (read.answer === 'array') return readRows(answer.value, request, rows);
	const enveloped = readRows(answer.value, request, z.object({ data: rows }).passthrough());
	return enveloped.ok
		? succeed((enveloped.value as unknown as { data: IDataObject[] }).data)
		: enveloped;
}

function refuseReadOnly({ pathChoice, plural }: Resource, chosen?: string) {
	const option = pathChoice?.options.find(({ value }) => value === chosen);
	if (!pathChoice || !option?.readOnly) return undefined;
	return badInput(
		pathChoice.name,
		`${plural} of ${option.name} are read-only`,
		'Choose another object; the service only lets you read these.',
	);
}

async function sendWrite(
	service: Service,
	request: ServiceRequest,
	answered: z.ZodTypeAny,
	resource: Resource,
): Promise<Result<IDataObject[]>> {
	const sent = await sendChecked(service, request, answered);
	if (!sent.ok) return sent;
	if (resource.writeAnswer !== 'results') return succeed([sent.value]);
	return readOrderResult(sent.value);
}

/** A single order's answer is a list of one: its result, with the job when it was queued. */
function readOrderResult(answer: IDataObject): Result<IDataObject[]> {
	const { results, ...rest } = answer as { results?: IDataObject[] | null } & IDataObject;
	const [result] = results ?? [];
	const errors = (result?.errors ?? []) as unknown[];
	if (errors.length > 0) {
		return fail({
			kind: 'refused',
			message: `The service refused the order: ${errors.map(String).join('; ')}`,
			remedy: 'Correct what the message names, then run it again.',
			serviceDetails: errors,
			ctxId: rest.ctx_id as string | undefined,
		});
	}
	return succeed([{ ...rest, ...result, ...(rest.job_id ? { queued: true } : {}) }]);
}
