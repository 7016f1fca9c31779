import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { readOutputChoice, simplifiedShape, type Outputs } from '../shared/record';
import { shapeSchema, whyUnexpected } from '../shared/record/answers';
import { readRecordId } from '../shared/record/input';
import { failAll, openSetting, runItems, type ItemWork, type Setting } from '../shared/run';
import {
	badAnswer,
	segment,
	succeed,
	type Result,
	type Service,
	type ServiceRequest,
} from '../shared/service';
import { prepareDownload } from './download';
import { transferOutput, transferRecord, type ReadTransfer } from './transferRecord';
import { prepareWait } from './waiting';

export const outputs: Outputs = {
	'transfer/get': simplifiedShape(transferOutput, transferRecord),
	'transfer/wait': {
		...transferRecord,
		outcome: 'text!',
		has_failed_rows: 'boolean!',
		summary: 'text!',
	},
	'transfer/downloadDataFile': transferRecord,
	'transfer/downloadErrorFile': transferRecord,
};

/** Reads one transfer (specification: GET /v1/public/transfers/{history_id}). */
export async function readTransfer(
	service: Service,
	id: string,
	workspaceId: string,
): Promise<Result<IDataObject>> {
	const request: ServiceRequest = {
		method: 'GET',
		path: `/v1/public/transfers/${segment(id)}`,
		query: workspaceId ? { workspace_id: workspaceId } : undefined,
		repeatable: true,
		purpose: 'read the transfer',
		permission: 'read',
	};
	const answer = await service.send(request);
	if (!answer.ok) return answer;
	const { body } = answer.value;
	const reason =
		whyUnexpected(shapeSchema(transferRecord), body) ?? whyForeign(body as IDataObject);
	return reason ? badAnswer(request, reason, answer.value) : succeed(body as IDataObject);
}

/** Any single field may be missing, but JSON without any of them comes from something else. */
const whyForeign = (body: IDataObject): string | undefined =>
	Object.keys(transferRecord).some((field) => field in body)
		? undefined
		: 'JSON that has no field of a transfer';

/**
 * Does the chosen operation for each item.
 *
 * @throws NodeOperationError or NodeApiError, unless the node goes on after errors
 */
export async function runTransfer(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const opened = await openSetting(context);
	if (!opened.ok) return [failAll(context, opened.failure)];
	const setting = opened.value;
	const operation = context.getNodeParameter('operation', 0) as string;
	// Waiting costs next to nothing, so all items wait at once; their requests keep to the limit.
	const atOnce = operation === 'wait' ? Infinity : setting.parallel;
	const work = prepareTransfer(setting, operation);
	return [await runItems(context, context.getInputData().length, atOnce, work)];
}

function prepareTransfer(setting: Setting, operation: string): ItemWork {
	const { context, service } = setting;
	const read: ReadTransfer = async (item) => {
		const reference = readRecordId(context, 'Transfer', item);
		if (!reference.ok) return reference;
		const { workspaceId } = context.getNodeParameter('options', item, {}) as IDataObject;
		return await readTransfer(service, reference.value.value, String(workspaceId ?? '').trim());
	};
	switch (operation) {
		case 'wait':
			return prepareWait(setting, read);
		case 'downloadDataFile':
			return prepareDownload(setting, read, { field: 'data_file_url', label: 'data file' });
		case 'downloadErrorFile':
			return prepareDownload(setting, read, { field: 'error_file_url', label: 'error file' });
		default:
			return async (item) => {
				const record = await read(item);
				if (!record.ok) return record;
				return succeed([readOutputChoice(context, transferOutput, item)(record.value)]);
			};
	}
}
