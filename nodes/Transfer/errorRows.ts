import type { IDataObject } from 'n8n-workflow';

import { createPause, type ExecutionContext, type ItemWork } from '../shared/execution';
import { createDecoder, detectEncoding } from '../shared/file/encoding';
import { findLayout, HEAD_BYTES } from '../shared/file/layout';
import { readSheet } from '../shared/file/sheetRows';
import {
	Failure,
	failureOf,
	readText,
	settleNow,
	UnreadBody,
	type FileContent,
} from '../shared/http';
import { limitReader } from '../shared/resource/actions/lists/getMany';
import { isObject } from '../shared/schema/values';
import { hasFailedRows } from '../shared/transfer/end';
import { fileFetcher, type ReadTransfer } from './download';

/** An error file: name and type with a space between them, and the bytes. */
interface ErrorFile {
	readonly named: string;
	readonly content: Buffer;
}

const NO_FILE: ErrorFile = { named: '', content: Buffer.alloc(0) };

/** Reads a transfer and the rows of its error file as items. */
export function prepareErrorRows(execution: ExecutionContext, read: ReadTransfer): ItemWork {
	const { context } = execution;
	const keep = async (content: FileContent, name: string, type = ''): Promise<ErrorFile> => ({
		named: `${name} ${type}`,
		content: await context.helpers.binaryToBuffer(content),
	});
	const readLimit = limitReader(context);
	const fetchFile = fileFetcher(execution, read, 'error');
	return async (item) => {
		const limit = readLimit(item);
		const fetched = await fetchFile(item, keep, NO_FILE);
		const { record, kept } = fetched;
		const rows = await rowsOf(kept as ErrorFile, limit);
		const isMissing = rows.length === 0 && hasFailedRows(record);
		if (Array.isArray(rows) && !isMissing) return rows;
		throw new Failure({
			kind: 'unexpectedResponse',
			message: `${isMissing ? 'The file has no rows' : String(rows)}; use Download Error File to get it as it is`,
			remedy: 'A node such as Extract from File can read what Download Error File gives.',
		});
	};
}

/** JSON behind a byte order mark and in any encoding, its bytes read as Latin-1. */
const JSON_START = /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*[[{]/;

/** The rows of CSV, of NDJSON, or of JSON with a list of them, each with its place; or why they cannot be read. */
async function rowsOf(
	{ named, content }: ErrorFile,
	limit: number,
): Promise<IDataObject[] | string> {
	const head = content.subarray(0, HEAD_BYTES);
	if (head.toString('latin1').trim() === '') return [];
	const encoding = detectEncoding(content) ?? 'utf-8';
	const mayBeJson = JSON_START.test(head.toString('latin1')) && !/ndjson|jsonl/i.test(named);
	const json = mayBeJson ? await readText(createDecoder(encoding).decode(content) ?? '') : '';
	if (json instanceof UnreadBody) return `The file has ${json.reason}`;
	if (typeof json === 'object') {
		const rows = listIn(json as object);
		return (
			rows?.slice(0, limit).map((row, at) => placed(row, at + 1)) ??
			'The file is JSON with several lists'
		);
	}
	const layout = settleNow(() => findLayout(head));
	if (!layout.ok)
		return mayBeJson ? 'The file is JSON that was cut or damaged' : layout.failure.message;
	const file = {
		name: '',
		chunks: async function* () {
			yield content;
		},
	};
	const rows: IDataObject[] = [];
	const pause = createPause();
	try {
		for await (const part of readSheet(file, { ...layout.value, encoding })) {
			for (const { row, values } of part) rows.push(placed(values, row));
			if (rows.length >= limit) break;
			await pause();
		}
	} catch (error) {
		return failureOf(error).message;
	}
	return rows.slice(0, limit);
}

/** The list of a JSON document, of objects or under a name for rows; an object without any is a row itself. */
function listIn(json: object): readonly unknown[] | undefined {
	if (Array.isArray(json)) return json;
	const places = [json, ...Object.values(json).filter(isObject)];
	const lists = places
		.flatMap((place) => Object.entries(place))
		.filter(([, list]) => Array.isArray(list));
	const named = lists.filter(([key, list]) => list.length > 0 && /row|err|fail|reject/i.test(key));
	const found = named.length > 0 ? named : lists.filter(([, list]) => list.some(isObject));
	if (found.length > 1) return undefined;
	return found[0]?.[1] ?? (lists.length > 0 ? [] : [json]);
}

/** A row with its place: as a spreadsheet counts, from 1; in NDJSON its line; in JSON its place in the list. */
function placed(given: unknown, row: number): IDataObject {
	const { _row: own, ...rest } = isObject(given) ? given : { value: given };
	return {
		_row: row,
		...rest,
		...(own !== undefined && { '_row in the file': own }),
	} as IDataObject;
}
