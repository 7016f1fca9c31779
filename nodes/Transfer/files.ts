import type { IBinaryData, IDataObject } from 'n8n-workflow';

import {
	binaryFieldOf,
	createPause,
	inOptions,
	isTool,
	itemReader,
	numberOf,
	WithFiles,
	type ExecutionContext,
	type ItemWork,
} from '../shared/execution';
import { detectEncoding, findLayout, HEAD_BYTES } from '../shared/file/layout';
import { readSheet } from '../shared/file/sheetRows';
import {
	Failure,
	failureOf,
	settleNow,
	type FileContent,
	type ServiceRequest,
} from '../shared/http';
import { limitReader } from '../shared/resource/actions/lists/getMany';
import type { Shape } from '../shared/schema/types';
import type { Values } from '../shared/schema/values';
import { hasFailedRows, judgeEnd, summaryOf } from '../shared/transfer/end';
import { DEFAULT_WORDS } from '../shared/transfer/record';
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
	return async (item) => {
		const { property } = readField(item);
		const fetched = await fetchFile(item, context.helpers.prepareBinaryData);
		const data = fetched.kept as IBinaryData;
		const { fileName: name, mimeType: type, fileSize: size } = data;
		const file = { field: property, name, type, size, ...(isTool(context) && { hint: TOOL_HINT }) };
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
function fileFetcher(
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

const NO_FILE = Buffer.alloc(0);

/** Reads a transfer and the rows of its error file as items. */
export function prepareErrorRows(execution: ExecutionContext, read: ReadTransfer): ItemWork {
	const { context } = execution;
	const keep = async (content: FileContent) => await context.helpers.binaryToBuffer(content);
	const readLimit = limitReader(context);
	const fetchFile = fileFetcher(execution, read, 'error');
	return async (item) => {
		const limit = readLimit(item);
		const fetched = await fetchFile(item, keep, NO_FILE);
		const { record, kept } = fetched;
		const rows = await rowsOf(kept as Buffer, limit);
		if (rows.length === 0 && hasFailedRows(record)) throw noRows('The file has no rows');
		return rows;
	};
}

const noRows = (reason: string) =>
	new Failure({
		kind: 'unexpectedResponse',
		message: `${reason}; use Download Error File to get it as it is`,
		remedy: 'A node such as Extract from File can read what Download Error File gives.',
	});

/**
 * The rows of CSV or of NDJSON, each with its place.
 *
 * @throws Failure where they cannot be read
 */
async function rowsOf(content: Buffer, limit: number): Promise<IDataObject[]> {
	const head = content.subarray(0, HEAD_BYTES);
	if (head.toString('latin1').trim() === '') return [];
	// No option says in which encoding they are, and a wrong letter in an error does no harm.
	const encoding = detectEncoding(content) ?? 'windows-1252';
	const layout = settleNow(() => findLayout(head, undefined, encoding));
	if (!layout.ok) throw noRows(layout.failure.message);
	const rows: IDataObject[] = [];
	const pause = createPause();
	try {
		const chunks = async function* () {
			yield content;
		};
		for await (const part of readSheet({ name: '', chunks }, layout.value)) {
			for (const { row, values } of part) rows.push(placed(values, row));
			if (rows.length >= limit) break;
			await pause();
		}
	} catch (error) {
		throw noRows(failureOf(error).message);
	}
	return rows.slice(0, limit);
}

/** A row with its place: as a spreadsheet counts, from 1; in NDJSON its line. */
function placed({ _row: own, ...rest }: Values, row: number): IDataObject {
	return {
		_row: row,
		...rest,
		...(own !== undefined && { '_row in the file': own }),
	} as IDataObject;
}
