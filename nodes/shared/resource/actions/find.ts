import type { IDataObject } from 'n8n-workflow';

import {
	eachInSteps,
	runInSlices,
	type ExecutionContext,
	type RememberedItems,
} from '../../execution';
import { badInput, MAX_PAGE_SIZE, settle, settleNow } from '../../http';
import { findUnsendableAlone, hasLostCharacters, LOST_CHARACTERS, show } from '../../schema/limits';
import { formOf } from '../../schema/differences';
import { shownPart } from '../../schema/presence';
import { externalIdKeys, type Resource } from '../definition/resource';
import { externalIdIn, shownExternalId, shownId, showsArchived, withIdentity } from './identity';
import type { ExecutionHints } from './hints';
import { findIfThere, type FoundRecord, type RecordSource } from './identityProof';
import { readList, type RowSink } from './lists/list';
import { oddRows } from './readResponse';
import type { CallOptions } from './requests';
import type { Values } from '../../schema/values';

/**
 * How a record is found by the value of a field. The service's search finds more than is meant, so that its rows are
 * compared here, by a form in which the same email, website or name is written alike.
 */

/** By what a record is looked for, and what happens where several are found. */
export interface FindBy {
	/** Wire name of a field: the external ID, or one that the list call searches. */
	readonly field: string;
	readonly takesOldest: boolean;
}

/**
 * What the body of a record says of the field that it is found by: one form for all values that mean the same.
 *
 * @throws Failure where it says nothing
 */
export function findKeyOf(resource: Resource, field: string, body: IDataObject): string {
	const isExternal = field === resource.identifiers.external;
	const key = isExternal ? externalIdIn(resource, body) : looseKeyOf(field, body);
	const label = labelOf(resource, field);
	const unsendable = findUnsendableAlone(key);
	if (unsendable) throw badInput(`fields.${field}`, `${label}: given ${unsendable}`, 'Correct it.');
	if (key && hasLostCharacters(key)) {
		throw badInput(`fields.${field}`, `${label} is ${show(key)}`, `� ${LOST_CHARACTERS}.`);
	}
	if (key) return key;
	throw badInput(
		`fields.${field}`,
		`${label} is required`,
		`Enter a value for ${label}, by which the ${resource.label.toLowerCase()} is looked up.`,
	);
}

/** Where records are searched for. */
export interface SearchSource extends RecordSource {
	readonly parallel: number;
	readonly hints: Pick<ExecutionHints, 'note'>;
}

/**
 * The rows of the list among which are those that have the value of the body in this field.
 *
 * @throws Failure, also where they do not show the field
 */
export async function searchRows(source: SearchSource, field: string, body: IDataObject) {
	const { service, resource, options, parallel, hints } = source;
	const { list, plural } = resource;
	const query = list.search ? { [list.search]: searchTextOf(field, body) } : {};
	const wanted = { service, resource, query, options, parallel, note: hints.note };
	const { rows, doubt } = await readList(wanted);
	if (doubt !== undefined) hints.note([doubt]);
	if (rows.length > 0 && !rows.some((row) => field in row)) {
		throw oddRows(resource, `${plural.toLowerCase()} without "${field}" to compare`);
	}
	return rows;
}

/**
 * Searches the list for the record that has the value of the body in this field.
 *
 * @returns undefined where there is none; one that is archived where no other one has it
 * @throws Failure, also where several have it
 */
export async function searchRecord(
	source: SearchSource,
	by: FindBy,
	body: IDataObject,
): Promise<FoundRecord | undefined> {
	findKeyOf(source.resource, by.field, body);
	return chooseRecord(source.resource, by, body, await searchRows(source, by.field, body));
}

/**
 * The record among these that has the value of the body in this field.
 *
 * @returns as `searchRecord`
 * @throws Failure where several have it
 */
