import type { IDataObject, INodeProperties, IPollFunctions } from 'n8n-workflow';

import type { Start } from '../shared/changes/follow';
import type { ChangeEvent, Rules } from '../shared/changes/step';
import { maxParallelRequests } from '../shared/description/requestOptions';
import { readBooleanOption, readNumberParameter } from '../shared/execution';
import { badInput, succeed, type Result } from '../shared/http';
import { showSome } from '../shared/schema/show';
import { expected, readValue, show } from '../shared/schema/values';
import { readAdditional } from '../shared/resource/actions/input/additional';
import { readFieldNames } from '../shared/resource/actions/input/fieldNames';
import type { CallOptions } from '../shared/resource/actions/requests';
import type { Resource } from '../shared/resource/definition/resource';
import { additionalQueryParameters } from '../shared/resource/description/additionalOptions';
import { overlapOption } from '../shared/resource/description/changeParameters';
import { titleCase } from '../shared/resource/description/wording';
import { isSortable } from '../shared/resource/actions/lists/changes';
import { readTextList } from '../Transfer/statusWords';
import {
	allowManyArchivedOption,
	maxEventsOption,
	sweepOption,
	watchableFields,
} from './parameters';
import { watchable } from './resources';

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
export function readSettings(context: IPollFunctions): Result<Settings> {
	const resource = readResource(context.getNodeParameter('resource'));
	if (!resource.ok) return resource;
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const events = readEvents(context.getNodeParameter('events'));
	if (!events.ok) return events;
	const start = readStart(context);
	if (!start.ok) return start;
	const watched = readWatched(context, resource.value, events.value);
	if (!watched.ok) return watched;
	const call = readCall(context, resource.value, options);
	if (!call.ok) return call;
	const numbers = readNumbers(options);
	if (!numbers.ok) return numbers;
	const allowMany = readBooleanOption(
		options,
		allowManyArchivedOption.name,
		allowManyArchivedOption.displayName,
	);
	if (!allowMany.ok) return allowMany;
	const { maxEvents, overlapMinutes, sweepMinutes, parallel } = numbers.value;
	const watches = watched.value.length > 0;
	const given = context.getNodeParameter('filters', {}) as IDataObject;
	const filters = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
	return succeed({
		resource: resource.value,
		rules: {
			events: events.value,
			overlapMs: overlapMinutes * MINUTE,
			maxEvents,
			watches,
			keepsKnown: watches || events.value.includes('archived') || !hasCreationTime(resource.value),
		},
		start: start.value,
		watched: watched.value,
		query: { ...filters, ...call.value.query },
		call: call.value,
		sweepMs: isSortable(resource.value) ? sweepMinutes * MINUTE : 0,
		allowManyArchived: allowMany.value,
		parallel,
	});
}

const hasCreationTime = ({ record, listRecord = record }: Resource) =>
	['created_at', 'created_at!'].some((key) => key in listRecord);

function readResource(given: unknown): Result<Resource> {
	const resource = watchable.find(({ name }) => name === given);
	const names = watchable.map(({ name }) => name).join(', ');
	return resource
		? succeed(resource)
		: badInput('resource', `Resource is ${show(given)}`, `Use one of ${names}.`);
}

function readEvents(given: unknown): Result<ChangeEvent[]> {
	const events = readTextList('events', given);
	if (!events.ok) return events;
	const chosen = EVENTS.filter((event) => events.value.includes(event));
	return chosen.length > 0 && chosen.length === events.value.length
		? succeed(chosen)
		: badInput(
				'events',
				`Events are ${JSON.stringify(events.value)}`,
				`Choose one or more of ${EVENTS.join(', ')}.`,
			);
}

function readStart(context: IPollFunctions): Result<Start> {
	const given = context.getNodeParameter('startFrom', 'now') as unknown;
	if (given === 'now' || given === 'all') return succeed(given);
	if (given !== 'date') {
		return badInput('startFrom', `Start From is ${show(given)}`, 'Use one of now, date, all.');
	}
	const date = context.getNodeParameter('startDate', '') as unknown;
	const time = readValue('dateTime', date, context.getTimezone());
	return typeof time === 'string'
		? succeed(Date.parse(time))
		: badInput('startDate', `Start Date is ${show(date)}`, `Enter ${expected.dateTime}.`);
}

function readWatched(
	context: IPollFunctions,
	resource: Resource,
	events: readonly ChangeEvent[],
): Result<string[]> {
	if (!events.includes('updated')) return succeed([]);
	const known = watchableFields(resource).map((name) => ({ name, label: titleCase(name) }));
	const given = readFieldNames(
		context.getNodeParameter('watchedFields', []),
		{ name: 'watchedFields', displayName: 'Watched Fields' },
		known,
	);
	if (!given.ok) return given;
	const { names, unknown } = given.value;
	return unknown.length === 0
		? succeed([...names])
		: badInput(
				'watchedFields',
				`Watched Fields names ${showSome(unknown)}, which a ${resource.label.toLowerCase()} does not have`,
				`Use one or more of ${known.map(({ label }) => label).join(', ')}.`,
			);
}

function readCall(
	context: IPollFunctions,
	{ pathParameter }: Resource,
	options: IDataObject,
): Result<CallOptions> {
	const query = readAdditional(options, additionalQueryParameters);
	if (!query.ok) return query;
	const call = {
		query: query.value,
		workspaceId: String(options.workspaceId ?? '').trim() || undefined,
	};
	if (!pathParameter) return succeed(call);
	const choice = context.getNodeParameter(pathParameter.name) as unknown;
	const known = pathParameter.options.find(({ value }) => value === choice);
	return known
		? succeed({ ...call, pathParameter: known.value })
		: badInput(
				pathParameter.name,
				`${pathParameter.label} is ${show(choice)}`,
				`Use one of ${pathParameter.options.map(({ value }) => value).join(', ')}.`,
			);
}

/** The numbers among the options; all are checked, so that a wrong one does not wait for its use. */
function readNumbers(options: IDataObject) {
	const read = (parameter: INodeProperties) =>
		readNumberParameter(
			options[parameter.name] ?? parameter.default,
			parameter,
			`options.${parameter.name}`,
		);
	const maxEvents = read(maxEventsOption);
	if (!maxEvents.ok) return maxEvents;
	const overlapMinutes = read(overlapOption);
	if (!overlapMinutes.ok) return overlapMinutes;
	const sweepMinutes = read(sweepOption);
	if (!sweepMinutes.ok) return sweepMinutes;
	const parallel = read(maxParallelRequests);
	if (!parallel.ok) return parallel;
	return succeed({
		maxEvents: maxEvents.value,
		overlapMinutes: overlapMinutes.value,
		sweepMinutes: sweepMinutes.value,
		parallel: parallel.value,
	});
}
