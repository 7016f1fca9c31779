import { camelCase } from '../../schema/types';
import type { Field, Reference, Shape, ValueType } from '../../schema/types';

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

/** A text for which a workspace has a few words, such as a status. */
export const word = (...[name, label, description, details]: Parameters<typeof text>): Field =>
	text(name, label, description, { ...details, isWord: true });

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

/** What a record shows of fields under the names and in the kinds of a body. */
export const shapeOf = (fields: readonly Field[]): Shape =>
	Object.fromEntries(fields.map(({ name, type }) => [name, type as ValueType]));

// Fields that many kinds of record have.

type Spelling = 'snake_case' | 'camelCase';

const spell = (name: string, spelling: Spelling): string =>
	spelling === 'snake_case' ? name : camelCase(name);

/**
 * Another record, by its ID in the service or by the caller's own.
 *
 * @param role what it is to this record: `Ordering company`
 * @param example of the caller's own ID
 */
export const reference = (
	resource: Reference['resource'],
	role: string,
	example: string,
	spelling: Spelling = 'snake_case',
): Field[] => {
	const label = resource.charAt(0).toUpperCase() + resource.slice(1);
	return [
		recordId(spell(`${resource}_id`, spelling), label, role, resource),
		text(
			spell(`${resource}_external_id`, spelling),
			`${label} External ID`,
			`${role}, by your own ID`,
			{ example, refersTo: { resource, by: 'externalId' } },
		),
	];
};

/**
 * The company and the contact that a record is about, each by either identifier.
 *
 * @param company what the company is to the record: "Company that pays"
 * @param contact the same of the contact
 */
export const parties = (company: string, contact: string, spelling: Spelling = 'snake_case') => [
	...reference('company', company, 'acme-001', spelling),
	...reference('contact', contact, 'contact-001', spelling),
];

/** The caller's own ID, by which the object upserts: of the bill. */
export const externalId = (
	name: 'external_id' | 'externalId',
	noun: string,
	details: FieldDetails,
): Field =>
	text(name, 'External ID', `Your own ID for the ${noun}, the key of Create or Update`, details);

/** The state of the bill, in words of the workspace. */
export const status = (noun: string, details: FieldDetails): Field =>
	word('status', 'Status', `State of the ${noun}, as your workspace names it`, details);

/** The currency of the amounts. */
export const currencyOf = (amounts: string): Field =>
	text('currency', 'Currency', `Currency of ${amounts}, as a three-letter code`, {
		example: 'EUR',
	});

export const currency = currencyOf('the amounts');

export const taxRate = number(
	'tax_rate',
	'Tax Rate (%)',
	'Tax rate of the whole document in percent',
	{ example: 10, isPercent: true },
);

const taxInclusive = boolean(
	'tax_inclusive',
	'Tax Inclusive',
	'Whether the amounts already contain tax',
);

export const taxOption = word('tax_option', 'Tax Option', 'How tax is applied to the document', {
	knownValues: ['unified_tax'],
});

/** How tax enters into a document. */
export const taxes = [taxRate, taxInclusive, taxOption];

/** What is to be paid, with and without tax. */
export const totals = [
	number('total_price', 'Total Price', 'Total to pay, with tax where tax applies', {
		example: 110,
	}),
	number('total_price_without_tax', 'Total Price Without Tax', 'Total before tax', {
		example: 100,
	}),
];

// Records that fields refer to.

/** Another record that fields of a resource refer to, by its ID or by its external ID. */
export interface Related {
	readonly resource: Reference['resource'];
	/** The field that takes its ID or name, and what the record is to it. */
	readonly byId: Field;
	readonly as: Reference;
	readonly byExternalId?: Field;
}

/** The record whose name is the text of a field. */
const byName = ({ nameOf: resource, label }: Field): Reference | undefined =>
	resource && { resource, by: 'name', label: label.replace(/ Name$/, '') };

/** The records that the fields of a body refer to, each once. */
export function relatedOf(fields: readonly Field[]): Related[] {
	return fields.flatMap((byId) =>
		[byId.refersTo, byId.orRefersTo, byName(byId)]
			.filter((to): to is Reference => to !== undefined && to.by !== 'externalId')
			.map((as) => ({
				resource: as.resource,
				byId,
				as,
				byExternalId: fields.find(
					({ refersTo }) => refersTo?.by === 'externalId' && refersTo.resource === as.resource,
				),
			})),
	);
}

/** What a person knows of a record, by which it is looked up. */
export interface Known {
	readonly resource: 'company' | 'contact';
	/** The field of that record. */
	readonly by: 'url' | 'email' | 'name';
	/** Stands for it among the fields of another record, where it is read and never sent. */
	readonly field: Field;
}

const known = (
	resource: Known['resource'],
	by: Known['by'],
	label: string,
	details: FieldDetails,
): Known => ({ resource, by, field: text(`${resource}.${by}`, label, '', details) });

/** The most specific first. */
export const KNOWN_BY: readonly Known[] = [
	known('company', 'url', 'Company Website', {
		example: 'acme.example',
	}),
	known('company', 'email', 'Company Email', {
		example: 'hello@acme.example',
	}),
	// A record shows under `company_name` what it is linked to already.
	known('company', 'name', 'Company Name', {
		example: 'Acme Inc.',
		ownKey: 'company_name',
	}),
	known('contact', 'email', 'Contact Email', {
		example: 'ada@acme.example',
	}),
];

/** A field that is filled by looking up a record by what a person knows of it. */
export interface Link extends Known {
	/** Takes the ID of the record that is found, or its name where it is text. */
	readonly into: Field;
	/** Names the same record. */
	readonly instead?: Field;
}

/** The links among fields; of those into one field, the most specific first. */
export const linksOf = (fields: readonly Field[]): Link[] =>
	relatedOf(fields).flatMap(({ resource, byId: into, as, byExternalId: instead }) =>
		KNOWN_BY.filter((one) => one.resource === resource && one.by !== as.by).map((one) => ({
			...one,
			into,
			...(instead && { instead }),
		})),
	);