function chooseRecord(
	resource: Resource,
	{ field, takesOldest }: FindBy,
	body: IDataObject,
	rows: readonly IDataObject[],
): FoundRecord | undefined {
	const { identifiers, plural, label } = resource;
	const key = findKeyOf(resource, field, body);
	const alike = rows.filter((row) => shownKeyOf(resource, field, row) === key);
	const living = alike.filter((row) => !showsArchived(row));
	const exact = living.filter((row) => matchKeyOf(field, row) === matchKeyOf(field, body));
	const matches = exact.length > 0 ? exact : living;
	if (matches.length === 0) {
		const hasTwoNames =
			field === 'name' && resource.fields.some(({ name }) => name === 'last_name');
		if (hasTwoNames && rows.some((row) => mayHaveName(key, row)))
			throw oddRows(
				resource,
				`${plural.toLowerCase()} without a last name to compare; find them by email`,
			);
		if (alike.length === 0) return;
	}
	const ids = matches.map((row) => shownId(identifiers, row));
	if (matches.length > 1 && !takesOldest) {
		throw badInput(
			`fields.${field}`,
			`${matches.length} ${plural.toLowerCase()} have the ${labelOf(resource, field).toLowerCase()} ${JSON.stringify(key)}: ${named(ids)}`,
			'Archive those that are not needed, find it by another field, or set When Several Match to Take the Oldest.',
		);
	}
	const record = oldestOf(matches.length > 0 ? matches : alike, identifiers.number);
	const id = shownId(identifiers, record);
	if (id === undefined) throw oddRows(resource, `a ${label.toLowerCase()} without an ID`);
	const reference = { by: 'id', value: String(id) } as const;
	return { record: withIdentity(identifiers, record), reference };
}

const MAX_NAMED = 5;

export const named = (ids: ReadonlyArray<string | number | undefined>) =>
	`${ids.slice(0, MAX_NAMED).join(', ')}${ids.length > MAX_NAMED ? ', …' : ''}`;

/** By the time of creation, then by number; what has neither comes last. */
function oldestOf(rows: readonly IDataObject[], number = ''): IDataObject {
	const created = (row: IDataObject) => Date.parse(String(row.created_at)) || Infinity;
	const numbered = (row: IDataObject) => Number(row[number]) || Infinity;
	const isOlder = (one: IDataObject, other: IDataObject) =>
		created(one) === created(other)
			? numbered(one) < numbered(other)
			: created(one) < created(other);
	return rows.reduce((oldest, row) => (isOlder(row, oldest) ? row : oldest));
}

/** The same of what a record shows: see `findKeyOf`. Empty where it shows nothing. */
const shownKeyOf = ({ identifiers }: Resource, field: string, row: IDataObject): string =>
	field === identifiers.external
		? (shownExternalId(identifiers, row) ?? '')
		: looseKeyOf(field, row);

/** What a field is called in the editor. */
export const labelOf = ({ fields }: Resource, name: string) =>
	fields.find((field) => field.name === name)?.label ?? name;

/** The form of one value; empty where there is none. */
export const matchKeyOf = (field: string, values: Values): string =>
	formOf(field, textOf(field, values));

/** The same for searches, in which case and spaces of names do not count. */
export const looseKeyOf = (field: string, values: Values): string =>
	field === 'name'
		? matchKeyOf(field, values).toLowerCase().replace(/\s+/g, ' ')
		: matchKeyOf(field, values);

/**
 * Whether a record may have the name that is looked for, or another one: it shows how the name begins,
 * and no last name.
 *
 * @param key the form of the name that is looked for
 */
const mayHaveName = (key: string, record: Values): boolean =>
	!('last_name' in record) && key.startsWith(`${plainText(record.name).toLowerCase()} `);

