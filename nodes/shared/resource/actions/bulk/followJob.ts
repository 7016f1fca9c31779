import type { IDataObject } from 'n8n-workflow';

import { runTasks, type BulkRecord } from '../../../execution';
import { fail, Failure, settle, succeed, type Result } from '../../../http';
import { hasFailedRows, summaryOf } from '../../../transfer/end';
import { follow } from '../../../transfer/follow';
import { readTransfer } from '../../../transfer/read';
import { DEFAULT_WORDS } from '../../../transfer/record';
import type { RecordContext } from '../router';
import { findCreated } from '../reconcileCreate';

/** How long a job is waited for; what has not ended by then is reported as queued. */
const TIME_LIMIT_MS = 600_000;

/**
 * Prepares the waiting for queued bulk creates. No source says that the transfer record knows the job of
 * a bulk create (assumed); where it does not, records are reported as queued.
 */
export function jobFollower({ context, service, resource, parallel }: RecordContext) {
	const signal = context.getExecutionCancelSignal();

	return async (
		batch: readonly BulkRecord[],
		queued: ReadonlyArray<Result<IDataObject>>,
		jobId: string,
		since: number,
	): Promise<ReadonlyArray<Result<IDataObject>>> => {
		const ended = await settle(
			follow({
				read: async () => await readTransfer(service, { id: jobId }),
				words: DEFAULT_WORDS,
				limitMs: TIME_LIMIT_MS,
				stop: signal,
			}),
		);
		if (!ended.ok) return queued;
		const { record: job, verdict } = ended.value;
		const allDone = verdict.outcome === 'finished' && !hasFailedRows(job);
		const summary = summaryOf(job, verdict);
		const results = [...queued];
		await runTasks(batch, parallel, async ({ record, externalId }, index) => {
			if (!queued[index].ok) return;
			const found = await findCreated({ service, resource }, record, {}, since);
			if (found?.kind === 'created') {
				results[index] = succeed({ ...found.value, queued: false, job_id: jobId });
			} else if (allDone) {
				const value = { external_id: externalId, queued: false, job_id: jobId };
				results[index] = succeed({ ok: true, status: 'finished', ...value });
			} else {
				const reason = found ? `${found.reason}. ` : '';
				results[index] = fail(
					new Failure({
						kind: 'transferFailed',
						message: `The job ${jobId} did not create every record. ${summary}`,
						remedy: `${reason}Read the error file of the transfer, correct the record and create it again.`,
						serviceDetails: job,
						mayHaveHappened: found?.kind === 'absent' ? undefined : true,
					}),
				);
			}
		});
		return results;
	};
}
