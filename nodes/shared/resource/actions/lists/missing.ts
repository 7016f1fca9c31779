import type { IDataObject } from 'n8n-workflow';

import type { Missing } from '../../../changes/step';
import { runTasks } from '../../../execution';
import { settle, type Service } from '../../../http';
import { type Resource, UPDATED_AT } from '../../definition/resource';
import { isArchived } from '../identity';
import { ResponseDifferences, sendRead } from '../readResponse';
import { requestsOf, type CallOptions } from '../requests';

/** Where records may be that a list no longer has. */
export interface MissingSource {
	readonly service: Service;
	readonly resource: Resource;
	readonly options: CallOptions;
	readonly parallel: number;
	/** Whether filters narrow the list, so that a record may have left it without being archived. */
	readonly isFiltered: boolean;
}

/** Records that are read in one poll; the others stay known and are read in the next. */
const MAX_READS = 100;

/**
 * Reads each record that a complete list lacks. The service may answer that it is not there any more, or show
 * its state; a record that can be read and shows no state is archived if the next list lacks it, too.
 * One that cannot be read now stays known.
 */
export async function readMissing(
	{ service, resource, options, parallel, isFiltered }: MissingSource,
	ids: readonly string[],
): Promise<Missing<IDataObject>> {
	const archived: Array<{ id: string; version: string; record?: IDataObject }> = [];
	const elsewhere: string[] = [];
	const unclear: string[] = [];
	const differences = new ResponseDifferences();
	await runTasks(ids.slice(0, MAX_READS), parallel, async (id) => {
		const request = requestsOf(resource).get({ by: 'id', value: id }, options);
		const response = await settle(sendRead(service, request, { shape: {} }, differences));
		if (!response.ok) {
			if (response.failure.kind === 'notFound') archived.push({ id, version: '' });
			return;
		}
		const record = response.value;
		const state = stateOf(resource, record);
		if (isArchived(state)) {
			archived.push({ id, version: String(record[UPDATED_AT] ?? ''), record });
		} else if (state !== '' || isFiltered) elsewhere.push(id);
		else unclear.push(id);
	});
	return { archived, elsewhere, unclear };
}

/** The state of a record in words; empty where it shows none. */
const stateOf = ({ state = 'status' }: Resource, record: IDataObject): string =>
	[record[state], record.status, record.usage_status]
		.map((word) => String(word ?? ''))
		.find(Boolean) ?? '';
