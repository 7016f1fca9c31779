import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import {
	orNodeError,
	runTasks,
	booleanOf,
	choiceListOf,
	inOptions,
	numberOf,
	readForPoll,
	textListOf,
	valueOf,
} from '../shared/execution';
import {
	badInput,
	redacted,
	settle,
	type Failure,
	type FailureKind,
	type Result,
	type Service,
} from '../shared/http';
import {
	budgetOf,
	connectForPoll,
	failPoll,
	inTurn,
	openStateStore,
	warn,
} from '../shared/polling/polling';
import type { Outputs } from '../shared/resource';
import { plain } from '../shared/resource/actions/identity';
import { adviseOnWord, describeEnd, judgeEnd, summaryOf } from '../shared/transfer/end';
import { readTransfer, type TransferReading } from '../shared/transfer/read';
import { endShape, transferRecord, type TransferRecord } from '../shared/transfer/record';
import { EVENTS, EVENT_NAMES, REASONS, type TransferEvent } from './events';
import {
	eventsParameter,
	skipEndedOption,
	stalledAfterHours,
	transferIdsParameter,
} from './parameters';
import {
	due,
	nothingKnown,
	step as takeIn,
	storedTransfers as schema,
	type Read,
	type State,
} from './reducer';
import { statusWords, transferOptions } from '../Transfer/transfer';
import { fewParallelRequests } from '../shared/description';

/** What a person entered in the trigger. */
type Settings = ReturnType<typeof readSettings>;

const HOUR = 60 * 60_000;

/** Reads and checks the parameters of the trigger; sends nothing. */
function readSettings(context: IPollFunctions) {
	const words = readForPoll(context, statusWords);
	const { hours, ...settings } = readForPoll(context, {
		...transferOptions,
		ids: valueOf(transferIdsParameter, readIds),
		events: choiceListOf(eventsParameter, EVENT_NAMES),
		...inOptions({ parallel: numberOf(fewParallelRequests) }, 'requests'),
		...inOptions({
			skipEnded: booleanOf(skipEndedOption),
			hours: numberOf(stalledAfterHours),
		}),
	});
	return { ...settings, words, stalledAfterMs: hours * HOUR };
}

/**
 * Reads the IDs as people paste them: separated by anything but letters and signs of an ID, with invisible characters, or as
 * the address of a transfer.
 */
