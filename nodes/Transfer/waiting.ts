import type { IDataObject } from 'n8n-workflow';

import {
	readBoolean,
	readNumberParameter,
	type ItemWork,
	type ExecutionContext,
} from '../shared/execution';
import { fail, succeed, wait, type FailureKind, type Result } from '../shared/http';
import { hasFailedRows, outcomeOf, summaryOf, type Outcome } from '../shared/transfer/outcome';
import { timeLimitParameter } from './parameters';
import { readStatusWords } from './statusWords';
import type { ReadTransfer } from './transferRecord';

const INITIAL_INTERVAL_MS = 1000;
const INTERVAL_GROWTH = 1.5;
const MAX_INTERVAL_MS = 60_000;

/** Failures after which a transfer that was read before is asked for again. */
const PASSING: readonly FailureKind[] = ['unavailable', 'rateLimited'];

/** Polls a transfer at growing intervals until it ends or the time limit is reached. */
export function prepareWait({ context }: ExecutionContext, read: ReadTransfer): ItemWork {
	const signal = context.getExecutionCancelSignal();
	return async (item) => {
		const words = readStatusWords(context.getNodeParameter('options', item, {}) as IDataObject);
		if (!words.ok) return words;
		const limit = readNumberParameter(
			context.getNodeParameter('timeLimit', item),
			timeLimitParameter,
			timeLimitParameter.name,
		);
		if (!limit.ok) return limit;
		const failsToo = readBoolean(
			context.getNodeParameter('failOnFailed', item, false),
			'failOnFailed',
			'Fail When the Transfer Failed',
		);
		if (!failsToo.ok) return failsToo;

		const until = Date.now() + limit.value * 1000;
		let last: IDataObject | undefined;
		for (let interval = INITIAL_INTERVAL_MS; ; interval *= INTERVAL_GROWTH) {
			const response = await read(item);
			if (response.ok) {
				last = response.value;
				const outcome = outcomeOf(last, words.value);
				if (outcome) return conclude(last, outcome, failsToo.value);
			} else if (!last || !PASSING.includes(response.failure.kind)) {
				return response;
			}
			const left = until - Date.now();
			if (left <= 0) return tooLong(last, limit.value);
			await wait(Math.min(interval, MAX_INTERVAL_MS, left), signal);
		}
	};
}

function conclude(record: IDataObject, outcome: Outcome, failsToo: boolean): Result<IDataObject[]> {
	const summary = summaryOf(record, outcome);
	if (outcome === 'failed' && failsToo) {
		return fail({
			kind: 'transferFailed',
			message: `The transfer failed. ${summary}`,
			remedy:
				'Correct the problem that the message names, then start the transfer again in the service.',
			serviceMessage: typeof record.error_message === 'string' ? record.error_message : undefined,
			serviceDetails: record,
		});
	}
	return succeed([{ ...record, outcome, has_failed_rows: hasFailedRows(record), summary }]);
}

const tooLong = (record: IDataObject, seconds: number) =>
	fail({
		kind: 'timeLimit',
		message: `The transfer did not end within ${seconds} seconds. ${summaryOf(record, undefined)}`,
		remedy:
			'Raise Time Limit, or use the Workspace Records Transfer Trigger. If it has ended, add its status word to the list in the options.',
		serviceDetails: record,
	});
