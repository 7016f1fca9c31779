import type { IDataObject } from 'n8n-workflow';

import type { Choosable } from '../shared/resource';
import type { Shape } from '../shared/schema/types';
import type { AskedTransfer } from '../shared/transfer/read';
import { endShape, transferRecord } from '../shared/transfer/record';

/** What a download gives beside it, for those who do not get the file itself: agents. */
export const fileFacts: Shape = {
	'file!': { field: 'text!', name: 'text!', type: 'text!', size: 'text!', hint: 'text' },
};

/** What Get gives of it; the operations that follow a transfer give all of it. */
export const transferOutput: Choosable = {
	name: 'transfer',
	label: 'Transfer',
	identifiers: { record: 'id', envelope: 'id' },
	operations: ['get'],
	record: { ...transferRecord, ...endShape },
	simplified: [
		'type',
		'name',
		'status',
		...Object.keys(endShape),
		'progress',
		'total_number',
		'success_number',
		'failed_number',
		'error_message',
		'error_file_url',
		'data_file_url',
	],
};

/** Reads which transfer the parameters of an item name. */
export type ReadAsked = (item: number) => AskedTransfer;

/** Reads the transfer that the parameters of an item name. */
export type ReadTransfer = (item: number) => Promise<IDataObject>;
