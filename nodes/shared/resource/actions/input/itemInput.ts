import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import {
	booleanOf,
	choiceOf,
	inOptions,
	itemReader,
	rememberItems,
	runInSlices,
	textOf,
	valueOf,
	type ExecutionContext,
	type RememberedItems,
	type Steps,
	type ValueOptions,
} from '../../../execution';
import { badInput, settle, settleNow, unwrap, type Failure, type Result } from '../../../http';
import { additionalOf, withAdditional } from './additional';
import { bodyReader } from './body';
import { chainedColumns, fitterOf } from './chained';
import { fieldsToClearReader } from './fieldNames';
import { enteredRows, linesCheck, relatedReader } from './entered';
import { languageOption, workspaceOption } from '../../../description';
import {
	additionalBodyFields,
	additionalQueryParameters,
	onlyIfDifferent,
	sendUnknownFields,
} from '../../description/options';
import { identifyingKeys } from '../../definition/outputs';
import { type Resource, onceFields, belongsTo, type Write } from '../../definition/resource';
import { readReference, type CallOptions, type RecordReference } from '../requests';
import { pathParameterField } from '../../description/parameters';
import type { ExecutionHints } from '../hints';
import { columnMatcher, describeColumns, type ColumnMatcher } from '../../../schema/columnMatcher';
import { hasTooManyKeys, show } from '../../../schema/limits';
import { isObject, readValue, rowsIn } from '../../../schema/values';

/** What the parameters of one item say. Reads the editor's parameters; sends nothing. */

/** What all items of one execution of a record node share, whatever their credential. */
export interface RecordFacts {
	readonly context: IExecuteFunctions;
	readonly resource: Resource;
	readonly hints: ExecutionHints;
	/** How values and columns of the input are read. */
	readonly values: ValueOptions;
	/** Those that have looked at the input. */
	readonly bodyReaders: Map<Write, ItemBodyReader>;
}

/** What one execution of a record node works with, for the items of one credential. */
export interface RecordContext extends ExecutionContext, RecordFacts {}

/** Reads the body of a write of one item; what is known is sent where the item has no value. */
type ItemBodyReader = (item: number, known?: Values) => Promise<IDataObject>;

/** The record that the locator `recordId` points to. */
export function readRecordId(
	context: IExecuteFunctions,
	label: string,
	item: number,
): RecordReference {
	const locator = context.getNodeParameter('recordId', item) as { mode?: string; value?: unknown };
	return readReference(
		locator?.mode === 'externalId' ? 'externalId' : 'id',
		typeof locator === 'object' ? locator?.value : locator,
		'recordId',
		label,
	);
}

/** The record that the locator points to, for a call that takes the service's own ID only. */
export function readOwnId(
	context: IExecuteFunctions,
	label: string,
	item: number,
): RecordReference {
	const reference = readRecordId(context, label, item);
	if (reference.by === 'id') return reference;
	throw badInput(
		'recordId',
		`The ${label.toLowerCase()} is given by external ID: ${show(reference.value)}`,
		`Use the field "id" of the ${label.toLowerCase()}; Get By External ID shows it.`,
	);
}

/** Values by wire name. */
type Values = Readonly<Record<string, unknown>>;

/** The bodies of one kind of write, one for each item. */
export interface FieldsReader {
	/** Looks at all items first: which columns hold which fields, and how their values are written. */
	observe(): Steps<void>;
	/**
	 * The checked body of an item. Throws what n8n throws when an expression cannot be resolved.
	 *
	 * @param known values that are sent where the item has none
	 */
	read(item: number, known?: Values): IDataObject;
}

