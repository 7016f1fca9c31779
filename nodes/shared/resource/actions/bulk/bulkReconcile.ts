import type { IDataObject } from 'n8n-workflow';

import { runTasks, type BulkRecord } from '../../../execution';
import { fail, type Failure, type Result } from '../../../http';
import type { RecordContext } from '../context';
import { findCreated, reconciled } from '../reconcileCreate';

const SMALLER =
	'With a smaller Batch Size fewer records share a request, and fewer fail with one that is rejected.';

/** Failures after which nothing was written, and that are not about the records. */
const surelyNothing = ({ kind, mayHaveHappened }: Failure) =>
	!mayHaveHappened && kind !== 'refused' && kind !== 'notFound' && kind !== 'tooLarge';

/**
 * Prepares the look-up, one by one, of records whose bulk create failed, for a create that must not be
 * sent again. A batch that was rejected may have been written in part.
 */
export function bulkReconciler({ service, resource, parallel }: RecordContext) {
	return async (
		batch: readonly BulkRecord[],
		failure: Failure,
		since: number,
	): Promise<ReadonlyArray<Result<IDataObject>>> => {
		const advised =
			batch.length > 1 && failure.kind !== 'cancelled'
				? { ...failure, remedy: `${failure.remedy} ${SMALLER}` }
				: failure;
		const results = batch.map((): Result<IDataObject> => fail(advised));
		if (surelyNothing(failure)) return results;
		let isReachable = true;
		const lookUp = async (index: number) => {
			const found = await findCreated(service, resource, batch[index].record, {}, since);
			results[index] = reconciled(advised, found);
			if (!found || found.kind === 'unknown') isReachable = false;
		};
		// When one look-up fails, the others would too: the service is not to be had.
		await lookUp(0);
		let next = 1;
		await runTasks(parallel, () =>
			isReachable && next < batch.length ? lookUp(next++) : undefined,
		);
		return results;
	};
}
