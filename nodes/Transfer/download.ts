import type { IBinaryData, IDataObject } from 'n8n-workflow';

import {
	readNumberParameter,
	WithFiles,
	type ItemWork,
	type ExecutionContext,
} from '../shared/execution';
import { badInput, fail, succeed } from '../shared/http';
import { judgeEnd, summaryOf } from '../shared/transfer/end';
import { DEFAULT_WORDS } from '../shared/transfer/words';
import { maxFileSizeOption } from './parameters';
import type { ReadTransfer } from './transferRecord';

const BYTES_PER_MEGABYTE = 1_000_000;

/** A file of a transfer: the field with its link, and what people call it. */
interface TransferFile {
	readonly field: 'data_file_url' | 'error_file_url';
	readonly label: string;
}

/** Reads a transfer and fetches one of its files as binary data. */
export function prepareDownload(
	{ context, service }: ExecutionContext,
	read: ReadTransfer,
	{ field, label }: TransferFile,
): ItemWork {
	return async (item) => {
		const options = context.getNodeParameter('options', item, {}) as IDataObject;
		const megabytes = readNumberParameter(
			options.maxFileSize ?? maxFileSizeOption.default,
			maxFileSizeOption,
			'options.maxFileSize',
		);
		if (!megabytes.ok) return megabytes;
		const property = String(context.getNodeParameter('binaryPropertyName', item, 'data')).trim();
		if (property === '') {
			return badInput(
				'binaryPropertyName',
				'Put Output File in Field is empty',
				'Enter the name of a field, e.g. data.',
			);
		}
		const record = await read(item);
		if (!record.ok) return record;
		const link = record.value[field];
		if (typeof link !== 'string' || link.trim() === '') {
			const { verdict } = judgeEnd(record.value, DEFAULT_WORDS, undefined, Date.now());
			const summary = summaryOf(record.value, verdict);
			return fail({
				kind: 'notFound',
				message: `The transfer has no ${label}. ${summary}`,
				remedy: `Download it only where ${field} is set, for example behind an IF node.`,
			});
		}
		const response = await service.send({
			method: 'GET',
			path: link.trim(),
			file: {
				maxBytes: megabytes.value * BYTES_PER_MEGABYTE,
				keep: context.helpers.prepareBinaryData,
			},
			idempotent: true,
			asks: { kind: 'file' },
			purpose: `download the ${label}`,
			permission: 'read',
		});
		if (!response.ok) return response;
		const data = response.value.body as IBinaryData;
		return succeed([new WithFiles(record.value, { [property]: data })]);
	};
}
