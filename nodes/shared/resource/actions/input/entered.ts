import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import {
	booleanOf,
	inOptions,
	isTool,
	itemReader,
	type Steps,
	valueOf,
	type Definition,
} from '../../../execution';
import { badInput } from '../../../http';
import { columnMatcher } from '../../../schema/columns/matcher';
import { trimId } from '../../../schema/ids';
import { isFilled } from '../../../schema/presence';
import { type Field, looseKey } from '../../../schema/types';
import { isObject, splitTexts, readValue } from '../../../schema/values';
import { removeAllLines } from '../../description/options';
import {
	hasLines,
	namesItem,
	onlyColumn,
	rowJson,
	rowSource,
	untouchedJson,
} from '../../description/fields';
import { linksOf, relatedOf } from '../../definition/fields';
import type { Resource, Write } from '../../definition/resource';
import { findUnsendable, hasTooManyKeys, MAX_ROWS, showSome, show } from '../../../schema/limits';
import { valueAt } from '../identity';
import type { ExecutionHints } from '../hints';

/** The rows of an item: entered one by one, or as JSON. */
export function enteredRows(
	context: IExecuteFunctions,
	fields: readonly Field[],
	item: number,
): Record<string, unknown> {
	const values: Record<string, unknown> = {};
	for (const field of fields) {
		if (context.getNodeParameter(rowSource(field), item, 'rows') === 'json') {
			const json = context.getNodeParameter(rowJson(field), item, '');
			if (isFilled(json)) values[field.name] = json;
			continue;
		}
		const entered = context.getNodeParameter(`${field.name}.row`, item, []) as unknown[];
		const rows = entered.map((row) => enteredRow(field, row)).filter((row) => !isBlank(row));
		if (rows.length > 0) values[field.name] = rows;
	}
	return values;
}

/** A row that was added, and left as it starts. */
const isBlank = (row: unknown) => isObject(row) && !Object.values(row).some(isFilled);

/** Prepares the check of the lines of items. */
export function linesCheck(context: IExecuteFunctions, fields: readonly Field[], write: Write) {
	const readOption = itemReader(context, inOptions({ removesAll: booleanOf(removeAllLines) }));
	const withLines = fields.filter(hasLines);
	/** @throws Failure where an entered line does not say what it is about, or an update would remove all of them */
	return (item: number, values: Readonly<Record<string, unknown>>): void => {
		for (const field of withLines) {
			const { name, label, rows = [] } = field;
			const lines = values[name];
			if (!Array.isArray(lines)) continue;
			const refuse = (what: string, remedy: string) =>
				badInput(`fields.${name}`, `${label}${what}`, remedy);
			const items = rows.filter(namesItem);
			const isEntered = context.getNodeParameter(rowSource(field), item, 'rows') !== 'json';
			const at = lines.findIndex(
				(row: IDataObject | null) => !items.some((one) => isFilled(row?.[one.name])),
			);
			if (isEntered && at >= 0) {
				const remedy = `Enter ${items.map((one) => one.label).join(' or ')}, or remove the row.`;
				throw refuse(`, row ${at + 1} names no item`, remedy);
			}
			if (readOption(item).removesAll || lines.length > 0) continue;
			if (write !== 'update' && !isTool(context)) continue;
			const remedy = `Leave ${label} out to keep them, or turn on ${removeAllLines.displayName} in the options.`;
			throw refuse(' is an empty list, which would leave no lines', remedy);
		}
	};
}

/** A row as it was entered, without what was left as it starts. */
function enteredRow({ rows = [] }: Field, row: unknown): unknown {
	if (!isObject(row)) return row;
	const fields = new Map(rows.map((field) => [field.name, field]));
	const cells = Object.entries(row).map(([key, cell]) => [key, fields.get(key), cell] as const);
	return Object.fromEntries(
		cells
			.filter(([, field, cell]) => !field || cell !== untouchedJson(field))
			.map(([key, field, cell]) => [key, enteredCell(field, cell)]),
	);
}

