import type { IExecuteFunctions } from 'n8n-workflow';

import {
	columnNamesOption,
	dateFormatOption,
	emptyWordsOption,
	numberFormatOption,
	unknownColumnsOption,
	unknownColumnsSent,
} from '../description';
import { badInput, type Failure } from '../http';
import { LEFT_OUT, plainName, type NamedField } from '../schema/columns/names';
import { emptyWords } from '../schema/reading/texts';
import { isFilled } from '../schema/presence';
import { readOptions } from '../schema/recordCheck';
import type { DateFormat } from '../schema/reading/dates';
import type { NumberFormat } from '../schema/reading/numbers';
import { showSome, show } from '../schema/limits';
import { readValue } from '../schema/values';
import { choiceOf, inOptions, readShared, valueOf, type Definition } from './parameters';
import { isTool } from './tool';

/** How values and columns are read in one execution. */
export type ValueOptions = Awaited<ReturnType<typeof readValueOptions>>;

/**
 * Reads the options for values and columns; they apply to all items.
 *
 * @param fields those that columns can be named for
 * @param unknown what may happen to columns that no field takes
 */
export async function readValueOptions(
	context: IExecuteFunctions,
	fields: readonly NamedField[],
	unknown: Definition = unknownColumnsSent,
) {
	const parameters = {
		numberFormat: choiceOf<NumberFormat>(numberFormatOption),
		dateFormat: choiceOf<DateFormat>(dateFormatOption),
		unknownColumns: choiceOf<'ignore' | 'fail' | 'send'>(unknown),
		words: valueOf({ ...emptyWordsOption, default: NOT_SET }, readWords),
		columnNames: valueOf(columnNamesOption, (given, path) => readColumnNames(given, fields, path)),
	};
	const options = inOptions(parameters, 'reading');
	const { words, unknownColumns, columnNames, ...formats } = await readShared(context, options);
	return {
		read: readOptions(context.getTimezone(), {
			...formats,
			// Of a tool they have been left out already, where they were not insisted on.
			emptyWords: emptyWords(words || (isTool(context) ? [] : undefined)),
		}),
		/** User-defined column names → wire name of the field. */
		columnNames: new Map(columnNames) as ReadonlyMap<string, string>,
		sendsUnknown: unknownColumns === 'send',
		/** Why nothing is sent when there are columns that no field takes; undefined when they are ignored. */
		refuseUnknown: (columns: readonly string[]): Failure | undefined =>
			unknownColumns !== 'fail' || columns.length === 0
				? undefined
				: badInput(
						`options.reading.${unknownColumnsOption.name}`,
						`${columns.length === 1 ? 'A column matches' : `${columns.length} columns match`} no field: ${showSome(columns, MAX_NAMED)}`,
						'Remove them, name their fields under Column Names in Reading Values, or set Unknown Columns to Ignore. Nothing was sent.',
					),
	};
}

/** Stands for an option that was not added; an empty one is a choice. */
const NOT_SET = false;

const MAX_NAMED = 20;

function readWords(given: unknown, path: string): string[] | typeof NOT_SET {
	if (given === NOT_SET) return NOT_SET;
	const words = readValue('texts', given, '') as string[] | undefined;
	if (words) return words;
	throw badInput(
		path,
		`${emptyWordsOption.displayName} is ${show(given)}`,
		'Enter words separated by commas.',
	);
}

/** “Leave Out” in place of a field, as names are compared. */
const LEAVE_OUT = 'leaveout';

/** Entries of the map, as a list: a map has no JSON by which items could be compared. */
function readColumnNames(
	given: unknown,
	fields: readonly NamedField[],
	path: string,
): Array<[column: string, field: string]> {
	const refuse = (what: string) => {
		const known = fields.map(({ label }) => label).join(', ');
		const remedy = `Type the column’s name, each once, and pick Leave Out or one of the fields ${known}.`;
		return badInput(path, `${columnNamesOption.displayName}: ${what}`, remedy);
	};
	const { column: rows = [] } = (given ?? {}) as {
		column?: Array<{ name?: unknown; field?: unknown }>;
	};
	const entries = new Map<string, string>();
	for (const { name: column = '', field } of rows) {
		const name = String(readValue('text', column, '') ?? '');
		if (!isFilled(name)) throw refuse('a column has no name');
		// n8n makes plain text of an expression that was dropped in.
		if (name.includes('{{')) throw refuse(`${show(name)} is a value and no name`);
		const wanted = plainName(String(field));
		const found = fields.find(
			(known) => plainName(known.name) === wanted || plainName(known.label) === wanted,
		);
		const wireName = wanted === LEAVE_OUT ? LEFT_OUT : found?.name;
		if (wireName === undefined) throw refuse(`${show(field ?? '')} is not a field`);
		if ((entries.get(name) ?? wireName) !== wireName) {
			throw refuse(`column ${show(name)} is given two fields`);
		}
		entries.set(name, wireName);
	}
	return [...entries];
}
