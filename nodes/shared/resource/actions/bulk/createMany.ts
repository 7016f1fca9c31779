import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import {
	groupByExternalId,
	readNumberParameter,
	readBoolean,
	executeBulk,
	runInSlices,
	sharedParameter,
	type Entry,
	type Gathered,
	type OpenContext,
} from '../../../execution';
import { settleNow, succeed } from '../../../http';
import { nounsOf, readBulkResponse } from './bulkResponse';
import {
	batchSizeOption,
	elementOf,
	onceFields,
	waitOption,
} from '../../description/bulkParameters';
import { bulkReconciler } from './bulkReconcile';
import type { BulkWrite, Resource } from '../../definition/resource';
import { bulkItem } from '../../definition/writeResponses';
import { noteWritten } from '../readResponse';
import { jobFollower } from './followJob';
import { fieldsReader, type FieldsReader } from '../input/itemInput';
import { itemOfResult } from '../envelope';
import { withIdentity } from '../identity';
import { requestsOf } from '../requests';
import type { RecordFacts } from '../router';

const BATCH_SIZE = `options.${batchSizeOption.name}`;
const WAIT = `options.${waitOption.name}`;

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
	const batchSize = await sharedParameter(context, {
		name: BATCH_SIZE,
		label: batchSizeOption.displayName,
		fallback: batchSizeOption.default,
		read: (given) =>
			readNumberParameter(given ?? batchSizeOption.default, batchSizeOption, BATCH_SIZE),
	});

	const nouns = nounsOf(resource);
	const requests = requestsOf(resource);
	const once: IDataObject = {};
	for (const { name, label, default: fallback } of onceFields(resource, bulk)) {
		once[name] = await sharedParameter(context, {
			name,
			label,
			fallback,
			read: (given) => readBoolean(given, name, label),
		});
	}
	const waits = await sharedParameter(context, {
		name: WAIT,
		label: waitOption.displayName,
		fallback: waitOption.default,
		read: (given) => readBoolean(given ?? waitOption.default, WAIT, waitOption.displayName),
	});
	const element = { ...record, resource: elementOf(resource, bulk) };
	const fields = fieldsReader(element, 'create');
	const gathered = await runInSlices(
		(function* () {
			yield* fields.observe();
			const all: Gathered[] = [];
			for (const { items } of parts) {
				const entries = readEntries(items, element.resource, fields);
				all.push(yield* groupByExternalId(entries, nouns));
			}
			return all;
		})(),
		context.getExecutionCancelSignal(),
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
		follow: waits ? jobFollower({ ...element, ...execution }) : undefined,
	}));
}

function* readEntries(
	items: readonly number[],
	{ identifiers }: Resource,
	fields: FieldsReader,
): Generator<Entry> {
	const key = identifiers.external ?? '';
	for (const item of items) {
		const record = settleNow(() => fields.read(item));
		if (!record.ok) yield { item, record };
		else yield { item, externalId: record.value[key] as string, record: succeed(record.value) };
	}
}
