import { recordId, number, text, boolean } from './fields';
import type { Field } from '../../schema/types';

/** Fields that many records have alike, each defined once. */

type Spelling = 'snake_case' | 'camelCase';

const spell = (words: readonly string[], spelling: Spelling): string =>
	spelling === 'snake_case'
		? words.join('_')
		: words.map((word, n) => (n === 0 ? word : word[0].toUpperCase() + word.slice(1))).join('');

const party = (
	resource: 'company' | 'contact',
	role: string,
	example: string,
	spelling: Spelling,
): Field[] => {
	const label = resource === 'company' ? 'Company' : 'Contact';
	return [
		recordId(spell([resource, 'id'], spelling), label, role, resource),
		text(
			spell([resource, 'external', 'id'], spelling),
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
	...party('company', company, 'acme-001', spelling),
	...party('contact', contact, 'contact-001', spelling),
];

export const currency = text(
	'currency',
	'Currency',
	'Currency of the amounts, as a three-letter code',
	{
		example: 'EUR',
	},
);

export const taxRate = number(
	'tax_rate',
	'Tax Rate (%)',
	'Tax rate of the whole document in percent',
	{
		example: 10,
	},
);

export const taxInclusive = boolean(
	'tax_inclusive',
	'Tax Inclusive',
	'Whether the amounts already contain tax',
);

export const taxOption = text('tax_option', 'Tax Option', 'How tax is applied to the document', {
	knownValues: ['unified_tax'],
});

/** What is to be paid, with and without tax. */
export const totals = [
	number('total_price', 'Total Price', 'Total to pay, with tax where tax applies', {
		example: 110,
	}),
	number('total_price_without_tax', 'Total Price Without Tax', 'Total before tax', {
		example: 100,
	}),
];
