import type { IDataObject } from 'n8n-workflow';

import {
	readBoolean,
	readNumberParameter,
	type ExecutionContext,
	type ItemWork,
} from '../shared/execution';
import { fail, succeed } from '../shared/http';
import { describeEnd, summaryOf } from '../shared/transfer/end';
import { follow } from '../shared/transfer/follow';
import { readTransfer } from '../shared/transfer/read';
import { timeLimitParameter } from './parameters';
import { readStatusWords } from './statusWords';
import type { ReadAsked } from './transferRecord';

/**
 * Waits until a transfer ends or the time limit is reached. Items that wait for the same share its reads.
 *
 * @param note takes the fields of the record that were set aside
 */
export function prepareWait(
	{ context, service }: ExecutionContext,
	readAsked: ReadAsked,
	note: (setAside: readonly string[]) => void,
): ItemWork {
	const waits = new Map<string, ReturnType<typeof follow>>();
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
		const read = async () => await readTransfer(service, asked.value);
		const given = { read, words: words.value, limitMs: limit.value * 1000, stop };
		const following = waits.get(key) ?? follow(given);
		waits.set(key, following);
		const ended = await following;
		if (!ended.ok) return ended;
		const { record, setAside, verdict } = ended.value;
		note(setAside);
		if (!failsToo.value || verdict.outcome === 'finished') {
			return succeed([{ ...record, ...describeEnd(record, verdict) }]);
		}
		return fail({
			kind: 'transferFailed',
			message: `The transfer failed. ${summaryOf(record, verdict)}`,
			remedy:
				'Correct the problem that the message names, then start the transfer again in the service.',
			serviceMessage: typeof record.error_message === 'string' ? record.error_message : undefined,
			serviceDetails: record,
		});
	};
}
