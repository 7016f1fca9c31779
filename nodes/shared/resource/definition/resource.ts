import type { Shape, ValueType } from '../../schema/types';

/** A record of another resource that a field points to, and by which of its identifiers. */
export interface Reference {
	readonly resource: 'company' | 'contact' | 'item' | 'inventory' | 'location' | 'subscription';
	readonly by: 'id' | 'externalId';
	/** By ID: what the picker of the record is called, and what the record is to this one. */
	readonly label?: string;
	readonly role?: string;
}

/** One field of a request body: what it is called on the wire and in the editor, what it holds. */
export interface Field {
	/** The service's own name, exact. */
	readonly name: string;
	/** The name in the editor, Title Case. */
	readonly label: string;
	readonly description: string;
	readonly type: ValueType | 'rows';
	/** The fields of one row, when `type` is `rows`. */
	readonly rows?: readonly Field[];
	/** The body must carry it; `create`: only when the record is made. */
	readonly required?: boolean | 'create';
	/** The service takes null for it, which clears it. Fields are nullable unless they say otherwise. */
	readonly nullable?: boolean | 'update';
	/** What the service assumes when the field is not sent. */
	readonly default?: string | number | boolean;
	readonly example?: string | number | boolean;
	/** Values seen in use. The service takes free text; these are only offered. */
	readonly knownValues?: readonly string[];
	/** The names of the objects around the field in the body, outermost first. */
	readonly nestedIn?: readonly string[];
	/** The one operation whose body knows the field; absent: every write. */
	readonly only?: 'create' | 'update';
	/** Another wire name that is sent with the same value (docs/decisions.md says why). */
	readonly wireAlias?: string;
	readonly refersTo?: Reference;
	/** It holds an ID, though of no record that `refersTo` could name. */
	readonly isId?: boolean;
	/** The extra read of the same resource whose rows are the values to choose from. */
	readonly optionsFrom?: OptionsFrom;
}

/** Where the choices of a field come from: a read, the list inside each row, and its keys. */
export interface OptionsFrom {
	readonly read: string;
	/** Absent: each row is a choice itself. */
	readonly list?: string;
	readonly value: string;
	readonly label: string;
	/** The key of a row that names the group of the choices in its list. */
	readonly group?: string;
}

type FieldDetails = Omit<Field, 'name' | 'label' | 'description' | 'type' | 'rows'>;

const fieldOf =
	(type: ValueType) =>
	(name: string, label: string, description: string, details: FieldDetails = {}): Field => ({
		name,
		label,
		description,
		type,
		...details,
	});

/** One builder per kind of value: wire name, name in the editor, description, details. */
export const text = fieldOf('text');

/**
 * The ID of another record in the service.
 *
 * @param label what the other record is called: `Company`
 * @param role what it is to this record: `Ordering company`
 */
export const recordId = (
	name: string,
	label: string,
	role: string,
	resource: Reference['resource'],
	details: FieldDetails = {},
): Field =>
	text(name, `${label} ID`, `${role}, by its ID in the service`, {
		...details,
		refersTo: { resource, by: 'id', label, role },
	});

export const number = fieldOf('number');
export const integer = fieldOf('integer');
export const boolean = fieldOf('boolean');
export const date = fieldOf('date');
export const dateTime = fieldOf('dateTime');
export const stringList = fieldOf('texts');
export const object = fieldOf('object');
export const json = fieldOf('any');

/** A list of objects, each with the same fields (order lines, filters, workflow steps). */
export const rows = (
	name: string,
	label: string,
	description: string,
	fields: readonly Field[],
	details: FieldDetails = {},
): Field => ({ name, label, description, type: 'rows', rows: fields, ...details });

/** The same fields, one object deeper in the body. */
export const nestedIn = (parent: string, fields: readonly Field[]): Field[] =>
	fields.map((field) => ({ ...field, nestedIn: [parent, ...(field.nestedIn ?? [])] }));

/** The operations that a record resource can have; n8n's usual names. */
export type RecordOperation = 'create' | 'delete' | 'get' | 'getAll' | 'update' | 'upsert';

export interface Identifiers {
	/** Key of the service's own ID in a record (`id`), where records carry one. */
	readonly record?: string;
	/** Key of the record number in a record (`company_id`, `id_est`). */
	readonly number?: string;
	/** Key of the ID in the response to a write (`company_id`). */
	readonly envelope: string;
	/** Wire name of the caller's own ID in a body; absent where the object has none. */
	readonly external?: string;
	/** The calls that find a record by `?external_id=`. */
	readonly externalQuery?: ReadonlyArray<'get' | 'update' | 'delete'>;
}

