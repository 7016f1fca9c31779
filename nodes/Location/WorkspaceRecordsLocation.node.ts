import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { recordNode } from '../shared/resource';
import { externalId, text, word } from '../shared/resource/definition/fields';
import { defineResource, keyed } from '../shared/resource/definition/resource';

export const location = defineResource({
	label: 'Location',
	identifiers: keyed('id_iw', {
		envelope: 'location_id',
		external: 'externalId',
		externalQuery: ['get', 'update', 'delete'],
	}),
	upserts: true,
	list: {
		search: 'search',
		filters: [
			text('q', 'Quick Search', 'Text to look for, sent as q instead of search', {
				example: 'A-1',
			}),
		],
	},
	language: ['list'],
	workspace: ['list'],
	fields: [
		externalId('externalId', 'location', { example: 'location-001' }),
		text('warehouse', 'Warehouse', 'Warehouse that the location is in', { example: 'Main' }),
		text('floor', 'Floor', 'Floor of the warehouse', { example: '1' }),
		text('zone', 'Zone', 'Zone of the floor', { example: 'Cold' }),
		text('aisle', 'Aisle', 'Aisle of the zone', { example: 'A' }),
		text('rack', 'Rack', 'Rack in the aisle', { example: '1' }),
		text('shelf', 'Shelf', 'Shelf of the rack', { example: '3' }),
		text('bin', 'Bin', 'Bin on the shelf', { example: '12' }),
		word('usageStatus', 'Usage Status', 'How the location is used', {
			knownValues: ['active', 'archived'],
		}),
	],
	record: {
		id: 'text',
		id_iw: 'textOrInteger',
		location: 'text',
		warehouse: 'text',
		floor: 'text',
		zone: 'text',
		aisle: 'text',
		rack: 'text',
		shelf: 'text',
		bin: 'text',
		map_location_id: 'text',
		usage_status: 'text',
		created_at: 'dateTime!',
		updated_at: 'dateTime!',
	},
	title: ['location', 'warehouse', 'id_iw'],
	state: 'usage_status',
	simplified: ['location', 'warehouse', 'zone', 'rack', 'shelf', 'bin', 'usage_status'],
});

const node = recordNode(location);

export class WorkspaceRecordsLocation implements INodeType {
	description: INodeTypeDescription = {
		...node.description,
		displayName: 'Workspace Records Location',
		name: 'workspaceRecordsLocation',
		icon: { light: 'file:../../icons/location.svg', dark: 'file:../../icons/location.dark.svg' },
		subtitle: node.subtitle,
		description:
			'Create, read, update and archive warehouse locations of a Workspace Records workspace',
		defaults: { name: 'Workspace Records Location' },
		usableAsTool: true,
		builderHint: node.builderHint('Warehouses, shelves and bins', {
			Inventory: 'What is in stock there',
		}),
	};

	methods = node.methods;

	execute = node.execute;
}
