import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import {
	cursorsOf,
	decodeCursor,
	MAX_CURSOR,
	MAX_KEYS,
	type CursorOrigin,
} from '../../../changes/cursor';
import { hashOf } from '../../../changes/row';
import type { State } from '../../../changes/state';
import {
	beginning,
	eventId,
	step,
	type Change,
	type Rules,
	type Start,
} from '../../../changes/step';
import {
	booleanOf,
	choiceOf,
	eachInSteps,
	inOptions,
	itemReader,
	numberOf,
	textOf,
	runInSlices,
	type ItemWork,
} from '../../../execution';
import { badInput, Failure, holdsExpression } from '../../../http';
import {
	cursorParameter,
	includeArchivedParameter,
	positionParameter,
	resetOption,
} from '../../description/lists';
import { ignoredFieldsOption, overlapOption } from '../../description/options';
import type { Resource } from '../../definition/resource';
import type { RecordContext } from '../input/itemInput';
import { callOptionsReader } from '../input/itemInput';
import { readOutputChoice, type OutputChoice } from '../outputChoice';
import { readChanges, type ChangeSource } from './changes';
import { filtersReader, limitReader, startDate, startFrom } from './getMany';
import { objectOf, originOf, type Opened } from './origin';
import { newLearnedOfLists } from './pages';
import { isManual, loadPosition, refuseLostPosition, stagePosition } from './position';
import { ignoredFieldsIn, searchOn } from './search';

const MINUTE = 60_000;

/** What an item wants of Get Changes. */
type Wanted = ReturnType<ReturnType<typeof wantedReader>>;

/** Get Changes: reads what has changed since the last confirmed run, or since the cursor of each item. */
export function getChangesAction(execution: RecordContext): ItemWork {
	const { context, baseUrl, resource, hints } = execution;
	const readWanted = wantedReader(execution);
	return async (item) => {
		const output = readOutputChoice(context, resource, item, hints);
		const wanted = readWanted(item);
		const { remembers } = wanted;
		if (remembers && item > 0) {
			hints.note([ONCE]);
			return [];
		}
		const found = remembers
			? await searchRemembered(execution, wanted)
			: await searchFromCursor(wanted);
		const { changes, cursors, doubts, hasMore, isSince, read } = found;
		hints.note(doubts);
		const rows = changes.map(({ record = {} }) => record);
		const doubt = hasMore ? (remembers ? MORE : MORE_BY_CURSOR) : undefined;
		hints.listed({ rows, count: rows.length, matching: rows.length, read, doubt }, isSince);
		return await runInSlices(shown(changes, cursors, [baseUrl, resource.name], output));
	};
}

/** Prepares to read the parameters of an item. */
function wantedReader(execution: RecordContext) {
	const { context, service, resource, hints, parallel, baseUrl, credentialKey } = execution;
	const readCallOptions = callOptionsReader(context, resource);
	const readLimit = limitReader(context);
	const readFilters = filtersReader(execution);
	const readPosition = itemReader(context, {
		...inOptions({
			ignoredFields: textOf(ignoredFieldsOption),
			overlapMinutes: numberOf(overlapOption),
			reset: textOf(resetOption),
		}),
		position: choiceOf<'remember' | 'cursor'>(positionParameter),
		from: startFrom,
	});
	const readCursor = itemReader(context, { cursor: textOf(cursorParameter) });
	const readArchived = itemReader(context, { archived: booleanOf(includeArchivedParameter) });
	const readDate = itemReader(context, { date: startDate(context) });
	const learned = newLearnedOfLists();
	return (item: number) => {
		const options = readCallOptions(item);
		const limit = readLimit(item);
		const { ignoredFields, overlapMinutes, position, from, reset } = readPosition(item);
		const ignored = ignoredFieldsIn(ignoredFields);
		const remembers = position === 'remember';
		const { query, updatedAfter } = readFilters(item, options);
		const date = from === 'date' && updatedAfter === undefined ? readDate(item).date : updatedAfter;
		const archived = remembers && readArchived(item).archived;
		const lists = { query, options, parallel, learned, differences: hints.differences };
		const opened = { service, resource, baseUrl, credentialKey };
		const rules: Rules = {
			events: ['created', 'updated', ...(archived ? (['archived'] as const) : [])],
			overlapMs: overlapMinutes * MINUTE,
			maxEvents: limit,
			watches: false,
			keepsKnown: archived,
		};
		const start: Start = date ?? (from as Start);
		return {
			remembers,
			source: { ...opened, watched: [], ignored, query: lists },
			settings: { rules, start, sweepMs: 0, allowManyArchived: false },
			/** A time was given for the first run. */
			isDated: date !== undefined,
			cursor: remembers ? undefined : cursorIn(context, item, readCursor(item).cursor),
			reset: remembers ? resetIn(context, reset) : undefined,
		};
	};
}

/** @throws Failure for an expression without a value: the first run must not begin by mistake */
function cursorIn(context: IExecuteFunctions, item: number, cursor: string | undefined) {
	const { displayName, name } = cursorParameter;
	const written = context.getNodeParameter(name, item, '', { rawExpressions: true });
	if (cursor === undefined && holdsExpression(written)) {
		throw badInput(
			name,
			`${displayName} is an expression that gives no value`,
			'Correct the expression. For the first run it has to give the word start.',
		);
	}
	return cursor === 'start' ? undefined : cursor;
}

