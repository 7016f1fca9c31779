import type { IDataObject } from 'n8n-workflow';

import {
	Failure,
	RECORD_ID,
	segment,
	unexpectedResponse,
	type RecordNames,
	type Service,
	type ServiceRequest,
	cancelled,
	settle,
	wait,
	within,
	WRAPPERS,
	type Result,
	type StopSignal,
} from '../http';
import { kindOf, plain } from '../resource/actions/identity';
import { reportDifferences } from '../schema/differences';
import { isGiven, isObject } from '../schema/values';
import { transferRecord, type StatusWords } from './record';
import { monotonicNow } from '../lifetime';
import { adviseOnWord, CONFIRM_MS, judgeEnd, summaryOf, type EndVerdict } from './end';

/** The one reader of a transfer, which checks that the response is the one that was asked for. */

/** Which transfer is read. */
export interface AskedTransfer {
	readonly id: string;
	/** Empty: the token's own. */
	readonly workspaceId?: string;
	/** A record that shows another ID than the one asked for is taken for it all the same. */
	readonly acceptsOtherId?: boolean;
}

/** A record that is the one asked for, as far as the response shows it. */
export interface TransferReading {
	/** As the service sent it, without its envelope. */
	readonly record: IDataObject;
	/** Fields whose values are of another kind than specified: they are passed on, and nothing is concluded from them. */
	readonly setAside: readonly string[];
}

/**
 * Reads one transfer (specification: GET /v1/public/transfers/{history_id}).
 *
 * @throws Failure of the kind `otherRecord` where the response shows another ID, both in `serviceDetails`
 */
export async function readTransfer(
	service: Service,
	asked: AskedTransfer,
): Promise<TransferReading> {
	const { id, workspaceId } = asked;
	const request: ServiceRequest = {
		method: 'GET',
		path: `/v1/public/transfers/${segment(id)}`,
		query: workspaceId ? { workspace_id: workspaceId } : undefined,
		idempotent: true,
		asks: { kind: 'read', record: NAMES, find: (body) => findRecord(body, id)?.place },
		foundBy: RECORD_ID,
		purpose: 'read the transfer',
		permission: 'read',
	};
	const response = await service.send(request);
	const { body } = response;
	const found = findRecord(body, id);
	if (!found) throw unexpectedResponse(request, 'not a transfer', response);
	const { record, otherId } = found;
	if (otherId !== undefined && !asked.acceptsOtherId) {
		throw new Failure({
			kind: 'otherRecord',
			message: `The service responded with the transfer "${otherId}" when asked for "${id}"`,
			remedy:
				'Check the ID. If the service shows this transfer under another ID, turn on Accept Another ID in the options.',
			serviceDetails: { asked_id: id, shown_id: otherId },
		});
	}
	const setAside: string[] = [];
	reportDifferences(transferRecord, record, (field) => setAside.push(field));
	return { record, setAside };
}

/** What a person should know of fields that were set aside. */
export const adviseOnSetAside = (fields: readonly string[]): string =>
	`Values of another kind than specified: ${fields.join(', ')}. They are passed on as they came, and do not decide whether the transfer has ended.`;

/** Where a record shows its ID; by the first three it may also show that it is another one. */
const ID_KEYS = ['id', 'history_id', 'transfer_id', 'uuid', 'job_id', 'object_id', 'record_id'];
const OTHER_ID_KEYS = ID_KEYS.slice(0, 3);

/** Beside a status, one of these shows that an object is a transfer: responses have none of them. */
const EVIDENCE = [
	...['total_number', 'success_number', 'failed_number', 'error_file_url', 'data_file_url'],
	...['checkpoint_details', 'channel_id', 'channel_name'],
];

const NAMES: RecordNames = {
	ids: ID_KEYS,
	externalIds: [],
	wrappers: [],
	fields: Object.keys(transferRecord),
};

/**
 * Finds the transfer in a response, below `data` or not: an object that shows the ID that was asked for, or a status and one of
 * `EVIDENCE`.
 *
 * @returns the object in its place, as a record with the `ctx_id` beside it, and an ID of the same form that is another one
 */
function findRecord(body: unknown, id: string) {
	if (!isObject(body)) return undefined;
	const place = WRAPPERS.map((key) => body[key]).find(isObject) ?? body;
	const { ctx_id } = body;
	const record = { ...(ctx_id !== undefined && { ctx_id }), ...place } as IDataObject;
	const ids = ID_KEYS.map((key) => idOf(place[key]));
	if (ids.includes(idOf(id))) return { place, record };
	const isShown = (key: string) => (place[key] ?? '') !== '';
	if (!isShown('status')) return undefined;
	// A record may have a number beside its UUID.
	const isAlike = (other = '') => other !== '' && kindOf(other) === kindOf(id);
	const otherKey = OTHER_ID_KEYS.find((key) => isAlike(idOf(place[key])));
	if (otherKey) return { place, record, otherId: String(place[otherKey]) };
	return EVIDENCE.some(isShown) ? { place, record } : undefined;
}

