import type { IDataObject } from 'n8n-workflow';

import { cursorsOf, decodeCursor } from '../../../changes/cursor';
import { beginning, step, type Rules } from '../../../changes/step';
import { unpackKnown } from '../../../changes/remembered';
import { hashOf } from '../../../changes/row';
import type { State } from '../../../changes/state';
import {
	inOptions,
	itemReader,
	numberOf,
	textOf,
	runInSlices,
	type ItemWork,
	type Steps,
} from '../../../execution';
import { badInput, Failure } from '../../../http';
import { cursorParameter } from '../../description/lists';
import { overlapOption } from '../../description/options';
import type { Resource } from '../../definition/resource';
import type { RecordContext } from '../input/itemInput';
import { callOptionsReader } from '../input/itemInput';
import { checkOutputChoice, readOutputChoice, type OutputChoice } from '../outputChoice';
import type { CallOptions } from '../requests';
import { readChanges, type ChangeSource } from './changes';
import { filtersReader, limitReader } from './getMany';
import { newLearnedOfLists } from './pages';

const MINUTE = 60_000;

/**
 * Records without a time of their last update that a cursor can tell apart; it then holds something of each
 * of them.
 */
const MAX_WITHOUT_TIME = 1000;

/** Get Changes: reads what has changed since the cursor of each item. */
export function getChangesAction(execution: RecordContext): ItemWork {
	const { context, service, baseUrl, resource, hints, parallel } = execution;
	const readCallOptions = callOptionsReader(context, resource);
	const readLimit = limitReader(context);
	const readFilters = filtersReader(context, resource);
	const readPosition = itemReader(context, {
		...inOptions({ overlapMinutes: numberOf(overlapOption) }),
		cursor: textOf(cursorParameter),
	});
	const learned = newLearnedOfLists();
	return async (item) => {
		hints.note(checkOutputChoice(context, resource, item));
		const options = readCallOptions(item);
		const limit = readLimit(item);
		const { overlapMinutes, cursor } = readPosition(item);
		const overlap = overlapMinutes * MINUTE;
		const { query, updatedAfter } = readFilters(item, options);
		const scope = scopeOf(baseUrl, resource, options, query);
		const state = stateIn(cursor, scope, resource, updatedAfter);
		const source = {
			...{ service, resource, watched: [], overlapMs: overlap },
			query: { query, options, parallel, learned, differences: hints.differences },
		};
		const rules: Rules = {
			events: ['created', 'updated'],
			overlapMs: overlap,
			maxEvents: limit,
			watches: false,
			keepsKnown: false,
		};
		const { records, cursors, hasMore, read, doubt } = await findChanges(
			source,
			rules,
			scope,
			state,
		);
		const count = records.length;
		if (doubt !== undefined) hints.note([doubt]);
		const more = hasMore ? MORE : undefined;
		hints.listed({ rows: records, count, matching: count, read, doubt: more }, true);
		const output = readOutputChoice(context, resource, item);
		return await runInSlices(shown(records, cursors, output));
	};
}

/** Separate functions, so that memory of one step can be freed before the next. */
async function findChanges(source: ChangeSource, rules: Rules, scope: string, state: State) {
	const { step: next, ...reading } = await search(source, rules, state);
	if (unpackKnown(next.state.known).size > MAX_WITHOUT_TIME) throw withoutTime(source.resource);
	const cursors = await runInSlices(cursorsOf(scope, state, next));
	const records = next.changes.map(({ record = {} }) => record);
	return { ...reading, records, cursors, hasMore: next.state.backlog === true };
}

async function search(source: ChangeSource, rules: Rules, state: State) {
	const reading = await readChanges(source, state.from, false);
	const found = await runInSlices(step(state, reading, rules));
	return { step: found, read: reading.rows.length, doubt: reading.doubt };
}

/** Puts in the place of each record its item, with the cursor from which the next run goes on. */
function* shown(
	records: IDataObject[],
	cursors: readonly string[],
	output: OutputChoice,
): Steps<IDataObject[]> {
	for (const [at, record] of records.entries()) {
		yield;
		const item = output(record);
		item.cursor = cursors[at];
		records[at] = item;
	}
	return records;
}

const MORE =
	'More records have changed. Turn on Return All, or run it again with the cursor of the last record.';

/** A hash of what a cursor is about; the credential may be another one. */
const scopeOf = (
	baseUrl: string,
	{ name }: Resource,
	{ pathParameter, workspaceId }: CallOptions,
	query: IDataObject,
): string => hashOf(JSON.stringify([baseUrl, name, pathParameter, workspaceId, query]));

function stateIn(
	given: string | undefined,
	scope: string,
	{ plural }: Resource,
	updatedAfter: number | undefined,
): State {
	const { name } = cursorParameter;
	if (given === undefined) return beginning(updatedAfter ?? 'all') as State;
	const cursor = decodeCursor(given);
	if (!cursor) {
		throw badInput(
			name,
			'Cursor is not one that Get Changes gives',
			'Use the field `cursor` of a record from an earlier run, or leave it empty to begin anew.',
		);
	}
	if (cursor.scope === scope) return cursor.state;
	throw badInput(
		name,
		`Cursor is about another list than these ${plural.toLowerCase()}`,
		'It goes with the same kind of record, base URL, workspace and filters. Leave it empty to begin anew.',
	);
}

const withoutTime = ({ label, plural }: Resource) =>
	new Failure({
		kind: 'input',
		message: `More than ${MAX_WITHOUT_TIME.toLocaleString('en')} ${plural.toLowerCase()} do not show when they were last updated`,
		remedy: `A cursor cannot hold that many. Use the Workspace Records Trigger for ${label.toLowerCase()} changes.`,
	});
