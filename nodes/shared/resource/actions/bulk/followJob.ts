import type { IDataObject } from 'n8n-workflow';

import { runTasks, type BulkRecord } from '../../../execution';
import { fail, segment, succeed, wait, type Result } from '../../../http';
import { isObject } from '../../../schema/values';
import { DEFAULT_WORDS, hasFailedRows, outcomeOf, summaryOf } from '../../../transfer/outcome';
import type { RecordContext } from '../context';
import { findCreated } from '../reconcileCreate';

const INITIAL_INTERVAL_MS = 1000;
const INTERVAL_GROWTH = 1.5;
const MAX_INTERVAL_MS = 30_000;
/** How long a job is waited for; what has not ended by then is reported as queued. */
const TIME_LIMIT_MS = 600_000;

/**
 * Prepares the waiting for queued bulk creates. No source says that the transfer record knows the job of
 * a bulk create (assumed); where it does not, records are reported as queued.
 */
export function jobFollower({ context, service, resource, parallel }: RecordContext) {
	const signal = context.getExecutionCancelSignal();

	/** The record of the job when it has ended; undefined when it is not known, or takes too long. */
	const ended = async (jobId: string): Promise<IDataObject | undefined> => {
		const until = Date.now() + TIME_LIMIT_MS;
		for (let interval = INITIAL_INTERVAL_MS; ; interval *= INTERVAL_GROWTH) {
			const response = await service.send({
				method: 'GET',
				path: `/v1/public/transfers/${segment(jobId)}`,
				idempotent: true,
				asks: { kind: 'facts' },
				purpose: 'read the transfer of the queued records',
				permission: 'read',
			});
			if (!response.ok || !isObject(response.value.body)) return undefined;
			const record = response.value.body as IDataObject;
			if (outcomeOf(record, DEFAULT_WORDS)) return record;
			const left = until - Date.now();
			if (left <= 0) return undefined;
			await wait(Math.min(interval, MAX_INTERVAL_MS, left), signal);
		}
	};

	return async (
		batch: readonly BulkRecord[],
		queued: ReadonlyArray<Result<IDataObject>>,
		jobId: string,
		since: number,
	): Promise<ReadonlyArray<Result<IDataObject>>> => {
		const job = await ended(jobId);
		if (!job) return queued;
		const outcome = outcomeOf(job, DEFAULT_WORDS);
		const allDone = outcome === 'finished' && !hasFailedRows(job);
		const summary = summaryOf(job, outcome);
		const results = [...queued];
		const settle = async (index: number) => {
			const { record, externalId } = batch[index];
			const found = await findCreated(service, resource, record, {}, since);
			if (found?.kind === 'created') {
				results[index] = succeed({ ...found.value, queued: false, job_id: jobId });
			} else if (allDone) {
				const value = { external_id: externalId, queued: false, job_id: jobId };
				results[index] = succeed({ ok: true, status: 'finished', ...value });
			} else {
				const reason = found ? `${found.reason}. ` : '';
				results[index] = fail({
					kind: 'transferFailed',
					message: `The job ${jobId} did not create every record. ${summary}`,
					remedy: `${reason}Read the error file of the transfer, correct the record and create it again.`,
					serviceDetails: job,
					mayHaveHappened: found?.kind === 'absent' ? undefined : true,
				});
			}
		};
		let next = 0;
		await runTasks(parallel, () => {
			while (next < batch.length && !queued[next].ok) next += 1;
			return next < batch.length ? settle(next++) : undefined;
		});
		return results;
	};
}
