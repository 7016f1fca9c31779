import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { parameterReader, readBooleanOption } from '../../execution';
import { badInput, succeed, type Result } from '../../http';
import { readAdditional, withAdditional } from './additional';
import { bodyReader } from './body';
import { matchColumns } from './matchColumns';
import type { Field } from '../../schema/field';
import type { Resource } from '../definition/resource';
import { relatedReader } from './readRelated';
import { readReference, type CallOptions, type RecordReference } from './requests';
import {
	additionalBodyFields,
	additionalQueryParameters,
	sendUnknownFields,
} from '../description/additionalOptions';
import { rowJson, rowSource } from '../description/rowParameters';
import type { RecordContext } from './context';
import { isObject, readValue, show } from '../../schema/values';
import { identifyingKeys } from '../definition/simplified';
import { belongsTo, type Write } from '../definition/writes';

/** What the parameters of one item say. Reads the editor's parameters; sends nothing. */

/** The record that the locator `recordId` points to. */
export function readRecordId(
	context: IExecuteFunctions,
	label: string,
	item: number,
): Result<RecordReference> {
	const locator = context.getNodeParameter('recordId', item) as { mode?: string; value?: unknown };
	return readReference(
		locator?.mode === 'externalId' ? 'externalId' : 'id',
		typeof locator === 'object' ? locator?.value : locator,
		'recordId',
		label,
	);
}

/** Prepares, once for all items, the reading of a body: mapped columns, rows, and the fields to clear. */
export function fieldsReader(
	execution: RecordContext,
	write: Write,
): (item: number) => Result<IDataObject> {
	const { context, resource } = execution;
	const fields = resource.fields.filter((field) => belongsTo(field, write));
	const rowFields = fields.filter(({ type }) => type === 'rows');
	const readColumns = columnsReader(execution, write);
	const readAdditional = additionalReader(execution);
	const readRelated = relatedReader(context, fields);
	const readBody = bodyReader(resource, write, context.getTimezone());
	return (item) => {
		const columns = readColumns(item);
		const values = {
			...columns.values,
			...readRelated(item),
			...readRows(context, rowFields, item),
		};
		if (write !== 'create') {
			const clear = readFieldsToClear(context, item);
			if (!clear.ok) return clear;
			for (const name of clear.value) values[name] = null;
		}
		const body = readBody(values);
		if (!body.ok) return body;
		const additional = readAdditional(item, columns.unknown);
		if (!additional.ok) return additional;
		if (Object.keys({ ...body.value, ...additional.value }).length === 0) {
			return badInput(
				'fields',
				`No field of the ${resource.label.toLowerCase()} is set`,
				`Map at least one field to ${write}.`,
			);
		}
		return withAdditional(body.value, additional.value, additionalBodyFields);
	};
}

/** Names of fields, as a list or, as expressions and models give them, as text: `a, b` or `["a", "b"]`. */
function readFieldsToClear(context: IExecuteFunctions, item: number): Result<string[]> {
	const given = context.getNodeParameter('fieldsToClear', item, []) ?? [];
	const names = readValue('texts', given, '') as string[] | undefined;
	if (names) return succeed(names.map((name) => name.trim()).filter((name) => name !== ''));
	return badInput(
		'fieldsToClear',
		`Fields to Clear is ${show(given)}`,
		'Pick the fields, or enter their names as a list or as text separated by commas.',
	);
}

interface Mapper {
	mappingMode?: string;
	value?: Record<string, unknown> | null;
}

/** Prepares the reading of the mapped values, and of what the input has beside them. */
function columnsReader({ context, resource }: RecordContext, write: Write) {
	const readMapper = parameterReader(context, 'fields', {});
	const given = context.getInputData();
	return (item: number): { values: Record<string, unknown>; unknown: IDataObject } => {
		const mapper = readMapper(item) as Mapper;
		if (mapper.mappingMode === 'autoMapInputData') {
			const { json } = given[item];
			const { values, ignored } = matchColumns(json, resource, write);
			return { values, unknown: Object.fromEntries(ignored.map((key) => [key, json[key]])) };
		}
		// The editor keeps null for every column that was not touched; clearing has its own parameter.
		const values = Object.entries(mapper.value ?? {}).filter(([, value]) => value !== null);
		return { values: Object.fromEntries(values), unknown: {} };
	};
}

/**
 * Prepares the reading of what goes into a body as it is: Additional Body Fields and, where the option
 * says so, what the input has and no field takes. Of many orders at once it goes into each order.
 */
function additionalReader({ context, resource, hints }: RecordContext) {
	const readOptions = parameterReader(context, 'options', {});
	const identity = new Set(identifyingKeys(resource));
	const { bulk } = resource;
	return (item: number, unknown: IDataObject): Result<IDataObject> => {
		const options = readOptions(item) as IDataObject;
		const fields = readAdditional(options, additionalBodyFields);
		if (!fields.ok) return fields;
		const { name, displayName } = sendUnknownFields;
		const sends = readBooleanOption(options, name, displayName);
		if (!sends.ok) return sends;
		if (!sends.value) {
			hints.ignored(Object.keys(unknown));
			return fields;
		}
		const entries = Object.entries(unknown).filter(([key]) => !identity.has(key));
		if (entries.length === 0) return fields;
		const sent = Object.fromEntries(entries);
		const placed = bulk ? { [bulk.element]: sent } : sent;
		return withAdditional(placed, fields.value, additionalBodyFields);
	};
}

function readRows(
	context: IExecuteFunctions,
	fields: readonly Field[],
	item: number,
): Record<string, unknown> {
	const values: Record<string, unknown> = {};
	for (const field of fields) {
		const source = context.getNodeParameter(rowSource(field), item, 'rows');
		if (source === 'json') {
			const json = context.getNodeParameter(rowJson(field), item, '');
			if (json !== '' && json !== null) values[field.name] = json;
			continue;
		}
		const entered = context.getNodeParameter(`${field.name}.row`, item, []) as unknown[];
		if (entered.length > 0) values[field.name] = entered.map(withoutLocators);
	}
	return values;
}

/** A row whose picked records are their IDs. */
const withoutLocators = (row: unknown) =>
	isObject(row)
		? Object.fromEntries(
				Object.entries(row).map(([key, cell]) => [
					key,
					isObject(cell) && '__rl' in cell ? cell.value : cell,
				]),
			)
		: row;

/** Prepares, once for all items, the reading of path choice, workspace and language. */
export function callOptionsReader(
	context: IExecuteFunctions,
	{ pathParameter }: Resource,
): (item: number) => Result<CallOptions> {
	const readOptions = parameterReader(context, 'options', {});
	return (item) => {
		const options = readOptions(item) as IDataObject;
		const query = readAdditional(options, additionalQueryParameters);
		if (!query.ok) return query;
		const texts = {
			query: query.value,
			workspaceId: String(options.workspaceId ?? '').trim() || undefined,
			language: String(options.language ?? '').trim() || undefined,
		};
		if (!pathParameter) return succeed(texts);
		const choice = context.getNodeParameter(pathParameter.name, item);
		const known = pathParameter.options.find(({ value }) => value === choice);
		if (!known) {
			return badInput(
				pathParameter.name,
				`${pathParameter.label} is ${JSON.stringify(choice)}`,
				`Use one of ${pathParameter.options.map(({ value }) => value).join(', ')}.`,
			);
		}
		return succeed({ ...texts, pathParameter: known.value });
	};
}
