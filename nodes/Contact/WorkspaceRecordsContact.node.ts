import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { company } from '../Company/WorkspaceRecordsCompany.node.js';
import { recordNode } from '../shared/resource';
import { boolean, externalId, status, text } from '../shared/resource/definition/fields';
import { defineResource, keyed, searched } from '../shared/resource/definition/resource';

export const contact = defineResource({
	label: 'Contact',
	identifiers: keyed('contact_id'),
	upserts: true,
	findBy: ['email', 'name', 'external_id'],
	namedBy: ['name', 'last_name', 'email'],
	list: searched,
	fields: [
		externalId('external_id', 'contact', {
			example: 'contact-001',
		}),
		text('name', 'Name', 'First name of the person, or the whole name', {
			example: 'Ada',
		}),
		text('last_name', 'Last Name', 'Family name of the person', {
			example: 'Lovelace',
		}),
		text('company', 'Company Name', 'Name of the company the person works for, as plain text', {
			nameOf: 'company',
			example: 'Acme Inc.',
		}),
		text('email', 'Email', 'Address for email to the person', {
			example: 'ada@acme.example',
		}),
		text('phone_number', 'Phone Number', 'Phone number of the person', {
			example: '+1 555 0101',
		}),
		status('record', { example: 'active' }),
		boolean(
			'allowed_in_store',
			'Allowed in Store',
			'Whether the contact may buy in the storefront',
		),
	],
	record: {
		id: 'text',
		contact_id: 'integer',
		name: 'text',
		email: 'text',
		phone_number: 'text',
		allowed_in_store: 'boolean',
		created_at: 'dateTime!',
		updated_at: 'dateTime!',
	},
	title: ['name', 'email'],
});

const node = recordNode(contact, [{ ...company, pickedBy: 'name' }]);

export class WorkspaceRecordsContact implements INodeType {
	description: INodeTypeDescription = {
		...node.description,
		displayName: 'Workspace Records Contact',
		name: 'workspaceRecordsContact',
		icon: { light: 'file:../../icons/contact.svg', dark: 'file:../../icons/contact.dark.svg' },
		subtitle: node.subtitle,
		description: 'Create, read, update and archive contacts of a Workspace Records workspace',
		defaults: { name: 'Workspace Records Contact' },
		usableAsTool: true,
		builderHint: node.builderHint(
			'Create or Update matches by external ID, such as the email address',
			{
				Company: 'The company that the contact works for',
				Deal: 'Sales opportunities of the contact',
			},
		),
	};

	methods = node.methods;

	execute = node.execute;
}
