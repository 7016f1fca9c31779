import type { IDataObject } from 'n8n-workflow';

import type { ItemWork } from '../../execution';
import type { Service, ServiceRequest } from '../../http';
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
	return async (item) => await readExtra(service, read, readCallOptions(item), hints.differences);
}

/** Reads pipelines, actions and the like: a list that is not about one record. */
export async function readExtra(
	service: Service,
	read: ExtraRead,
	{ workspaceId, query }: CallOptions = {},
	differences = new ResponseDifferences(),
): Promise<IDataObject[]> {
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
	const response = await service.send(request);
	return (await readRows(request, response, { shape: read.record }, differences)).rows;
}
