import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import {
	failAll,
	gatherShares,
	readBatchSize,
	readSwitch,
	runShares,
	sharedParameter,
	tryRead,
	type Entry,
} from '../run';
import { succeed } from '../service';
import { readBulkAnswer } from './bulkAnswer';
import { BATCH_SIZE, elementOf, onceFields } from './bulkParameters';
import type { BulkWrite } from './definition';
import { fieldsReader } from './input';
import { requestsOf } from './requests';
import type { RecordSetting } from './setting';

/**
 * Writes one record per input item, many to a request.
 *
 * @throws NodeOperationError or NodeApiError when records were rejected and the node stops on errors
 */
export async function runBulkWrite(
	setting: RecordSetting,
	bulk: BulkWrite,
): Promise<INodeExecutionData[]> {
	const { context, resource } = setting;
	const batchSize = sharedParameter(context, {
		name: 'options.batchSize',
		label: 'Batch Size',
		fallback: BATCH_SIZE,
		read: (given) => readBatchSize(given ?? BATCH_SIZE, 'options.batchSize'),
	});
	if (!batchSize.ok) return failAll(context, batchSize.failure);

	const words = { one: resource.label.toLowerCase(), many: resource.plural.toLowerCase() };
	const requests = requestsOf(resource);
	const once: IDataObject = {};
	for (const { name, label, default: fallback } of onceFields(resource, bulk)) {
		const value = sharedParameter(context, {
			name,
			label,
			fallback,
			read: (given) => readSwitch(given, name),
		});
		if (!value.ok) return failAll(context, value.failure);
		once[name] = value.value;
	}
	return await runShares(
		setting,
		gatherShares(readEntries(setting, bulk), words),
		batchSize.value,
		{
			words,
			request: (batch) =>
				requests.bulk(
					bulk,
					batch.map(({ record }) => record),
					once,
				),
			read: readBulkAnswer,
		},
	);
}

function* readEntries(setting: RecordSetting, bulk: BulkWrite): Generator<Entry> {
	const { context } = setting;
	const resource = elementOf(setting.resource, bulk);
	const readFields = fieldsReader({ ...setting, resource }, 'create');
	const key = resource.identifiers.external ?? '';
	const count = context.getInputData().length;
	for (let item = 0; item < count; item += 1) {
		const record = tryRead(() => readFields(item));
		if (!record.ok) yield { item, record };
		else yield { item, externalId: record.value[key] as string, record: succeed(record.value) };
	}
}
