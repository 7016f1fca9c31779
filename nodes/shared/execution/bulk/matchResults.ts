import type { IDataObject } from 'n8n-workflow';

import {
	fail,
	Failure,
	isProblem,
	judge,
	settleNow,
	type Asked,
	type Result,
	type Verdict,
} from '../../http';
import type { Nouns, BulkRecord } from './record';

/** The service's response to one bulk write. */
export interface BulkResponse {
	/** One entry per record, in any order; none when the work was queued. */
	readonly results: readonly IDataObject[];
	/** The job that does the work, when it was accepted but is not done yet. */
	readonly jobId?: string;
	readonly ctxId?: string;
	/** Set when the response says `ok: false`. */
	readonly rejection?: Failure;
}

/**
 * Gives each record its result, found by external ID, never by position. A record that the response does not mention has
 * failed, unless a job does the work; one that is mentioned twice counts once, and as failed when any mention says no.
 */
export function matchResults(
	records: readonly BulkRecord[],
	response: BulkResponse,
	nouns: Nouns,
	idempotent = false,
): Array<Result<IDataObject>> {
	const { rejection, jobId } = response;
	const [only, ...others] = response.results;
	const isOnly = records.length === 1 && others.length === 0 && only && !isNamed(only);
	const given = isOnly ? [{ ...only, external_id: records[0].externalId }] : response.results;
	if (given.length > 0 && !given.some(isNamed) && jobId === undefined) {
		const failure = unclear(records, response, nouns, idempotent);
		return records.map(() => fail(failure));
	}
	const mentions = new Map<string, IDataObject[]>();
	for (const result of given) {
		if (!isNamed(result)) continue;
		const known = mentions.get(String(result.external_id));
		if (known) known.push(result);
		else mentions.set(String(result.external_id), [result]);
	}
	const results = records.map((record) =>
		settleNow(() => resultOf(record, mentions.get(record.externalId), response, nouns, idempotent)),
	);
	// `ok: false` is explained by the records that failed; when none did, it is about all of them.
	return rejection && (given.length === 0 || results.every(({ ok }) => ok))
		? records.map(() => fail(rejection))
		: results;
}

const isNamed = ({ external_id: id }: IDataObject) => id !== undefined && id !== null;

/** What results say of all records together when none says whose it is. */
function unclear(
	{ length }: readonly BulkRecord[],
	{ results, ctxId }: BulkResponse,
	{ singular: one, plural: many }: Nouns,
	idempotent: boolean,
): Failure {
	const others = results.filter((body) => judge({ status: 200, body }, oneResult).kind !== 'done');
	return new Failure({
		kind: idempotent ? 'refused' : 'unknownOutcome',
		message: `Outcome unknown: the response to ${length} ${many} has ${results.length} results that do not say whose they are. ${inWordsTogether(others)}`,
		remedy: `Look for the ${many} in the service by their external IDs, or send each ${one} alone, with a Batch Size of 1.`,
		ctxId,
		mayHaveHappened: true,
	});
}

function resultOf(
	{ externalId }: BulkRecord,
	mentions: readonly IDataObject[] | undefined,
	response: BulkResponse,
	nouns: Nouns,
	idempotent: boolean,
): IDataObject {
	const { jobId, ctxId } = response;
	const job = jobId === undefined ? {} : { queued: true, job_id: jobId, ctx_id: ctxId ?? null };
	if (!mentions) {
		if (jobId !== undefined) return { external_id: externalId, ...job };
		throw new Failure({
			kind: 'unexpectedResponse',
			message: `The service’s response does not include the ${nouns.singular} ${externalId}`,
			remedy: `The ${nouns.singular} may have been written nevertheless. Look for it in the service by its external ID.`,
			ctxId,
			mayHaveHappened: true,
		});
	}
	const verdicts = mentions.map((body) => judge({ status: 200, body }, oneResult));
	const no = verdicts.find((verdict) => verdict.kind === 'rejected');
	if (no?.kind === 'rejected') return problems(externalId, mentions, no, nouns, ctxId);
	if (jobId !== undefined) return { ...mentions[0], ...job };
	const verdict = verdicts.find(({ kind }) => kind === 'done') ?? verdicts[0];
	if (verdict.kind === 'done') return mentions[verdicts.indexOf(verdict)];
	throw new Failure({
		kind: 'unknownOutcome',
		message: `Outcome unknown: the result of the ${nouns.singular} ${externalId} does not say whether it was stored (${verdict.evidence})`,
		remedy: idempotent
			? 'Sending it again is safe: it does no more than sending it once.'
			: `Check before sending it again: look for the ${nouns.singular} in the service by its external ID.`,
		ctxId,
		mayHaveHappened: true,
	});
}

/** A result is judged like the response to one write. */
const oneResult = {
	kind: 'write',
	creates: true,
	isResult: true,
	record: {
		ids: ['object_id', 'order_id', 'record_id', 'id'],
		externalIds: ['external_id'],
		wrappers: [],
		fields: [],
	},
} as const satisfies Asked;

/** A result that names problems: the record was rejected, or stored with them. */
function problems(
	externalId: string,
	mentions: readonly IDataObject[],
	{ evidence, isDone }: Extract<Verdict, { kind: 'rejected' }>,
	{ singular: one }: Nouns,
	ctxId?: string,
): IDataObject {
	const named = mentions.flatMap(({ errors, error }) => [errors, error].filter(isProblem)).flat();
	const words = inWordsTogether(named.length > 0 ? named : [evidence, ...mentions]);
	const shown = Object.assign({}, ...mentions) as IDataObject;
	const keys = ['created', ...oneResult.record.ids].filter((key) => key in shown);
	throw new Failure({
		serviceDetails: named,
		ctxId,
		...(isDone
			? {
					kind: 'storedWithProblems',
					message: `The service stored the ${one} ${externalId} and reports problems: ${words}`,
					remedy: `The ${one} is in the service; it need not be sent again. Look at it there, and correct what the message names.`,
					stored: Object.fromEntries(keys.map((key) => [key, shown[key]])),
					mayHaveHappened: true,
				}
			: {
					kind: 'refused',
					message: `The service rejected the ${one} ${externalId}: ${words}`,
					remedy: `Correct the problem that the message names, then send the ${one} again.`,
				}),
	});
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