/** The ID of a picked record, and rows of one field written as texts. */
function enteredCell(field: Field | undefined, cell: unknown): unknown {
	if (isObject(cell) && '__rl' in cell) return cell.value;
	const column = field && onlyColumn(field);
	if (!column || typeof cell !== 'string' || !isFilled(cell) || /^\s*[[{]/.test(cell)) return cell;
	return splitTexts(cell).map((text) => ({ [column.name]: text }));
}

/**
 * Prepares, once for all items, the reading of mapped fields with those that picked records stand for; undefined takes
 * back what was mapped.
 */
export function relatedReader(
	context: IExecuteFunctions,
	fields: readonly Field[],
	hints: ExecutionHints,
): (item: number, mapped: Record<string, unknown>) => Record<string, unknown> {
	const related = relatedOf(fields);
	if (related.length === 0) return (_, mapped) => mapped;
	const links = linksOf(fields);
	return (item, mapped) => {
		const given = context.getNodeParameter('related', item, {}) as Record<string, unknown>;
		const values = { ...mapped };
		const unset: Array<readonly [string, ReadonlyArray<Field | undefined>]> = [];
		for (const { resource: name, byId, byExternalId, as } of related) {
			const { mode, value: picked } = asLocator(given[name]);
			const value = trimId(picked);
			const own = links.filter(({ resource, into }) => resource === name && into === byId);
			if (!isFilled(value)) {
				// What stands in the form from the start was not chosen.
				const isChosen = name in given && mode !== 'list';
				const others = own.map(({ field }) => field);
				if (isChosen) unset.push([as.label ?? byId.label, [byId, byExternalId, ...others]]);
				continue;
			}
			const link = own.find(({ by }) => by === mode);
			const isExternal = mode === 'externalId' && byExternalId;
			const field = link?.field ?? (isExternal ? byExternalId : byId);
			if (byExternalId) values[byExternalId.name] = undefined;
			for (const other of own) values[other.field.name] = undefined;
			values[byId.name] = undefined;
			values[field.name] = value;
		}
		// A model that gives nothing means it.
		for (const [label, ways] of isTool(context) ? [] : unset) {
			const isGiven = ways.some((field) => field && isFilled(values[field.name]));
			if (!isGiven) hints.unlinked(item, label, NO_VALUE);
		}
		return values;
	};
}

const NO_VALUE =
	'Related Records has no value for it; correct the expression if it should have one';

/** A locator as the editor stores it, or the bare value that an expression or a model gives. */
export const asLocator = (given: unknown): { mode?: string; value?: unknown } =>
	typeof given === 'object' && given !== null && 'value' in given ? given : { value: given };

/**
 * Prepares, once for all items, the matching of the rows that one field holds, such as the lines of an order: their
 * keys find fields as the columns of a table do.
 */
export function rowsMatcher(field: Field, columnNames: ReadonlyMap<string, string>) {
	const matcher = columnMatcher(field.rows ?? [], columnNames);
	/** One with too many keys is refused as it is. */
	const isRow = (row: unknown) => isObject(row) && !hasTooManyKeys(row);
	/** What no field takes; all of a row that has nothing else stays in it, to be refused. */
	const othersOf = (row: IDataObject) => {
		const { columns, unknown } = matcher.plan();
		const isKnown = [...columns.values()].some((names) => names.some((name) => name in row));
		const own = unknown.filter((key) => Object.hasOwn(row, key) && isFilled(row[key]));
		return { isKnown, others: Object.fromEntries(own.map((key) => [key, row[key]])) };
	};
	return {
		field,
		matcher,
		/** Keys that no field takes, with where they stand. */
		unknown: () => matcher.plan().unknown.map((key) => `${field.name} › ${key}`),
		*observe(list: unknown): Steps<void> {
			if (!Array.isArray(list) || list.length > MAX_ROWS) return;
			for (const row of list) {
				yield;
				if (isRow(row)) matcher.observe(row as IDataObject);
			}
		},
		/** Rows with their keys as wire names, without those that no field takes. */
		match(list: unknown): unknown {
			if (!Array.isArray(list)) return list;
			const { columns, unknown } = matcher.plan();
			const isPlain = [...columns].every(([name, keys]) => keys.length === 1 && keys[0] === name);
			if ((isPlain && unknown.length === 0) || list.length > MAX_ROWS) return list;
			return list.map((row: IDataObject) => {
				if (!isRow(row)) return row;
				const { isKnown, others } = othersOf(row);
				return { ...(isKnown ? {} : others), ...matcher.match(row) };
			});
		},
		/** Adds to the rows of a body what no field of theirs takes. */
		addOthers(body: IDataObject, given: unknown): void {
			const place = valueAt(body, field.nestedIn ?? []) as IDataObject | undefined;
			const list = place?.[field.name];
			if (!place || !Array.isArray(list) || !Array.isArray(given)) return;
			place[field.name] = (list as IDataObject[]).map((row, at) => ({
				...(isRow(given[at]) ? (othersOf(given[at] as IDataObject).others as IDataObject) : {}),
				...row,
			}));
			const what = findUnsendable(place[field.name]);
			if (what)
				throw badInput(`fields.${field.name}`, `${field.label}: given ${what}`, 'Correct it.');
		},
	};
}

/**
 * Names of fields, none for null: a list or, as expressions and models give them, text such as `a, b` or `["a", "b"]`.
 * Anything else is refused, such as an expression without a value.
 *
 * @param fields those that can be named, by wire name or by label
 */
export const fieldNamesOf = (
	definition: Definition,
	fields: ReadonlyArray<Pick<Field, 'name' | 'label'>>,
) =>
	valueOf(definition, (given, path) => {
		const texts = readValue('texts', given === null ? [] : given, '') as string[] | undefined;
		if (!texts) {
			throw badInput(
				path,
				`${definition.displayName} ${given === undefined ? 'has no value' : `is ${show(given)}`}`,
				'Pick the fields, or enter their names as a list or as text separated by commas.',
			);
		}
		const keys = fields.map(({ name, label }) => [looseKey(name), looseKey(label)]);
		const nameOf = (text: string, key = looseKey(text)) =>
			fields.find(({ name }) => name === text)?.name ??
			fields[keys.findIndex((each) => each.includes(key))]?.name;
		const wanted = new Set(texts.map((text) => text.trim()).filter(isFilled));
		const found = [...wanted].map((text) => ({ text, name: nameOf(text) }));
		return {
			/** Wire names; what is no field stays as it was given. */
			names: [...new Set(found.map(({ text, name }) => name ?? text))],
			/** Those that are no field. */
			unknown: found.filter(({ name }) => name === undefined).map(({ text }) => text),
		};
	});

/** As `fieldNamesOf`, where what is no field of the record is refused. */
export const knownFieldsOf = (
	definition: Definition,
	{ label }: Pick<Resource, 'label'>,
	fields: ReadonlyArray<Pick<Field, 'name' | 'label'>>,
) =>
	valueOf(definition, (given, path): readonly string[] => {
		const { names, unknown } = fieldNamesOf(definition, fields).read(given, path);
		if (unknown.length === 0) return names;
		throw badInput(
			path,
			`${definition.displayName}: the ${label.toLowerCase()} has no field ${showSome(unknown)}`,
			`Use ${fields.map((field) => field.label).join(', ')}.`,
		);
	});

export const toClear = { displayName: 'Fields to Clear', name: 'fieldsToClear', default: [] };
