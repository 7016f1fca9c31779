import type { IDataObject } from 'n8n-workflow';

import { misunderstood, readValue } from '../shared/schema/values';
import { badInput } from '../shared/http';
import { DEFAULT_WORDS, type StatusWords } from '../shared/transfer/record';

/** Reads the two lists from a node's options. */
export function readStatusWords(options: IDataObject): StatusWords {
	const finished = readTextList('options.finishedStatuses', options.finishedStatuses);
	const failed = readTextList('options.failedStatuses', options.failedStatuses);
	return {
		finished: options.finishedStatuses === undefined ? DEFAULT_WORDS.finished : finished,
		failed: options.failedStatuses === undefined ? DEFAULT_WORDS.failed : failed,
	};
}

/** The editor's names of the lists. */
const LABELS: Readonly<Record<string, string>> = {
	'options.finishedStatuses': 'Finished Statuses',
	'options.failedStatuses': 'Failed Statuses',
	transferIds: 'Transfer IDs',
	events: 'Events',
};

/** Reads texts from a list, or from one text with commas or line breaks; each once, none empty. */
export function readTextList(parameter: string, given: unknown): string[] {
	const value = typeof given === 'number' ? String(given) : (given ?? '');
	const read = readValue('texts', value, '') as string[] | undefined;
	if (!read) {
		throw badInput(
			parameter,
			`${LABELS[parameter] ?? parameter} is not a list of texts: ${misunderstood('texts', value)}`,
			'Enter a list, or text separated by commas or line breaks.',
		);
	}
	const texts = read.map((text) => text.trim());
	return [...new Set(texts)].filter((text) => text !== '');
}
