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
	type Entry,
	type Gathered,
	type OpenContext,
} from '../../../execution';
import { settleNow, succeed } from '../../../http';
import { nounsOf, readBulkResponse } from './bulkResponse';
import { batchSizeOption, waitOption } from '../../description/options';
import { elementOf, onceFields, type BulkWrite, type Resource } from '../../definition/resource';
import { bulkReconciler, followJob } from './bulkReconcile';
import { bulkItem } from '../../definition/outputs';
import { noteWritten } from '../readResponse';
import { fieldsReader, type RecordFacts } from '../input/itemInput';
import { linkAll } from '../links';
import { itemOfResult } from '../envelope';
import { withIdentity } from '../identity';
import { requestsOf } from '../requests';

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
	const { context, resource, hints } = record;
	const { batchSize, waits } = await readShared(
		context,
		inOptions({ batchSize: numberOf(batchSizeOption), waits: booleanOf(waitOption) }),
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
	const gathered = await runInSlices(
		(function* () {
			const all: Gathered[] = [];
			for (const { items } of parts) {
				const entries = readEntries(items, element.resource, (item) =>
					fields.read(item, linked(item)),
				);
				all.push(yield* groupByExternalId(entries, nouns));
			}
			return all;
		})(),
		signal,
	);
	const output = {
		nouns,
		item: (result: IDataObject) => withIdentity(resource.identifiers, itemOfResult(result)),
	};
	return await executeBulk(opened, gathered, batchSize, output, (execution) => ({
		nouns,
		idempotent: false,
		request: (batch) =>
			requests.bulk(
				bulk,
				batch.map(({ record }) => record),
				once,
			),
		read: (request, response) => {
			const read = readBulkResponse(request, response);
			for (const result of read.results) {
				noteWritten(result, { shapes: [bulkItem], differences: hints.differences });
			}
			return read;
		},
		reconcile: bulkReconciler({ ...element, ...execution }),
		follow: waits
			? async (...queued) => await followJob({ ...element, ...execution }, ...queued)
			: undefined,
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