/** @throws Failure for an expression: every other value of it would begin anew */
function resetIn(context: IExecuteFunctions, reset: string | undefined) {
	const path = `options.${resetOption.name}`;
	const written = context.getNodeParameter(path, 0, '', { rawExpressions: true });
	if (reset === undefined || !holdsExpression(written)) return reset;
	const remedy = 'Every other value of it begins anew, so enter a text.';
	throw badInput(path, `${resetOption.displayName} is an expression`, remedy);
}

/** Searches from the last confirmed position of this node, and notes how far it got. */
async function searchRemembered(execution: RecordContext, wanted: Wanted) {
	const { context, resource, items } = execution;
	const { source, settings, reset, isDated } = wanted;
	if (items.length < context.getInputData().length) {
		throw badInput(
			'credentials',
			'The credential opens different services for different items, and this node has one position',
			'Use a node for each workspace, or Position Cursor.',
		);
	}
	const stored = loadPosition(context, context.getNode().id);
	if (!stored && !isManual(context)) await refuseLostPosition(context, reset);
	const object = objectOf(resource, source.query.options);
	const isSame = stored?.object === object && (reset === undefined || stored.reset === reset);
	const before = isSame ? stored : undefined;
	const found = await searchOn(source, settings, before, BEGIN_ANEW);
	const { changes, doubts, failure, kept, rows, state } = found;
	if (failure && changes.length === 0) throw failure;
	await stagePosition(context, changes.length, {
		...{ ...kept, object, state, at: Date.now(), reset: reset ?? stored?.reset },
		number: (stored?.number ?? 0) + 1,
	});
	return {
		changes,
		cursors: undefined,
		hasMore: state.backlog === true,
		read: rows.length,
		isSince: before !== undefined || isDated,
		doubts: isManual(context) ? [...doubts, MANUAL] : doubts,
	};
}

const ONCE =
	'Position Remember: the node has one position, so that it ran once, with the parameters of the first item.';

const MANUAL =
	'Position Remember: a run by hand remembers nothing, so that the next run reads the same changes. Publish the workflow to go on from run to run; to try it on what is there, set Start From to All Records.';

const BEGIN_ANEW = 'To begin anew with Start From, enter a new text in the option Reset.';

/** Searches from a cursor, and writes one for each change. */
async function searchFromCursor(wanted: Wanted) {
	const { source, settings, cursor, isDated } = wanted;
	const { baseUrl, resource } = source;
	const { rules, start } = settings;
	const scope = scopeOf(source);
	const given = cursor === undefined ? undefined : readCursor(cursor, scope, resource);
	const before = given && { baseUrl, ...given.origin };
	const origin = { scope, ...(await originOf(source, before, WITHOUT_CURSOR)) };
	const state = given?.state ?? beginning(start);
	if (!state) {
		throw badInput(
			startFrom.definition.name,
			'Start From is Now, and a run without changes gives no cursor to go on from',
			'Choose Date or All Records, or Position Remember in This Workflow.',
		);
	}
	const reading = await readChanges(source, rules, state.from, false);
	const found = await runInSlices(step(state, reading, rules));
	const cursors = await writeCursors(origin, state, found, resource);
	const isCut = Object.keys(found.state.recent).length > MAX_KEYS && found.changes.length > 0;
	return {
		...{ changes: found.changes, cursors, read: reading.rows.length },
		hasMore: found.state.backlog === true,
		isSince: given !== undefined || isDated,
		doubts: [...(reading.doubt === undefined ? [] : [reading.doubt]), ...(isCut ? [CUT] : [])],
	};
}

const WITHOUT_CURSOR = 'Or begin anew without the cursor.';

const CUT = `More than ${MAX_KEYS} records changed within the last minutes. A cursor names no more, so that the next run returns the others again, with the same event_id. Position Remember returns each once.`;

async function writeCursors(
	origin: CursorOrigin,
	before: State,
	found: Parameters<typeof cursorsOf>[2],
	{ label, plural }: Resource,
): Promise<readonly string[]> {
	const cursors = await runInSlices(cursorsOf(origin, before, found));
	if (!cursors.some(({ length }) => length > MAX_CURSOR)) return cursors;
	throw new Failure({
		kind: 'input',
		message: `Too many ${plural.toLowerCase()} do not show when they were last updated for a cursor`,
		remedy: `Use Position Remember, or the Workspace Records Trigger for ${label.toLowerCase()} changes.`,
	});
}

/** Makes the item of each change: the record, and what the event adds to it. */
const shown = (
	changes: ReadonlyArray<Change<IDataObject>>,
	cursors: readonly string[] | undefined,
	origin: readonly string[],
	output: OutputChoice,
) =>
	eachInSteps(changes, (change, at): IDataObject => {
		const { id, event, record } = change;
		const item = record ? { ...output(record) } : { id };
		const cursor = cursors ? { cursor: cursors[at] } : {};
		return { ...item, event, event_id: eventId(origin, change), ...cursor };
	});

const MORE =
	'More records have changed. Turn on Return All, or run it again when these are confirmed.';

const MORE_BY_CURSOR =
	'More records have changed. Turn on Return All, or run it again with the cursor of the last record.';

/** A hash of what a cursor is about; the credential may be another one. */
function scopeOf({ baseUrl, resource, query: { options, query } }: ChangeSource & Opened): string {
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
