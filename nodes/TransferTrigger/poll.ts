import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { hasFailedRows, judgeEnd, summaryOf } from '../shared/transfer/end';
import { readTransfer, type TransferReading } from '../shared/transfer/read';
import { transferRecord } from '../shared/transfer/record';
import type { StatusWords } from '../shared/transfer/words';
import type { Outputs } from '../shared/resource';
import { asNodeError, runTasks } from '../shared/execution';
import {
	badInput,
	connectWithoutItem,
	succeed,
	type Failure,
	type FailureKind,
	type Result,
} from '../shared/http';
import { budgetOf } from '../shared/polling/budget';
import { resumesWith } from '../shared/polling/resuming';
import { openStateStore } from '../shared/polling/stateStore';
import { keptRecord } from './keptRecord';
import { readSettings, type Settings } from './settings';
import type { TransferEvent } from './events';
import { due, nothingKnown, probeOf, step, type Read, type State } from './reducer';

/** An event: the record, and what the event adds to it; what happened is all of one that is unreachable. @public */
export const outputs: Outputs = {
	output: {
		...transferRecord,
		event: 'text!',
		event_id: 'text!',
		transfer_id: 'text!',
		has_failed_rows: 'boolean',
		summary: 'text!',
		problem: { message: 'text!', remedy: 'text!', status: 'integer', serviceMessage: 'text' },
		before: transferRecord,
	},
};

/**
 * One poll: reads what is due and emits what is new. In the editor it shows the current state of every
 * transfer, and stores nothing.
 *
 * @returns null when there is no event
 * @throws NodeApiError when nothing could be read (n8n's own start of a workflow only notes it),
 * NodeOperationError when a parameter is wrong
 */
export async function pollTransfers(
	context: IPollFunctions,
): Promise<INodeExecutionData[][] | null> {
	const node = context.getNode();
	const isResumed = resumesWith(context);
	const settings = readSettings(context);
	if (!settings.ok) throw asNodeError(node, settings.failure);
	const { ids, words } = settings.value;
	const inEditor = context.getMode() === 'manual';
	if (inEditor && ids.length === 0) {
		const hint = 'Enter IDs of transfers, separated by commas or line breaks.';
		throw asNodeError(node, badInput('transferIds', 'Transfer IDs is empty', hint).failure);
	}

	const reader = await openReader(context, settings.value);
	if (!reader.ok) throw asNodeError(node, reader.failure);
	const memory = await openStateStore<State>(context);
	const load = () => memory.load() ?? nothingKnown;
	const rules = {
		...settings.value,
		service: memory.service,
		...(inEditor ? { events: ['finished', 'failed', 'changed'] as const, skipEnded: false } : {}),
	};
	const { responses, read } = reader.value;
	await read(due(load(), ids, Date.now()));
	const probe = probeOf(load(), ids, asReads(responses));
	if (probe !== undefined) await read([probe]);
	// Nothing is awaited from here on, so that no other poll comes between.
	const { state, events, failed } = step(load(), ids, asReads(responses), Date.now(), rules);
	memory.save(state);
	if (failed) {
		const { failure, account } = failureOfAll(responses, probe);
		const error = asNodeError(node, failure, undefined, account);
		if (!isResumed) throw error;
		context.logger.warn(`${node.name}: ${error.message}`);
		return null;
	}
	const emitted = inEditor ? firstOfEach(events) : events;
	if (emitted.length === 0) return null;
	return [emitted.map((each) => ({ json: asJson(each, words, responses) }))];
}

type Responses = ReadonlyMap<string, Result<TransferReading>>;

interface Reader {
	/** What came of every read so far, by ID. */
	readonly responses: Responses;
	/** Reads side by side, in the given order, for as long as n8n lets the poll run. */
	read(ids: readonly string[]): Promise<void>;
}

async function openReader(
	context: IPollFunctions,
	{ parallel, workspaceId }: Settings,
): Promise<Result<Reader>> {
	const { options, lastStart } = budgetOf(context, parallel);
	const service = await connectWithoutItem(context, options);
	if (!service.ok) return service;

	const responses = new Map<string, Result<TransferReading>>();
	return succeed({
		responses,
		async read(ids) {
			let next = 0;
			// What the service refuses for too many requests, the next poll reads.
			let limited = false;
			const readOne = async (id: string) => {
				const response = await readTransfer(service.value, { id, workspaceId });
				responses.set(id, response);
				limited ||= !response.ok && response.failure.kind === 'rateLimited';
			};
			await runTasks(parallel, () =>
				next < ids.length && !limited && Date.now() < lastStart ? readOne(ids[next++]) : undefined,
			);
		},
	});
}

/** Failures that are about the one transfer that was asked for. */
const OF_THE_TRANSFER: readonly FailureKind[] = [
	'notFound',
	'forbidden',
	'refused',
	'unexpectedResponse',
];

const asReads = (responses: Responses): Read[] =>
	[...responses].map(([id, response]) => {
		if (response.ok) return { id, record: keptRecord(response.value.record) };
		const { kind } = response.failure;
		return { id, failure: { kind, ofThisTransfer: OF_THE_TRANSFER.includes(kind) } };
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
	return { failure, account: account.join(' ') };
}

const firstOfEach = (events: readonly TransferEvent[]) =>
	events.filter(({ id }, index) => events.findIndex((each) => each.id === id) === index);

/** An event as the workflow gets it: the record, and what the event adds to it. */
function asJson(happening: TransferEvent, words: StatusWords, responses: Responses): IDataObject {
	const { event, eventId, id, before } = happening;
	const about = { event, event_id: eventId, transfer_id: id };
	const past = { before: (before as IDataObject) ?? null };
	if (event === 'unreachable') {
		const { message, remedy, status, serviceMessage } = (responses.get(id) as { failure: Failure })
			.failure;
		const problem = { message, remedy, status, serviceMessage };
		return { ...about, id, summary: `Unreachable: ${message}`, problem, ...past };
	}
	const { record } = happening;
	const read = responses.get(id);
	return {
		...(read?.ok ? read.value.record : (record as IDataObject)),
		...about,
		has_failed_rows: hasFailedRows(record),
		summary: summaryOf(record, judgeEnd(record, words, undefined, Date.now()).verdict),
		...past,
	};
}