/** An ID in the form in which it is compared. */
const idOf = (id: unknown) => (isGiven(id) ? plain(String(id).trim()) : undefined);

/** Reads a transfer again and again until it ends: the one loop, for Wait and for jobs of bulk writes. */

const INITIAL_INTERVAL_MS = 1000;
const INTERVAL_GROWTH = 1.5;
const MAX_INTERVAL_MS = 60_000;

/** A transfer may not be visible at once, and a service not be up: a failure is no verdict before. */
const GRACE_MS = 10_000;
/** A refusal after good reads counts once it has lasted this long. */
const LASTING_MS = 300_000;

export interface Following {
	readonly read: () => Promise<TransferReading>;
	readonly words: StatusWords;
	readonly limitMs: number;
	/** Ends the wait early, as cancelled. */
	readonly stop?: StopSignal;
}

/** A transfer that has ended. */
export interface FollowedTransfer extends TransferReading {
	readonly verdict: Extract<EndVerdict, { kind: 'ended' }>;
}

/** Reads at growing intervals until the transfer has ended, cannot be read, or the time limit is reached. */
export async function followTransfer(following: Following): Promise<FollowedTransfer> {
	const { read, words, limitMs, stop } = following;
	const until = monotonicNow() + limitMs;
	let last: Judged | undefined;
	/** Since when every read has failed for a reason that may be a verdict. */
	let doubtedSince: number | undefined;
	for (let interval = INITIAL_INTERVAL_MS; ; interval *= INTERVAL_GROWTH) {
		const askedAt = monotonicNow();
		if (stop?.aborted) throw cancelled();
		const response = await within(settle(read()), Infinity, cancelled, stop);
		/** When another read decides something. */
		let decidesAt = Infinity;
		if (response.ok) {
			const { record } = response.value;
			last = { record, ...judgeEnd(record, words, last?.reads, askedAt) };
			const { verdict } = last;
			if (verdict.kind === 'ended') return { ...response.value, verdict };
			if (verdict.kind === 'probable') decidesAt = verdict.confirmAt;
			doubtedSince = undefined;
		} else {
			const lastingMs = decidesAfter(response.failure, last !== undefined);
			doubtedSince = lastingMs === Infinity ? undefined : (doubtedSince ?? askedAt);
			decidesAt = (doubtedSince ?? askedAt) + lastingMs;
			if (askedAt >= decidesAt || (!last && monotonicNow() >= until)) throw response.failure;
		}
		const now = monotonicNow();
		if (last && now >= until) throw tooLong(last, response, limitMs);
		const ms = Math.min(interval, MAX_INTERVAL_MS, until - now, Math.max(decidesAt - now, 0));
		await wait(ms, stop);
	}
}

type Judged = Pick<TransferReading, 'record'> & ReturnType<typeof judgeEnd>;

function tooLong({ record, verdict }: Judged, response: Result<unknown>, limitMs: number) {
	const since = response.ok ? '' : `. Since then it could not be read: ${response.failure.message}`;
	const advice = {
		ended: '',
		running: 'If it has ended, add its status word to the list in the options.',
		probable: `Where no status word says so, two reads ${CONFIRM_MS / 1000} seconds apart have to agree.`,
		unknownStatus: 'word' in verdict ? adviseOnWord(verdict.word) : '',
	};
	return new Failure({
		kind: 'timeLimit',
		message: `The transfer did not end within ${limitMs / 1000} seconds. ${summaryOf(record, verdict)}${since}`,
		remedy: `Raise Time Limit, or use the Workspace Records Transfer Trigger. ${advice[verdict.kind]}`,
		serviceDetails: record,
	});
}

/** Statuses that say by themselves that they pass: RFC 9110 (15.5.9, 15.5.10), RFC 4918 (11.3), RFC 8470 (5.2). */
const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 409, 423, 425]);

/** How many milliseconds a failure has to last to be a verdict on the transfer. */
function decidesAfter({ kind, status = 0 }: Failure, wasRead: boolean): number {
	if (kind === 'rateLimited' || PASSING_STATUSES.has(status)) return Infinity;
	if (kind === 'unavailable' && (wasRead || status > 0)) return Infinity;
	if (wasRead) return kind === 'unexpectedResponse' ? Infinity : LASTING_MS;
	const isSeen = kind === 'unauthorized' || kind === 'forbidden' || kind === 'input';
	return isSeen || (kind === 'refused' && status >= 300) ? 0 : GRACE_MS;
}
