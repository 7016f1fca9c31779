import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import {
	failAll,
	groupByExternalId,
	readNumberParameter,
	readBoolean,
	executeBulk,
	runInSlices,
	sharedParameter,
	tryRead,
	type Entry,
} from '../../../execution';
import { succeed } from '../../../http';
import { readBulkResponse } from './bulkResponse';
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
import type { RecordContext } from '../context';

const BATCH_SIZE = `options.${batchSizeOption.name}`;
const WAIT = `options.${waitOption.name}`;

/**
 * Writes one record per input item, many to a request.
 *
 * @throws NodeOperationError or NodeApiError when records were rejected and the node stops on errors
 */
export async function runBulkWrite(
	execution: RecordContext,
	bulk: BulkWrite,
): Promise<INodeExecutionData[]> {
	const { context, resource } = execution;
	const batchSize = await sharedParameter(context, {
		name: BATCH_SIZE,
		label: batchSizeOption.displayName,
		fallback: batchSizeOption.default,
		read: (given) =>
			readNumberParameter(given ?? batchSizeOption.default, batchSizeOption, BATCH_SIZE),
	});
	if (!batchSize.ok) return failAll(context, batchSize.failure);

	const nouns = {
		singular: resource.label.toLowerCase(),
		plural: resource.plural.toLowerCase(),
	};
	const requests = requestsOf(resource);
	const once: IDataObject = {};
	for (const { name, label, default: fallback } of onceFields(resource, bulk)) {
		const value = await sharedParameter(context, {
			name,
			label,
			fallback,
			read: (given) => readBoolean(given, name, label),
		});
		if (!value.ok) return failAll(context, value.failure);
		once[name] = value.value;
	}
	const waits = await sharedParameter(context, {
		name: WAIT,
		label: waitOption.displayName,
		fallback: waitOption.default,
		read: (given) => readBoolean(given ?? waitOption.default, WAIT, waitOption.displayName),
	});
	if (!waits.ok) return failAll(context, waits.failure);
	const element = { ...execution, resource: elementOf(resource, bulk) };
	const fields = fieldsReader(element, 'create');
	const gathered = await runInSlices(
		(function* () {
			yield* fields.observe();
			return yield* groupByExternalId(readEntries(context, element.resource, fields), nouns);
		})(),
		context.getExecutionCancelSignal(),
	);
	if (!gathered.ok) return failAll(context, gathered.failure);
	return await executeBulk(execution, gathered.value, batchSize.value, {
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
				noteWritten(result, { shapes: [bulkItem], differences: execution.hints.differences });
			}
			return read;
		},
		item: (result) => withIdentity(resource.identifiers, itemOfResult(result)),
		reconcile: bulkReconciler(element),
		follow: waits.value ? jobFollower(element) : undefined,
	});
}

function* readEntries(
	context: IExecuteFunctions,
	{ identifiers }: Resource,
	fields: FieldsReader,
): Generator<Entry> {
	const key = identifiers.external ?? '';
	const count = context.getInputData().length;
	for (let item = 0; item < count; item += 1) {
		const record = tryRead(() => fields.read(item));
		if (!record.ok) yield { item, record };
		else yield { item, externalId: record.value[key] as string, record: succeed(record.value) };
	}
}
