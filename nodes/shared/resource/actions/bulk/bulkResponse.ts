import type { IDataObject } from 'n8n-workflow';
import type { BulkResponse } from '../../../execution';
import { judge, rejected, type ServiceResponse, type ServiceRequest } from '../../../http';
import { together } from '../envelope';
import { shownExternalId } from '../identity';
import { readWritten } from '../readResponse';
import { isObject } from '../../../schema/values';

/** The key under which a service may report how many items it created (assumed; docs/decisions.md). */
const ITEMS_CREATED = 'items_created';

/**
 * Reads the response to a write of many records; a no beside results is explained by the
 * results. A result that cannot be read says nothing about any record, and nothing about the others.
 */
export function readBulkResponse(request: ServiceRequest, response: ServiceResponse): BulkResponse {
	const {
		results,
		job_id: jobId,
		ctx_id: ctxId,
		[ITEMS_CREATED]: itemsCreated,
	} = together(readWritten(request, response));
	// Problems alone are explained by the results.
	const verdict = judge(response, { kind: 'facts' });
	const isNo = verdict.kind === 'rejected' && !verdict.isDone;
	const rejection = isNo ? rejected(request, response, verdict).failure : undefined;
	const hasJob = (typeof jobId === 'string' && jobId !== '') || typeof jobId === 'number';
	return {
		results: Array.isArray(results) ? results.filter(isObject).map(named) : [],
		jobId: hasJob ? String(jobId) : undefined,
		ctxId: typeof ctxId === 'string' ? ctxId : undefined,
		itemsCreated: typeof itemsCreated === 'number' ? itemsCreated : undefined,
		rejection,
	};
}

/** A result under the one name of the external ID by which it is found. */
function named(result: Record<string, unknown>): IDataObject {
	if (result.external_id !== undefined && result.external_id !== null) return result as IDataObject;
	const externalId = shownExternalId({ envelope: '' }, result as IDataObject);
	return { ...result, external_id: externalId } as IDataObject;
}
