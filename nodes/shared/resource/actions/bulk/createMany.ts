import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import {
	booleanOf,
	groupByExternalId,
	executeBulk,
	inOptions,
	numberOf,
	parametersOf,
	readShared,
	runInSlices,
	type BulkCall,
	type Entry,
	type Gathered,
	type OpenContext,
	type Results,
	runTasks,
	type BulkRecord,
} from '../../../execution';
import { settleNow, succeed, fail, type Failure } from '../../../http';
import { nounsOf, readBulkResponse } from './bulkResponse';
import { batchSizeOption } from '../../description/options';
import { elementOf, onceFields, type BulkWrite, type Resource } from '../../definition/resource';
import { fieldsReader, type RecordFacts, type RecordContext } from '../input/itemInput';
import { linkAll } from '../links';
import { itemOfResult } from '../envelope';
import { withIdentity } from '../identity';
import { requestsOf } from '../requests';
import { areAbsent, findCreated, reconciled, untilShown } from '../reconcileCreate';

/**
 * Writes one record per input item, many to a request.
 *
 * @throws NodeOperationError or NodeApiError when records were rejected and the node stops on errors; Failure that concerns all items
 */
export async function runBulkWrite(
	opened: OpenContext,
	record: RecordFacts,
	bulk: BulkWrite,
): Promise<INodeExecutionData[]> {
	const { parts } = opened;
	const { context, resource } = record;
	const { batchSize } = await readShared(
		context,
		inOptions({ batchSize: numberOf(batchSizeOption) }),
	);
	const switches = onceFields(resource, bulk).map(
		({ name, label: displayName, default: on = false }) => ({ displayName, name, default: on }),
	);
	const once: IDataObject = await readShared(context, parametersOf(switches, booleanOf));
	const nouns = nounsOf(resource);
	const requests = requestsOf(resource);
	const element = { ...record, resource: elementOf(resource, bulk) };
	const fields = fieldsReader(element, 'create');
	const signal = context.getExecutionCancelSignal();
	await runInSlices(fields.observe(), signal);
	const linked = await linkAll(element, parts, fields);
	const gathered: Gathered[] = [];
	const readOne = (item: number) => fields.read(item, linked(item));
	for (const { items } of parts) {
		const entries = readEntries(items, element.resource, readOne);
		gathered.push(await runInSlices(groupByExternalId(entries, nouns), signal));
	}
	const output = {
		nouns,
		item: (result: IDataObject) => withIdentity(resource.identifiers, itemOfResult(result)),
	};
	return await executeBulk(opened, gathered, batchSize, output, (execution) => ({
		nouns,
		idempotent: false,
		request: (batch) => {
			const bodies = batch.map(({ record }) => record);
			const source = { service: execution.service, resource: element.resource, options: {} };
			const isAbsent = async () => await areAbsent(source, bodies, signal);
			return { ...requests.bulk(bulk, bodies, once), ...(bodies.length > 1 && { isAbsent }) };
		},
		read: readBulkResponse,
		reconcile: bulkReconciler({ ...element, ...execution }),
	}));
}

function* readEntries(
	items: readonly number[],
	{ identifiers }: Resource,
	read: (item: number) => IDataObject,
): Generator<Entry> {
	const key = identifiers.external ?? '';
	for (const item of items) {
		const record = settleNow(() => read(item));
		if (!record.ok) yield { item, record };
		else yield { item, externalId: record.value[key] as string, record: succeed(record.value) };
	}
}

const SMALLER =
	'With a smaller Batch Size fewer records share a request, and fewer fail with one that is rejected.';

/** Failures after which nothing was written, and that are not about the records. */
const surelyNothing = ({ kind, mayHaveHappened }: Failure) =>
	!mayHaveHappened && kind !== 'refused' && kind !== 'notFound' && kind !== 'tooLarge';

/**
 * Prepares the look-up, one by one, of records whose bulk create failed, for a create that must not be sent again: a batch
 * that was rejected may have been written in part. What a look-up cannot tell keeps its failure.
 */
export function bulkReconciler(execution: RecordContext): NonNullable<BulkCall['reconcile']> {
	const { context, service, resource, parallel } = execution;
	return async (batch, failures, since) => {
		const [first] = failures;
		const isWhole = batch.length > 1 && failures.every((failure) => failure === first);
		const advised = failures.map((failure) =>
			isWhole && failure.kind !== 'cancelled'
				? failure.with({ remedy: `${failure.remedy} ${SMALLER}` })
				: failure,
		);
		const results: Array<Results[number]> = advised.map((failure) => fail(failure));
		if (failures.every(surelyNothing)) return { results, areAbsent: false };
		await untilShown(context.getExecutionCancelSignal());
		let isReachable = true;
		let absent = 0;
		const lookUp = async ({ record }: BulkRecord, index: number) => {
			if (!isReachable) return;
			const found = await findCreated({ service, resource, options: {} }, record, since);
			results[index] = settleNow(() => reconciled(resource, advised[index], found));
			if (found?.kind === 'absent') absent += 1;
			if (!found || found.kind === 'unknown') isReachable = false;
		};
		// When one look-up fails, the others would too: the service is unreachable.
		await lookUp(batch[0], 0);
		await runTasks(batch.slice(1), parallel, async (record, at) => await lookUp(record, at + 1));
		return { results, areAbsent: absent === batch.length };
	};
}
