import type { IDataObject } from 'n8n-workflow';

import { succeed, type Result, type Service, type ServiceRequest } from '../../http';
import {
	noteWritten,
	readObject,
	readWritten,
	type Expected,
	type ExpectedWrite,
	type ResponseDifferences,
} from './readResponse';

/** Sends a read of one object. */
export async function sendRead(
	service: Service,
	request: ServiceRequest,
	expected: Expected,
	differences: ResponseDifferences,
): Promise<Result<IDataObject>> {
	const response = await service.send(request);
	return response.ok ? readObject(request, response.value, expected, differences) : response;
}

/** Sends a write; odd keys of the response are noted. */
export async function sendWrite(
	service: Service,
	request: ServiceRequest,
	expected: ExpectedWrite,
): Promise<Result<IDataObject>> {
	const response = await service.send(request);
	if (!response.ok) return response;
	const written = readWritten(request, response.value);
	if (response.value.status !== 204) noteWritten(written, expected);
	return succeed(written);
}
