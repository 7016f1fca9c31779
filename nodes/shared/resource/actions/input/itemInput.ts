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
import { additionalReader, expressionsOf, queryOf, addsOthers, withAdditional } from './additional';
import { bodyReader } from './body';
import { chainedColumns, fitterOf } from './chained';
import {
	asLocator,
	enteredRows,
	linesCheck,
	relatedReader,
	rowsMatcher,
	knownFieldsOf,
	toClear,
} from './entered';
import { languageOption, workspaceOption } from '../../../description';
import {
	additionalBodyFields,
	additionalQueryParameters,
	ignoreFields,
	onlyIfDifferent,
} from '../../description/options';
import { linksOf } from '../../definition/fields';
import {
	type Resource,
	onceFields,
	belongsTo,
	isRequired,
	type Write,
} from '../../definition/resource';
import { valueAt } from '../identity';
import { readReference, type CallOptions, type RecordReference } from '../requests';
import { pathParameterField } from '../../description/parameters';
import { linkReader, wantedLinks, type WantedLink } from '../links';
import type { ExecutionHints } from '../hints';
import { LEFT_OUT } from '../../../schema/columns/names';
import { tableProblem } from '../../../schema/columns/messages';
import { columnMatcher, type ColumnMatcher } from '../../../schema/columns/matcher';
import { describeStray, isFilled, isSum, presenceOf } from '../../../schema/presence';
import type { Field } from '../../../schema/types';
import { isObject, readValue, rowsIn, type Values } from '../../../schema/values';

/** What the parameters of one item say. Reads the editor's parameters; sends nothing. */

/** What all items of one execution of a record node share, whatever their credential. */
export interface RecordFacts {
	readonly context: IExecuteFunctions;
	readonly resource: Resource;
	/** The resources that its fields refer to. */
	readonly related: readonly Resource[];
	readonly hints: ExecutionHints;
	/** How values and columns of the input are read. */
	readonly values: ValueOptions;
	/** Those that have looked at the input. */
	readonly bodyReaders: Map<Write, ObservedFields>;
}

/** What one execution of a record node works with, for the items of one credential. */
export interface RecordContext extends ExecutionContext, RecordFacts {}

/** The fields of one kind of write, for the items of all credentials. */
interface ObservedFields {
	readonly reader: FieldsReader;
	/** All items have been looked at. */
	observed?: Promise<Result<void>>;
}

/** The record that the locator `recordId` points to. */
export function readRecordId(
	context: IExecuteFunctions,
	label: string,
	item: number,
): RecordReference {
	const { mode, value } = asLocator(context.getNodeParameter('recordId', item));
	return readReference(mode === 'externalId' ? 'externalId' : 'id', value, 'recordId', label);
}

/** The bodies of one kind of write, one for each item. */
type FieldsReader = ReturnType<typeof fieldsReader>;

/**
 * Prepares, once for all items, the reading of a body: mapped columns, rows, and the fields to clear.
 *
 * @param by wire name of what records are found or matched by: some row has to have it, and may have it alone
 * @param omitted wire names of fields that are not written, whatever they hold
 */
