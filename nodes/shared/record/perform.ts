import type { IDataObject } from 'n8n-workflow';

import type { ItemWork } from '../run';
import {
	badInput,
	fail,
	succeed,
	type Result,
	type Service,
	type ServiceRequest,
} from '../service';
import { envelopeShape } from './answers';
import { sendChecked } from './checked';
import type { Resource, Shape } from './definition';
import { performExtraRead } from './extraRead';
import { performGetMany } from './getMany';
import { callOptionsReader, fieldsReader, readRecordId } from './input';
import { lookUpCreated } from './lookUp';
import { readOutputChoice } from './outputChoice';
import { writeShape } from './outputs';
import { requestsOf } from './requests';
import type { RecordSetting } from './setting';

/**
 * Prepares an operation once for all items of an execution. For each item it reads the parameters,
 * sends the request and checks the answer.
 */
export function prepare(setting: RecordSetting, operation: string): ItemWork {
	const { resource } = setting;
	const extra = resource.extraReads?.find((read) => read.operation === operation);
	if (extra) return performExtraRead(setting, extra);
	switch (operation) {
		case 'create':
		case 'upsert':
			return performCreate(setting, operation);
		case 'get':
			return performGet(setting);
		case 'getAll':
			return performGetMany(setting);
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

function performCreate(setting: RecordSetting, write: 'create' | 'upsert'): ItemWork {
	const { context, service, resource } = setting;
	const requests = requestsOf(resource);
	const readCallOptions = callOptionsReader(context, resource);
	const readFields = fieldsReader(setting, write);
	const answered = writeShape(resource);
	return async (item) => {
		const options = readCallOptions(item);
		if (!options.ok) return options;
		const refused = refuseReadOnly(resource, options.value.pathChoice);
		if (refused) return refused;
		const body = readFields(item);
		if (!body.ok) return body;
		const since = Date.now();
		const sent = await sendWrite(
			service,
			requests.create(body.value, options.value),
			answered,
			resource,
		);
		if (sent.ok || sent.failure.kind !== 'unknownOutcome') return sent;
		const found = await lookUpCreated(
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

function performUpdate(setting: RecordSetting): ItemWork {
	const { context, service, resource } = setting;
	const requests = requestsOf(resource);
	const readCallOptions = callOptionsReader(context, resource);
	const readFields = fieldsReader(setting, 'update');
	const answered = writeShape(resource);
	return async (item) => {
		const options = readCallOptions(item);
		if (!options.ok) return options;
		const refused = refuseReadOnly(resource, options.value.pathChoice);
		if (refused) return refused;
		const reference = readRecordId(context, resource.label, item);
		if (!reference.ok) return reference;
		const body = readFields(item);
		if (!body.ok) return body;
		const request = requests.update(reference.value, body.value, options.value);
		return await sendWrite(service, request, answered, resource);
	};
}

function performDelete({ context, service, resource }: RecordSetting): ItemWork {
	const requests = requestsOf(resource);
	const readCallOptions = callOptionsReader(context, resource);
	const answered = envelopeShape(resource);
	return async (item) => {
		const options = readCallOptions(item);
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
			const key =
				reference.value.by === 'externalId' ? 'external_id' : resource.identifiers.envelope;
			return succeed([{ [key]: reference.value.value, deleted: true }]);
		}
		return sent;
	};
}

function performGet({ context, service, resource }: RecordSetting): ItemWork {
	const requests = requestsOf(resource);
	const readCallOptions = callOptionsReader(context, resource);
	return async (item) => {
		const options = readCallOptions(item);
		if (!options.ok) return options;
		const reference = readRecordId(context, resource.label, item);
		if (!reference.ok) return reference;
		const request = requests.get(reference.value, options.value);
		const sent = await sendChecked(service, request, resource.record);
		return sent.ok ? succeed([readOutputChoice(context, resource, item)(sent.value)]) : sent;
	};
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
	answered: Shape,
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
	if (errors.length > 0 || rest.ok === false) {
		const why = errors.length > 0 ? `: ${errors.map(String).join('; ')}` : ' (ok: false)';
		return fail({
			kind: 'refused',
			message: `The service refused the order${why}`,
			remedy: 'Correct what the message names, then run it again.',
			serviceDetails: errors,
			ctxId: rest.ctx_id as string | undefined,
		});
	}
	return succeed([{ ...rest, ...result, ...(rest.job_id ? { queued: true } : {}) }]);
}
