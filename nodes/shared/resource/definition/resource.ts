import type { RecordNames } from '../../http';
import { camelCase, snakeCase, unmarked, type Field, type Shape } from '../../schema/types';
import { linksOf, text } from './fields';

/** The operations that a record resource can have; n8n's usual names. */
export type RecordOperation =
	| 'create'
	| 'delete'
	| 'find'
	| 'findOrCreate'
	| 'get'
	| 'getAll'
	| 'getChanges'
	| 'sync'
	| 'update'
	| 'upsert';

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

export interface ListRules {
	/** Pages with a total, or without; absent where everything comes at once, as the specification shows for most lists. */
	readonly paging?: 'total' | 'untilShort';
	/** The query parameter that searches, where there is one. */
	readonly search?: 'search';
	readonly sort?: boolean;
	/** Further query parameters of the list call. */
	readonly filters?: readonly Field[];
}

/** An operation that few resources have, as the editor names it, and the path of its call. */
interface OwnOperation {
	readonly operation: string;
	readonly label: string;
	readonly action: string;
	readonly description: string;
	readonly path: string;
}

/** A further read of a resource that is not about one record: pipelines, actions. */
export interface ExtraRead extends OwnOperation {
	/** `array`: the response is the list; `data`: the list is under that key. */
	readonly response: 'array' | 'data';
	readonly record: Shape;
	/** The call takes `workspace_id`. */
	readonly workspace?: boolean;
}

/** A call that writes many records at once, each with the same body fields as a single write. */
export interface BulkWrite extends OwnOperation {
	/** The key of the list in the body; each element is what a single write has under `element`. */
	readonly list: string;
	readonly element: string;
}

/** A choice that is part of the path, such as the object whose properties are meant. */
interface PathParameter {
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
	/** Fields by which Find and Find or Create look a record up, the default first: the external ID, or what the list searches. */
	readonly findBy?: readonly string[];
	/** Fields of which a new record needs one, for people to know which it is. */
	readonly namedBy?: readonly string[];
	readonly bulk?: BulkWrite;
	readonly list: ListRules;
	/** The reads that take the language as `lang` and `language` too. */
	readonly language?: readonly ReadCall[];
	/** The calls that take `workspace_id`. */
	readonly workspace?: ReadonlyArray<ReadCall | 'update' | 'delete'>;
	readonly fields: readonly Field[];
	/** The body may carry further keys that are not documented. */
	readonly additionalProperties?: boolean;
	readonly record: Shape;
	/** The reads whose response the specification shows; what it does not show is only observed. */
	readonly specified?: Partial<Readonly<Record<ReadCall, Specified>>>;
	/** The shape of a row of the list, where it is not the record's. */
	readonly listRecord?: Shape;
	/** What a write returns: the common envelope, the record itself, or one result per order. */
	readonly writeResponse?: 'envelope' | 'record' | 'results';
	/** Keys of the write envelope beside the common ones. */
	readonly envelope?: Shape;
	/** Keys (or dotted paths) of a record that show a person which one it is, most specific first. */
	readonly title: readonly string[];
	/** Key whose value a pick list gives, where that is not the ID. */
	readonly pickedBy?: string;
	/** Key that holds the record's state in pick lists. */
	readonly state?: string;
	/** The fields of the Simplified output; identifiers are always included. */
	readonly simplified?: readonly string[];
}

/** What the specification says of a response that it shows: the kinds of values, and … */
export interface Specified {
	/** … the keys that it calls required; of most responses it says of none. */
	readonly required?: readonly string[];
	/** … the keys that it names without a type. */
	readonly untyped?: readonly string[];
}

export type ReadCall = 'list' | 'get';

/**
 * The identifiers of a record that has an ID, a number and the caller's own ID.
 *
 * @param number key of the number in a record
 * @param others the key of the ID in the response to a write, where that is another one; the wire name of the
 * caller's own ID, and the calls that find a record by it, where they differ from most objects
 */
export const keyed = (number: string, others: Partial<Identifiers> = {}): Identifiers => ({
	record: 'id',
	number,
	envelope: number,
	external: 'external_id',
	externalQuery: ['get', 'delete'],
	...others,
});

/**
 * The list of companies, contacts and orders: numbered pages with a total (observed; specification: Gaps), a search, and
 * saved views.
 */
