import {
	UserError,
	type IBinaryData,
	type IDataObject,
	type IExecuteFunctions,
} from 'n8n-workflow';

import { fileContentOf, notStored, type Failure } from '../http';
import { csvLine } from './csv';

/** How records become a file. */
export interface FileFormat<Row> {
	/** The end of the file's name, without a dot. */
	readonly extension: string;
	readonly mimeType: string;
	/** What every file begins with; empty where nothing. */
	readonly heading: string;
	/** The text of a record, line break included. */
	line(row: Row): string;
}

/** A file as it was stored. */
export interface FilePart {
	readonly file: IBinaryData;
	readonly records: number;
}

/** Chunk size. */
const CHUNK_CHARACTERS = 64 * 1024;

/** A file that is being written. */
interface OpenPart {
	/** A write waits until its chunk has been taken, so that no more than one is kept. */
	readonly writer: WritableStreamDefaultWriter<Buffer>;
	readonly stored: Promise<IBinaryData | undefined>;
	records: number;
	bytes: number;
	/** What has not been handed on yet. */
	text: string;
}

/**
 * Writes records to files of bounded size while they come, and hands each to n8n as a stream. What n8n holds
 * of a file depends on its binary data mode: docs/files.md.
 */
export class FileParts<Row> {
	private readonly done: FilePart[] = [];
	private part?: OpenPart;
	private failure?: Failure;

	constructor(
		private readonly helpers: Pick<IExecuteFunctions['helpers'], 'prepareBinaryData'>,
		private readonly format: FileFormat<Row>,
		private readonly options: {
			/** The name of the files, before their number. */
			readonly name: string;
			/** Records and bytes after which a new file begins. A record is never divided. */
			readonly maxRecords: number;
			readonly maxBytes: number;
		},
	) {}

	/** Writes records; waits while n8n stores more slowly than they come. */
	async write(rows: Iterable<Row>): Promise<void> {
		for (const row of rows) {
			const line = this.format.line(row);
			const bytes = Buffer.byteLength(line);
			const { maxRecords, maxBytes } = this.options;
			const isFull =
				this.part &&
				this.part.records > 0 &&
				(this.part.records >= maxRecords || this.part.bytes + bytes > maxBytes);
			if (isFull) await this.close();
			if (this.failure) throw this.failure;
			const part = (this.part ??= this.open());
			part.text += line;
			part.bytes += bytes;
			part.records += 1;
			if (part.text.length >= CHUNK_CHARACTERS) await this.handOn(part);
		}
	}

	/** Ends the last file; without any record there is one that has none. */
	async finish(): Promise<readonly FilePart[]> {
		if (!this.failure && this.done.length === 0) this.part ??= this.open();
		await this.close();
		if (this.failure) throw this.failure;
		return this.done;
	}

	/** Forgets what was written, to begin anew or because it is of no use. */
	async discard(): Promise<void> {
		const { part } = this;
		await part?.writer.abort(new UserError('The file was not written to its end'));
		this.part = undefined;
		await part?.stored;
		this.done.length = 0;
		this.failure = undefined;
	}

	private open(): OpenPart {
		const { extension, mimeType, heading } = this.format;
		const number = String(this.done.length + 1).padStart(3, '0');
		const { readable, writable } = new TransformStream<Buffer, Buffer>();
		const writer = writable.getWriter();
		const store = async () => {
			const content = await fileContentOf(readable);
			const name = `${this.options.name}-${number}.${extension}`;
			return await this.helpers.prepareBinaryData(content, name, mimeType);
		};
		const stored = store()
			.catch(({ message }: Error) => {
				this.failure = notStored(message);
				return undefined;
			})
			// Nobody reads any more, so that no write waits.
			.finally(async () => await writer.abort());
		return { writer, stored, records: 0, bytes: Buffer.byteLength(heading), text: heading };
	}

	private async handOn(part: OpenPart) {
		const { text } = part;
		part.text = '';
		await part.writer.write(Buffer.from(text)).catch(() => undefined);
	}

	private async close() {
		const { part } = this;
		if (!part) return;
		if (part.text !== '') await this.handOn(part);
		await part.writer.close().catch(() => undefined);
		this.part = undefined;
		const file = await part.stored;
		if (file) this.done.push({ file, records: part.records });
	}
}

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
