import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import type { Start, ChangeEvent, Rules } from '../shared/changes/step';
import { maxParallelRequests, titleCase } from '../shared/description';
import { overlapOption } from '../shared/resource/description/options';
import {
	booleanOf,
	choiceListOf,
	choiceOf,
	inOptions,
	numberOf,
	readForPoll,
	valueOf,
} from '../shared/execution';
import { badInput } from '../shared/http';
import { showSome, show } from '../shared/schema/limits';
import { expected, readValue } from '../shared/schema/values';
import {} from '../shared/resource/actions/input/additional';
import { fieldNamesOf } from '../shared/resource/actions/input/fieldNames';
import type { CallOptions } from '../shared/resource/actions/requests';
import type { Resource } from '../shared/resource/definition/resource';
import { isSortable } from '../shared/resource/actions/lists/changes';
import {
	allowManyArchivedOption,
	eventsParameter,
	maxEventsOption,
	startDateParameter,
	startFromParameter,
	sweepOption,
	watchableFields,
	watchable,
} from './parameters';
import { callParameters } from '../shared/resource/actions/input/itemInput';

/** What a person entered in the trigger. */
export interface Settings {
	readonly resource: Resource;
	readonly rules: Rules;
	readonly start: Start;
	readonly watched: readonly string[];
	/** Filters by wire name. */
	readonly query: IDataObject;
	readonly call: CallOptions;
	readonly sweepMs: number;
	readonly allowManyArchived: boolean;
	readonly parallel: number;
}

const EVENTS: readonly ChangeEvent[] = ['created', 'updated', 'archived'];
const MINUTE = 60_000;

/** Reads and checks the parameters of the trigger; sends nothing. */
export function readSettings(context: IPollFunctions): Settings {
	const resource = readResource(context.getNodeParameter('resource'));
	const call = readForPoll(context, callParameters(resource));
	// All are checked, so that a wrong one does not wait for its use.
	const settings = readForPoll(context, {
		events: choiceListOf(eventsParameter, EVENTS),
		...inOptions({
			allowManyArchived: booleanOf(allowManyArchivedOption),
			maxEvents: numberOf(maxEventsOption),
			overlapMinutes: numberOf(overlapOption),
			sweepMinutes: numberOf(sweepOption),
			parallel: numberOf(maxParallelRequests),
		}),
	});
	const { allowManyArchived, events, maxEvents, overlapMinutes, parallel, sweepMinutes } = settings;
	const start = readStart(context);
	const watched = events.includes('updated') ? readWatched(context, resource) : [];
	const watches = watched.length > 0;
	const given = context.getNodeParameter('filters', {}) as IDataObject;
	const filters = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
	return {
		resource,
		rules: {
			events,
			overlapMs: overlapMinutes * MINUTE,
			maxEvents,
			watches,
			keepsKnown: watches || events.includes('archived') || !hasCreationTime(resource),
		},
		start,
		watched,
		query: { ...filters, ...call.query },
		call,
		sweepMs: isSortable(resource) ? sweepMinutes * MINUTE : 0,
		allowManyArchived,
		parallel,
	};
}

const hasCreationTime = ({ record, listRecord = record }: Resource) =>
	['created_at', 'created_at!'].some((key) => key in listRecord);

function readResource(given: unknown): Resource {
	const resource = watchable.find(({ name }) => name === given);
	const names = watchable.map(({ name }) => name).join(', ');
	if (resource) return resource;
	throw badInput('resource', `Resource is ${show(given)}`, `Use one of ${names}.`);
}

function readStart(context: IPollFunctions): Start {
	const { from } = readForPoll(context, {
		from: choiceOf<'all' | 'date' | 'now'>(startFromParameter),
	});
	if (from !== 'date') return from;
	return readForPoll(context, {
		date: valueOf(startDateParameter, (given, path) => {
			const time = readValue('dateTime', given, context.getTimezone());
			if (typeof time === 'string') return Date.parse(time);
			throw badInput(path, `Start Date is ${show(given)}`, `Enter ${expected.dateTime}.`);
		}),
	}).date;
}

function readWatched(context: IPollFunctions, resource: Resource): readonly string[] {
	const known = watchableFields(resource).map((name) => ({ name, label: titleCase(name) }));
	const { watched } = readForPoll(context, { watched: fieldNamesOf(WATCHED, known) });
	const { names, unknown } = watched;
	if (unknown.length === 0) return names;
	throw badInput(
		WATCHED.name,
		`${WATCHED.displayName} names ${showSome(unknown)}, which a ${resource.label.toLowerCase()} does not have`,
		`Use one or more of ${known.map(({ label }) => label).join(', ')}.`,
	);
}

const WATCHED = { displayName: 'Watched Fields', name: 'watchedFields', default: [] };
