import type { IDataObject } from 'n8n-workflow';

import {
	fail,
	isProblem,
	judge,
	succeed,
	type Asked,
	type Failure,
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
	/** Items that the service created for the orders; absent when it does not say. */
	readonly itemsCreated?: number;
	/** Set when the response says `ok: false`. */
	readonly rejection?: Failure;
}

/**
 * Gives each record its result, found by external ID or by index, never by position. A record that the response
 * does not mention has failed, unless a job does the work; one that is mentioned twice counts once, and as
 * failed when any mention says no. Where no result says whose it is, as many successes as records prove that
 * all are stored, but not which ID is whose.
 */
export function matchResults(
	records: readonly BulkRecord[],
	response: BulkResponse,
	nouns: Nouns,
	idempotent = false,
): Array<Result<IDataObject>> {
	const { rejection, jobId } = response;
	const given = withIndexes(records, response.results);
	const isAnonymous = given.length > 0 && given.every((result) => !isNamed(result));
	if (isAnonymous && records.length === 1 && given.length === 1) {
		given[0] = { ...given[0], external_id: records[0].externalId };
	} else if (isAnonymous && jobId === undefined) {
		return withoutNames(records, given, response, nouns, idempotent);
	}
	const mentions = new Map<string, IDataObject[]>();
	for (const result of given) {
		if (!isNamed(result)) continue;
		const known = mentions.get(String(result.external_id));
		if (known) known.push(result);
		else mentions.set(String(result.external_id), [result]);
	}
	const results = records.map((record) =>
		resultOf(record, mentions.get(record.externalId), response, nouns, idempotent),
	);
	// `ok: false` is explained by the records that failed; when none did, it is about all of them.
	return rejection && (given.length === 0 || results.every(({ ok }) => ok))
		? records.map(() => fail(rejection))
		: results;
}

const isNamed = ({ external_id: id }: IDataObject) => id !== undefined && id !== null;

/** Results that say by an index, from 0 or from 1, whose they are, with the external ID of it. */
function withIndexes(
	records: readonly BulkRecord[],
	results: readonly IDataObject[],
): IDataObject[] {
	const indexes = results.map(({ index, position = index }) => position);
	const from = [0, 1].find((base) => indexes.includes(base === 0 ? 0 : records.length));
	const isUsable =
		from !== undefined &&
		!results.some(isNamed) &&
		new Set(indexes).size === results.length &&
		indexes.every((index) => typeof index === 'number' && records[index - from] !== undefined);
	if (!isUsable) return [...results];
	return results.map((result, at) => ({
		...result,
		external_id: records[(indexes[at] as number) - from].externalId,
	}));
}

/** What results say of all records together when none says whose it is. */
function withoutNames(
	records: readonly BulkRecord[],
	results: readonly IDataObject[],
	{ ctxId, rejection }: BulkResponse,
	{ singular: one, plural: many }: Nouns,
	idempotent: boolean,
): Array<Result<IDataObject>> {
	const verdicts = results.map((body) => judge({ status: 200, body }, oneResult));
	const refused = results.filter((_, at) => verdicts[at].kind === 'rejected');
	if (
		!rejection &&
		results.length === records.length &&
		verdicts.every(({ kind }) => kind === 'done')
	) {
		const alike = ['created', 'status'].filter(
			(key) => key in results[0] && results.every((result) => result[key] === results[0][key]),
		);
		const shown = Object.fromEntries(alike.map((key) => [key, results[0][key]])) as IDataObject;
		return records.map(({ externalId }) => succeed({ external_id: externalId, ...shown }));
	}
	const words = refused.length > 0 ? `: ${wordsOf(refused)}` : '';
	const unclear = fail({
		kind: idempotent ? 'refused' : 'unknownOutcome',
		message: `Outcome unknown: the service’s response does not say which of the ${records.length} ${many} its ${results.length} results are about${words}`,
		remedy: idempotent
			? `Send them again with a Batch Size of 1, so that each result is that of one ${one}; that is safe.`
			: `Look for the ${many} in the service by their external IDs before sending them again.`,
		ctxId,
		mayHaveHappened: true,
	});
	return records.map(() => unclear);
}

function resultOf(
	{ externalId }: BulkRecord,
	mentions: readonly IDataObject[] | undefined,
	response: BulkResponse,
	nouns: Nouns,
	idempotent: boolean,
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
	const verdicts = mentions.map((body) => judge({ status: 200, body }, oneResult));
	const no = verdicts.find((verdict) => verdict.kind === 'rejected');
	if (no?.kind === 'rejected') return problems(externalId, mentions, no, nouns, ctxId);
	if (jobId !== undefined) return succeed({ ...mentions[0], ...job });
	const at = Math.max(
		verdicts.findIndex(({ kind }) => kind === 'done'),
		0,
	);
	const { kind, evidence } = verdicts[at];
	if (kind === 'done') return succeed(withoutDoubtfulIds(mentions, at));
	return fail({
		kind: 'unknownOutcome',
		message: `Outcome unknown: the result of the ${nouns.singular} ${externalId} does not say whether it was stored (${evidence})`,
		remedy: idempotent
			? 'Sending it again is safe: it does no more than sending it once.'
			: `Check before sending it again: look for the ${nouns.singular} in the service by its external ID.`,
		ctxId,
		mayHaveHappened: true,
	});
}

/** The result that counts of several for one record; of IDs that differ, nobody knows which is its own. */
function withoutDoubtfulIds(mentions: readonly IDataObject[], at: number): IDataObject {
	const { ids } = oneResult.record;
	const doubtful = ids.filter((key) =>
		mentions.some((one) => isProblem(one[key]) && one[key] !== mentions[at][key]),
	);
	if (doubtful.length === 0) return mentions[at];
	const sure = Object.entries(mentions[at]).filter(
		([key]) => !(ids as readonly string[]).includes(key),
	);
	return Object.fromEntries(sure) as IDataObject;
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
): Result<IDataObject> {
	const named = mentions.flatMap(({ errors, error }) => [errors, error].filter(isProblem)).flat();
	const words = named.length > 0 ? inWordsTogether(named) : wordsOf(mentions, evidence);
	const shown = Object.assign({}, ...mentions) as IDataObject;
	const keys = ['created', ...oneResult.record.ids].filter((key) => key in shown);
	return fail({
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

const wordsOf = (results: readonly IDataObject[], ...before: string[]) =>
	inWordsTogether([...before, ...results]);

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
