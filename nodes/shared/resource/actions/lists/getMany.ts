import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import {
	readBoolean,
	readNumberParameter,
	runInSlices,
	type ItemWork,
	type Steps,
} from '../../../execution';
import { badInput, settle, unwrap } from '../../../http';
import { withAdditionalQuery } from '../input/additional';
import { callOptionsReader } from '../input/itemInput';
import { exportList } from './exportList';
import { readFileChoice, RecordFiles } from './getManyToFile';
import { readList } from './list';
import { newLearnedOfLists, type ListQuery } from './listQuery';
import { ACCEPT_INCOMPLETE, UPDATED_AFTER } from '../../description/listParameters';
import { limitParameter } from '../../description/parameters';
import { checkOutputChoice, readOutputChoice, type OutputChoice } from '../outputChoice';
import type { Resource } from '../../definition/resource';
import type { RecordContext } from '../router';
import { requestsOf, type CallOptions } from '../requests';
import { findUnsendable, show } from '../../../schema/limits';
import { expected, readValue } from '../../../schema/values';

/** Get Many: reads the list as far as the parameters of each item want it. */
export function getManyAction(execution: RecordContext): ItemWork {
	const { context, service, resource, hints, parallel } = execution;
	const readCallOptions = callOptionsReader(context, resource);
	const learned = newLearnedOfLists();
	return async (item) => {
		hints.note(checkOutputChoice(context, resource, item));
		const options = readCallOptions(item);
		const limit = readLimit(context, item);
		const acceptIncomplete = readBoolean(
			context.getNodeParameter(`options.${ACCEPT_INCOMPLETE.name}`, item, false),
			`options.${ACCEPT_INCOMPLETE.name}`,
			ACCEPT_INCOMPLETE.displayName,
		);
		const sort = context.getNodeParameter('sort.by', item, {}) as IDataObject;
		const order = `${sort.direction === 'desc' ? '-' : ''}${String(sort.field)}`;
		const sorted = sort.field ? { sort: order } : {};
		const filters = readListFilters(context, resource, item, options, sorted);
		const { query, updatedAfter } = filters;
		const wanted: ListQuery = {
			query,
			options,
			limit,
			updatedAfter,
			parallel,
			acceptIncomplete,
			learned,
			differences: hints.differences,
		};
		const file = readFileChoice(context, item);
		if (file) {
			const files = new RecordFiles(context, resource, item, file);
			const list = await settle(exportList(service, resource, wanted, files));
			if (list.ok) hints.listed(list.value, updatedAfter !== undefined);
			else await files.restart();
			return await files.finish(unwrap(list));
		}
		const list = await readList(service, resource, wanted);
		hints.listed(list, updatedAfter !== undefined);
		const output = readOutputChoice(context, resource, item);
		return await runInSlices(shown(list.rows, output), context.getExecutionCancelSignal());
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
): { readonly query: IDataObject; readonly updatedAfter?: number } {
	const filters = context.getNodeParameter('filters', item, {}) as IDataObject;
	const { [UPDATED_AFTER]: after, ...asked } = filters;
	const updatedAfter = readTime(after, context.getTimezone());
	const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ''));
	const unsendable = findUnsendable(given);
	if (unsendable) {
		throw badInput('filters', `Filters: given ${unsendable}`, 'Correct it, or leave it out.');
	}
	const query = { ...given, ...sorted };
	const paging = resource.list.paging === 'none' ? {} : { page: 1, limit: 1 };
	const first = requestsOf(resource).list({ ...query, ...paging }, options);
	withAdditionalQuery(first, options.query);
	return { query: { ...query, ...options.query }, updatedAfter };
}

/** How many records an item wants; Infinity for all. */
export function readLimit(context: IExecuteFunctions, item: number): number {
	const all = readBoolean(
		context.getNodeParameter('returnAll', item, false),
		'returnAll',
		'Return All',
	);
	if (all) return Infinity;
	const given = context.getNodeParameter('limit', item, limitParameter.default) as unknown;
	return readNumberParameter(given, limitParameter, limitParameter.name);
}

/** A moment as milliseconds; undefined when none is given. */
function readTime(given: unknown, zone: string): number | undefined {
	if (given === undefined || given === null || given === '') return;
	const time = readValue('dateTime', given, zone);
	if (typeof time === 'string') return Date.parse(time);
	throw badInput(
		`filters.${UPDATED_AFTER}`,
		`Updated After is ${show(given)}`,
		`Enter ${expected.dateTime}, or leave it out.`,
	);
}
