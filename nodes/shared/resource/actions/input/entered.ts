import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { booleanOf, inOptions, itemReader } from '../../../execution';
import { badInput } from '../../../http';
import { isFilled } from '../../../schema/columnMatcher';
import { trimId } from '../../../schema/ids';
import type { Field } from '../../../schema/types';
import { isObject, splitTexts } from '../../../schema/values';
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
import type { Write } from '../../definition/resource';

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
			if (json !== '' && json !== null) values[field.name] = json;
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
				(row: IDataObject) => !items.some((one) => isFilled(row[one.name])),
			);
			if (isEntered && at >= 0) {
				const remedy = `Enter ${items.map((one) => one.label).join(' or ')}, or remove the row.`;
				throw refuse(`, row ${at + 1} names no item`, remedy);
			}
			if (readOption(item).removesAll || lines.length > 0 || write !== 'update') continue;
			const remedy = `Leave ${label} out to keep them, or turn on ${removeAllLines.displayName} in the options.`;
			throw refuse(' is an empty list, which would remove all lines', remedy);
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
	if (!column || typeof cell !== 'string' || cell.trim() === '' || /^\s*[[{]/.test(cell))
		return cell;
	return splitTexts(cell).map((text) => ({ [column.name]: text }));
}

/**
 * Prepares, once for all items, the reading of the fields that picked records stand for; undefined
 * takes back what was mapped.
 */
export function relatedReader(
	context: IExecuteFunctions,
	fields: readonly Field[],
): (item: number) => Record<string, unknown> {
	const related = relatedOf(fields);
	if (related.length === 0) return () => ({});
	const links = linksOf(fields);
	return (item) => {
		const given = context.getNodeParameter('related', item, {}) as Record<string, unknown>;
		const values: Record<string, unknown> = {};
		for (const { resource: name, byId, byExternalId } of related) {
			const { mode, value: picked } = asLocator(given[name]);
			const value = trimId(picked);
			if (value === undefined || value === null || value === '') continue;
			const own = links.filter(({ resource, into }) => resource === name && into === byId);
			const link = own.find(({ by }) => by === mode);
			const isExternal = mode === 'externalId' && byExternalId;
			const field = link?.field ?? (isExternal ? byExternalId : byId);
			if (byExternalId) values[byExternalId.name] = undefined;
			for (const other of own) values[other.field.name] = undefined;
			values[byId.name] = undefined;
			values[field.name] = value;
		}
		return values;
	};
}

/** A locator as the editor stores it, or the bare value that an expression or a model gives. */
const asLocator = (given: unknown): { mode?: string; value?: unknown } =>
	typeof given === 'object' && given !== null && 'value' in given ? given : { value: given };
