import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { simplifiedShape } from '../shared/resource/definition/outputs';
import type { Outputs } from '../shared/resource';
import { readOutputChoice } from '../shared/resource/actions/outputChoice';
import { readRecordId } from '../shared/resource/actions/input/itemInput';
import {
	booleanOf,
	isCallOfModel,
	itemReader,
	numberOf,
	publishLines,
	runForModel,
	runNode,
	type ExecutionContext,
	type ItemWork,
	inOptions,
	textListOf,
	textOf,
} from '../shared/execution';
import { Failure, settle, unwrap, type Result } from '../shared/http';
import { adviseOnWord, describeEnd, judgeEnd, summaryOf } from '../shared/transfer/end';
import {
	followTransfer,
	type FollowedTransfer,
	adviseOnSetAside,
	readTransfer,
	type AskedTransfer,
} from '../shared/transfer/read';
import { endShape, transferRecord } from '../shared/transfer/record';
import { fileFacts, prepareDownload, prepareErrorRows, type ReadTransfer } from './files';
import {
	failOnFailedParameter,
	timeLimitParameter,
	transferOutput,
	acceptOtherIdOption,
	failedStatusesOption,
	finishedStatusesOption,
} from './parameters';
import { workspaceOption } from '../shared/description';

/** The items, by resource and operation. @public */
export const outputs: Outputs = {
	'transfer/get': simplifiedShape(transferOutput, transferOutput.record),
	'transfer/wait': { ...transferRecord, ...endShape, outcome: 'text!', rests_on: 'text!' },
	'transfer/downloadDataFile': { ...transferRecord, ...fileFacts },
	'transfer/downloadErrorFile': { ...transferRecord, ...fileFacts },
	'transfer/getErrorRows': { _row: 'integer!' },
};

/**
 * Does the chosen operation for each item.
 *
 * @throws NodeOperationError or NodeApiError, unless the node continues on errors
 */
export async function runTransfer(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	if (isCallOfModel(context)) return await runForModel(context, runTransfer);
	const operation = context.getNodeParameter('operation', 0) as string;
	const hints = new Set<string>();
	const prepare = (execution: ExecutionContext) => prepareTransfer(execution, operation, hints);
	// Waiting costs next to nothing, so all items wait at once; their requests keep to the limit.
	const atOnce = operation === 'wait' ? Infinity : undefined;
	const output = await runNode(context, prepare, undefined, { atOnce });
	publishLines(context, { notes: [...hints] });
	return output;
}

function prepareTransfer(
	execution: ExecutionContext,
	operation: string,
	hints: Set<string>,
): ItemWork {
	const { context, service } = execution;
	const note = (setAside: readonly string[]) => {
		if (setAside.length > 0) hints.add(adviseOnSetAside(setAside));
	};
	const readOptions = itemReader(context, transferOptions);
	const readWords = itemReader(context, statusWords);
	const readAsked: ReadAsked = (item) => {
		const { value: id } = readRecordId(context, 'Transfer', item);
		return { id, ...readOptions(item) };
	};
	const read: ReadTransfer = async (item) => {
		const asked = readAsked(item);
		const reading = await readTransfer(service, asked);
		note(reading.setAside);
		return reading.record;
	};
	switch (operation) {
		case 'wait':
			return prepareWait(execution, readAsked, note);
		case 'downloadDataFile':
			return prepareDownload(execution, read, 'data');
		case 'downloadErrorFile':
			return prepareDownload(execution, read, 'error');
		case 'getErrorRows':
			return prepareErrorRows(execution, read);
		default:
			return async (item) => {
				const output = readOutputChoice(context, transferOutput, item);
				const words = readWords(item);
				const readAt = Date.now();
				const record = await read(item);
				if (context.getNodeParameter('output', item, 'simplified') === 'raw') {
					return [record];
				}
				const { verdict } = judgeEnd(record, words, undefined, readAt);
				if (verdict.kind === 'unknownStatus') hints.add(adviseOnWord(verdict.word));
				const described = { ...record, ...describeEnd(record, verdict) };
				return [output(described)];
			};
	}
}

/** Reads which transfer the parameters of an item name. */
type ReadAsked = (item: number) => AskedTransfer;

/**
 * Waits until a transfer ends or the time limit is reached. Items that wait for the same share its reads.
 *
 * @param note takes the fields of the record that were set aside
 */
function prepareWait(
	{ context, service }: ExecutionContext,
	readAsked: ReadAsked,
	note: (setAside: readonly string[]) => void,
): ItemWork {
	const readWait = itemReader(context, {
		...statusWords,
		limit: numberOf(timeLimitParameter),
		failsToo: booleanOf(failOnFailedParameter),
	});
	const waits = new Map<string, Promise<Result<FollowedTransfer>>>();
	return async (item, stop) => {
		const asked = readAsked(item);
		const { limit, failsToo, ...words } = readWait(item);
		const key = JSON.stringify([asked, words, limit]);
		const read = async () => await readTransfer(service, asked);
		const given = { read, words, limitMs: limit * 1000, stop };
		const following = waits.get(key) ?? settle(followTransfer(given));
		waits.set(key, following);
		const { record, setAside, verdict } = unwrap(await following);
		note(setAside);
		if (!failsToo || verdict.outcome === 'finished') {
			return [{ ...record, ...describeEnd(record, verdict) }];
		}
		throw new Failure({
			kind: 'transferFailed',
			message: `The transfer failed. ${summaryOf(record, verdict)}`,
			remedy:
				'Correct the problem that the message names, then start the transfer again in the service.',
			serviceMessage: typeof record.error_message === 'string' ? record.error_message : undefined,
			serviceDetails: record,
		});
	};
}

/** Options of the node and of the trigger. */

/** What statuses mean. */
export const statusWords = inOptions({
	finished: textListOf(finishedStatusesOption),
	failed: textListOf(failedStatusesOption),
});

/** How a transfer is read. */
export const transferOptions = {
	...inOptions({ workspaceId: textOf(workspaceOption) }, 'requests'),
	...inOptions({ acceptsOtherId: booleanOf(acceptOtherIdOption) }),
};