/** Prepares, once for all items, the reading of a body: mapped columns, rows, and the fields to clear. */
export function fieldsReader(execution: RecordFacts, write: Write): FieldsReader {
	const { context, resource, values: options, hints } = execution;
	const fields = resource.fields.filter((field) => belongsTo(field, write));
	const items = context.getInputData();
	const rowFields = fields.filter(({ type }) => type === 'rows');
	const listFields = fields.filter(({ textIsList }) => textIsList);
	const rowMatchers = new Map(
		rowFields.map((field) => [field, columnMatcher(field.rows ?? [], options.columnNames)]),
	);
	const columns = columnMatcher(fields, options.columnNames);
	const chained = chainedColumns(context, resource);
	const parents = new Set(fields.flatMap(({ nestedIn = [] }) => nestedIn));
	const columnsOf = (json: IDataObject) => opened(chained(json), parents);
	const mapped = mappedReader(context);
	const readRelated = relatedReader(context, fields);
	const readFieldsToClear = fieldsToClearReader(context, resource.label, fields);
	const checkLines = linesCheck(context, rowFields, write);
	const readSwitches = switchReader(context, resource);
	let refusal: Failure | undefined;
	const readAdditional = additionalReader(execution);
	const isUsed = expressionsOf(context);
	const unknownColumns = () => columns.plan().unknown.filter((key) => !isUsed(key));
	/** What an item has that no field takes; nothing when its fields were mapped by hand. */
	const unknownIn = (item: number): IDataObject => {
		const unknown = unknownColumns();
		if (unknown.length === 0 || mapped.read(item)) return {};
		const json = columnsOf(items[item].json);
		return Object.fromEntries(
			unknown.filter((key) => Object.hasOwn(json, key)).map((key) => [key, json[key]]),
		) as IDataObject;
	};
	const body = bodyReader(resource, write, options.read);
	const fit = fitterOf(resource, write);
	/** The values of an item whose columns are mapped by their names; it may be what Get returned. */
	const matchedByName = (item: number) => {
		const { values, ignored } = fit(columns.match(columnsOf(items[item].json)));
		hints.ignored(ignored);
		return values;
	};
	/** The values of an item by wire name; rows with the keys that they were given with. */
	const given = rememberItems((item): Record<string, unknown> => {
		const values: Record<string, unknown> = {
			...readSwitches(item),
			...(mapped.take(item) ?? matchedByName(item)),
			...readRelated(item),
			...enteredRows(context, rowFields, item),
		};
		for (const { name } of listFields) values[name] = asList(values[name]);
		// JSON that is no list stays, to be refused.
		for (const { name } of rowFields) values[name] = rowsIn(values[name]) ?? values[name];
		return values;
	});
	const matched = (all: Values) => {
		const values = { ...all };
		for (const [{ name }, matcher] of rowMatchers) {
			if (values[name] !== undefined) values[name] = matchRows(values[name], matcher);
		}
		return values;
	};
	return {
		*observe() {
			for (const [item, { json }] of items.entries()) {
				yield;
				const byHand = settleNow(() => mapped.read(item));
				if (byHand.ok && !byHand.value) columns.observe(columnsOf(json));
			}
			refusal = options.refuseUnknown(unknownColumns());
			for (const item of items.keys()) {
				yield;
				const values = settleNow(() => given.read(item));
				if (!values.ok) continue;
				for (const [field, matcher] of rowMatchers) {
					yield* observeRows(values.value[field.name], matcher);
				}
			}
			for (const item of items.keys()) {
				yield;
				const values = settleNow(() => matched(given.read(item)));
				if (values.ok) yield* body.observe(values.value);
			}
			const tables = [columns, ...rowMatchers.values()];
			hints.note(describeColumns(...tables.map((matcher) => matcher.plan())));
			hints.note(body.notes());
		},
		read(item, known) {
			const values: Record<string, unknown> = withKnown(matched(given.take(item)), known);
			checkLines(item, values);
			if (write !== 'create') {
				for (const name of readFieldsToClear(item)) values[name] = null;
			}
			const checked = body.read(values);
			const additional = readAdditional(item, unknownIn(item), refusal);
			if (Object.keys(checked).length + Object.keys(additional).length === 0) {
				throw badInput(
					'fields',
					`No field of the ${resource.label.toLowerCase()} is set`,
					`Map at least one field to ${write}.`,
				);
			}
			return withAdditional(checked, additional, additionalBodyFields);
		},
	};
}

/** The values of an item, and what is known where it has none. */
const withKnown = (values: Values, known: Values = {}): Record<string, unknown> => ({
	...values,
	...Object.fromEntries(Object.entries(known).filter(([name]) => isEmpty(values[name]))),
});

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/**
 * The bodies of writes that run item by item; the first one that is asked for waits until all items were looked
 * at, which is done once for all credentials.
 */
export function itemBodyReader(record: RecordFacts, write: Write): ItemBodyReader {
	const { context, bodyReaders } = record;
	const existing = bodyReaders.get(write);
	if (existing) return existing;
	const reader = fieldsReader(record, write);
	let observed: Promise<Result<void>> | undefined;
	const readBody: ItemBodyReader = async (item, known) => {
		observed ??= settle(runInSlices(reader.observe(), context.getExecutionCancelSignal()));
		unwrap(await observed);
		return reader.read(item, known);
	};
	bodyReaders.set(write, readBody);
	return readBody;
}

/** Prepares the reading of what is set for the whole call; what the service does by itself is not sent. */
function switchReader(context: IExecuteFunctions, resource: Resource) {
	const switches = resource.bulk ? onceFields(resource, resource.bulk) : [];
	return (item: number): Record<string, unknown> => {
		const values = switches.map(
			({ name, default: usual }) =>
				[name, context.getNodeParameter(name, item, usual), usual] as const,
		);
		return Object.fromEntries(values.filter(([, value, usual]) => value !== usual));
	};
}

function* observeRows(list: unknown, matcher: ColumnMatcher): Steps<void> {
	if (!Array.isArray(list)) return;
	for (const row of list) {
		yield;
		// One with too many keys is refused as it is.
		if (isObject(row) && !hasTooManyKeys(row)) matcher.observe(row);
	}
}

/** Prepares to tell whether an expression of the node names a key of the input. */
function expressionsOf(context: IExecuteFunctions): (key: string) => boolean {
	let text = '';
	JSON.stringify(context.getNode().parameters, (_, value: unknown) => {
		if (typeof value === 'string' && value.startsWith('=')) text += value;
		return value;
	});
	const words = new Set(text.split(/[^\p{L}\p{N}_$]+/u));
	return (key) => words.has(key) || [`'${key}'`, `"${key}"`].some((name) => text.includes(name));
}

