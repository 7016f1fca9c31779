import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { readTextList, readStatusWords } from '../Transfer/statusWords';
import { maxParallelRequests } from '../shared/description/requestOptions';
import { readNumberParameter, readBooleanOption } from '../shared/execution';
import { badInput, succeed, type Result } from '../shared/http';
import type { Rules, WatchedEvent } from './events';

/** What a person entered in the trigger. */
export interface Settings extends Omit<Rules, 'service'> {
	/** The transfers to watch, each once. */
	readonly ids: readonly string[];
	readonly parallel: number;
	readonly workspaceId: string;
}

const EVENTS: readonly WatchedEvent[] = ['finished', 'failed', 'progressed', 'changed'];

/** Reads and checks the parameters of the trigger; sends nothing. */
export function readSettings(context: IPollFunctions): Result<Settings> {
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const ids = readTextList('transferIds', context.getNodeParameter('transferIds'));
	if (!ids.ok) return ids;
	const odd = ids.value.find((id) => id === '.' || id === '..');
	if (odd) return badInput('transferIds', `"${odd}" is not an ID`, 'Enter the IDs of transfers.');

	const events = readTextList('events', context.getNodeParameter('events'));
	if (!events.ok) return events;
	const chosen = EVENTS.filter((event) => events.value.includes(event));
	if (chosen.length === 0 || chosen.length < events.value.length) {
		return badInput(
			'events',
			`Events are ${JSON.stringify(events.value)}`,
			`Choose one or more of ${EVENTS.join(', ')}.`,
		);
	}
	const words = readStatusWords(options);
	if (!words.ok) return words;
	const parallel = readNumberParameter(
		options.maxParallelRequests ?? maxParallelRequests.default,
		maxParallelRequests,
		'options.maxParallelRequests',
	);
	if (!parallel.ok) return parallel;
	const skipEnded = readBooleanOption(options, 'skipEnded', 'Skip Already Ended');
	if (!skipEnded.ok) return skipEnded;
	return succeed({
		ids: ids.value,
		events: chosen,
		words: words.value,
		skipEnded: skipEnded.value,
		parallel: parallel.value,
		workspaceId: String(options.workspaceId ?? '').trim(),
	});
}
