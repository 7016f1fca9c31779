import type { IDataObject } from 'n8n-workflow';

import type { ItemWork } from '../../execution';
import { succeed, type Result, type Service, type ServiceRequest } from '../../http';
import type { ExtraRead } from '../definition/resource';
import { withAdditionalQuery } from './input/additional';
import { callOptionsReader } from './input/itemInput';
import { readRows, ResponseDifferences } from './readResponse';
import type { RecordContext } from './context';
import type { CallOptions } from './requests';

/** Get Pipelines, Get Many Actions: a read without parameters of its own. */
export function extraReadAction(execution: RecordContext, read: ExtraRead): ItemWork {
	const { context, service, resource, hints } = execution;
	const readCallOptions = callOptionsReader(context, resource);
	return async (item) => {
		const options = readCallOptions(item);
		if (!options.ok) return options;
		return await readExtra(service, read, options.value, hints.differences);
	};
}

/** Reads pipelines, actions and the like: a list that is not about one record. */
export async function readExtra(
	service: Service,
	read: ExtraRead,
	{ workspaceId, query }: CallOptions = {},
	differences = new ResponseDifferences(),
): Promise<Result<IDataObject[]>> {
	const own: ServiceRequest = {
		method: 'GET',
		path: read.path,
		query: read.workspace && workspaceId ? { workspace_id: workspaceId } : {},
		idempotent: true,
		asks: { kind: 'list' },
		purpose: read.label.toLowerCase(),
		permission: 'read',
	};
	const request = withAdditionalQuery(own, query);
	if (!request.ok) return request;
	const response = await service.send(request.value);
	if (!response.ok) return response;
	const list = await readRows(request.value, response.value, { shape: read.record }, differences);
	return list.ok ? succeed(list.value.rows) : list;
}