/** The columns of an item, with those of an object that holds fields in the body beside the others. */
function opened(json: IDataObject, parents: ReadonlySet<string>): IDataObject {
	let columns = json;
	for (const parent of parents) {
		const { [parent]: inner, ...others } = columns;
		if (isObject(inner)) columns = { ...(inner as IDataObject), ...others };
	}
	return columns;
}

/** Rows with their keys as wire names; keys that no field takes stay, to be refused. */
function matchRows(list: unknown, matcher: ColumnMatcher): unknown {
	if (!Array.isArray(list)) return list;
	const { columns, unknown } = matcher.plan();
	const isPlain = [...columns].every(([field, names]) => names.length === 1 && names[0] === field);
	if (isPlain && unknown.length === 0) return list;
	return list.map((row) => {
		if (!isObject(row) || hasTooManyKeys(row)) return row as unknown;
		const others = unknown.filter((key) => Object.hasOwn(row, key)).map((key) => [key, row[key]]);
		return { ...Object.fromEntries(others), ...matcher.match(row) };
	});
}

/** Text as a list of texts, unless it is JSON. */
function asList(value: unknown): unknown {
	if (typeof value !== 'string' || value.trim() === '') return value;
	const json = readValue('any', value, '');
	// JSON with too many levels stays, to be refused.
	if (json === undefined) return value;
	return typeof json === 'string' ? readValue('texts', value, '') : json;
}

interface Mapper {
	mappingMode?: string;
	value?: Record<string, unknown> | null;
}

type Mapped = Record<string, unknown> | undefined;

/** Prepares the reading of what was mapped by hand; undefined where columns are mapped by their names. */
function mappedReader(context: IExecuteFunctions): RememberedItems<Mapped> {
	const written = context.getNodeParameter('fields', 0, {}, { rawExpressions: true }) as Mapper;
	if (written.mappingMode === AUTOMATIC) return { read: () => undefined, take: () => undefined };
	const read = itemReader(context, { mapper: valueOf<Mapper | null>(FIELDS) });
	return rememberItems((item): Mapped => {
		const mapper = read(item).mapper ?? {};
		if (mapper.mappingMode === AUTOMATIC) return undefined;
		// The editor keeps null for every column that was not touched; clearing has its own parameter.
		const values = Object.entries(mapper.value ?? {}).filter(([, value]) => value !== null);
		return Object.fromEntries(values);
	});
}

const FIELDS = { displayName: 'Fields', name: 'fields', default: {} };
const AUTOMATIC = 'autoMapInputData';

/**
 * Prepares the reading of what goes into a body as it is: Additional Body Fields and, where the option
 * says so, what the input has and no field takes. Of many orders at once it goes into each order.
 */
function additionalReader({ context, resource, hints }: RecordFacts) {
	const options = {
		fields: additionalOf(additionalBodyFields),
		sends: booleanOf(sendUnknownFields),
	};
	const read = itemReader(context, inOptions(options));
	const identity = new Set(identifyingKeys(resource));
	const { bulk } = resource;
	/** @param refusal why what no field takes is neither sent nor ignored */
	return (item: number, unknown: IDataObject, refusal?: Failure): IDataObject => {
		const { fields, sends } = read(item);
		if (!sends) {
			hints.ignored(Object.keys(unknown));
			if (refusal) throw refusal;
			return fields;
		}
		const entries = Object.entries(unknown).filter(([key]) => !identity.has(key));
		if (entries.length === 0) return fields;
		const sent = Object.fromEntries(entries);
		const placed = bulk ? { [bulk.element]: sent } : sent;
		return withAdditional(placed, fields, additionalBodyFields);
	};
}

/** What a call needs to know beside the record; the trigger has it too. */
export const callParameters = (resource: Resource) => ({
	...inOptions({
		query: additionalOf(additionalQueryParameters),
		workspaceId: textOf(workspaceOption),
	}),
	...(resource.pathParameter && {
		pathParameter: choiceOf<string>(pathParameterField(resource)[0]),
	}),
});

/** @throws Failure for a write to an object that the service offers to read only */
export function checkWritable({ pathParameter, plural }: Resource, options: CallOptions): void {
	const chosen = pathParameter?.options.find(({ value }) => value === options.pathParameter);
	if (!pathParameter || !chosen?.readOnly) return;
	throw badInput(
		pathParameter.name,
		`${plural} of ${chosen.name} are read-only`,
		'Choose another object; the service offers no writes for this one.',
	);
}

/** Prepares, once for all items, the reading of path choice, workspace and language. */
export const callOptionsReader = (
	context: IExecuteFunctions,
	resource: Resource,
): ((item: number) => CallOptions) =>
	itemReader(context, {
		...callParameters(resource),
		// What is said here goes into requests; the default is for the header of all.
		...inOptions({ language: textOf({ ...languageOption, default: '' }) }),
	});

/** Prepares the reading of the option Only If Different. */
export const onlyIfDifferentReader = (context: IExecuteFunctions) =>
	itemReader(context, inOptions({ onlyIfDifferent: booleanOf(onlyIfDifferent) }));
