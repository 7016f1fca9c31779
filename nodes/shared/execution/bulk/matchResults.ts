import type { IDataObject } from 'n8n-workflow';

import { fail, succeed, type Failure, type Result } from '../../http';
import type { Nouns, BulkRecord } from './record';

/** The service's response to one bulk write. */
export interface BulkResponse {
	/** One entry per record, in any order; none when the work was queued. */
	readonly results: readonly IDataObject[];
	/** The job that does the work, when it was accepted but is not done yet. */
	readonly jobId?: string;
	readonly ctxId?: string;
	/** Items that the service created for the orders; absent when it does not say. */
	readonly itemsCreated?: number;
	/** Set when the response says `ok: false`. */
	readonly rejection?: Failure;
}

/**
 * Gives each record its result, found by external ID, never by position. A record that the response
 * does not mention has failed, unless a job does the work; one that is mentioned twice counts once, and as
 * failed when any mention carries errors.
 */
export function matchResults(
	records: readonly BulkRecord[],
	response: BulkResponse,
	nouns: Nouns,
): Array<Result<IDataObject>> {
	const mentions = new Map<string, IDataObject[]>();
	for (const result of response.results) {
		const id = result.external_id;
		if (id === undefined || id === null) continue;
		const known = mentions.get(String(id));
		if (known) known.push(result);
		else mentions.set(String(id), [result]);
	}
	const results = records.map((record) =>
		resultOf(record, mentions.get(record.externalId), response, nouns),
	);
	// `ok: false` is explained by the records that failed; when none did, it is about all of them.
	const { rejection } = response;
	return rejection && (response.results.length === 0 || results.every(({ ok }) => ok))
		? records.map(() => fail(rejection))
		: results;
}

function resultOf(
	{ externalId }: BulkRecord,
	mentions: readonly IDataObject[] | undefined,
	response: BulkResponse,
	nouns: Nouns,
): Result<IDataObject> {
	const { jobId, ctxId } = response;
	const job = jobId === undefined ? {} : { queued: true, job_id: jobId, ctx_id: ctxId ?? null };
	if (!mentions) {
		if (jobId !== undefined) return succeed({ external_id: externalId, ...job });
		return fail({
			kind: 'unexpectedResponse',
			message: `The service’s response does not include the ${nouns.singular} ${externalId}`,
			remedy: `The ${nouns.singular} may have been written nevertheless. Look for it in the service by its external ID.`,
			ctxId,
			mayHaveHappened: true,
		});
	}
	const errors = mentions.flatMap(({ errors: given }) => errorsIn(given));
	if (errors.length > 0) {
		return fail({
			kind: 'refused',
			message: `The service rejected the ${nouns.singular} ${externalId}: ${inWordsTogether(errors)}`,
			remedy: `Correct the problem that the message names, then send the ${nouns.singular} again.`,
			serviceDetails: errors,
			ctxId,
		});
	}
	return succeed(jobId === undefined ? mentions[0] : { ...mentions[0], ...job });
}

/** The problems in `errors`, which is a list by the specification; anything else but nothing is one. */
function errorsIn(given: unknown): unknown[] {
	if (Array.isArray(given)) return given;
	const isEmpty = !given || (typeof given === 'object' && Object.keys(given).length === 0);
	return isEmpty ? [] : [given];
}

const MAX_ERRORS_SHOWN = 5;

function inWordsTogether(errors: readonly unknown[]): string {
	const shown = errors.slice(0, MAX_ERRORS_SHOWN).map(inWords);
	const rest = errors.length - shown.length;
	return [...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ');
}

/** An element of `errors`; what they look like is not specified (specification: Errors). */
function inWords(error: unknown): string {
	if (typeof error === 'string') return error;
	const message = (error as { message?: unknown } | null)?.message;
	return typeof message === 'string' ? message : JSON.stringify(error);
}
