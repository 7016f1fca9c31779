import {
	booleanOf,
	itemReader,
	numberOf,
	type ExecutionContext,
	type ItemWork,
} from '../shared/execution';
import { Failure, settle, unwrap, type Result } from '../shared/http';
import { describeEnd, summaryOf } from '../shared/transfer/end';
import { followTransfer, type FollowedTransfer } from '../shared/transfer/follow';
import { readTransfer, type AskedTransfer } from '../shared/transfer/read';
import { failOnFailedParameter, timeLimitParameter } from './parameters';
import { statusWords } from './settings';

/** Reads which transfer the parameters of an item name. */
export type ReadAsked = (item: number) => AskedTransfer;

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
