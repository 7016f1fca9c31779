import type { INodeProperties } from 'n8n-workflow';

import {
	optionsParameter,
	requestOptions,
	resourceParameter,
	toolDescription,
} from '../shared/description';

const show = { resource: ['calendar'], operation: ['bootstrap'] };

/** Each is sent under its name. */
export const calendarFilters: INodeProperties[] = [
	{
		displayName: 'Attendance ID',
		name: 'attendance_id',
		type: 'string',
		default: '',
		placeholder: 'e.g. att-1042',
		description: 'The booking to show with its event',
	},
	{
		displayName: 'Event Address',
		name: 'url',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://book.example.com/intro-call',
		description: 'Public address of the event',
	},
	{
		displayName: 'Event Slug',
		name: 'slug',
		type: 'string',
		default: '',
		placeholder: 'e.g. intro-call',
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

export const calendarParameters: INodeProperties[] = [
	resourceParameter([{ name: 'calendar', label: 'Calendar' }]),
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['calendar'] } },
		options: [
			{
				name: 'Bootstrap',
				value: 'bootstrap',
				action: 'Read what booking pages need',
				description: 'Get the workspace, the event with its weekly schedule, and an attendance',
			},
		],
		default: 'bootstrap',
	},
	toolDescription(
		'Returns an event of the booking calendar with its weekly schedule. It books and changes nothing.',
		show,
	),
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		displayOptions: { show },
		options: calendarFilters,
	},
	optionsParameter(requestOptions),
];
