import type { IDataObject } from 'n8n-workflow';

import { cursorsOf, decodeCursor, MAX_CURSOR, MAX_KEYS } from '../../../changes/cursor';
import { BEGINNING, hashOf, startAt } from '../../../changes/state';
import { eventId, step, type Change, type Rules } from '../../../changes/step';
import {
	eachInSteps,
	inOptions,
	itemReader,
	numberOf,
	textOf,
	runInSlices,
	valueOf,
	type ItemWork,
} from '../../../execution';
import { badInput, Failure, holdsExpression } from '../../../http';
import { cursorParameter, ignoredFieldsOption, overlapOption } from '../../description/lists';
import type { Resource } from '../../definition/resource';
import { callOptionsReader, type RecordContext } from '../input/itemInput';
import { readOutputChoice, type OutputChoice } from '../outputChoice';
import { readChanges, type ChangeSource } from './changes';
import { filtersReader } from './filters';
import { limitReader } from './getMany';
import { originOf, type Opened } from './origin';
import { ignoredFieldsIn } from './search';

const MINUTE = 60_000;

/** What an item wants of Get Changes. */
type Wanted = ReturnType<ReturnType<typeof wantedReader>>;

/** Get Changes: reads what has changed since the cursor of each item, and writes a cursor for each change. */
export function getChangesAction(execution: RecordContext): ItemWork {
	const { context, baseUrl, resource, hints } = execution;
	const readWanted = wantedReader(execution);
	return async (item) => {
		const output = readOutputChoice(context, resource, item, hints);
		const { changes, cursors, doubts, more } = await search(readWanted(item));
		hints.note(doubts);
		const rows = changes.map(({ record = {} }) => record);
		hints.listed({ rows, count: rows.length, matching: rows.length, doubt: more });
		return await runInSlices(shown(changes, cursors, [baseUrl, resource.name], output));
	};
}

/** Prepares to read the parameters of an item. */
function wantedReader(execution: RecordContext) {
	const { context, service, resource, hints, parallel, baseUrl, valuesKey } = execution;
	const readCallOptions = callOptionsReader(context, resource);
	const readLimit = limitReader(context);
	const readFilters = filtersReader(execution);
	const readOwn = itemReader(context, {
		...inOptions({
			ignoredFields: textOf(ignoredFieldsOption),
			overlapMinutes: numberOf(overlapOption),
		}),
		cursor: valueOf(cursorParameter, readWrittenCursor),
	});
	return (item: number) => {
		const options = readCallOptions(item);
		const limit = readLimit(item);
		const { cursor, ignoredFields, overlapMinutes } = readOwn(item);
		const { query, updatedAfter } = readFilters(item, options);
		const list = { service, resource, query, options, parallel, note: hints.note };
		const ignored = ignoredFieldsIn(ignoredFields);
		const rules: Rules = {
			events: ['created', 'updated'],
			overlapMs: overlapMinutes * MINUTE,
			maxEvents: limit,
			watches: false,
			keepsKnown: false,
		};
		return {
			source: { ...list, baseUrl, valuesKey, watched: [], ignored },
			rules,
			/** The time to begin with, where one was given. */
			date: updatedAfter,
			cursor,
		};
	};
}

/** @throws Failure for an expression without a value: the first run must not begin by mistake */
function readWrittenCursor(given: unknown, path: string, written: unknown): string | undefined {
	const cursor = textOf(cursorParameter).read(given, path);
	if (cursor !== undefined || !holdsExpression(written))
		return cursor === 'start' ? undefined : cursor;
	throw badInput(
		path,
		`${cursorParameter.displayName} is an expression that gives no value`,
		'Correct the expression. For the first run it has to give the word start.',
	);
}

/** Searches from a cursor, and writes one for each change. */
async function search({ source, rules, date, cursor }: Wanted) {
	const { baseUrl, resource } = source;
	const scope = scopeOf(source);
	const given = cursor === undefined ? undefined : readCursor(cursor, scope, resource);
	const before = given && { baseUrl, ...given.origin };
	const origin = { scope, ...(await originOf(source, before, WITHOUT_CURSOR)) };
	const state = given?.state ?? startAt(date ?? BEGINNING);
	const reading = await readChanges(source, rules, state.from, false);
	const found = await runInSlices(step(state, reading, rules));
	const cursors = await runInSlices(cursorsOf(origin, state, found));
	if (cursors.some(({ length }) => length > MAX_CURSOR)) throw tooManyUndated(resource);
	const isCut = Object.keys(found.state.recent).length > MAX_KEYS && found.changes.length > 0;
	return {
		...{ changes: found.changes, cursors },
		more: found.state.backlog === true ? (isCut ? MORE_AND_CUT : MORE) : undefined,
		doubts: [...(reading.doubt === undefined ? [] : [reading.doubt]), ...(isCut ? [CUT] : [])],
	};
}

const WITHOUT_CURSOR = 'Or begin anew without the cursor.';

const CUT = `More than ${MAX_KEYS} records changed within the last minutes. A cursor names no more, so that the next run returns the others again, with the same event_id.`;

const tooManyUndated = ({ label, plural }: Resource) =>
	new Failure({
		kind: 'input',
		message: `Too many ${plural.toLowerCase()} do not show when they were last updated for a cursor`,
		remedy: `Use the Workspace Records Changes Trigger for ${label.toLowerCase()} changes.`,
	});

/** Makes the item of each change: the record, what happened to it, and the cursor from which the next changes are found. */
const shown = (
	changes: ReadonlyArray<Change<IDataObject>>,
	cursors: readonly string[],
	origin: readonly string[],
	output: OutputChoice,
) =>
	eachInSteps(changes, (change, at): IDataObject => {
		const { event, record = {} } = change;
		return { ...output(record), event, event_id: eventId(origin, change), cursor: cursors[at] };
	});

const MORE =
	'More records have changed. Turn on Return All, or run it again with the cursor of the last record.';

/** From the cursor of the last record, a limit gives records of the same minutes again, before the rest. */
const MORE_AND_CUT =
	'More records have changed. Turn on Return All, or run it again when the Overlap has passed.';

/** A hash of what a cursor is about; the credential may be another one. */
function scopeOf({ baseUrl, resource, options, query }: ChangeSource & Opened): string {
	const { pathParameter, workspaceId } = options;
	return hashOf(JSON.stringify([baseUrl, resource.name, pathParameter, workspaceId, query]));
}

function readCursor(given: string, scope: string, { plural }: Resource) {
	const { name } = cursorParameter;
	const cursor = decodeCursor(given);
	if (!cursor) {
		throw badInput(
			name,
			'Cursor is not one that Get Changes gives, or it was changed',
			'Use the field `cursor` of a record from an earlier run, or leave it empty to begin anew.',
		);
	}
	if (cursor.origin.scope === scope) return cursor;
	throw badInput(
		name,
		`Cursor is about another list than these ${plural.toLowerCase()}`,
		'It goes with the same kind of record, base URL, workspace and filters. Leave it empty to begin anew.',
	);
}
