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
import type { ServiceRequest } from '../shared/http';
import type { Outputs } from '../shared/resource';
import { filterParameters } from '../shared/resource/description/lists';
import type { Shape } from '../shared/schema/types';

/** The response (specification: Calendar bootstrap response; required flags observed). */
const calendarBootstrap: Shape = {
	status: 'text!',
	mode: 'text!',
	message: 'text!',
	workspace: { id: 'text!', name: 'text!', short_id: 'text', timezone: 'text' },
	event: {
		id: 'text!',
		title: 'text!',
		description: 'text',
		status: 'text',
		slug: 'text',
		url: 'text',
		location: 'text',
		duration: 'text',
		time_increment: 'text',
		timezone: 'text',
		timezone_label: 'text',
		timezone_locked: 'boolean',
		schedule: [
			{
				day_index: 'integer!',
				day_name: 'text!',
				enabled: 'boolean',
				slots: [{ start: 'text!', end: 'text!' }],
			},
		],
	},
	attendance: {
		id: 'text!',
		event_id: 'text',
		user_name: 'text',
		user_email: 'text',
		select_date: 'text',
		time_event: 'text',
		timezone: 'text',
		comment: 'text',
		link: 'text',
		calendar_event_id: 'text',
	},
	ctx_id: 'text',
};

/** The items, by resource and operation. @public */
export const outputs: Outputs = { 'calendar/bootstrap': calendarBootstrap };

/** What a booking page needs (specification: GET /v1/public/calendar/bootstrap). A calendar has no ID of its own. */
const request: ServiceRequest = {
	method: 'GET',
	path: '/v1/public/calendar/bootstrap',
	idempotent: true,
	asks: {
		kind: 'read',
		record: { ids: [], externalIds: [], wrappers: [], fields: Object.keys(calendarBootstrap) },
	},
	purpose: 'read the calendar',
	permission: 'read',
};

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
		...textInput('Mode', 'mode', 'e.g. book'),
		default: 'book',
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
		const { inCollection, itemReader, parametersOf, textOf } = await import('../shared/execution');
		const { runReads } = await import('../shared/resource/actions/readResponse');
		// Kinds of values are specified, required keys observed.
		const expected = { shape: calendarBootstrap, specified: {} };
		return await runReads(this, expected, ({ context }) => {
			// Blank filters count as not added; the service has defaults of its own.
			const unset = calendarFilters.map((filter) => ({ ...filter, default: '' }));
			const readFilters = itemReader(context, inCollection('filters', parametersOf(unset, textOf)));
			return (item) => ({ ...request, query: readFilters(item) });
		});
	}
}
