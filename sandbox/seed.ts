import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { objects, type JsonObject } from './contract';
import data from './data/records.json';
import { writeOrder } from './objects/orders';
import { createRecord } from './objects/write';
import type { Service } from './service';

/** A row of the example data. */
export interface ExampleCompany {
	company_external_id: string;
	name: string;
	url: string;
	deal_external_id: string;
	deal_name: string;
	stage: string;
}

const file = join(__dirname, '..', 'examples', 'data', 'companies.json');

/** The companies that the examples run on. */
export const exampleCompanies = () => JSON.parse(readFileSync(file, 'utf8')) as ExampleCompany[];

// Some companies come with a field filled in already, so that enrichment has something to leave alone.
const filledIn: Record<string, JsonObject> = {
	'acme-ibm': { address: '1 Orchard Road, Armonk, NY 10504, USA' },
	'acme-sap': { address: 'Walldorf, Germany' },
	'acme-patagonia': { email: 'hello@patagonia.example' },
};

const customProperties = [
	{ name: 'Industry', internal_name: 'industry', type: 'text' },
	{ name: 'Employee Band', internal_name: 'employee_band', type: 'text' },
	{ name: 'Founded Year', internal_name: 'founded_year', type: 'number' },
];

/** Fills an empty store with the example companies, their deals, and a few records of every other object. */
export function seedExample(service: Service) {
	const { records } = service;
	const create = (object: string, body: JsonObject) =>
		createRecord(objects.get(object)!, body, service).record;

	records.transaction(() => {
		for (const property of customProperties) {
			records.insert('properties', null, { ...property, object: 'companies' });
		}
		for (const row of exampleCompanies()) {
			const { company_external_id: external_id, name, url } = row;
			create('companies', { external_id, name, url, ...filledIn[external_id] });
			create('deals', {
				external_id: row.deal_external_id,
				name: row.deal_name,
				caseStatus: row.stage,
				companyExternalId: external_id,
			});
		}
		for (const [object, bodies] of Object.entries(data)) {
			for (const body of bodies) create(object, body);
		}
		const order = (number: number, company: string, item: string, quantity: number) =>
			writeOrder(
				{
					externalId: `acme-order-${number}`,
					companyExternalId: company,
					orderAt: `2026-02-1${number}T10:00:00Z`,
					lines: [{ itemExternalId: item, quantity, taxRate: 19 }],
					fields: { delivery_status: 'shipped' },
				},
				false,
				service,
			);
		order(1, 'acme-siemens', 'acme-item-desk', 2);
		order(2, 'acme-microsoft', 'acme-item-chair', 6);
		order(3, 'acme-sap', 'acme-item-lamp', 4);
		create('subscriptions', {
			cid: records.byExternalId('contacts', 'acme-contact-1')!.id,
			items: [{ id: records.byExternalId('items', 'acme-item-support')!.id, amount: 1 }],
			subscription_status: 'active',
			currency: 'EUR',
			start_date: '2026-01-01',
			frequency: 1,
			frequency_time: 'months',
		});
	});
}
