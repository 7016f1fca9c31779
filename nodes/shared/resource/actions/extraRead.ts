import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import type { ItemWork } from '../../execution';
import { succeed, type Result, type Service, type ServiceRequest } from '../../http';
import { shapeSchema } from '../../schema/shape';
import type { ExtraRead } from '../definition/resource';
import { callOptionsReader } from './input';
import { readRows } from './list';
import type { RecordContext } from './context';

/** Get Pipelines, Get Many Actions: a read without parameters of its own. */
export function extraReadAction(execution: RecordContext, read: ExtraRead): ItemWork {
	const { context, service, resource } = execution;
	const readCallOptions = callOptionsReader(context, resource);
	return async (item) => {
		const options = readCallOptions(item);
		return options.ok ? await readExtra(service, read, options.value.workspaceId) : options;
	};
}

/** Reads pipelines, actions and the like: a list that is not about one record. */
export async function readExtra(
	service: Service,
	read: ExtraRead,
	workspaceId?: string,
): Promise<Result<IDataObject[]>> {
	const request: ServiceRequest = {
		method: 'GET',
		path: read.path,
		query: read.workspace && workspaceId ? { workspace_id: workspaceId } : {},
		idempotent: true,
		purpose: read.label.toLowerCase(),
		permission: 'read',
	};
	const response = await service.send(request);
	if (!response.ok) return response;
	const rows = z.array(shapeSchema(read.record));
	if (read.response === 'array') return readRows(response.value, request, rows);
	const enveloped = readRows(response.value, request, z.object({ data: rows }).passthrough());
	return enveloped.ok
		? succeed((enveloped.value as unknown as { data: IDataObject[] }).data)
		: enveloped;
}
