import type { IPollFunctions } from 'n8n-workflow';

import { statusWords, transferOptions } from '../Transfer/settings';
import { maxParallelRequests } from '../shared/description';
import {
	booleanOf,
	choiceListOf,
	inOptions,
	numberOf,
	readForPoll,
	textListOf,
	valueOf,
} from '../shared/execution';
import { badInput } from '../shared/http';
import { EVENTS, type Rules } from './events';
import {
	eventsParameter,
	skipEndedOption,
	stalledAfterHours,
	transferIdsParameter,
} from './parameters';

/** What a person entered in the trigger. */
export interface Settings extends Omit<Rules, 'service' | 'isTest'> {
	/** The transfers to watch, each once. */
	readonly ids: readonly string[];
	readonly parallel: number;
	readonly workspaceId?: string;
	readonly acceptsOtherId: boolean;
}

const HOUR = 60 * 60_000;

/** Reads and checks the parameters of the trigger; sends nothing. */
export function readSettings(context: IPollFunctions): Settings {
	const words = readForPoll(context, statusWords);
	const { hours, ...settings } = readForPoll(context, {
		...transferOptions,
		ids: valueOf(transferIdsParameter, readIds),
		events: choiceListOf(eventsParameter, EVENTS),
		...inOptions({
			parallel: numberOf(maxParallelRequests),
			skipEnded: booleanOf(skipEndedOption),
			hours: numberOf(stalledAfterHours),
		}),
	});
	return { ...settings, words, stalledAfterMs: hours * HOUR };
}

/**
 * Reads the IDs as people paste them: separated by anything but letters and signs of an ID, in quotes, with invisible
 * characters, or as the address of a transfer.
 */
function readIds(given: unknown, path: string): string[] {
	const texts = textListOf(transferIdsParameter).read(given, path);
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
			path,
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