export function fieldsReader(
	execution: RecordFacts,
	write: Write,
	by?: string,
	omitted: readonly string[] = [],
) {
	const { context, resource, values: options, hints } = execution;
	const fields = resource.fields.filter((field) => belongsTo(field, write));
	const items = context.getInputData();
	const rowFields = fields.filter(({ type }) => type === 'rows');
	const key = fields.find(({ name }) => name === resource.identifiers.external);
	/** Without one of them no record is written of columns that are mapped by their names. */
	const names = write === 'create' && !addsOthers(execution) ? resource.namedBy : undefined;
	const isKeyed = key && isRequired(key, write, resource);
	const keys = by === 'name' ? [by, 'last_name'] : [by ?? (isKeyed ? key.name : '')];
	const needed = [keys, isKeyed ? [] : names].map((some = []) =>
		fields.filter(({ name }) => some.includes(name)),
	);
	const syncs = write === 'upsert' && resource.operations.includes('sync');
	const instead = by || syncs ? `, or match by another field${by ? '' : ' with Sync'}` : '';
	const rows = rowFields.map((field) => rowsMatcher(field, options.columnNames));
	const links = linksOf(fields);
	// By its ID a record is found; it is not written into it.
	const finds = by ?? (write === 'update' ? 'id' : undefined);
	const isOwn = finds !== undefined && !fields.some(({ name }) => name === finds);
	const columns = columnMatcher(
		[...fields, ...new Set(links.map(({ field }) => field))],
		new Map([...(isOwn ? [[finds, LEFT_OUT] as const] : []), ...options.columnNames]),
	);
	const chained = chainedColumns(context, resource, options.columnNames, (columns) =>
		hints.ignored(columns),
	);
	const parents = new Set(fields.flatMap(({ nestedIn = [] }) => nestedIn));
	const columnsOf = (json: IDataObject) => opened(chained(json), parents);
	const mapped = mappedReader(context);
	const readRelated = relatedReader(context, fields, hints);
	const readClear = itemReader(context, { clear: knownFieldsOf(toClear, resource, fields) });
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
		const held = unknown.filter((key) => Object.hasOwn(json, key));
		return Object.fromEntries(held.map((key) => [key, json[key]]));
	};
	const body = bodyReader(resource, write, options.read);
	const fit = fitterOf(resource, write);
	/** The values of an item whose columns are mapped by their names; it may be what Get returned. */
	const matchedByName = (item: number) => fit(recordIn(columnsOf(items[item].json), columns));
	/** The values of an item by wire name; rows with the keys that they were given with. */
	const given = rememberItems((item): Record<string, unknown> => {
		const values: Record<string, unknown> = {
			...readSwitches(item),
			...readRelated(item, mapped.take(item) ?? matchedByName(item)),
			...enteredRows(context, rowFields, item),
		};
		for (const { name, textIsList } of fields) if (textIsList) values[name] = asList(values[name]);
		// JSON that is no list stays, to be refused.
		for (const { name } of rowFields) values[name] = rowsIn(values[name]) ?? values[name];
		return values;
	});
	const matched = (all: Values) => {
		const values = { ...all };
		for (const { field, match } of rows)
			if (values[field.name] !== undefined) values[field.name] = match(values[field.name]);
		return values;
	};
	return {
		/** Looks at all items first: which columns hold which fields, and how their values are written. */
		*observe(): Steps<void> {
			for (const [item, { json }] of items.entries()) {
				yield;
				const byHand = settleNow(() => mapped.read(item));
				if (byHand.ok && !byHand.value) columns.observe(columnsOf(json));
			}
			for (const some of needed) refuseTable(columns.plan(), some, instead);
			for (const item of items.keys()) {
				yield;
				const values = settleNow(() => given.read(item));
				if (!values.ok) continue;
				for (const { field, observe } of rows) yield* observe(values.value[field.name]);
			}
			for (const { matcher } of rows) refuseTable(matcher.plan());
			refusal = options.refuseUnknown([
				...unknownColumns(),
				...rows.flatMap(({ unknown }) => unknown()),
			]);
			for (const item of items.keys()) {
				yield;
				const values = settleNow(() => matched(given.read(item)));
				if (values.ok) yield* body.observe(values.value);
			}
			hints.tables = [columns, ...rows.map(({ matcher }) => matcher)].map(({ plan }) => plan());
			hints.note(body.notes());
		},
		/** What an item has, empty cells included, by wire name. */
		given: given.read,
		/** What an item names records by that it has no ID of; to be asked before its body is read. */
		linksIn(item: number): readonly WantedLink[] {
			const values = links.length > 0 ? settleNow(() => given.read(item)) : undefined;
			const { has } = options.read.emptyWords;
			const isWord = (value: unknown) => typeof value === 'string' && has(value);
			return values?.ok
				? wantedLinks(links, values.value, (value) => !isFilled(value) || isWord(value))
				: [];
		},
		/**
		 * The checked body of an item. Throws what n8n throws when an expression cannot be resolved.
		 *
		 * @param known values that are sent where the item has none
		 * @param cleared wire names of fields that are sent as null where the item has no value
		 */
		read(item: number, known?: Values, cleared?: readonly string[]): IDataObject {
			const all = given.take(item);
			const values: Record<string, unknown> = withKnown(matched(all), known);
			for (const name of [...omitted, ...links.map(({ field }) => field.name)]) delete values[name];
			// What a cell says nothing of stays; only Fields to Clear clears a key.
			if (key && !isFilled(values[key.name])) delete values[key.name];
			checkLines(item, values);
			const checked = body.read(values, write === 'create' ? [] : readClear(item).clear, cleared);
			const additional = readAdditional(item, unknownIn(item), refusal);
			if (key) refuseWithoutKey(key, additional);
			for (const { field, unknown, addOthers } of rows) {
				if (options.sendsUnknown) addOthers(checked, all[field.name]);
				else if (all[field.name] !== undefined) hints.ignored(unknown());
			}
			const isEmpty = Object.keys(checked).length + Object.keys(additional).length === 0;
			const what = `No field of the ${resource.label.toLowerCase()} is set`;
			if (isEmpty && by === undefined)
				throw badInput('fields', what, `Map at least one field to ${write}.`);
			return withAdditional(checked, additional, additionalBodyFields);
		},
	};
}

