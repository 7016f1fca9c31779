import type { IDataObject } from 'n8n-workflow';

import {
	unexpectedResponse,
	succeed,
	type ServiceResponse,
	type Result,
	type Service,
	type ServiceRequest,
} from '../../http';
import { shapeSchema, whyUnexpected } from '../../schema/shape';
import type { Shape } from '../../schema/types';
import { isObject } from '../../schema/values';

/** Sends a read and checks its response against the contract. */
export async function sendChecked(
	service: Service,
	request: ServiceRequest,
	received: Shape,
): Promise<Result<IDataObject>> {
	const response = await service.send(request);
	if (!response.ok) return response;
	const reason = whyUnexpected(shapeSchema(received), response.value.body);
	return reason
		? unexpectedResponse(request, reason, response.value)
		: succeed(response.value.body as IDataObject);
}

/**
 * Sends a write. One with a 2xx response has happened, so that a missing or odd key in the response
 * does not fail it (specification: Write envelope; it says of no key that it is required).
 */
export async function sendWrite(
	service: Service,
	request: ServiceRequest,
): Promise<Result<IDataObject>> {
	const response = await service.send(request);
	return response.ok ? readWritten(request, response.value) : response;
}

/** What a response wraps in `data`, beside what it says about itself; one without `data` as it is. */
export function unwrapData(response: IDataObject): IDataObject {
	const { data, ...rest } = response;
	return isObject(data) ? { ...(data as IDataObject), ...rest } : response;
}

/** The response to a write as an object; no content is an empty one. */
export function readWritten(
	request: ServiceRequest,
	response: ServiceResponse,
): Result<IDataObject> {
	const body = response.body ?? {};
	return isObject(body)
		? succeed(body as IDataObject)
		: unexpectedResponse(request, 'a body that is not an object', response);
}
