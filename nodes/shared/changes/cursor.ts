import { parseJson } from '../schema/jsonText';
import { isObject } from '../schema/values';
import type { Steps } from '../execution';
import { Recent } from './remembered';
import { BEGINNING, startAt, type State } from './state';
import type { Step } from './step';

/** Texts that say where to go on; what they hold is not for others, and no secret. */

/** Changes whenever what is in a cursor does. */
const VERSION = '1';

/** A cursor with more keys than this is not given for every record, because it would be long. */
const MAX_KEYS = 20;

/**
 * Writes a state as text.
 *
 * @param scope a short hash of the list that it is about
 */
export const encodeCursor = (scope: string, { from, high, lag, recent, known }: State): string =>
	`${VERSION}.${toText([scope, timeOrNull(from), timeOrNull(high), lag ?? null, recent, known])}`;

/** What a cursor says; undefined for a text that is none. */
export function decodeCursor(cursor: string): { scope: string; state: State } | undefined {
	const [version, text = ''] = cursor.trim().split('.');
	if (version !== VERSION) return undefined;
	const parts = fromText(text);
	if (!Array.isArray(parts)) return undefined;
	const [scope, from, high, lag, recent, known] = parts as unknown[];
	if (typeof scope !== 'string' || typeof known !== 'string' || !isRecent(recent)) return undefined;
	if (![from, high, lag].every((time) => time === null || Number.isFinite(time))) return undefined;
	const begin = startAt(BEGINNING);
	return {
		scope,
		state: {
			...begin,
			isNew: from === null,
			from: (from as number | null) ?? BEGINNING,
			fresh: (from as number | null) ?? BEGINNING,
			high: (high as number | null) ?? BEGINNING,
			...(lag === null ? {} : { lag: lag as number }),
			recent,
			known,
		},
	};
}

/**
 * A cursor for each change of a step, from which everything after it is found. While many records of the last
 * minutes follow each other, some of them carry the cursor of an earlier one, from which they are found
 * again; the last one never does. May be paused at every change.
 */
export function* cursorsOf(
	scope: string,
	before: State,
	{ state: after, changes }: Step,
): Steps<string[]> {
	const recent = new Recent(before.recent);
	const cursors: string[] = [];
	let cursor = encodeCursor(scope, before);
	for (const [index, { id, version, time }] of changes.entries()) {
		yield;
		const next = changes[index + 1];
		if (time !== undefined) {
			recent.add({ id, version, updated: time, record: undefined }, before.from);
		}
		const from = next
			? Math.max(before.from, Math.min(after.from, next.time ?? Infinity))
			: after.from;
		// Times ascend, so that what one look forgets no later one needs, and no look takes long.
		const kept = next ? yield* recent.since(from, MAX_KEYS) : yield* recent.since(from);
		if (kept) {
			const { known } = next ? before : after;
			cursor = encodeCursor(scope, { ...after, from, recent: kept, known });
		}
		cursors.push(cursor);
	}
	return cursors;
}

const timeOrNull = (time: number) => (time === BEGINNING ? null : time);

const toText = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

const fromText = (text: string) => parseJson(Buffer.from(text, 'base64url').toString());

const isRecent = (value: unknown): value is State['recent'] =>
	isObject(value) && Object.values(value).every((states) => typeof states === 'string');