/** What the service is asked to look for: text that every spelling of the value contains. */
export function searchTextOf(field: string, values: Values): string {
	const text = textOf(field, values);
	if (field === 'url') return formOf(field, text).split(/[/?#]/)[0];
	if (field === 'email') return text.toLowerCase();
	// A last name may be kept apart from the first, and then no field has both.
	const last = plainText(values.last_name);
	return (
		last || text.split(/\s+/).reduce((one, other) => (other.length > one.length ? other : one))
	);
}

/** A person's name may be given in two fields, of which the first may have the whole name. */
function textOf(field: string, values: Values): string {
	const text = plainText(values[field]);
	const last = field === 'name' ? plainText(values.last_name) : '';
	return last === '' || text.endsWith(` ${last}`) ? text : shownPart(`${text} ${last}`);
}

const plainText = (value: unknown) =>
	typeof value === 'string' || typeof value === 'number' ? shownPart(String(value)) : '';

// Of many items: one by one, or by one reading of the list in place of all.

/** What an item looks for. */
interface LookUp extends FindBy {
	readonly options: CallOptions;
	readonly body: IDataObject;
	/** The value in the form in which it is compared. */
	readonly key: string;
}

/** Look-ups that one reading of a list can answer. */
interface Group {
	/** Of each of them. */
	readonly keys: string[];
	/** The rows by key, where the list was read for all. */
	rows?: Promise<ReadonlyMap<string, IDataObject[]> | undefined>;
}

/** Fewer look-ups are not worth the question how long the list is. */
const MIN_SHARED = 10;

/**
 * Prepares the look-ups of an execution. Where it takes fewer requests, the list is read once for all items.
 *
 * @param lookUps what each item looks for
 * @returns finds the record of an item, as `searchRecord` does. @throws Failure
 */
export function recordFinder(
	execution: ExecutionContext & Omit<SearchSource, 'options'>,
	lookUps: RememberedItems<LookUp>,
) {
	const { context, resource, items } = execution;
	const groups = new Map<string, Group>();
	const groupOf = ({ options, field }: LookUp): Group => {
		const name = JSON.stringify([options, field]);
		const group = groups.get(name) ?? { keys: [] };
		groups.set(name, group);
		return group;
	};
	const count = (item: number) => {
		const lookUp = settleNow(() => lookUps.read(item));
		if (lookUp.ok) groupOf(lookUp.value).keys.push(lookUp.value.key);
	};
	let counted: Promise<unknown> | undefined;
	return async (item: number): Promise<FoundRecord | undefined> => {
		await (counted ??= runInSlices(eachInSteps(items, count), context.getExecutionCancelSignal()));
		const lookUp = lookUps.take(item);
		const { options, field, body, key } = lookUp;
		const source = { ...execution, options };
		const group = groupOf(lookUp);
		const rows = await (group.rows ??= readForAll(source, field, group.keys));
		if (rows) return chooseRecord(resource, lookUp, body, rows.get(key) ?? []);
		return field === resource.identifiers.external
			? await findIfThere(source, { by: 'externalId', value: key })
			: await searchRecord(source, lookUp, body);
	};
}

/**
 * Reads the list once in place of a look-up for each key, where its pages are fewer.
 *
 * @returns the rows by key; undefined where that would not be cheaper, and where the list is not proven complete, or does not
 * show what is compared: each is looked up by itself then
 */
async function readForAll(source: SearchSource, field: string, keys: readonly string[]) {
	const { service, resource, options, parallel, hints } = source;
	const { fields, identifiers, list } = resource;
	if (keys.length < MIN_SHARED || !list.paging) return undefined;
	const wanted = { service, resource, options, parallel, note: hints.note };
	const first = await settle(readList({ ...wanted, limit: 1 }));
	if (!first.ok) return undefined;
	const {
		rows: [sample = {}],
		matching = Infinity,
	} = first.value;
	const names = field === identifiers.external ? externalIdKeys(identifiers) : [field];
	// Pages overlap by a row.
	const isCheaper = 1 + Math.ceil(matching / (MAX_PAGE_SIZE - 1)) < keys.length;
	if (!isCheaper || !names.some((name) => name in sample)) return undefined;
	const hasTwoNames = field === 'name' && fields.some(({ name }) => name === 'last_name');
	const found = new Map(keys.map((key): [string, IDataObject[]] => [key, []]));
	let pages = 0;
	const sink: RowSink = {
		async take(rows) {
			pages += 1;
			const isPartial = hasTwoNames && rows.some((row) => !('last_name' in row));
			// The service may send smaller pages than were asked for.
			if (pages > keys.length || isPartial) throw badInput('findBy', 'It is of no use', '');
			for (const row of rows) found.get(shownKeyOf(resource, field, row))?.push(row);
		},
		async restart() {
			for (const rows of found.values()) rows.length = 0;
		},
	};
	const all = await settle(readList(wanted, sink));
	return all.ok && all.value.doubt === undefined ? found : undefined;
}
