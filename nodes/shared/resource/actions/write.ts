import type { IDataObject } from 'n8n-workflow';

import { matchResults } from '../../execution';
import { resultLists, type ServiceRequest } from '../../http';
import { writtenShapes } from '../definition/writeResponses';
import { readBulkResponse } from './bulk/bulkResponse';
import type { RecordContext } from './context';
import { itemOfResult, together } from './envelope';
import { externalIdIn } from './externalId';
import { noteWritten, readWritten } from './readResponse';
import { sendWrite } from './send';

/**
 * Sends a create or update. The response to an order may be any object (specification:
 * Write envelope), or a list of results as for many orders, here with one (observed).
 */
export async function write(
	{ service, resource, hints: { differences } }: RecordContext,
	request: ServiceRequest,
	body: IDataObject,
): Promise<IDataObject> {
	const expected = { shapes: writtenShapes(resource), differences };
	if (resource.writeResponse !== 'results') return await sendWrite(service, request, expected);
	const sent = await service.send(request);
	const written = readWritten(request, sent);
	const whole = Object.entries(together(written));
	const rest = Object.fromEntries(whole.filter(([, value]) => !Array.isArray(value)));
	const response = readBulkResponse(request, sent);
	const isReported = resultLists(sent.body, request.asks).length > 0;
	if (!isReported && response.jobId === undefined) {
		noteWritten(rest, expected);
		return written;
	}
	// An update by ID may carry no external ID; then the only result is its own.
	const [only, ...others] = response.results;
	const shown = others.length === 0 ? String(only?.external_id ?? '') : '';
	const one = { externalId: externalIdIn(resource, body) ?? shown, record: body, items: [0] };
	const nouns = {
		singular: resource.label.toLowerCase(),
		plural: resource.plural.toLowerCase(),
	};
	const [result] = matchResults([one], response, nouns);
	if (!result.ok) throw result.failure;
	const order = { ...rest, ...result.value };
	noteWritten(order, expected);
	return itemOfResult(order);
}
