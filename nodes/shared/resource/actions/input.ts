import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { parameterReader } from '../../execution';
import { badInput, succeed, type Result } from '../../http';
import { bodyReader } from './body';
import { matchColumns } from './matchColumns';
import type { Field } from '../../schema/field';
import type { Resource } from '../definition/resource';
import { relatedReader } from './readRelated';
import { readReference, type CallOptions, type RecordReference } from './requests';
import { rowJson, rowSource } from '../description/rowParameters';
import type { RecordContext } from './context';
import { isObject, readValue, show } from '../../schema/values';
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
	const readRelated = relatedReader(context, fields);
	const readBody = bodyReader(resource, write, context.getTimezone());
	return (item) => {
		const values = {
			...readColumns(item),
			...readRelated(item),
			...readRows(context, rowFields, item),
		};
		if (write !== 'create') {
			const clear = readFieldsToClear(context, item);
			if (!clear.ok) return clear;
			for (const name of clear.value) values[name] = null;
		}
		const body = readBody(values);
		if (body.ok && Object.keys(body.value).length === 0) {
			return badInput(
				'fields',
				`No field of the ${resource.label.toLowerCase()} is set`,
				`Map at least one field to ${write}.`,
			);
		}
		return body;
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

function columnsReader({ context, resource, hints }: RecordContext, write: Write) {
	const readMapper = parameterReader(context, 'fields', {});
	const given = context.getInputData();
	return (item: number): Record<string, unknown> => {
		const mapper = readMapper(item) as Mapper;
		if (mapper.mappingMode === 'autoMapInputData') {
			const { values, ignored } = matchColumns(given[item].json, resource, write);
			hints.ignored(ignored);
			return values;
		}
		// The editor keeps null for every column that was not touched; clearing has its own parameter.
		return Object.fromEntries(
			Object.entries(mapper.value ?? {}).filter(([, value]) => value !== null),
		);
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
		const texts = {
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
