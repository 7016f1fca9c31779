import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { camelCase, snakeCase, type Field } from '../../../schema/types';
import { CALL_OUTCOMES, OUTCOMES, isFilled, WOULD } from '../../../schema/presence';
import { isObject, type Values } from '../../../schema/values';
import { nameReader, type NameReader } from '../../../schema/columns/names';
import { isFailed } from '../../../execution';
import { settleNow } from '../../../http';
import { idKeys, isNullable, type Resource, type Write } from '../../definition/resource';
import { RESPONSE } from '../envelope';
import { kindOf } from '../identity';

/**
 * What columns an item has for Map Automatically when another node of this package made it
 * (docs/decisions.md, "Chained nodes"). What a response said of a write is no column. What identifies
 * the record of another object, and the state that it is in, is none either; its external ID or its ID
 * goes into the field that refers to that object, where there is one.
 */

/** The object that columns are mapped to. */
type Target = Pick<Resource, 'name' | 'identifiers' | 'fields'>;

/** The record that an item is about, as the nodes before gave it out: once by each of them. */
interface Origin {
	/** The `resource` value; of an object that nobody refers to, anything else. */
	readonly object: string;
	readonly records: IDataObject[];
}

/** What the nodes of this package add to a record, beside its identifiers. */
const ADDED = new Set([
	RESPONSE,
	'created',
	'archived_found',
	'deleted',
	'changed',
	'changed_fields',
	'queued',
	'job_id',
]);

const OWN_WORDS: readonly unknown[] = [...OUTCOMES, ...Object.values(WOULD), ...CALL_OUTCOMES];

/** By a mark that nobody else makes, what nodes of this package say of a row in columns beside its own. */
const MARKED: ReadonlyArray<readonly [(json: IDataObject) => boolean, readonly string[]]> = [
	[
		({ _error: error, outcome }) => isFilled(error) || OWN_WORDS.includes(outcome),
		['outcome', 'changes', 'planned', 'reason', 'dry_run'],
	],
	[
		({ event, event_id: id }) => isFilled(id) && OUTCOMES.includes(String(event)),
		['event', 'event_id', 'changed_fields', 'before', 'cursor'],
	],
];

/** What says of one record which it is and how it stands; with another value it was set since. */
const OWN = ['id', 'external_id', 'externalId', 'status'];

/**
 * Prepares the columns of items for one node: nothing is looked up before the first item asks.
 *
 * @param named columns that a person has mapped by name
 * @param note takes the columns that are left out beside a mark, each once
 * @returns the same item where no node of this package made it
 */
export function chainedColumns(
	context: IExecuteFunctions,
	target: Target,
	named: ReadonlyMap<string, string> | undefined,
	note: (columns: readonly string[]) => void,
): (json: IDataObject) => IDataObject {
	const noted = new Set<string>();
	const readName = nameReader(target.fields, named);
	let find: ((json: IDataObject) => Origin | undefined) | undefined;
	return (given) => {
		const json = unmarkedRow(separated(given), readName, (columns) => {
			const others = columns.filter((column) => !noted.has(column));
			for (const column of others) noted.add(column);
			if (others.length > 0) note(others);
		});
		find ??= originsOf(context);
		const isWritten = isObject(json[RESPONSE]);
		const origin = find(json) ?? (isWritten ? writtenOrigin(json, target) : undefined);
		if (!origin && !isWritten) return withoutNumber(json, target);
		const others = origin && origin.object !== target.name ? origin : undefined;
		const own = others ? [...OWN, keyOf(others.object)] : [keyOf(target.name)];
		const columns = Object.entries(json).filter(
			([key, value]) =>
				!(ADDED.has(key) && !named?.has(key)) &&
				!(own.includes(key) && origin?.records.some((record) => record[key] === value)),
		);
		const reference = others ? referenceTo(target.fields, others) : [];
		return Object.fromEntries([...reference, ...columns]) as IDataObject;
	};
}

/**
 * The cells of a row that came as one, as where the separator of a file is not set; the row as it is where that is not
 * plain, or where it has several.
 */
function separated(row: IDataObject): IDataObject {
	const [only = '', another] = Object.keys(row);
	const value = another === undefined ? row[only] : undefined;
	const sign = /[;\t|]/.exec(only)?.[0];
	if (sign === undefined || typeof value !== 'string' || value.includes('"')) return row;
	const [names, cells] = [only, value].map((text) => text.split(sign));
	const isPlain = names.length > 2 && names.length === cells.length;
	if (!isPlain || new Set(names).size < names.length) return row;
	return Object.fromEntries(names.map((name, at) => [name, cells[at]]));
}

/**
 * A row without what nodes of this package have said of it, so that it can be sent when it was corrected. What a field takes
 * stays; what a failure has hidden comes back.
 */
