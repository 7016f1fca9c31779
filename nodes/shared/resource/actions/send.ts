import type { IDataObject } from 'n8n-workflow';

import type { Service, ServiceRequest } from '../../http';
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
): Promise<IDataObject> {
	const response = await service.send(request);
	return readObject(request, response, expected, differences);
}

/** Sends a write; odd keys of the response are noted. */
export async function sendWrite(
	service: Service,
	request: ServiceRequest,
	expected: ExpectedWrite,
): Promise<IDataObject> {
	const response = await service.send(request);
	const written = readWritten(request, response);
	if (response.status !== 204) noteWritten(written, expected);
	return written;
}
