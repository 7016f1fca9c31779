import type { IDataObject, INodeProperties, IPollFunctions } from 'n8n-workflow';

import type { Start, ChangeEvent, Rules } from '../shared/changes/step';
import { maxParallelRequests } from '../shared/description/requestOptions';
import { readBooleanOption, readNumberParameter } from '../shared/execution';
import { badInput } from '../shared/http';
import { showSome, show } from '../shared/schema/limits';
import { expected, readValue } from '../shared/schema/values';
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
	watchable,
} from './parameters';

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
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const events = readEvents(context.getNodeParameter('events'));
	const start = readStart(context);
	const watched = readWatched(context, resource, events);
	const call = readCall(context, resource, options);
	const numbers = readNumbers(options);
	const allowMany = readBooleanOption(
		options,
		allowManyArchivedOption.name,
		allowManyArchivedOption.displayName,
	);
	const { maxEvents, overlapMinutes, sweepMinutes, parallel } = numbers;
	const watches = watched.length > 0;
	const given = context.getNodeParameter('filters', {}) as IDataObject;
	const filters = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
	return {
		resource: resource,
		rules: {
			events: events,
			overlapMs: overlapMinutes * MINUTE,
			maxEvents,
			watches,
			keepsKnown: watches || events.includes('archived') || !hasCreationTime(resource),
		},
		start: start,
		watched: watched,
		query: { ...filters, ...call.query },
		call: call,
		sweepMs: isSortable(resource) ? sweepMinutes * MINUTE : 0,
		allowManyArchived: allowMany,
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

function readEvents(given: unknown): ChangeEvent[] {
	const events = readTextList('events', given);
	const chosen = EVENTS.filter((event) => events.includes(event));
	if (chosen.length > 0 && chosen.length === events.length) return chosen;
	throw badInput(
		'events',
		`Events are ${JSON.stringify(events)}`,
		`Choose one or more of ${EVENTS.join(', ')}.`,
	);
}

function readStart(context: IPollFunctions): Start {
	const given = context.getNodeParameter('startFrom', 'now') as unknown;
	if (given === 'now' || given === 'all') return given;
	if (given !== 'date') {
		throw badInput('startFrom', `Start From is ${show(given)}`, 'Use one of now, date, all.');
	}
	const date = context.getNodeParameter('startDate', '') as unknown;
	const time = readValue('dateTime', date, context.getTimezone());
	if (typeof time === 'string') return Date.parse(time);
	throw badInput('startDate', `Start Date is ${show(date)}`, `Enter ${expected.dateTime}.`);
}

function readWatched(
	context: IPollFunctions,
	resource: Resource,
	events: readonly ChangeEvent[],
): string[] {
	if (!events.includes('updated')) return [];
	const known = watchableFields(resource).map((name) => ({ name, label: titleCase(name) }));
	const given = readFieldNames(
		context.getNodeParameter('watchedFields', []),
		{ name: 'watchedFields', displayName: 'Watched Fields' },
		known,
	);
	const { names, unknown } = given;
	if (unknown.length === 0) return [...names];
	throw badInput(
		'watchedFields',
		`Watched Fields names ${showSome(unknown)}, which a ${resource.label.toLowerCase()} does not have`,
		`Use one or more of ${known.map(({ label }) => label).join(', ')}.`,
	);
}

function readCall(
	context: IPollFunctions,
	{ pathParameter }: Resource,
	options: IDataObject,
): CallOptions {
	const query = readAdditional(options, additionalQueryParameters);
	const call = {
		query: query,
		workspaceId: String(options.workspaceId ?? '').trim() || undefined,
	};
	if (!pathParameter) return call;
	const choice = context.getNodeParameter(pathParameter.name) as unknown;
	const known = pathParameter.options.find(({ value }) => value === choice);
	if (known) return { ...call, pathParameter: known.value };
	throw badInput(
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
	const overlapMinutes = read(overlapOption);
	const sweepMinutes = read(sweepOption);
	const parallel = read(maxParallelRequests);
	return {
		maxEvents: maxEvents,
		overlapMinutes: overlapMinutes,
		sweepMinutes: sweepMinutes,
		parallel: parallel,
	};
}
