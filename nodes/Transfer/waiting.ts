import type { IDataObject } from 'n8n-workflow';

import {
	readBoolean,
	readNumberParameter,
	type ExecutionContext,
	type ItemWork,
} from '../shared/execution';
import { fail, succeed, type Result } from '../shared/http';
import { adviseOnWord, CONFIRM_MS, describeEnd, summaryOf } from '../shared/transfer/end';
import { follow, type Followed } from '../shared/transfer/follow';
import { readTransfer, type AskedTransfer } from '../shared/transfer/read';
import { timeLimitParameter } from './parameters';
import { readStatusWords } from './statusWords';

/**
 * Waits until a transfer ends or the time limit is reached. Items that wait for the same share its reads.
 *
 * @param readAsked reads the parameters that name the transfer
 * @param note takes what a person should know of a record
 */
export function prepareWait(
	{ context, service }: ExecutionContext,
	readAsked: (item: number) => Result<AskedTransfer>,
	note: (setAside: readonly string[]) => void,
): ItemWork {
	const waits = new Map<string, Promise<Followed>>();
	return async (item, stop) => {
		const asked = readAsked(item);
		if (!asked.ok) return asked;
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

		const key = JSON.stringify([asked.value, words.value, limit.value]);
		const waited =
			waits.get(key) ??
			follow({
				read: async () => await readTransfer(service, asked.value),
				words: words.value,
				limitMs: limit.value * 1000,
				stop,
			});
		waits.set(key, waited);
		const followed = await waited;
		if (followed.kind === 'failed') return fail(followed.failure);
		note(followed.reading.setAside);
		return conclude(followed, limit.value, failsToo.value);
	};
}

function conclude(
	followed: Exclude<Followed, { kind: 'failed' }>,
	seconds: number,
	failsToo: boolean,
): Result<IDataObject[]> {
	const { verdict } = followed;
	const { record } = followed.reading;
	const summary = summaryOf(record, verdict);
	if (followed.kind === 'timeLimit') {
		const { failure } = followed;
		const since = failure ? `. Since then it could not be read: ${failure.message}` : '';
		const advice =
			verdict.kind === 'unknownStatus'
				? adviseOnWord(verdict.word)
				: verdict.kind === 'probable'
					? `Where no status word says so, two reads ${CONFIRM_MS / 1000} seconds apart have to agree.`
					: 'If it has ended, add its status word to the list in the options.';
		return fail({
			kind: 'timeLimit',
			message: `The transfer did not end within ${seconds} seconds. ${summary}${since}`,
			remedy: `Raise Time Limit, or use the Workspace Records Transfer Trigger. ${advice}`,
			serviceDetails: record,
		});
	}
	if (failsToo && followed.verdict.outcome === 'failed') {
		return fail({
			kind: 'transferFailed',
			message: `The transfer failed. ${summary}`,
			remedy:
				'Correct the problem that the message names, then start the transfer again in the service.',
			serviceMessage: typeof record.error_message === 'string' ? record.error_message : undefined,
			serviceDetails: record,
		});
	}
	return succeed([{ ...record, ...describeEnd(record, verdict) }]);
}
