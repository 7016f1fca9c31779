import type { IDataObject } from 'n8n-workflow';

import { matchResults, type BulkResponse, type Nouns } from '../../../execution';
import {
	judge,
	rejected,
	resultLists,
	unwrap,
	type ServiceResponse,
	type ServiceRequest,
} from '../../../http';
import type { Resource } from '../../definition/resource';
import { itemOfResult, together } from '../envelope';
import { externalIdIn, shownExternalId } from '../identity';
import { readWritten } from '../readResponse';
import { isObject } from '../../../schema/values';

/**
 * Reads the response to a write of many records; a no beside results is explained by the
 * results. A result that cannot be read says nothing about any record, and nothing about the others.
 */
export function readBulkResponse(request: ServiceRequest, response: ServiceResponse): BulkResponse {
	const lists = resultLists(response.body, request.asks);
	const { job_id: jobId, ctx_id: ctxId } = together(readWritten(request, response));
	// Problems alone are explained by the results.
	const verdict = judge(response, { kind: 'facts' });
	const isNo = verdict.kind === 'rejected' && !verdict.isDone;
	const rejection = isNo ? rejected(request, response, verdict) : undefined;
	const hasJob = (typeof jobId === 'string' && jobId !== '') || typeof jobId === 'number';
	return {
		results: lists.flatMap(({ entries, isNo }) =>
			entries.filter(isObject).map((entry) => {
				const result = named(entry as IDataObject);
				return isNo ? { ...result, ok: false } : result;
			}),
		),
		jobId: hasJob ? String(jobId) : undefined,
		ctxId: typeof ctxId === 'string' ? ctxId : undefined,
		rejection,
	};
}

/**
 * Reads the response to the create or update of one record. The response to an order may be any object (specification:
 * Write envelope), or a list of results as for many orders: then the order is a batch of one (observed).
 *
 * @throws Failure where the result of the order says no
 */
export function readWrite(
	resource: Resource,
	request: ServiceRequest,
	response: ServiceResponse,
	body: IDataObject,
): IDataObject {
	const written = readWritten(request, response);
	if (resource.writeResponse !== 'results') return written;
	const whole = Object.entries(together(written));
	const rest = Object.fromEntries(whole.filter(([, value]) => !Array.isArray(value)));
	const listed = readBulkResponse(request, response);
	if (resultLists(response.body, request.asks).length === 0 && listed.jobId === undefined)
		return written;
	// An update by ID may carry no external ID; then the only result is its own.
	const [only, ...others] = listed.results;
	const shown = others.length === 0 ? String(only?.external_id ?? '') : '';
	const one = { externalId: externalIdIn(resource, body) ?? shown, record: body, items: [0] };
	const [result] = matchResults([one], listed, nounsOf(resource));
	return itemOfResult({ ...rest, ...unwrap(result) });
}

/** What the records of a resource are called. */
export const nounsOf = ({ label, plural }: Resource): Nouns => ({
	singular: label.toLowerCase(),
	plural: plural.toLowerCase(),
});

/** A result under the one name of the external ID by which it is found. */
function named(result: IDataObject): IDataObject {
	if (result.external_id !== undefined && result.external_id !== null) return result;
	const externalId =
		shownExternalId({ envelope: '' }, result) ?? result.order_external_id ?? result.orderExternalId;
	return externalId === undefined ? result : { ...result, external_id: externalId };
}
