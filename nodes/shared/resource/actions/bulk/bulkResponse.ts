import type { IDataObject } from 'n8n-workflow';
import type { BulkResponse } from '../../../execution';
import {
	fail,
	rejected,
	succeed,
	type ServiceResponse,
	type Result,
	type ServiceRequest,
} from '../../../http';
import { shownExternalId } from '../identity';
import { readWritten } from '../readResponse';
import { isObject } from '../../../schema/values';

/** The key under which a service may report how many items it created (assumed; docs/decisions.md). */
const ITEMS_CREATED = 'items_created';

/**
 * Reads the response to a write of many records; `ok: false` beside results is explained by the
 * results. A result that cannot be read says nothing about any record, and nothing about the others.
 */
export function readBulkResponse(
	request: ServiceRequest,
	response: ServiceResponse,
): Result<BulkResponse> {
	const written = readWritten(request, response);
	if (!written.ok) return written;
	const {
		ok,
		results,
		job_id: jobId,
		ctx_id: ctxId,
		[ITEMS_CREATED]: itemsCreated,
	} = written.value;
	const rejection = ok === false ? rejected(request, response).failure : undefined;
	if (rejection && !Array.isArray(results)) return fail(rejection);

	const hasJob = (typeof jobId === 'string' && jobId !== '') || typeof jobId === 'number';
	return succeed({
		results: Array.isArray(results) ? results.filter(isObject).map(named) : [],
		jobId: hasJob ? String(jobId) : undefined,
		ctxId: typeof ctxId === 'string' ? ctxId : undefined,
		itemsCreated: typeof itemsCreated === 'number' ? itemsCreated : undefined,
		rejection,
	});
}

/** A result under the one name of the external ID by which it is found. */
function named(result: Record<string, unknown>): IDataObject {
	if (result.external_id !== undefined && result.external_id !== null) return result as IDataObject;
	const externalId = shownExternalId({ envelope: '' }, result as IDataObject);
	return { ...result, external_id: externalId } as IDataObject;
}
