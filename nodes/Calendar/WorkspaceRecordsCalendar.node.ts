import type {
	IExecuteFunctions,
	INodeProperties,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';

import {
	actionNode,
	builderHint,
	onlyOperation,
	optionsParameter,
	requestOptions,
	requestsOption,
	resourceParameter,
	subtitle,
	textInput,
	toolDescription,
} from '../shared/description';
import { filterParameters } from '../shared/resource/description/lists';

const show = { resource: ['calendar'], operation: ['bootstrap'] };

/** Each is sent under its name. */
const calendarFilters: INodeProperties[] = [
	{
		...textInput('Attendance ID', 'attendance_id', 'e.g. att-1042'),
		description: 'The booking to show with its event',
	},
	{
		...textInput('Event Address', 'url', 'e.g. https://book.example.com/intro-call'),
		description: 'Public address of the event',
	},
	{
		...textInput('Event Slug', 'slug', 'e.g. intro-call'),
		description: 'Public short name of the event',
	},
	{
		displayName: 'Mode',
		name: 'mode',
		type: 'string',
		default: 'book',
		placeholder: 'e.g. book',
		description: 'What the page is for; the service takes "book" when nothing is given',
	},
];

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
		properties: [
			resourceParameter([{ name: 'calendar', label: 'Calendar' }]),
			onlyOperation('calendar', {
				name: 'Bootstrap',
				value: 'bootstrap',
				action: 'Read what booking pages need',
				description: 'Get the workspace, the event with its weekly schedule, and an attendance',
			}),
			toolDescription(
				'Returns an event of the booking calendar with its weekly schedule. It books and changes nothing.',
				show,
			),
			...filterParameters(calendarFilters, show),
			optionsParameter([requestsOption(requestOptions)]),
		],
	};

	async execute(this: IExecuteFunctions) {
		const { runBootstrap } = await import('./calendar');
		return await runBootstrap(this, calendarFilters);
	}
}
