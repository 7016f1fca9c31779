import type { IDataObject } from 'n8n-workflow';

import {
	badAnswer,
	succeed,
	type Answer,
	type Result,
	type Service,
	type ServiceRequest,
} from '../service';
import { shapeSchema, whyUnexpected } from './answers';
import type { Shape } from './definition';
import { isObject } from './values';

/** Sends a read and holds its response against what the contract promises. */
export async function sendChecked(
	service: Service,
	request: ServiceRequest,
	answered: Shape,
): Promise<Result<IDataObject>> {
	const answer = await service.send(request);
	if (!answer.ok) return answer;
	const reason = whyUnexpected(shapeSchema(answered), answer.value.body);
	return reason
		? badAnswer(request, reason, answer.value)
		: succeed(answer.value.body as IDataObject);
}

/**
 * Sends a write. One that was answered 2xx has happened, so that a missing or odd key in the response
 * does not fail it (specification: Write envelope; it says of no key that it is required).
 */
export async function sendWrite(
	service: Service,
	request: ServiceRequest,
): Promise<Result<IDataObject>> {
	const answer = await service.send(request);
	return answer.ok ? readWritten(request, answer.value) : answer;
}

/** What a response wraps in `data`, beside what it says about itself; one without `data` as it is. */
export function unwrapData(response: IDataObject): IDataObject {
	const { data, ...rest } = response;
	return isObject(data) ? { ...(data as IDataObject), ...rest } : response;
}

/** The response to a write as an object; no content is an empty one. */
export function readWritten(request: ServiceRequest, answer: Answer): Result<IDataObject> {
	const body = answer.body ?? {};
	return isObject(body)
		? succeed(body as IDataObject)
		: badAnswer(request, 'something else than an object', answer);
}
