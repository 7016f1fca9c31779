import type { IDataObject } from 'n8n-workflow';

import { csvLine } from './csvLine';
import type { FileFormat } from './fileParts';

/** One JSON object to a line (ndjson.org). */
export const ndjson: FileFormat<IDataObject> = {
	extension: 'ndjson',
	mimeType: 'application/x-ndjson',
	heading: '',
	line: (row) => `${JSON.stringify(row)}\n`,
};

/** The last column of a file whose records may have more fields than it has columns. */
const ADDITIONAL_FIELDS = 'additional_fields';

/**
 * Comma-separated values with a heading (RFC 4180).
 *
 * @param columns keys of the records, in the order of the columns
 * @param isOpen whether records may have further keys: they go as one JSON object into a last column
 */
export function csv(columns: readonly string[], isOpen: boolean): FileFormat<IDataObject> {
	const known = new Set(columns);
	const additional = (row: IDataObject) => {
		const rest = Object.entries(row).filter(([key]) => !known.has(key));
		return rest.length > 0 ? JSON.stringify(Object.fromEntries(rest)) : '';
	};
	return {
		extension: 'csv',
		mimeType: 'text/csv',
		heading: csvLine([...columns, ...(isOpen ? [ADDITIONAL_FIELDS] : [])]),
		line: (row) =>
			csvLine([...columns.map((key) => cellOf(row[key])), ...(isOpen ? [additional(row)] : [])]),
	};
}

/** A value as the text of a cell: lists and objects as JSON, nothing as an empty cell. */
function cellOf(value: unknown): string {
	if (value === undefined || value === null) return '';
	return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number);
}
