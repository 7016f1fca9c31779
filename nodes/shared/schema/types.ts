import type { FieldType } from 'n8n-workflow';

import type { NamedField } from './columns/names';

/** The kinds of value that the service's requests and records hold. */
export type ValueType =
	| 'text'
	| 'number'
	| 'integer'
	| 'boolean'
	/** A calendar day, `YYYY-MM-DD` on the wire. */
	| 'date'
	/** A moment, ISO 8601 with zone on the wire. */
	| 'dateTime'
	/** A list of texts. */
	| 'texts'
	/** A JSON object whose keys the service does not fix. */
	| 'object'
	/** Text or whole number: record numbers that the service sends either way. */
	| 'textOrInteger'
	/** Any JSON value. */
	| 'any';

/** The kinds as columns of n8n's resource mapper. */
export const columnTypes: Readonly<Record<ValueType, FieldType>> = {
	text: 'string',
	textOrInteger: 'string',
	number: 'number',
	integer: 'number',
	boolean: 'boolean',
	date: 'dateTime',
	dateTime: 'dateTime',
	texts: 'string',
	object: 'object',
	any: 'string',
};

/**
 * What a record or a response looks like: wire name to kind of value. `!` marks a value that is
 * always there and never null; every other one may be null or absent. A nested shape is an object,
 * a shape in brackets a list of such objects; `!` goes to their name instead (`'items!'`).
 */
export interface Shape {
	readonly [wireName: string]: ValueType | `${ValueType}!` | Shape | readonly [Shape];
}

/** A key or a kind of a shape without its mark, and whether it has one. */
export const unmarked = (marked: string): { readonly name: string; readonly always: boolean } => {
	const always = marked.endsWith('!');
	return { name: always ? marked.slice(0, -1) : marked, always };
};

/** A record of another resource that a field points to, and by which of its identifiers. */
export interface Reference {
	readonly resource: 'company' | 'contact' | 'item' | 'inventory' | 'location' | 'subscription';
	/** `name`: the field takes the name, as plain text. */
	readonly by: 'id' | 'externalId' | 'name';
	/** By ID or name: what the picker of the record is called, and what the record is to this one. */
	readonly label?: string;
	readonly role?: string;
}

/** One field of a request body: what it is called on the wire and in the editor, what it holds. */
export interface Field extends NamedField {
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
	/** The known values are all that are known anywhere, so that the editor offers them as a list. */
	readonly isChoice?: boolean;
	/** A word of a few, which the workspace's own records show; the editor offers them. */
	readonly isWord?: boolean;
	/** The names of the objects around the field in the body, outermost first. */
	readonly nestedIn?: readonly string[];
	/** The one operation whose body knows the field; absent: every write. */
	readonly only?: 'create' | 'update';
	/** Another wire name that is sent with the same value (docs/decisions.md says why). */
	readonly wireAlias?: string;
	/** Text that is no JSON is a list of texts, separated by commas or line breaks. */
	readonly textIsList?: boolean;
	readonly refersTo?: Reference;
	/** Another kind of record that it may name instead, by ID. */
	readonly orRefersTo?: Reference;
	/** Text that is the name of a record of this kind. */
	readonly nameOf?: Reference['resource'];
	/** It holds an ID, though of no record that `refersTo` could name. */
	readonly isId?: boolean;
	/** A number that is given in percent: 20 means 20 %. */
	readonly isPercent?: boolean;
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

/** `company_id` as `companyId`. */
export const camelCase = (name: string): string =>
	name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** `companyId` as `company_id`. */
export const snakeCase = (name: string): string =>
	name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A name that is the same in snake_case, as records are written, and in camelCase, as some bodies are. */
export const looseKey = (name: string): string => name.toLowerCase().replaceAll('_', '');