/** The values of a row by wire name. @throws Failure where it holds no record */
function recordIn(row: IDataObject, columns: ColumnMatcher) {
	const values = columns.match(row);
	const isTotal = isSum(row, values.name, values.company);
	const stray = isTotal ? 'holds nothing but a sum' : describeStray(row);
	if (stray !== undefined) throw badInput('fields', `The row ${stray}`, 'Remove it.');
	return values;
}

/** @throws Failure where nothing can be read of a table as a whole */
function refuseTable(...table: Parameters<typeof tableProblem>): void {
	const problem = tableProblem(...table);
	if (problem) throw badInput('fields', problem.message, problem.remedy);
}

/** What is sent as it is given must not clear the key. */
function refuseWithoutKey({ name, label, nestedIn = [] }: Field, additional: IDataObject) {
	if (['absent', 'value'].includes(presenceOf(valueAt(additional, [...nestedIn, name])))) return;
	const { name: option, displayName } = additionalBodyFields;
	const remedy = `Give ${label} a value, or leave it out.`;
	throw badInput(`options.${option}`, `${displayName} clears ${label}`, remedy);
}

/** The values of an item, and what is known where it has none. */
const withKnown = (values: Values, known: Values = {}): Record<string, unknown> => ({
	...values,
	...Object.fromEntries(Object.entries(known).filter(([name]) => !isFilled(values[name]))),
});

/** The bodies of writes that run item by item; the first waits until all were looked at, once for all credentials. */
export function itemBodyReader(record: RecordContext, write: Write, by?: string) {
	const { context, bodyReaders } = record;
	const fields = bodyReaders.get(write) ?? { reader: fieldsReader(record, write, by) };
	bodyReaders.set(write, fields);
	const { reader } = fields;
	const readLinks = linkReader(record);
	/** The body of an item; what is known is sent where it has no value. */
	return async (item: number, known?: Values): Promise<IDataObject> => {
		const signal = context.getExecutionCancelSignal();
		fields.observed ??= settle(runInSlices(reader.observe(), signal));
		unwrap(await fields.observed);
		const wanted = reader.linksIn(item);
		if (wanted.length === 0) return reader.read(item, known);
		return reader.read(item, { ...(await readLinks(record, item, wanted)), ...known });
	};
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

/** The columns of an item, with those of an object that holds fields in the body beside the others. */
function opened(json: IDataObject, parents: ReadonlySet<string>): IDataObject {
	let columns = json;
	for (const parent of parents) {
		const { [parent]: inner, ...others } = columns;
		if (isObject(inner)) columns = { ...(inner as IDataObject), ...others };
	}
	return columns;
}

/** Text as a list of texts, unless it is JSON. */
function asList(value: unknown): unknown {
	if (typeof value !== 'string' || !isFilled(value)) return value;
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
export function mappedReader(context: IExecuteFunctions): RememberedItems<Mapped> {
	const options = { rawExpressions: true } as const;
	const written = context.getNodeParameter('fields', 0, {}, options) as Mapper | null;
	if (!written || written.mappingMode === AUTOMATIC)
		return { read: () => undefined, take: () => undefined };
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

/** What a call needs to know beside the record; the trigger has it too. */
export const callParameters = (resource: Resource) => ({
	...inOptions({ query: queryOf(additionalQueryParameters) }),
	...inOptions({ workspaceId: textOf(workspaceOption) }, 'requests'),
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

/** The same with the language, which no poll has. */
export const callOptions = (resource: Resource) => ({
	...callParameters(resource),
	// What is said here goes into requests; the default is for the header of all.
	...inOptions({ language: textOf({ ...languageOption, default: '' }) }, 'requests'),
	...inOptions({
		ignored: knownFieldsOf(ignoreFields, resource, resource.fields),
	}),
});

/** Prepares, once for all items, the reading of path choice, workspace and language. */
export const callOptionsReader = (
	context: IExecuteFunctions,
	resource: Resource,
): ((item: number) => CallOptions) => itemReader(context, callOptions(resource));

/** Prepares the reading of the option Only If Different. */
export const onlyIfDifferentReader = (context: IExecuteFunctions) =>
	itemReader(context, inOptions({ onlyIfDifferent: booleanOf(onlyIfDifferent) }));
