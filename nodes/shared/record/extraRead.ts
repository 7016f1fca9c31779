import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import type { ItemWork } from '../run';
import { succeed, type Result, type Service, type ServiceRequest } from '../service';
import { shapeSchema } from './answers';
import type { ExtraRead } from './definition';
import { callOptionsReader } from './input';
import { readRows } from './list';
import type { RecordSetting } from './setting';

/** Get Pipelines, Get Many Actions: a read without parameters of its own. */
export function performExtraRead(setting: RecordSetting, read: ExtraRead): ItemWork {
	const { context, service, resource } = setting;
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
		repeatable: true,
		purpose: read.label.toLowerCase(),
		permission: 'read',
	};
	const answer = await service.send(request);
	if (!answer.ok) return answer;
	const rows = z.array(shapeSchema(read.record));
	if (read.answer === 'array') return readRows(answer.value, request, rows);
	const enveloped = readRows(answer.value, request, z.object({ data: rows }).passthrough());
	return enveloped.ok
		? succeed((enveloped.value as unknown as { data: IDataObject[] }).data)
		: enveloped;
}