/** What a list call returns: pages with a total, pages without, or everything in one bare array. */
export type Paging = 'total' | 'untilShort' | 'none';

export interface ListRules {
	readonly paging: Paging;
	/** The query parameter that searches, where there is one. */
	readonly search?: 'search';
	readonly sort?: boolean;
	/** Further query parameters of the list call. */
	readonly filters?: readonly Field[];
}

/** A further read of a resource that is not about one record: pipelines, actions. */
export interface ExtraRead {
	readonly operation: string;
	readonly label: string;
	readonly action: string;
	readonly description: string;
	readonly path: string;
	/** `array`: the response is the list; `data`: the list is under that key. */
	readonly response: 'array' | 'data';
	readonly record: Shape;
	/** The call takes `workspace_id`. */
	readonly workspace?: boolean;
}

/** A call that writes many records at once, each with the same body fields as a single write. */
export interface BulkWrite {
	readonly operation: string;
	readonly label: string;
	readonly action: string;
	readonly description: string;
	readonly path: string;
	/** The key of the list in the body; each element is what a single write has under `element`. */
	readonly list: string;
	readonly element: string;
}

/** A choice that is part of the path, such as the object whose properties are meant. */
export interface PathParameter {
	/** Parameter name in the editor and in `{braces}` in the path. */
	readonly name: string;
	readonly label: string;
	readonly description: string;
	readonly options: ReadonlyArray<{
		readonly name: string;
		readonly value: string;
		/** Set where the service only reads: why a write is refused. */
		readonly readOnly?: boolean;
	}>;
}

/** Everything the package knows of one kind of record. Facts only; the logic is elsewhere. */
export interface Resource {
	/** The `resource` value: the node's own name in camelCase. */
	readonly name: string;
	readonly label: string;
	readonly plural: string;
	readonly path: string;
	/** The path of the list call, where it differs. */
	readonly listPath?: string;
	readonly pathParameter?: PathParameter;
	readonly identifiers: Identifiers;
	readonly operations: readonly RecordOperation[];
	readonly extraReads?: readonly ExtraRead[];
	readonly bulk?: BulkWrite;
	readonly list: ListRules;
	/** The reads that take a language: Accept-Language, or also `lang` and `language`. */
	readonly language?: {
		readonly header?: readonly ReadCall[];
		readonly query?: readonly ReadCall[];
	};
	/** The calls that take `workspace_id`. */
	readonly workspace?: ReadonlyArray<ReadCall | 'update' | 'delete'>;
	readonly fields: readonly Field[];
	/** The body may carry further keys that are not documented. */
	readonly additionalProperties?: boolean;
	readonly record: Shape;
	/** The shape of a row of the list, where it is not the record's. */
	readonly listRecord?: Shape;
	/** What a write returns: the common envelope, the record itself, or one result per order. */
	readonly writeResponse?: 'envelope' | 'record' | 'results';
	/** Keys of the write envelope beside the common ones. */
	readonly envelope?: Shape;
	/** Keys (or dotted paths) of a record that tell a person which one it is, most telling first. */
	readonly title: readonly string[];
	/** Key that holds the record's state in pick lists. */
	readonly state?: string;
	/** The fields of the Simplified output; identifiers are always included. */
	readonly simplified?: readonly string[];
}

export type ReadCall = 'list' | 'get';

const crud: readonly RecordOperation[] = ['create', 'delete', 'get', 'getAll', 'update'];

/** The five operations that most objects have, with Create or Update where the object upserts. */
export const everyOperation = (options: { upsert?: boolean } = {}): readonly RecordOperation[] =>
	options.upsert ? [...crud, 'upsert'] : crud;

/** Companies, contacts and orders: numbered pages with a total. Observed; specification: Gaps. */
export const paged = (details: Omit<ListRules, 'paging'> = {}): ListRules => ({
	paging: 'total',
	...details,
});

/** Everything in one bare array, as the specification shows for estimates and others. */
export const unpaged = (details: Omit<ListRules, 'paging'> = {}): ListRules => ({
	paging: 'none',
	...details,
});

/** Checks nothing, keeps the literal types, and gives a resource one recognisable first line. */
export const defineResource = <const R extends Resource>(resource: R): R => resource;
