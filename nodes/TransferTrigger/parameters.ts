import type { INodeProperties } from 'n8n-workflow';

import { maxParallelRequests, optionsParameter, workspaceOption } from '../shared/description';
import {
	acceptOtherIdOption,
	failedStatusesOption,
	finishedStatusesOption,
} from '../Transfer/parameters';

export const stalledAfterHours: INodeProperties = {
	displayName: 'Stalled After (Hours)',
	name: 'stalledAfterHours',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 8760, numberPrecision: 0 },
	default: 24,
	description:
		'After how many hours without a change the event Stalled is emitted, if it is chosen',
};

const EVENT_DESCRIPTIONS = {
	changed: 'Any change, including the end',
	corrected:
		'After its end, the transfer shows another outcome or other numbers of rows. The new end is also emitted as Finished or Failed.',
	failed: 'The transfer has ended as failed',
	filesReady: 'The transfer has ended, and shows a link to a file for the first time',
	finished: 'The transfer has ended, possibly with some rows that failed',
	progressed: 'The progress or the numbers of processed rows have changed',
	resumed: 'The transfer runs again after it had ended',
	stalled: 'The transfer has not ended, and has not changed for a day (see the options)',
	unknownStatus:
		'The status is a word on no list, and does not change. The item names the word and where to enter it.',
	unreachable: 'One transfer cannot be read though the service works, such as an unknown ID',
};

/** The editor's name of an event: `filesReady` → `Files Ready`. */
export const eventName = (event: string): string =>
	event.charAt(0).toUpperCase() + event.slice(1).replace(/[A-Z]/g, ' $&');

/** Which transfers are watched. */
export const transferIdsParameter = {
	displayName: 'Transfer IDs',
	name: 'transferIds',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	required: true,
	placeholder: 'e.g. 0b9c7a52-6a0f-4f3e-9b1d-2c8e5a7f4d10',
	description:
		'IDs of the transfers to watch, separated by commas, semicolons, spaces or line breaks. Addresses that contain the ID work too. An expression may also give a list.',
} satisfies INodeProperties;

/** What starts the workflow. */
export const eventsParameter = {
	displayName: 'Trigger On',
	name: 'events',
	type: 'multiOptions',
	required: true,
	options: Object.entries(EVENT_DESCRIPTIONS).map(([value, description]) => {
		const action = `On transfer ${eventName(value).toLowerCase()}`;
		return { name: eventName(value), value, action, description };
	}),
	default: ['failed', 'finished', 'unknownStatus', 'unreachable'],
	description: 'Events that start the workflow; each event becomes one item',
} satisfies INodeProperties;

/** Whether an end counts that came before the first poll. */
export const skipEndedOption = {
	displayName: 'Skip Already Ended',
	name: 'skipEnded',
	type: 'boolean',
	default: false,
	description:
		'Whether to skip transfers that have already ended when they are first read. If n8n loses the state of the trigger, an end in the meantime is skipped too.',
} satisfies INodeProperties;

export const transferTriggerParameters: INodeProperties[] = [
	transferIdsParameter,
	eventsParameter,
	optionsParameter([
		failedStatusesOption,
		finishedStatusesOption,
		acceptOtherIdOption,
		maxParallelRequests,
		stalledAfterHours,
		skipEndedOption,
		workspaceOption,
	]),
];
