import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { simplifiedShape, type Outputs } from '../shared/resource';
import { recordNames } from '../shared/resource/definition/identityKeys';
import { checkOutputChoice, readOutputChoice } from '../shared/resource/actions/outputChoice';
import { readObject, ResponseDifferences } from '../shared/resource/actions/readResponse';
import { readRecordId } from '../shared/resource/actions/input/itemInput';
import { runNode, type ItemWork, type ExecutionContext } from '../shared/execution';
import {
	RECORD_ID,
	segment,
	succeed,
	type Result,
	type Service,
	type ServiceRequest,
} from '../shared/http';
import { prepareDownload } from './download';
import { transferOutput, transferRecord, type ReadTransfer } from './transferRecord';
import { prepareWait } from './waiting';

/** The items, by resource and operation. @public */
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
		idempotent: true,
		asks: { kind: 'read', record: recordNames(transferOutput) },
		foundBy: RECORD_ID,
		purpose: 'read the transfer',
		permission: 'read',
	};
	const response = await service.send(request);
	if (!response.ok) return response;
	// Every value may be absent, so that nothing can differ but what is specified.
	const expected = { shape: transferRecord, specified: {} };
	return readObject(request, response.value, expected, new ResponseDifferences());
}

/**
 * Does the chosen operation for each item.
 *
 * @throws NodeOperationError or NodeApiError, unless the node continues on errors
 */
export async function runTransfer(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const operation = context.getNodeParameter('operation', 0) as string;
	const prepare = (execution: ExecutionContext) => prepareTransfer(execution, operation);
	// Waiting costs next to nothing, so all items wait at once; their requests keep to the limit.
	return await runNode(context, prepare, undefined, operation === 'wait' ? Infinity : undefined);
}

function prepareTransfer(execution: ExecutionContext, operation: string): ItemWork {
	const { context, service } = execution;
	const read: ReadTransfer = async (item) => {
		const reference = readRecordId(context, 'Transfer', item);
		if (!reference.ok) return reference;
		const { workspaceId } = context.getNodeParameter('options', item, {}) as IDataObject;
		return await readTransfer(service, reference.value.value, String(workspaceId ?? '').trim());
	};
	switch (operation) {
		case 'wait':
			return prepareWait(execution, read);
		case 'downloadDataFile':
			return prepareDownload(execution, read, { field: 'data_file_url', label: 'data file' });
		case 'downloadErrorFile':
			return prepareDownload(execution, read, { field: 'error_file_url', label: 'error file' });
		default:
			return async (item) => {
				const choice = checkOutputChoice(context, transferOutput, item);
				if (!choice.ok) return choice;
				const record = await read(item);
				if (!record.ok) return record;
				return succeed([readOutputChoice(context, transferOutput, item)(record.value)]);
			};
	}
}
