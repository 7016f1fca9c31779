import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import {
	readBoolean,
	readNumberParameter,
	runInSlices,
	type ItemWork,
	type Steps,
} from '../../../execution';
import { badInput, succeed, type Result } from '../../../http';
import { withAdditionalQuery } from '../input/additional';
import { callOptionsReader } from '../input/itemInput';
import { exportList } from './exportList';
import { readFileChoice, RecordFiles } from './getManyToFile';
import { readList } from './list';
import { newLearnedOfLists, type ListQuery } from './listQuery';
import { ACCEPT_INCOMPLETE, UPDATED_AFTER } from '../../description/listParameters';
import { limitParameter } from '../../description/parameters';
import { readOutputChoice, type OutputChoice } from '../outputChoice';
import type { Resource } from '../../definition/resource';
import type { RecordContext } from '../context';
import { requestsOf, type CallOptions } from '../requests';
import { findUnsendable } from '../../../schema/unsendable';
import { expected, readValue, show } from '../../../schema/values';

/** Get Many: reads the list as far as the parameters of each item want it. */
export function getManyAction(execution: RecordContext): ItemWork {
	const { context, service, resource, hints, parallel } = execution;
	const readCallOptions = callOptionsReader(context, resource);
	const learned = newLearnedOfLists();
	return async (item) => {
		const options = readCallOptions(item);
		if (!options.ok) return options;
		const limit = readLimit(context, item);
		if (!limit.ok) return limit;
		const acceptIncomplete = readBoolean(
			context.getNodeParameter(`options.${ACCEPT_INCOMPLETE.name}`, item, false),
			`options.${ACCEPT_INCOMPLETE.name}`,
			ACCEPT_INCOMPLETE.displayName,
		);
		if (!acceptIncomplete.ok) return acceptIncomplete;
		const sort = context.getNodeParameter('sort.by', item, {}) as IDataObject;
		const order = `${sort.direction === 'desc' ? '-' : ''}${String(sort.field)}`;
		const sorted = sort.field ? { sort: order } : {};
		const filters = readListFilters(context, resource, item, options.value, sorted);
		if (!filters.ok) return filters;
		const { query, updatedAfter } = filters.value;
		const wanted: ListQuery = {
			query,
			options: options.value,
			limit: limit.value,
			updatedAfter,
			parallel,
			acceptIncomplete: acceptIncomplete.value,
			learned,
			differences: hints.differences,
		};
		const file = readFileChoice(context, item);
		if (!file.ok) return file;
		if (file.value) {
			const files = new RecordFiles(context, resource, item, file.value);
			const list = await exportList(service, resource, wanted, files);
			if (list.ok) hints.listed(list.value, updatedAfter !== undefined);
			else await files.restart();
			return list.ok ? await files.finish(list.value) : list;
		}
		const list = await readList(service, resource, wanted);
		if (!list.ok) return list;
		hints.listed(list.value, updatedAfter !== undefined);
		const output = readOutputChoice(context, resource, item);
		return await runInSlices(shown(list.value.rows, output), context.getExecutionCancelSignal());
	};
}

/** Puts the items in the place of their rows, so that a long list is never in memory in both forms. */
function* shown(rows: IDataObject[], output: OutputChoice): Steps<IDataObject[]> {
	for (const [index, row] of rows.entries()) {
		yield;
		rows[index] = output(row);
	}
	return rows;
}

/**
 * The query of a list, and the time that the node filters by itself: filters, sort and additional parameters of
 * one item.
 */
export function readListFilters(
	context: IExecuteFunctions,
	resource: Resource,
	item: number,
	options: CallOptions,
	sorted: IDataObject = {},
): Result<{ readonly query: IDataObject; readonly updatedAfter?: number }> {
	const filters = context.getNodeParameter('filters', item, {}) as IDataObject;
	const { [UPDATED_AFTER]: after, ...asked } = filters;
	const updatedAfter = readTime(after, context.getTimezone());
	if (!updatedAfter.ok) return updatedAfter;
	const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ''));
	const unsendable = findUnsendable(given);
	if (unsendable) {
		return badInput('filters', `Filters: given ${unsendable}`, 'Correct it, or leave it out.');
	}
	const query = { ...given, ...sorted };
	const paging = resource.list.paging === 'none' ? {} : { page: 1, limit: 1 };
	const first = requestsOf(resource).list({ ...query, ...paging }, options);
	const allowed = withAdditionalQuery(first, options.query);
	if (!allowed.ok) return allowed;
	return succeed({ query: { ...query, ...options.query }, updatedAfter: updatedAfter.value });
}

/** How many records an item wants; Infinity for all. */
export function readLimit(context: IExecuteFunctions, item: number): Result<number> {
	const all = readBoolean(
		context.getNodeParameter('returnAll', item, false),
		'returnAll',
		'Return All',
	);
	if (!all.ok) return all;
	if (all.value) return succeed(Infinity);
	const given = context.getNodeParameter('limit', item, limitParameter.default) as unknown;
	return readNumberParameter(given, limitParameter, limitParameter.name);
}

/** A moment as milliseconds; undefined when none is given. */
function readTime(given: unknown, zone: string): Result<number | undefined> {
	if (given === undefined || given === null || given === '') return succeed(undefined);
	const time = readValue('dateTime', given, zone);
	return typeof time === 'string'
		? succeed(Date.parse(time))
		: badInput(
				`filters.${UPDATED_AFTER}`,
				`Updated After is ${show(given)}`,
				`Enter ${expected.dateTime}, or leave it out.`,
			);
}