export const searched = {
	paging: 'total',
	search: 'search',
	sort: true,
	filters: [
		text('view', 'View', 'ID of a saved view, to be copied from the service: no call lists views', {
			example: '5d0c2f1e-8a41-4c7b-9f36-2b7e5d1a8c04',
		}),
		text('reference_id', 'Reference ID', 'Your reference, sent with the request', {
			example: 'sync-2026-03-01',
		}),
	],
} satisfies ListRules;

/**
 * What billing documents have in common: records show their number and no other ID, the parties and the amounts, and
 * the list comes in one response.
 *
 * @param number key of the number in a record
 * @param envelope key of the ID in the response to a write
 * @param shown what a record shows beside that
 */
export const billingDocument = (number: string, envelope: string, shown: Shape) =>
	({
		identifiers: { number, envelope, external: 'external_id', externalQuery: ['get', 'delete'] },
		language: ['list', 'get'],
		workspace: ['list'],
		record: {
			[number]: 'integer',
			contact_name: 'text',
			company_name: 'text',
			...shown,
			currency: 'text',
			total_price: 'number',
			total_price_without_tax: 'number',
			created_at: 'dateTime!',
			updated_at: 'dateTime!',
		},
		title: [number, 'company_name'],
		state: 'status',
	}) as const satisfies Partial<Resource>;

/** The Simplified output of a document that is made out on one day and due on another. */
export const dueDocument = [
	'company_name',
	'contact_name',
	'start_date',
	'due_date',
	'status',
	'currency',
	'total_price',
] as const;

/** What a definition says only where its object is not as most are. */
type Usual = 'name' | 'plural' | 'path' | 'operations' | 'list';

/** The operations of most objects. */
const USUAL_OPERATIONS: readonly RecordOperation[] = [
	'create',
	'delete',
	'get',
	'getAll',
	'getChanges',
	'sync',
	'update',
];

/**
 * A resource from its definition: `Purchase Order` is `purchaseOrder` under /v1/public/purchase-orders, `Company` is under
 * /v1/public/companies, its list comes in one response, and it has Find and Find or Create where `findBy` says by what.
 *
 * @param definition.upserts whether it has Create or Update, with the external ID as the key
 */
export function defineResource({
	upserts = false,
	...definition
}: Omit<Resource, Usual> & Partial<Pick<Resource, Usual>> & { upserts?: boolean }): Resource {
	const { label, plural = `${label.replace(/([^aeiou])y$/, '$1ie')}s`, findBy } = definition;
	const name = label.charAt(0).toLowerCase() + label.slice(1).replace(' ', '');
	return {
		name,
		plural,
		path: `/v1/public/${plural.toLowerCase().replace(' ', '-')}`,
		operations: [
			...USUAL_OPERATIONS,
			...(upserts ? (['upsert'] as const) : []),
			...(findBy ? (['find', 'findOrCreate'] as const) : []),
		],
		list: {},
		...definition,
		fields: definition.fields.map((field) => ({
			...field,
			of: name,
			isKey: field.name === definition.identifiers.external,
			ownKey: definition.identifiers.number,
			...(field.rows && {
				rows: field.rows.map((each) => ({ ...each, of: `${name}.${field.name}` })),
			}),
		})),
	};
}

/** The writes that carry a body. */
export type Write = 'create' | 'update' | 'upsert';

/** Whether a field belongs to the body of this write. */
export const belongsTo = (field: Field, write: Write): boolean =>
	field.only === undefined || (field.only === 'update') === (write === 'update');

/** Whether the body of this write must carry the field. */
export function isRequired(field: Field, write: Write, resource: Resource): boolean {
	if (write === 'upsert' && field.name === resource.identifiers.external) return true;
	return field.required === true || (field.required === 'create' && write !== 'update');
}

/** Whether the service takes null for the field in this write. */
export function isNullable(field: Field, write: Write): boolean {
	if (field.nullable === 'update') return write === 'update';
	return field.nullable ?? field.required === undefined;
}

/** The operations of a resource that carry the fields of a record. */
export const writesOf = ({ operations, bulk }: Resource): string[] => [
	...operations.filter((operation) =>
		['create', 'update', 'upsert', 'findOrCreate', 'sync'].includes(operation),
	),
	...(bulk ? [bulk.operation] : []),
];

