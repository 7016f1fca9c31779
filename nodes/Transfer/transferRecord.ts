import type { IDataObject } from 'n8n-workflow';

import type { Choosable } from '../shared/resource';
import type { Shape } from '../shared/schema/types';
import type { Result } from '../shared/http';

/** A transfer (specification: Transfer record; every value may be null, assumed). */
export const transferRecord: Shape = {
	id: 'text',
	type: 'text',
	name: 'text',
	status: 'text',
	progress: 'number',
	total_number: 'number',
	success_number: 'number',
	failed_number: 'number',
	error_message: 'text',
	error_file_url: 'text',
	data_file_url: 'text',
	checkpoint_details: 'object',
	channel_id: 'text',
	channel_name: 'text',
	created_at: 'dateTime',
	updated_at: 'dateTime',
};

/** What Get gives of it; the operations that follow a transfer give all of it. */
export const transferOutput: Choosable = {
	name: 'transfer',
	label: 'Transfer',
	identifiers: { record: 'id', envelope: 'id' },
	operations: ['get'],
	record: transferRecord,
	simplified: [
		'type',
		'name',
		'status',
		'progress',
		'total_number',
		'success_number',
		'failed_number',
		'error_message',
		'error_file_url',
	],
};

/** Reads the transfer that the parameters of an item name. */
export type ReadTransfer = (item: number) => Promise<Result<IDataObject>>;
