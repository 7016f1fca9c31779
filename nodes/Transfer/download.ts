import type { IBinaryData, IDataObject } from 'n8n-workflow';

import {
	binaryFieldOf,
	inOptions,
	itemReader,
	numberOf,
	WithFiles,
	type ItemWork,
	type ExecutionContext,
} from '../shared/execution';
import { Failure, type ServiceRequest } from '../shared/http';
import { judgeEnd, summaryOf } from '../shared/transfer/end';
import type { Shape } from '../shared/schema/types';
import { DEFAULT_WORDS } from '../shared/transfer/words';
import { maxFileSizeOption, outputFieldParameter } from './parameters';

/** Reads the transfer that the parameters of an item name. */
export type ReadTransfer = (item: number) => Promise<IDataObject>;

/** What a download gives beside it, for those who do not get the file itself: agents. */
export const fileFacts: Shape = {
	'file!': { field: 'text!', name: 'text!', type: 'text!', size: 'text!', hint: 'text' },
};

const BYTES_PER_MEGABYTE = 1_000_000;

/** Reads a transfer and fetches one of its files as binary data. */
export function prepareDownload(
	execution: ExecutionContext,
	read: ReadTransfer,
	which: 'data' | 'error',
): ItemWork {
	const { context } = execution;
	const readField = itemReader(context, { property: binaryFieldOf(outputFieldParameter) });
	const fetchFile = fileFetcher(execution, read, which);
	const isTool = context.getNode().type.endsWith('Tool');
	return async (item) => {
		const { property } = readField(item);
		const fetched = await fetchFile(item, context.helpers.prepareBinaryData);
		const data = fetched.kept as IBinaryData;
		const { fileName: name, mimeType: type, fileSize: size } = data;
		const file = { field: property, name, type, size, ...(isTool && { hint: TOOL_HINT }) };
		return [new WithFiles({ ...fetched.record, file }, { [property]: data })];
	};
}

const TOOL_HINT =
	'The content of the file is not passed to agents. Get Error Rows gives the rows of an error file.';

type Keep = NonNullable<ServiceRequest['file']>['keep'];

/**
 * Prepares to read the transfer of an item and to fetch one of its files. What stands for the file of a transfer that
 * ended without failed rows and has none may be given.
 */
export function fileFetcher(
	{ context, service }: ExecutionContext,
	read: ReadTransfer,
	which: 'data' | 'error',
) {
	const readSize = itemReader(context, inOptions({ megabytes: numberOf(maxFileSizeOption) }));
	return async (item: number, keep: Keep, withoutFile?: unknown) => {
		const { megabytes } = readSize(item);
		const record = await read(item);
		const field = `${which}_file_url`;
		const link = record[field];
		if (typeof link !== 'string' || link.trim() === '') {
			const { verdict } = judgeEnd(record, DEFAULT_WORDS, undefined, Date.now());
			const isFinished = verdict.kind === 'ended' && verdict.outcome === 'finished';
			const hasNone = isFinished && Number(record.failed_number ?? NaN) === 0;
			if (withoutFile && hasNone) return { record, kept: withoutFile };
			throw new Failure({
				kind: 'notFound',
				message: `The transfer has no ${which} file. ${summaryOf(record, verdict)}`,
				remedy: `Use this operation only where ${field} is set, for example behind an IF node.`,
			});
		}
		const rows = Number(record[which === 'error' ? 'failed_number' : 'success_number']) || 0;
		const response = await service.send({
			method: 'GET',
			path: link.trim(),
			file: { maxBytes: megabytes * BYTES_PER_MEGABYTE, rows, keep },
			idempotent: true,
			asks: { kind: 'file' },
			purpose: `download the ${which} file`,
			permission: 'read',
		});
		return { record, kept: response.body };
	};
}
