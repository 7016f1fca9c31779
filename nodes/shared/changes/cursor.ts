import { parseJson } from '../schema/jsonText';
import { fits, z } from '../schema/outside';
import { runAtOnce, type Steps } from '../execution';
import { Recent } from './remembered';
import { BEGINNING, hashOf, startAt, type State } from './state';
import type { Step } from './step';

/** Texts that say where a search continues. Their content is internal, but no secret. */

/** Changes whenever what is in a cursor does. */
const VERSION = '2';

/** Maximum number of states of records, and of records without a time, in a cursor. */
export const MAX_KEYS = 40;

/** Longer ones do not fit into a field of many tables. */
export const MAX_CURSOR = 2048;

/** What a cursor is about, beside the state: short texts. */
interface CursorOrigin {
	/** The list. */
	readonly scope: string;
	/** What is entered in the credential, and the workspace that it opens, as far as that is known. */
	readonly credential: string;
	readonly workspace?: string;
}

/** Writes a state as text. */
export function encodeCursor(
	{ scope, credential, workspace = '' }: CursorOrigin,
	{ from, high, lag, recent, known }: State,
): string {
	const about = [scope, credential, workspace];
	const state = [timeOrNull(from), timeOrNull(high), lag ?? null, recent, known];
	const text = Buffer.from(JSON.stringify([...about, ...state])).toString('base64url');
	return `${VERSION}.${text}.${hashOf(text)}`;
}

const TIME = z.number().nullable();
/** As `encodeCursor` writes it: where it came from, then the state. */
const WRITTEN = z.tuple([
	...([z.string(), z.string(), z.string(), TIME, TIME, TIME] as const),
	z.record(z.string(), z.string()),
	z.string(),
]);

/** What a cursor says; undefined for any other text, and for a damaged one. */
export function decodeCursor(
	cursor: string,
): { readonly origin: CursorOrigin; readonly state: State } | undefined {
	const [version, text = '', check] = cursor.trim().split('.');
	if (version !== VERSION || check !== hashOf(text)) return undefined;
	const written = parseJson(Buffer.from(text, 'base64url').toString());
	if (!fits(WRITTEN, written)) return undefined;
	const [scope, credential, workspace, from, high, lag, recent, known] = written;
	const begin = startAt(from ?? BEGINNING);
	const state = { ...begin, since: BEGINNING, high: high ?? BEGINNING, recent, known };
	return {
		origin: { scope, credential, ...(workspace ? { workspace } : {}) },
		state: { ...state, isNew: from === null, ...(lag === null ? {} : { lag }) },
	};
}

/**
 * A cursor for each change of a step, from which everything after it is found. While many records of the last
 * minutes follow each other, some of them carry the cursor of an earlier one, from which they are found
 * again; from the last one only what does not fit into it is. May be paused at every change.
 */
export function* cursorsOf(
	origin: CursorOrigin,
	before: State,
	{ state: after, changes }: Step,
): Steps<string[]> {
	const recent = new Recent(before.recent);
	const cursors: string[] = [];
	let cursor = encodeCursor(origin, before);
	// The clock of one response may be ahead: nothing later than what is shown has surely been dealt with.
	const times = changes.flatMap(({ time }) => time ?? []);
	const end = times.length > 0 ? Math.max(before.from, times[times.length - 1] + 1) : before.from;
	for (const [index, { id, version, time }] of changes.entries()) {
		yield;
		const next = changes[index + 1];
		if (time !== undefined) {
			recent.add({ id, version, updated: time, record: undefined }, before.from);
		}
		const from = next
			? Math.max(before.from, Math.min(after.from, next.time ?? end))
			: Math.min(after.from, end);
		// Times ascend, so that what one look forgets no later one needs, and no look takes long.
		const kept = yield* recent.since(from, MAX_KEYS);
		if (!next) cursor = shortest(origin, after, from);
		else if (kept) {
			cursor = encodeCursor(origin, { ...after, from, recent: kept, known: before.known });
		}
		cursors.push(cursor);
	}
	return cursors;
}

/** The cursor of the last change: with as many of the latest states as fit. */
function shortest(origin: CursorOrigin, after: State, from: number): string {
	const states = Object.entries(runAtOnce(new Recent(after.recent).since(from)));
	const withStates = (count: number) =>
		encodeCursor(origin, { ...after, from, recent: Object.fromEntries(states.slice(-count)) });
	return [MAX_KEYS, MAX_KEYS / 2].map(withStates).find(isShort) ?? withStates(1);
}

const isShort = ({ length }: string) => length <= MAX_CURSOR;

const timeOrNull = (time: number) => (time === BEGINNING ? null : time);
