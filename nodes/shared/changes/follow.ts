import type { Steps } from '../execution';
import type { Reading } from './progress';
import { startAt, BEGINNING, type State } from './state';
import { baseline, missingIn, step, type Missing, type Rules, type Step } from './step';

/** From which time on changes are wanted: only those from now on, from a time on, or all. */
export type Start = 'now' | 'all' | number;

/** The state to begin with; undefined where the first read itself is the beginning. */
export const beginning = (start: Start): State | undefined =>
	start === 'now' ? undefined : startAt(start === 'all' ? BEGINNING : start);

/**
 * One step from a state, or from nothing: then what is there now counts as known. May be paused, as `step`.
 *
 * @param missing what became of `missingIn` this reading, where Archived is wanted
 */
export function* follow<R>(
	state: State | undefined,
	reading: Reading<R>,
	rules: Rules,
	missing?: Missing<R>,
): Steps<Step<R>> {
	return state
		? yield* step(state, reading, rules, missing)
		: { state: yield* baseline(reading, rules), changes: [] };
}

/** More missing records than this, and more than a tenth of all, are a list that went wrong. */
const MAX_MISSING = 20;
const MAX_MISSING_SHARE = 0.1;

/** The known records that a reading lacks, and whether they are too many to be believed. */
export function lookForMissing(state: State, reading: Reading) {
	const ids = missingIn(state, reading);
	const before = reading.rows.length + ids.length;
	return { ids, isDoubtful: ids.length > MAX_MISSING && ids.length > before * MAX_MISSING_SHARE };
}
