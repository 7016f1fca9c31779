import type { IDataObject } from 'n8n-workflow';

import type { Result, Service, ServiceRequest } from '../../http';
import { readObject, readWritten, type Expected, type ResponseDifferences } from './readResponse';

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

/** Sends a write. One with a 2xx response has happened, whatever keys the response has. */
export async function sendWrite(
	service: Service,
	request: ServiceRequest,
): Promise<Result<IDataObject>> {
	const response = await service.send(request);
	return response.ok ? readWritten(request, response.value) : response;
}
