import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';

import { actionNode, builderHint, subtitle } from '../shared/description';
import { calendarParameters } from './parameters';

export class WorkspaceRecordsCalendar implements INodeType {
	description: INodeTypeDescription = {
		...actionNode,
		displayName: 'Workspace Records Calendar',
		name: 'workspaceRecordsCalendar',
		icon: { light: 'file:../../icons/calendar.svg', dark: 'file:../../icons/calendar.dark.svg' },
		subtitle,
		description: 'Read the booking calendar of a workspace: event, schedule and attendance',
		defaults: { name: 'Workspace Records Calendar' },
		usableAsTool: true,
		builderHint: builderHint('Reads the booking calendar of a workspace; it books nothing'),
		credentials: [{ name: 'workspaceRecordsApi', required: true }],
		properties: calendarParameters,
	};

	async execute(this: IExecuteFunctions) {
		const { runBootstrap } = await import('./calendar');
		return await runBootstrap(this);
	}
}
