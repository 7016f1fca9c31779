import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import type { Start, ChangeEvent } from '../shared/changes/step';
import { maxParallelRequests } from '../shared/description';
import { labelOfKey } from '../shared/resource/description/lists';
import { ignoredFieldsOption, overlapOption } from '../shared/resource/description/options';
import {
	booleanOf,
	choiceListOf,
	inOptions,
	numberOf,
	readForPoll,
	textOf,
} from '../shared/execution';
import { badInput } from '../shared/http';
import { showSome, show } from '../shared/schema/limits';
import { fieldNamesOf } from '../shared/resource/actions/input/entered';
import type { Resource } from '../shared/resource/definition/resource';
import { isSortable, type ChangeSource } from '../shared/resource/actions/lists/changes';
import type { SearchSettings } from '../shared/resource/actions/lists/search';
import { ignoredFieldsIn } from '../shared/resource/actions/lists/volatile';
import {
	allowManyArchivedOption,
	eventsParameter,
	maxEventsOption,
	sweepOption,
	watchableFields,
	watchedFieldsParameter,
	watchable,
} from './parameters';
import { callParameters } from '../shared/resource/actions/input/itemInput';
import { startDate, startFrom } from '../shared/resource/actions/lists/getMany';

/** What a person entered in the trigger. */
export interface Settings extends SearchSettings {
	readonly list: Omit<ChangeSource, 'service'>;
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
			ignoredFields: textOf(ignoredFieldsOption),
			maxEvents: numberOf(maxEventsOption),
			overlapMinutes: numberOf(overlapOption),
			sweepMinutes: numberOf(sweepOption),
			parallel: numberOf(maxParallelRequests),
		}),
	});
	const { allowManyArchived, events, maxEvents, overlapMinutes, parallel, sweepMinutes } = settings;
	const watched = events.includes('updated') ? readWatched(context, resource) : [];
	const watches = watched.length > 0;
	const given = context.getNodeParameter('filters', {}) as IDataObject;
	const filters = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
	return {
		list: {
			...{ resource, watched, ignored: ignoredFieldsIn(settings.ignoredFields) },
			query: { query: { ...filters, ...call.query }, options: call, parallel },
		},
		rules: {
			events,
			overlapMs: overlapMinutes * MINUTE,
			maxEvents,
			watches,
			keepsKnown: watches || events.includes('archived') || !hasCreationTime(resource),
		},
		start: readStart(context),
		sweepMs: isSortable(resource) ? sweepMinutes * MINUTE : 0,
		allowManyArchived,
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
	const { from } = readForPoll(context, { from: startFrom });
	return from === 'date' ? readForPoll(context, { date: startDate(context) }).date : from;
}

function readWatched(context: IPollFunctions, resource: Resource): readonly string[] {
	const known = watchableFields(resource).map((name) => ({
		name,
		label: labelOfKey(resource, name),
	}));
	const { watched } = readForPoll(context, { watched: fieldNamesOf(WATCHED, known) });
	const { names, unknown } = watched;
	if (unknown.length === 0) return names;
	throw badInput(
		WATCHED.name,
		`${WATCHED.displayName} names ${showSome(unknown)}, which a ${resource.label.toLowerCase()} does not have`,
		`Use one or more of ${known.map(({ label }) => label).join(', ')}.`,
	);
}

const WATCHED = watchedFieldsParameter;