function unmarkedRow(
	row: IDataObject,
	readName: NameReader,
	note: (columns: readonly string[]) => void,
): IDataObject {
	const failure = isFailed(row) ? (row.details as IDataObject) : undefined;
	const ours = MARKED.flatMap(([isMarked, columns]) => (isMarked(row) ? columns : []))
		.filter((column) => readName(column).length === 0)
		.concat(failure ? ['error', 'message', 'details'] : [])
		.filter((column) => column in row);
	if (ours.length === 0) return row;
	note(ours);
	const own = Object.entries(row).filter(([column]) => !ours.includes(column));
	return { ...Object.fromEntries(own), ...(failure?.input as IDataObject | undefined) };
}

/** A record that shows its ID shows its number beside it, which is nobody's external ID. */
function withoutNumber(json: IDataObject, { identifiers: { record = '', number = '' } }: Target) {
	const { [number]: shown, [record]: id } = json;
	if (typeof id !== 'string' || kindOf(id) === 'number' || kindOf(String(shown)) !== 'number')
		return json;
	return { ...json, [number]: undefined };
}

/** Under this key some records show a number, and it is nobody's external ID or reference. */
const keyOf = (object: string) => `${snakeCase(object)}_id`;

/** The one column that refers to the record, by external ID where both sides have it. */
function referenceTo(
	fields: readonly Field[],
	{ object, records: [record] }: Origin,
): Array<[string, unknown]> {
	const place = (by: 'id' | 'externalId') =>
		fields.find(({ refersTo, orRefersTo }) =>
			[refersTo, orRefersTo].some((to) => to?.resource === object && to.by === by),
		)?.name;
	const found = Object.entries({
		[place('id') ?? '']: record.id,
		[place('externalId') ?? '']: record.external_id,
	}).filter(([name, value]) => name !== '' && isFilled(value));
	return found.slice(-1);
}

/** By the response alone, as in a sub-workflow: the ID stands under the key of the object. */
function writtenOrigin(json: IDataObject, { name, identifiers }: Target): Origin | undefined {
	const response = json[RESPONSE] as IDataObject;
	const keys = Object.keys(response).filter((key) => String(response[key]) === String(json.id));
	if (keys.length === 0) return undefined;
	const own = idKeys(identifiers);
	const other = keys.find((key) => !own.includes(key));
	if (other === undefined) return { object: name, records: [json] };
	const object = camelCase(other.replace(/_id$/, ''));
	return { object, records: [{ ...response, ...json }] };
}

const TYPE = /\.workspaceRecords(\w+)$/;

/** The objects whose records the dedicated nodes give out; empty where they give out none. */
const OBJECTS: Readonly<Record<string, string | undefined>> = {
	...{ Account: '', Calendar: '', Transfer: '', TransferTrigger: '' },
	...{ Enrich: 'company', MigrationUpsert: 'order' },
};

/** The object whose records a node gives out; empty where it is no node of this package that does. */
function objectOf(type: string, parameters: () => IDataObject): string {
	const [, name = ''] = TYPE.exec(type) ?? [];
	if (name === 'Score' || name === 'Trigger') return String(parameters().resource);
	return OBJECTS[name] ?? name.charAt(0).toLowerCase() + name.slice(1);
}

/** What an expression can ask of a node by its name. */
type NodeData = (name: string) => { all(): INodeExecutionData[]; params: IDataObject };

/**
 * Finds the record that an item is about among those that the nearest nodes of this package before this
 * one gave out: by its identifiers, so that it does not matter which nodes passed the item on.
 */
function originsOf(context: IExecuteFunctions): (json: IDataObject) => Origin | undefined {
	const origins = new Map<string, Origin>();
	const { $: dataOf } = context.getWorkflowDataProxy(0) as { $: NodeData };
	const seen = new Set([context.getNode().name]);
	for (const name of seen) {
		for (const { name: parent, type, disabled } of context.getParentNodes(name, { depth: 1 })) {
			const object = disabled ? '' : objectOf(type, () => dataOf(parent).params);
			if (object === '') {
				seen.add(parent);
				continue;
			}
			// It may be on a branch that did not run.
			const given = settleNow(() => dataOf(parent).all());
			for (const { json: record } of given.ok ? given.value : []) {
				for (const key of identifiersIn(record)) {
					const known = origins.get(key);
					if (known?.object === object) known.records.push(record);
					else origins.set(key, { object, records: [record] });
				}
			}
		}
	}
	return (json) => (origins.size > 0 ? origins.get(identifiersIn(json)[0]) : undefined);
}

/** What names a record, the ID first. */
const identifiersIn = ({ id, external_id: externalId }: IDataObject): string[] =>
	Object.entries({ id, externalId }).flatMap((each) =>
		isFilled(each[1]) ? JSON.stringify(each) : [],
	);

/** Prepares to leave out of a record the nulls that a write does not take, where they would clear a field. */
export function fitterOf(resource: Resource, write: Write) {
	const uncleared = resource.fields.filter((field) => !isNullable(field, write));
	const names = new Set(uncleared.map(({ name }) => name));
	return (values: Values): Values =>
		Object.fromEntries(
			Object.entries(values).filter(([name, value]) => value !== null || !names.has(name)),
		);
}
