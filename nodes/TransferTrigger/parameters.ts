import type { INodeProperties } from 'n8n-workflow';

import {
	bounded,
	byText,
	fewParallelRequests,
	optionsParameter,
	requestsOption,
	textInput,
	toggle,
	whole,
	workspaceOption,
} from '../shared/description';
import {
	acceptOtherIdOption,
	failedStatusesOption,
	finishedStatusesOption,
} from '../Transfer/parameters';
import { EVENTS, EVENT_NAMES } from './events';

export const stalledAfterHours: INodeProperties = {
	...bounded('Stalled After (Hours)', 'stalledAfterHours', whole(1, 8760), 24),
	description:
		'After how many hours without a change the event Stalled is emitted, if it is chosen',
};

/** Which transfers are watched. */
export const transferIdsParameter = {
	...textInput('Transfer IDs', 'transferIds', 'e.g. 0b9c7a52-6a0f-4f3e-9b1d-2c8e5a7f4d10'),
	typeOptions: { rows: 3 },
	required: true,
	hint: 'Without one, the trigger can be neither tested nor activated',
	description:
		'IDs of the transfers to watch, separated by commas, semicolons, spaces or line breaks. Addresses that contain the ID work too. An expression may also give a list.',
} satisfies INodeProperties;

/** What starts the workflow. */
export const eventsParameter = {
	displayName: 'Trigger On',
	name: 'events',
	type: 'multiOptions',
	required: true,
	options: EVENT_NAMES.map((value) => {
		const { name, description } = EVENTS[value];
		return { name, value, action: `On transfer ${name.toLowerCase()}`, description };
	}).sort(byText('name')),
	default: ['failed', 'finished', 'attention'],
	description: 'Events that start the workflow; each event becomes one item',
} satisfies INodeProperties;

/** Whether an end counts that came before the first poll. */
export const skipEndedOption = toggle(
	'Skip Already Ended',
	'skipEnded',
	'Whether to skip transfers that have already ended when they are first read. If n8n loses the state of the trigger, an end in the meantime is skipped too.',
);

export const transferTriggerParameters: INodeProperties[] = [
	transferIdsParameter,
	eventsParameter,
	optionsParameter([
		failedStatusesOption,
		finishedStatusesOption,
		acceptOtherIdOption,
		requestsOption([fewParallelRequests, workspaceOption]),
		stalledAfterHours,
		skipEndedOption,
	]),
];
