import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { subtitle } from '../shared/description';
import { calendarParameters } from './parameters';

export class WorkspaceRecordsCalendar implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Workspace Records Calendar',
		name: 'workspaceRecordsCalendar',
		icon: { light: 'file:../../icons/calendar.svg', dark: 'file:../../icons/calendar.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle,
		description: 'Read the booking calendar of a workspace: event, schedule and attendance',
		defaults: { name: 'Workspace Records Calendar' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		builderHint: {
			searchHint: 'Reads the booking calendar of a workspace; it books nothing',
		},
		credentials: [{ name: 'workspaceRecordsApi', required: true }],
		properties: calendarParameters,
	};

	async execute(this: IExecuteFunctions) {
		const { runBootstrap } = await import('./calendar');
		return await runBootstrap(this);
	}
}
