import type { IBinaryKeyData, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { addTo, emptyTally, isStored, type Nouns, type Outcome } from '../../shared/execution';
import { csvLine, csvCells } from '../../shared/file/csv';
import type { InputFile } from '../../shared/file/sheetRows';
import type { Layout } from '../../shared/file/layout';
import { ndjson, FileParts, type FileFormat, type FilePart } from '../../shared/file/fileParts';
import type { Failure } from '../../shared/http';
import type { Survey } from './survey';
import { isRejectionColumn, REJECTION_COLUMNS, rejectedRow } from '../../shared/schema/presence';

/** Rejections that the summary shows; the files hold all of them. */
const MAX_REJECTIONS = 20;
/** How often the log shows progress, and the maximum time between two of its lines. */
const PROGRESS_STEPS = 20;
const PROGRESS_MS = 30_000;
/** So that spreadsheets take it for UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/** Collects the outcomes of a file's orders and reports them. */
export type Report = ReturnType<typeof openReport>;

/** Opens the report on one file. */
export function openReport(
	context: IExecuteFunctions,
	file: InputFile,
	{ layout, lastRow, together }: Survey,
	{ nouns, startAtRow }: { nouns: Nouns; startAtRow: number },
) {
	const files = <T>(name: string, format: FileFormat<T>) =>
		new FileParts(context.helpers, format, { name, ...MAX_PART });
	const results = files('results', { ...ndjson, line: (text: string) => text });
	const rejectedRows = rejectedFormat(layout);
	const rejected = files('rejected', rejectedRows);
	const count = emptyTally();
	const rejections: IDataObject[] = [];
	const problems: IDataObject[] = [];
	const progress = watchProgress(context, file.name, lastRow);
	let continueAtRow = startAtRow;
	let isStopped = false;
	/** Texts, which take less memory than objects while they wait. */
	const resultLines: string[] = [];
	const rejectedLines: string[] = [];

	return {
		count,
		/** The first rejections. */
		rejections,
		/** The first orders that were stored with problems: their rows need not be sent again. */
		problems,
		/** Where to go on if nothing more were done: everything above is done. */
		get continueAtRow() {
			return continueAtRow;
		},
		/** The next outcome, in the order of the file; the texts of its rows are asked for where they are needed. */
		add(outcome: Outcome, textOf: (row: number) => string): void {
			const { items, result, isUnsent = false } = outcome;
			const line = resultLine(outcome);
			resultLines.push(ndjson.line(line));
			isStopped ||= isUnsent;
			if (isUnsent) return;
			addTo(count, outcome, nouns);
			if (isStored(result)) {
				if (problems.length < MAX_REJECTIONS) problems.push(line);
			} else if (!result.ok) {
				if (rejections.length < MAX_REJECTIONS) rejections.push(line);
				for (const row of items) {
					rejectedLines.push(rejectedRows.lineOf(textOf(row), row, result.failure));
				}
			}
			if (isStopped) return;
			continueAtRow = (together ? items[items.length - 1] : items[0]) + 1;
			progress(continueAtRow, count);
		},
		/** Waits until what was added is stored, or about to be. */
		async flush() {
			await results.write(resultLines.splice(0));
			await rejected.write(rejectedLines.splice(0));
		},
		/** The file of results, and that of rejected rows where there are some. */
		async end(): Promise<IBinaryKeyData> {
			await this.flush();
			const stored = named('results', await results.finish());
			return rejections.length === 0
				? stored
				: { ...stored, ...named('rejected', await rejected.finish()) };
		},
	};
}

/** Parts of files are small enough where n8n holds them as a whole. */
const MAX_PART = { maxRecords: Infinity, maxBytes: 50_000_000 };

/** The line of a rejected row, by its text in the file. */
type LineOf = (text: string, row: number, failure: Failure) => string;

/** Rows in the shape of the file that they come from, with why each was rejected in columns behind its own. */
function rejectedFormat({
	separator,
	headingCells,
}: Layout): FileFormat<string> & { readonly lineOf: LineOf } {
	const line = (text: string) => text;
	if (separator === undefined) {
		const lineOf: LineOf = (text, row, failure) => {
			const added = JSON.stringify(rejectedRow({}, row, failure)).slice(1);
			// Not written anew: a number with many digits stays as it is.
			const own = text.trim().slice(0, -1).trimEnd();
			return `${own}${own === '{' ? '' : ','}${added}\n`;
		};
		return { ...ndjson, line, lineOf };
	}
	const isOwn = headingCells.map((name) => !isRejectionColumn(name.trim()));
	const row = (cells: readonly string[], added: readonly string[]) =>
		csvLine(
			[...isOwn.map((_, at) => cells[at] ?? '').filter((_, at) => isOwn[at]), ...added],
			separator,
		);
	return {
		extension: 'csv',
		mimeType: 'text/csv',
		heading: BYTE_ORDER_MARK + row(headingCells, REJECTION_COLUMNS),
		line,
		lineOf: (text, number, { message, remedy }) =>
			row(csvCells(text, separator), [String(number), message, remedy]),
	};
}

/** `results`, then `results2` and so on. */
const named = (name: string, parts: readonly FilePart[]): IBinaryKeyData =>
	Object.fromEntries(
		parts.map(({ file }, index) => [index === 0 ? name : `${name}${index + 1}`, file]),
	);

/** The outcome of one order, or of a row without one. */
function resultLine({ externalId, items, result, isUnsent }: Outcome): IDataObject {
	const base = { row: items[0], rows: items as number[], external_id: externalId ?? null };
	if (!result.ok) {
		const { kind, status, message, remedy, mayHaveHappened, stored } = result.failure;
		const failed = stored ? 'stored_with_problems' : 'rejected';
		const outcome = isUnsent ? 'not_sent' : failed;
		return {
			...base,
			outcome,
			...(stored as IDataObject),
			error: message,
			hint: remedy,
			kind,
			...(status !== undefined && { status }),
			...(mayHaveHappened && { may_have_happened: true }),
		};
	}
	const { object_id, record_id, created, would_send } = result.value;
	if (would_send) return { ...base, outcome: 'would_send' };
	const written = created === true ? 'created' : created === false ? 'updated' : 'written';
	const outcome = result.value.queued === true ? 'queued' : written;
	return { ...base, outcome, object_id, record_id };
}

/** Writes to n8n's log how far the file is, every so often. */
function watchProgress(context: IExecuteFunctions, name: string, lastRow: number) {
	const step = Math.max(1, Math.ceil(lastRow / PROGRESS_STEPS));
	let nextRow = step;
	let nextTime = Date.now() + PROGRESS_MS;
	return (row: number, { records, rejected }: { records: number; rejected: number }) => {
		if (row < nextRow && Date.now() < nextTime) return;
		nextRow = row + step;
		nextTime = Date.now() + PROGRESS_MS;
		context.logger.info(
			`Migration Upsert: ${records} orders of ${name} done, ${rejected} of them rejected. All rows above row ${row} of ${lastRow} are done; after an interruption, set Start at Row to ${row}.`,
		);
	};
}
