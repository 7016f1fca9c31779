import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { recordNode } from '../shared/resource';
import { boolean, externalId, status, text } from '../shared/resource/definition/fields';
import { defineResource, keyed, searched } from '../shared/resource/definition/resource';

export const company = defineResource({
	label: 'Company',
	identifiers: keyed('company_id'),
	upserts: true,
	findBy: ['url', 'name', 'email', 'external_id'],
	namedBy: ['name', 'url', 'external_id'],
	list: searched,
	fields: [
		externalId('external_id', 'company', {
			example: 'acme-001',
		}),
		text('name', 'Name', 'Name of the company', {
			example: 'Acme Inc.',
		}),
		text('url', 'Website', 'Address of the company’s website', {
			example: 'https://acme.example',
		}),
		text('email', 'Email', 'Address for email to the company', {
			example: 'hello@acme.example',
		}),
		text('phone_number', 'Phone Number', 'Phone number of the company', {
			example: '+1 555 0100',
		}),
		text('address', 'Address', 'Postal address of the company in one line', {
			example: '1 Main Street, Springfield',
		}),
		status('record', { example: 'active' }),
		boolean(
			'allowed_in_store',
			'Allowed in Store',
			'Whether the company may buy in the storefront',
		),
	],
	record: {
		id: 'text',
		company_id: 'integer',
		name: 'text',
		address: 'text',
		email: 'text',
		phone_number: 'text',
		url: 'text',
		allowed_in_store: 'boolean',
		created_at: 'dateTime!',
		updated_at: 'dateTime!',
	},
	title: ['name', 'company_id'],
});

const node = recordNode(company);

export class WorkspaceRecordsCompany implements INodeType {
	description: INodeTypeDescription = {
		...node.description,
		displayName: 'Workspace Records Company',
		name: 'workspaceRecordsCompany',
		icon: { light: 'file:../../icons/company.svg', dark: 'file:../../icons/company.dark.svg' },
		subtitle: node.subtitle,
		description: 'Create, read, update and archive companies of a Workspace Records workspace',
		defaults: { name: 'Workspace Records Company' },
		usableAsTool: true,
		builderHint: node.builderHint(
			'Create or Update matches by external ID, so that a sync can be repeated',
			{
				Contact: 'People of the company',
				Deal: 'Sales opportunities of the company',
				Enrich: 'Fills in what is missing',
				Score: 'Rates the company',
			},
		),
	};

	methods = node.methods;

	execute = node.execute;
}
