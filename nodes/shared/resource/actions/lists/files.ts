import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import {
	binaryFieldOf,
	choiceOf,
	inOptions,
	itemReader,
	numberOf,
	valueOf,
	WithFiles,
} from '../../../execution';
import { csv, ndjson, FileParts, type FilePart } from '../../../file/fileParts';
import type { Resource } from '../../definition/resource';
import {
	maxOutputFileSize,
	outputAsFile,
	outputFileField,
	outputFormat,
	recordsPerFile,
} from '../../description/lists';
import { readOutputColumns, type OutputChoice } from '../outputChoice';
import type { List, RowSink } from './list';

const BYTES_PER_MEGABYTE = 1_000_000;

/** How one item wants its records as files. */
type FileChoice = NonNullable<ReturnType<ReturnType<typeof fileChoiceReader>>>;

/** Prepares to read whether an item wants files; undefined where it wants items. */
export function fileChoiceReader(context: IExecuteFunctions) {
	const wanted = valueOf({ ...outputAsFile, default: undefined });
	const file = {
		format: choiceOf<'csv' | 'ndjson'>(outputFormat),
		field: binaryFieldOf(outputFileField),
		maxRecords: numberOf(recordsPerFile),
		megabytes: numberOf(maxOutputFileSize),
	};
	const read = itemReader(context, inOptions({ wanted }));
	const readFile = itemReader(context, inOptions(file, outputAsFile.name));
	return (item: number) => {
		if (read(item).wanted === undefined) return undefined;
		const { megabytes, ...others } = readFile(item);
		return { ...others, maxBytes: megabytes * BYTES_PER_MEGABYTE };
	};
}

/** The files of one item of Get Many. */
export class RecordFiles implements RowSink {
	private files?: FileParts<IDataObject>;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly resource: Resource,
		private readonly item: number,
		private readonly choice: FileChoice,
		private readonly output: OutputChoice,
	) {}

	/** Rows that came late go behind the others. */
	async take(rows: readonly IDataObject[]): Promise<void> {
		if (rows.length === 0) return;
		const records = rows.map((row) => this.output(row));
		this.files ??= this.open(records);
		return await this.files.write(records);
	}

	async restart(): Promise<void> {
		await this.files?.discard();
		this.files = undefined;
	}

	/** The items with the files of a list that has been read to its end. */
	async finish(list: List): Promise<WithFiles[]> {
		this.files ??= this.open([]);
		const parts = await this.files.finish();
		const note = noteOn(this.resource, list);
		const total = parts.reduce((sum, { records }) => sum + records, 0);
		return parts.map(
			({ file, records }: FilePart, index) =>
				new WithFiles(
					{
						file_name: file.fileName,
						part: index + 1,
						parts: parts.length,
						records,
						total_records: total,
						complete: note === undefined,
						...(note && { note }),
					},
					{ [this.choice.field]: file },
				),
		);
	}

	/** The heading of a CSV file has to be known before its records, so that it is that of the first ones. */
	private open(first: readonly IDataObject[]) {
		const { choice, context, item, resource } = this;
		const { record, listRecord = record } = resource;
		const { known, isOpen } = readOutputColumns(context, resource, listRecord, item);
		const found = isOpen ? first.flatMap((one) => Object.keys(one)) : [];
		const format =
			choice.format === 'csv' ? csv([...new Set([...known, ...found])], isOpen) : ndjson;
		const name = resource.plural.toLowerCase().replaceAll(' ', '-');
		return new FileParts(context.helpers, format, { ...choice, name });
	}
}

/** Why the files do not hold all records; undefined where they do. */
function noteOn({ plural }: Resource, { count, matching, doubt }: List): string | undefined {
	if (doubt !== undefined) return doubt;
	const many = plural.toLowerCase();
	const shown = count.toLocaleString('en');
	if (matching === undefined) return `${shown} ${many}, as many as the limit; there may be more.`;
	return matching > count
		? `${shown} of ${matching.toLocaleString('en')} ${many}, as many as the limit.`
		: undefined;
}
