import type { IDataObject } from 'n8n-workflow';
import type { ZodTypeAny } from 'zod';

import type { BulkAnswer } from '../run';
import {
	badAnswer,
	fail,
	rejected,
	succeed,
	type Answer,
	type Result,
	type ServiceRequest,
} from '../service';
import { whyUnexpected } from './answers';

/** Where a service that tells how many items it made would say so (assumed; docs/decisions.md). */
const ITEMS_CREATED = 'items_created';

/** Reads the answer to a bulk write; `ok: false` beside results is explained by the results. */
export function readBulkAnswer(
	request: ServiceRequest,
	answer: Answer,
	schema: ZodTypeAny,
): Result<BulkAnswer> {
	const body = answer.body as IDataObject;
	const rejection = body?.ok === false ? rejected(request, answer).failure : undefined;
	if (rejection && !Array.isArray(body.results)) return fail(rejection);
	const reason = whyUnexpected(schema, body);
	if (reason) return badAnswer(request, reason, answer);

	const { results, job_id: jobId, ctx_id: ctxId, [ITEMS_CREATED]: itemsCreated } = body;
	const hasJob = typeof jobId === 'string' && jobId !== '';
	return succeed({
		results: (results ?? []) as IDataObject[],
		queued: answer.status === 202 || hasJob,
		jobId: hasJob ? jobId : undefined,
		ctxId: typeof ctxId === 'string' ? ctxId : undefined,
		itemsCreated: typeof itemsCreated === 'number' ? itemsCreated : undefined,
		rejection,
	});
}
