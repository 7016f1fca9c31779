import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { readTextList, readStatusWords } from '../Transfer/statusWords';
import { maxParallelRequests } from '../shared/description/requestOptions';
import { readNumberParameter, readBooleanOption } from '../shared/execution';
import { badInput } from '../shared/http';
import { EVENTS, type Rules } from './events';
import { stalledAfterHours } from './parameters';

/** What a person entered in the trigger. */
export interface Settings extends Omit<Rules, 'service' | 'isTest'> {
	/** The transfers to watch, each once. */
	readonly ids: readonly string[];
	readonly parallel: number;
	readonly workspaceId: string;
	readonly acceptsOtherId: boolean;
}

const HOUR = 60 * 60_000;

/** Reads and checks the parameters of the trigger; sends nothing. */
export function readSettings(context: IPollFunctions): Settings {
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const ids = readIds(context.getNodeParameter('transferIds'));

	const events = readTextList('events', context.getNodeParameter('events'));
	const chosen = EVENTS.filter((event) => events.includes(event));
	if (chosen.length === 0 || chosen.length < events.length) {
		throw badInput(
			'events',
			`Events are ${JSON.stringify(events)}`,
			`Choose one or more of ${EVENTS.join(', ')}.`,
		);
	}
	const words = readStatusWords(options);
	const parallel = readNumberParameter(
		options.maxParallelRequests ?? maxParallelRequests.default,
		maxParallelRequests,
		'options.maxParallelRequests',
	);
	const skipEnded = readBooleanOption(options, 'skipEnded', 'Skip Already Ended');
	const acceptsOtherId = readBooleanOption(options, 'acceptOtherId', 'Accept Another ID');
	const hours = readNumberParameter(
		options.stalledAfterHours ?? stalledAfterHours.default,
		stalledAfterHours,
		'options.stalledAfterHours',
	);
	return {
		ids: ids,
		events: chosen,
		words: words,
		skipEnded: skipEnded,
		stalledAfterMs: hours * HOUR,
		acceptsOtherId: acceptsOtherId,
		parallel: parallel,
		workspaceId: String(options.workspaceId ?? '').trim(),
	};
}

/**
 * Reads the IDs as people paste them: separated by anything but letters and signs of an ID, in quotes, with invisible
 * characters, or as the address of a transfer.
 */
function readIds(given: unknown): string[] {
	const texts = readTextList('transferIds', given);
	const ids = texts
		.flatMap((text) => text.split(/[\s,;|\u3001\uff0c\uff1b]+/))
		.map((text) => text.replace(/[\p{Cc}\p{Cf}]/gu, '').replace(QUOTES, ''))
		.filter((text) => text !== '')
		.map(
			(text) => (ADDRESS.test(text) && text.split('/transfers/').at(1)?.split(/[/?#]/)[0]) || text,
		);
	const odd = ids.find((id) => id === '.' || id === '..' || ADDRESS.test(id));
	if (odd !== undefined) {
		throw badInput(
			'transferIds',
			`Transfer IDs: "${odd}" is not an ID`,
			'Enter the IDs of transfers, or addresses in which the ID follows /transfers/.',
		);
	}
	return [...new Set(ids)];
}

/** Around an ID, at both ends or one. */
const QUOTES =
	/^["'`\u00ab\u00bb\u2018-\u201f\u300c\u300d<([{]{1,3}|["'`\u00ab\u00bb\u2018-\u201f\u300c\u300d>)\]}]{1,3}$/g;

const ADDRESS = /^https?:/i;
