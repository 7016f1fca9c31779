import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { inCollection, itemReader, parametersOf, textOf } from '../shared/execution';
import type { ServiceRequest } from '../shared/http';
import type { Outputs } from '../shared/resource';
import { runReads, type Expected } from '../shared/resource/actions/readResponse';
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

/** Kinds of values are specified, required keys observed. */
const expected: Expected = { shape: calendarBootstrap, specified: {} };

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

/** @throws NodeOperationError or NodeApiError, unless the node continues on errors */
export const runBootstrap = async (
	context: IExecuteFunctions,
	filters: readonly INodeProperties[],
) =>
	await runReads(context, expected, ({ context: caller }) => {
		// Blank filters count as not added; the service has defaults of its own.
		const unset = filters.map((filter) => ({ ...filter, default: '' }));
		const readFilters = itemReader(caller, inCollection('filters', parametersOf(unset, textOf)));
		return (item) => ({ ...request, query: readFilters(item) });
	});