function readIds(given: unknown, path: string): string[] {
	const texts = textListOf(transferIdsParameter).read(given, path);
	const ids = texts
		.flatMap((text) => text.split(/[\s,;|\u3001\uff0c\uff1b]+/))
		.map((text) => text.replace(/[\p{Cc}\p{Cf}]/gu, ''))
		.filter((text) => text !== '')
		.map(
			(text) => (ADDRESS.test(text) && text.split('/transfers/').at(1)?.split(/[/?#]/)[0]) || text,
		);
	const odd = ids.find((id) => id === '.' || id === '..' || ADDRESS.test(id));
	if (odd !== undefined) {
		throw badInput(
			path,
			`Transfer IDs: "${odd}" is not an ID`,
			'Enter the IDs of transfers, or addresses in which the ID follows /transfers/.',
		);
	}
	const seen = new Set<string>();
	return ids.filter((id) => seen.size < seen.add(plain(id)).size);
}

const ADDRESS = /^https?:/i;

/** An event: the record, and what the event adds to it; of a transfer that is unreachable there is no record. @public */
export const outputs: Outputs = {
	output: {
		...transferRecord,
		event: 'text!',
		reason: 'text',
		event_id: 'text!',
		transfer_id: 'text!',
		...endShape,
		probable: 'boolean',
		has_failed_rows: 'boolean',
		problem: { message: 'text!', remedy: 'text!', status: 'integer', serviceMessage: 'text' },
		before: transferRecord,
	},
};

/**
 * One poll: reads what is due and emits what is new. In the editor it shows the current state of every
 * transfer, as far as its event is chosen, and stores nothing.
 *
 * @returns null when there is no event
 * @throws NodeApiError when nothing could be read (at an activation what passes is only logged),
 * NodeOperationError when a parameter is wrong, or in the editor when no event is chosen that a transfer shows
 */
export async function pollTransfers(
	context: IPollFunctions,
): Promise<INodeExecutionData[][] | null> {
	return await orNodeError(context, poll(context));
}

async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const settings = readSettings(context);
	const isTest = context.getMode() === 'manual';
	const budget = budgetOf(context, settings.parallel);
	if (settings.ids.length === 0) {
		const hint = 'Enter IDs of transfers, separated by commas or line breaks.';
		const failure = badInput('transferIds', 'Transfer IDs is empty', hint);
		if (isTest || budget.begins === 'activate') throw failure;
		// What is known stays: a list that an expression gives may be empty for a while.
		warn(context, `${failure.message}; no transfer is watched`);
		return null;
	}
	return await inTurn(context, budget, async (options, isCurrent) => {
		const { service, baseUrl } = await connectForPoll(context, budget, options);
		const isFirst = budget.begins !== undefined;
		const memory = openStateStore<StoredState>(context, { schema, isFirst, shorten });
		const rules = { ...settings, service: baseUrl, isTest };
		const stored = memory.load();
		const before = stored?.baseUrl === baseUrl ? stored : nothingKnown;
		const now = Date.now();
		const ids = due(before, settings.ids, now);
		const responses = await settle(readAll(context, service, settings, ids));
		if (!isCurrent()) return null;
		if (!responses.ok && responses.failure.kind === 'unserved') return responses.failure;
		const step = responses.ok
			? takeIn(before, settings.ids, asReads(responses.value), now, rules)
			: { state: before, events: [], failed: true };
		const state = { ...step.state, baseUrl };
		memory.save(state);
		if (!responses.ok) failPoll(context, budget, responses.failure);
		else if (step.failed) failPoll(context, budget, ...failureOfAll(responses.value));
		const read = responses.ok ? [...responses.value] : [];
		const refused = read.flatMap(([id, each]) => (each.ok ? [] : id));
		if (!step.failed && refused.length > 0 && !settings.events.includes('attention')) {
			warn(context, `could not read ${refused.slice(0, MAX_SHOWN).join(', ')}`);
		}
		const emitted = isTest ? firstOfEach(step.events) : step.events;
		if (emitted.length > 0 && responses.ok) {
			return [emitted.map((each) => ({ json: asJson(each, responses.value) }))];
		}
		memory.keep(state);
		if (isTest && responses.ok) throw nothingToShow(responses.value, settings);
		return null;
	});
}

/** The state between polls; a transfer is another one at another base URL. */
interface StoredState extends State {
	readonly baseUrl: string;
}

/**
 * What the second poll needs of a large first state: which transfers run, as far as there is room. Those that had ended
 * are taken for new again, and so for ended before.
 */
function shorten({ transfers, next, baseUrl }: StoredState): StoredState {
	const running = Object.keys(transfers).filter((id) => !transfers[id].ended);
	const kept = running.slice(0, MAX_KEPT).map((id) => {
		const { early } = transfers[id] as { early?: true };
		return [id, { early }] as const;
	});
	return { transfers: Object.fromEntries(kept), next, baseUrl };
}
const MAX_KEPT = 40;

type Responses = ReadonlyMap<string, Result<TransferReading>>;

/** Reads side by side, in the given order, for as long as n8n lets the poll run; throws where that was too short for any. */
async function readAll(
	context: IPollFunctions,
	service: Service,
	{ parallel, workspaceId, acceptsOtherId }: Settings,
	ids: readonly string[],
): Promise<Responses> {
	const responses = new Map<string, Result<TransferReading>>();
	// What there is no time for, or what the service refuses for too many requests, the next poll reads.
	let stopped: Failure | undefined;
	await runTasks(ids, parallel, async (id) => {
		if (stopped) return;
		const reading = readTransfer(service, { id, workspaceId, acceptsOtherId });
		const response = redacted(await settle(reading), context);
		const kind = response.ok ? undefined : response.failure.kind;
		if (kind !== 'timeLimit' && kind !== 'unserved') responses.set(id, response);
		if (!response.ok && STOPPING.includes(response.failure.kind)) stopped = response.failure;
	});
	if (responses.size === 0 && stopped) throw stopped;
	return responses;
}

const STOPPING: readonly FailureKind[] = ['timeLimit', 'unserved', 'rateLimited'];

/** What the service itself says of the one transfer that was asked for. */
const OF_THE_TRANSFER: readonly FailureKind[] = ['notFound', 'forbidden', 'refused', 'otherRecord'];

const asReads = (responses: Responses): Read[] =>
	[...responses].map(([id, response]) => {
		if (response.ok) return { id, record: keptRecord(response.value.record) };
		const { kind } = response.failure;
		return { id, failure: { kind, ofThisTransfer: OF_THE_TRANSFER.includes(kind) } };
	});

/** Why nothing could be read: the first failure, and a sentence on all of them. */
function failureOfAll(responses: Responses) {
	const [failure] = [...responses.values()].flatMap((each) => (each.ok ? [] : [each.failure]));
	const { size } = responses;
	const account = size > 1 ? `None of the ${size} transfers that were due could be read.` : '';
	return [failure, account] as const;
}

const firstOfEach = (events: readonly TransferEvent[]) =>
	events.filter(({ id }, index) => events.findIndex((each) => each.id === id) === index);

/** What a test in the editor says when no event is chosen that one of the transfers shows. */
function nothingToShow(responses: Responses, { words }: Settings): Failure {
	const states = [...responses].slice(0, MAX_SHOWN).map(([id, response]) => {
		if (!response.ok) return `${id}: ${unreachable(response.failure)}`;
		const { record } = response.value;
		return `${id}: ${summaryOf(record, judgeEnd(record, words, undefined, 0).verdict)}`;
	});
	const more = responses.size > MAX_SHOWN ? ` and ${responses.size - MAX_SHOWN} more` : '';
	return badInput(
		'events',
		`No transfer shows an event that is chosen. ${states.join('; ')}${more}`,
		'Choose other events under Trigger On, or test again when that has changed.',
	);
}

const MAX_SHOWN = 3;

/** An event as the workflow gets it: the record, and what the event adds to it. */
function asJson(emitted: TransferEvent, responses: Responses): IDataObject {
	const { event, reason, eventId, id, before } = emitted;
	const about = { event, ...(reason && { reason }), event_id: eventId, transfer_id: id };
	const past = { before: (before as IDataObject) ?? null };
	const { record, verdict, endedBefore } = emitted;
	if (!record || !verdict) {
		const { failure } = responses.get(id) as { failure: Failure };
		const { message, remedy, status, serviceMessage } = failure;
		const problem = { message, remedy, status, serviceMessage };
		return { ...about, id, summary: unreachable(failure), problem, ...past };
	}
	const read = responses.get(id);
	const end = describeEnd(record, verdict);
	const summary = String(end.summary);
	// What stands before the summary, so that nobody takes the item for an ordinary end.
	const name = reason ? REASONS[reason] : EVENTS[event].name;
	const mark = endedBefore ? `${name} after it was ${endedBefore}` : name;
	const isMarked = endedBefore !== undefined || reason !== undefined || event === 'stalled';
	return {
		...(read?.ok ? read.value.record : (record as IDataObject)),
		...about,
		...end,
		...(isMarked && { summary: `${mark}. ${summary}` }),
		...(verdict.kind === 'unknownStatus' &&
			reason === 'unknown_status' && {
				problem: { message: summary, remedy: adviseOnWord(verdict.word) },
			}),
		...past,
	};
}

const unreachable = ({ message }: Failure) => `${REASONS.unreachable}: ${message}`;

const MAX_TEXT_LENGTH = 1000;

/** What is kept of a record between polls, which n8n stores with the workflow: its specified values, no object, texts cut. */
export function keptRecord(record: TransferRecord): TransferRecord {
	const known = Object.keys(transferRecord).flatMap((name) => {
		const value = record[name];
		if (value === undefined || (typeof value === 'object' && value !== null)) return [];
		return [[name, typeof value === 'string' ? value.slice(0, MAX_TEXT_LENGTH) : value]];
	});
	return Object.fromEntries(known) as TransferRecord;
}
