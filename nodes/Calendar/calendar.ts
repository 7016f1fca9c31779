import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Outputs } from '../shared/resource';
import {
	ResponseDifferences,
	sendRead,
	type Expected,
} from '../shared/resource/actions/readResponse';
import type { Shape } from '../shared/schema/types';
import {
	inCollection,
	itemReader,
	parametersOf,
	isCallOfModel,
	runForModel,
	runNode,
	textOf,
	type ItemWork,
	type ExecutionContext,
} from '../shared/execution';
import type { Asked } from '../shared/http';
import { calendarFilters } from './parameters';

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

/**
 * Reads what a booking page needs (specification: GET /v1/public/calendar/bootstrap).
 *
 * @throws NodeOperationError or NodeApiError, unless the node continues on errors
 */
export async function runBootstrap(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	if (isCallOfModel(context)) return await runForModel(context, runBootstrap);
	const differences = new ResponseDifferences();
	const output = await runNode(context, (execution) => prepareBootstrap(execution, differences));
	differences.publish(context);
	return output;
}

/** A calendar has no ID of its own. */
const asks: Asked = {
	kind: 'read',
	record: { ids: [], externalIds: [], wrappers: [], fields: Object.keys(calendarBootstrap) },
};

/** Kinds of values are specified, required keys observed. */
const expected: Expected = { shape: calendarBootstrap, specified: {} };

function prepareBootstrap(
	{ context, service }: ExecutionContext,
	differences: ResponseDifferences,
): ItemWork {
	// Blank filters count as not added; the service has defaults of its own.
	const filters = calendarFilters.map((filter) => ({ ...filter, default: '' }));
	const readFilters = itemReader(context, inCollection('filters', parametersOf(filters, textOf)));
	return async (item) => {
		const sent = await sendRead(
			service,
			{
				method: 'GET',
				path: '/v1/public/calendar/bootstrap',
				query: readFilters(item),
				idempotent: true,
				asks,
				purpose: 'read the calendar',
				permission: 'read',
			},
			expected,
			differences,
		);
		return [sent];
	};
}
