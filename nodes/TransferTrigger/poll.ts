import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { asNodeError, runTasks } from '../shared/execution';
import {
	badInput,
	connectWithoutItem,
	succeed,
	type Failure,
	type FailureKind,
	type Result,
} from '../shared/http';
import {
	budgetOf,
	inTurn,
	isOnlyLogged,
	withinBudget,
	type PollBudget,
} from '../shared/polling/budget';
import { openStateStore } from '../shared/polling/stateStore';
import type { Outputs } from '../shared/resource';
import { adviseOnWord, describeEnd, judgeEnd, summaryOf } from '../shared/transfer/end';
import { readTransfer, type TransferReading } from '../shared/transfer/read';
import { endShape, transferRecord } from '../shared/transfer/record';
import { keptRecord } from './keptRecord';
import { readSettings, type Settings } from './settings';
import type { Rules, TransferEvent } from './events';
import { due, nothingKnown, probeOf, step, type Read, type State } from './reducer';

/** An event: the record, and what the event adds to it; what happened is all of one that is unreachable. @public */
export const outputs: Outputs = {
	output: {
		...transferRecord,
		event: 'text!',
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
	const node = context.getNode();
	const settings = readSettings(context);
	if (!settings.ok) throw asNodeError(node, settings.failure);
	const inEditor = context.getMode() === 'manual';
	const budget = budgetOf(context, settings.value.parallel);
	if (settings.value.ids.length === 0) {
		const hint = 'Enter IDs of transfers, separated by commas or line breaks.';
		const { failure } = badInput('transferIds', 'Transfer IDs is empty', hint);
		if (inEditor || budget.begins === 'activate') throw asNodeError(node, failure);
		// What is known stays: a list that an expression gives may be empty for a while.
		context.logger.warn(`${node.name}: ${failure.message}; no transfer is watched`);
		return null;
	}
	return await inTurn(context, budget, async (isCurrent) => {
		const polled = await pollOnce(context, settings.value, budget, isCurrent);
		if (polled.ok) {
			const items = polled.value;
			return items.length > 0 ? [items] : null;
		}
		const { failure, account } = polled;
		const error = asNodeError(node, failure, undefined, account);
		if (inEditor || !isOnlyLogged(budget, failure.kind)) throw error;
		context.logger.warn(`${node.name}: ${error.message}`);
		return null;
	});
}

type Polled =
	| { readonly ok: true; readonly value: INodeExecutionData[] }
	/** `account`: a sentence on all transfers. */
	| { readonly ok: false; readonly failure: Failure; readonly account?: string };

async function pollOnce(
	context: IPollFunctions,
	settings: Settings,
	budget: PollBudget,
	isCurrent: () => boolean,
): Promise<Polled> {
	const { ids } = settings;
	const reader = await openReader(context, settings, budget);
	if (!reader.ok) return reader;
	const memory = await openStateStore<State>(context);
	const isTest = context.getMode() === 'manual';
	const rules = {
		...settings,
		service: memory.service,
		isTest,
		...(isTest && { skipEnded: false }),
	};
	const { responses, read } = reader.value;
	const before = memory.load() ?? nothingKnown;
	const now = Date.now();
	await read(due(before, ids, now));
	const probe = probeOf(before, ids, asReads(responses));
	if (probe !== undefined) await read([probe]);
	if (!isCurrent()) return succeed([]);
	const { state, events, failed } = step(before, ids, asReads(responses), now, rules);
	memory.save(state);
	if (failed) return failureOfAll(responses, probe);
	if (responses.size === 0 && reader.value.tooLate) return reader.value.tooLate;
	if (isTest && events.length === 0) return nothingToShow(responses, rules);
	const emitted = isTest ? firstOfEach(events) : events;
	if (emitted.length === 0) memory.keep(state);
	return succeed(emitted.map((each) => ({ json: asJson(each, rules, responses) })));
}

type Responses = ReadonlyMap<string, Result<TransferReading>>;

interface Reader {
	/** What came of every read so far, by ID, but of those for which there was no time. */
	readonly responses: Responses;
	/** The last of those. */
	readonly tooLate?: Polled & { readonly ok: false };
	/** Reads side by side, in the given order, for as long as n8n lets the poll run. */
	read(ids: readonly string[]): Promise<void>;
}

async function openReader(
	context: IPollFunctions,
	{ parallel, workspaceId, acceptsOtherId }: Settings,
	budget: PollBudget,
): Promise<Result<Reader>> {
	const connected = await connectWithoutItem(context, budget.options);
	if (!connected.ok) return connected;
	const service = withinBudget(connected.value, budget);
	const responses = new Map<string, Result<TransferReading>>();
	let tooLate: Reader['tooLate'];
	return succeed({
		responses,
		get tooLate() {
			return tooLate;
		},
		async read(ids) {
			let next = 0;
			// What the service refuses for too many requests, the next poll reads.
			let limited = false;
			const readOne = async (id: string) => {
				const response = await readTransfer(service, { id, workspaceId, acceptsOtherId });
				if (!response.ok && response.failure.kind === 'timeLimit') tooLate = response;
				else responses.set(id, response);
				limited ||= !response.ok && response.failure.kind === 'rateLimited';
			};
			await runTasks(parallel, () =>
				next < ids.length && !limited && !tooLate ? readOne(ids[next++]) : undefined,
			);
		},
	});
}

/** Failures that are about the one transfer that was asked for. */
const OF_THE_TRANSFER: readonly FailureKind[] = ['notFound', 'forbidden', 'refused', 'otherRecord'];

const asReads = (responses: Responses): Read[] =>
	[...responses].map(([id, response]) => {
		if (response.ok) return { id, record: keptRecord(response.value.record) };
		const { kind, serviceMessage } = response.failure;
		const ofThisTransfer = OF_THE_TRANSFER.includes(kind);
		const isVerdict = ofThisTransfer && (serviceMessage !== undefined || kind === 'otherRecord');
		return { id, failure: { kind, ofThisTransfer, isVerdict } };
	});

const BY_WEIGHT: readonly FailureKind[] = ['unauthorized', 'rateLimited', 'unavailable'];

/** Why nothing could be read: the failure that says most about it, and a sentence on all of them. */
function failureOfAll(responses: Responses, probe: string | undefined) {
	const failures = [...responses.values()].flatMap((each) => (each.ok ? [] : [each.failure]));
	const [failure = failures[0]] = BY_WEIGHT.flatMap((kind) =>
		failures.filter((each) => each.kind === kind),
	);
	const due = [...responses.keys()].filter((id) => id !== probe).length;
	const account = [
		...(due > 1 ? [`None of the ${due} transfers that were due could be read.`] : []),
		...(responses.size > due ? [`Nor could ${probe}, which had been read before.`] : []),
	];
	return { ok: false as const, failure, account: account.join(' ') };
}

const firstOfEach = (events: readonly TransferEvent[]) =>
	events.filter(({ id }, index) => events.findIndex((each) => each.id === id) === index);

/** What a test in the editor says when no event is chosen that one of the transfers shows. */
function nothingToShow(responses: Responses, { words }: Rules): Polled {
	const states = [...responses].map(([id, read]) => {
		if (!read.ok) return { id, shows: read.failure.message, event: 'Unreachable' };
		const { verdict } = judgeEnd(read.value.record, words, undefined, Date.now());
		const shows = summaryOf(read.value.record, verdict);
		if ('outcome' in verdict) {
			return { id, shows, event: verdict.outcome === 'failed' ? 'Failed' : 'Finished' };
		}
		return { id, shows, event: verdict.kind === 'unknownStatus' ? 'Unknown Status' : 'Changed' };
	});
	const shown = states.slice(0, MAX_SHOWN).map(({ id, shows }) => `${id}: ${shows}`);
	const more = states.length > MAX_SHOWN ? ` and ${states.length - MAX_SHOWN} more` : '';
	const events = [...new Set(states.map(({ event }) => event))].sort().join(' or ');
	return badInput(
		'events',
		`No transfer shows an event that is chosen. ${shown.join('; ')}${more}`,
		`Tick ${events} under Events to get an item now, or test again when that has changed.`,
	);
}

const MAX_SHOWN = 3;

/** An event as the workflow gets it: the record, and what the event adds to it. */
function asJson(emitted: TransferEvent, rules: Rules, responses: Responses): IDataObject {
	const { event, eventId, id, before } = emitted;
	const about = { event, event_id: eventId, transfer_id: id };
	const past = { before: (before as IDataObject) ?? null };
	if (event === 'unreachable') {
		const { message, remedy, status, serviceMessage } = (responses.get(id) as { failure: Failure })
			.failure;
		const problem = { message, remedy, status, serviceMessage };
		return { ...about, id, summary: `Unreachable: ${message}`, problem, ...past };
	}
	const { record, verdict, endedBefore } = emitted;
	const read = responses.get(id);
	const end = describeEnd(record, verdict);
	const mark = markOf(event, endedBefore, rules);
	return {
		...(read?.ok ? read.value.record : (record as IDataObject)),
		...about,
		...end,
		...(mark && { summary: `${mark}. ${String(end.summary)}` }),
		...(event === 'unknownStatus' &&
			verdict.kind === 'unknownStatus' && {
				problem: { message: String(end.summary), remedy: adviseOnWord(verdict.word) },
			}),
		...past,
	};
}

/** What stands before the summary, so that nobody takes the item for an ordinary end. */
function markOf(event: string, endedBefore: string | undefined, rules: Rules): string | undefined {
	if (event === 'unknownStatus') return 'Unknown status';
	if (event === 'stalled') return `Stalled: no change for ${rules.stalledAfterMs / HOUR} hours`;
	if (endedBefore === undefined) return undefined;
	return `${event === 'resumed' ? 'Resumed' : 'Corrected'}: it was reported as ${endedBefore} before`;
}

const HOUR = 60 * 60_000;