/** Whether one write takes other fields than another. */
export const dependsOnWrite = ({ fields }: Resource): boolean =>
	fields.some(({ only }) => only !== undefined);

/**
 * The write whose fields an operation takes: what many records have at once, or what may be there already, is created.
 * Rows of Sync need not hold what only a new record has to.
 */
export const writeOf = (operation: string): Write =>
	operation === 'sync'
		? 'update'
		: operation === 'update' || operation === 'upsert'
			? operation
			: 'create';

/** The resource as Find has it: with the fields that say which record is meant. A last name is part of a name. */
export const lookedUp = ({ fields, findBy = [], ...resource }: Resource): Resource => ({
	...resource,
	findBy,
	// Nothing is created: the value to find by is enough.
	namedBy: undefined,
	fields: fields
		.filter(({ name }) => findBy.includes(name === 'last_name' ? 'name' : name))
		.map((field) => ({ ...field, required: undefined })),
	// Values that were mapped for another operation stay in the mapper.
	additionalProperties: true,
});

/** The resource as one record of a bulk write has it: without what is set once for the whole call. */
export const elementOf = (resource: Resource, { element }: BulkWrite): Resource => ({
	...resource,
	bulk: undefined,
	fields: resource.fields
		.filter(({ nestedIn }) => nestedIn?.[0] === element)
		.map((field) => ({ ...field, nestedIn: field.nestedIn?.slice(1) })),
});

/** The fields that are set once for the whole call. */
export const onceFields = ({ fields }: Resource, { element }: BulkWrite): Field[] =>
	fields.filter(({ nestedIn }) => nestedIn?.[0] !== element);

/** The fields of the mapper: those of a record, which are the same for one record and for many. */
export const recordFields = (resource: Resource): readonly Field[] =>
	resource.bulk ? elementOf(resource, resource.bulk).fields : resource.fields;

/** All fields that a column can be named for: those of its rows, and of records that it refers to, included. */
export const namedFields = ({ fields }: Resource): Field[] => [
	...fields.filter(({ type }) => type !== 'rows'),
	...new Set(linksOf(fields).map(({ field }) => field)),
	...fields.flatMap(({ rows = [] }) => rows),
];

/** The key of a record that says when it was updated. */
export const UPDATED_AT = 'updated_at';

/** Whether the rows of a resource's list say when they were updated. */
export const hasUpdateTime = (resource: Resource) => listedKeys(resource).includes(UPDATED_AT);

/**
 * The keys under which a record or a response may show the ID that a path takes, the likeliest first:
 * those of the definition, and names that other calls of the service and other services have for it.
 */
export const idKeys = ({ record, envelope, number }: Identifiers): string[] => [
	...new Set(
		[record, 'id', 'uuid', 'object_id', envelope, 'record_id', number].filter(
			(key) => key !== undefined,
		),
	),
];

/** The keys of a record of this shape. */
export const keysOf = (shape: Shape): string[] =>
	Object.keys(shape).map((key) => unmarked(key).name);

/** The keys of a row of a resource's list. */
export const listedKeys = ({ record, listRecord = record }: Resource) => keysOf(listRecord);

/** The keys under which a record or a response may show the caller's own ID. */
export const externalIdKeys = ({ external = 'external_id' }: Identifiers): string[] => [
	external,
	...['external_id', 'externalId'].filter((key) => key !== external),
];

/** The names under which a response may show a record of this kind, as the service writes them and in camelCase. */
export function recordNames({ identifiers, record, name, fields }: Resource): RecordNames {
	const ids = idKeys(identifiers);
	const externalIds = externalIdKeys(identifiers);
	const known = [...keysOf(record), ...fields.map((field) => field.name)];
	const noun = identifiers.envelope.replace(/_?id$/, '');
	return {
		ids: inBothCases(ids),
		externalIds: inBothCases(externalIds),
		wrappers: inBothCases([name, snakeCase(name), noun].filter((each) => each !== '')),
		fields: inBothCases(known.filter((key) => !ids.includes(key) && !externalIds.includes(key))),
	};
}

const inBothCases = (names: readonly string[]): string[] => [
	...new Set(names.flatMap((name) => [name, camelCase(name)])),
];
