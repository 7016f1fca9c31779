import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import {
	at,
	inOptions,
	isTool,
	itemReader,
	textListOf,
	valueOf,
	type ValuesOf,
} from '../../../execution';
import { badInput, holdsExpression } from '../../../http';
import { whyRounded } from '../../../schema/ids';
import { findUnsendable, show } from '../../../schema/limits';
import { isNothing } from '../../../schema/presence';
import { expected, isObject, readValue } from '../../../schema/values';
import {
	emptyFiltersOption,
	filterOptions,
	startDateParameter,
	UPDATED_AFTER,
} from '../../description/lists';
import type { Resource } from '../../definition/resource';
import { withAdditionalQuery } from '../input/additional';
import type { RecordContext } from '../input/itemInput';
import { requestsOf, type CallOptions } from '../requests';

/** What a list is narrowed and sorted by. A setting that turns out empty is refused: without it, a node would act on more. */

/** What parameters are read in; the trigger has it, too. */
type Context = Pick<IExecuteFunctions, 'getNode' | 'getTimezone'>;

const FILTERS = { displayName: 'Filters', name: 'filters', default: {} };
const BY_EXPRESSION = 'is an expression that gives no value';
const LEFT_BLANK = 'was added and has no value';
const LEFT_OUT = 'was left out, because no value was given';

/**
 * Filters and those that may be empty, read for an item, for all of them or for a poll.
 *
 * @param group the option that has those that may be empty
 */
export const filterSettings = (context: Context, resource: Resource, group?: string) => ({
	filters: valueOf(FILTERS, (given, _, written) => {
		const all = given as IDataObject;
		/** Those without a value, each with why. */
		const empty: Record<string, string> = {};
		const query: IDataObject = {};
		// What a model has left out is not among them any more.
		for (const name of Object.keys({ ...(isObject(written) && written), ...all })) {
			const value = all[name];
			const text = at(written, [name]);
			const why = holdsExpression(text) ? BY_EXPRESSION : LEFT_BLANK;
			if (!isNothing(value)) query[name] = oneValue(value, name, resource, context);
			else empty[name] = isLeftToModel(context, text) ? LEFT_OUT : why;
		}
		const { [UPDATED_AFTER]: updatedAfter, ...others } = query;
		return { given: others, updatedAfter: updatedAfter as number | undefined, empty };
	}),
	...inOptions({ mayBeEmpty: textListOf(emptyFiltersOption) }, group),
});

/** Whether a person has left a setting to the model that calls. */
const isLeftToModel = (context: Context, written: unknown) =>
	isTool(context) && /\$fromAI/i.test(JSON.stringify(written) ?? '');

const labelOf = (resource: Resource, name: string) =>
	filterOptions(resource).find((filter) => filter.name === name)?.displayName ?? name;

/** What a filter sends: a text, a number, or true or false; for the one by time, milliseconds since 1970. */
function oneValue(value: unknown, name: string, resource: Resource, context: Context) {
	const path = `filters.${name}`;
	const label = labelOf(resource, name);
	if (name === UPDATED_AFTER) return momentOf(value, context, path, label, ', or leave it out');
	const unsendable = findUnsendable(value) ?? whyRounded(value);
	const text = value instanceof Date ? value.toJSON() : readValue('text', value, '');
	const one = typeof value === 'object' ? text : value;
	if (!unsendable && one !== undefined) return one as string;
	throw badInput(path, `Filter ${label}: given ${unsendable ?? show(value)}`, 'Give it one value.');
}

/**
 * The filters that narrow a list.
 *
 * @param isStrict none may be empty, not even those of a model
 * @throws Failure for one without a value that may not be empty
 */
export function usableFilters(
	{ filters, mayBeEmpty }: ValuesOf<ReturnType<typeof filterSettings>>,
	resource: Resource,
	isStrict = false,
) {
	const notes: string[] = [];
	for (const [name, why] of Object.entries(filters.empty)) {
		const said = `Filter ${labelOf(resource, name)} ${why}`;
		if (why === LEFT_OUT && !isStrict) notes.push(`${said}.`);
		else if (isStrict || !mayBeEmpty.includes(name)) {
			const first = " For a first run, end the expression with ?? '2000-01-01'.";
			const choice = ` Or choose it in the option ${emptyFiltersOption.displayName}.`;
			const remedy = `Correct it, or remove it.${name === UPDATED_AFTER ? first : ''}`;
			const what = `${said}, and without it all records count`;
			throw badInput(`filters.${name}`, what, remedy + (isStrict ? '' : choice));
		}
	}
	return { ...filters, notes };
}

/**
 * Prepares the reading of the query of a list, and of the time that the node filters by itself: filters, sort and
 * additional parameters of one item.
 */
export function filtersReader({ context, resource, hints }: RecordContext) {
	const read = itemReader(context, filterSettings(context, resource));
	return (item: number, options: CallOptions, sorted: { readonly sort?: string } = {}) => {
		const { given, notes, updatedAfter } = usableFilters(read(item), resource);
		hints.note(notes);
		const query: IDataObject = { ...given, ...sorted };
		const first = requestsOf(resource).list(query, options, { page: 1, limit: 1 });
		withAdditionalQuery(first, options.query);
		return { query: { ...query, ...options.query }, updatedAfter };
	};
}

const SORT = { displayName: 'Sort', name: 'sort', default: {} };

/** The order of a list, as the service takes it. */
export const sortParameter = valueOf(SORT, (all, path): { readonly sort?: string } => {
	const by = at(all, ['by']);
	if (by === undefined) return {};
	const [field, direction] = ['field', 'direction'].map((name) => at(by, [name]));
	const word = String(direction).trim().toLowerCase();
	const isOrder = word === 'asc' || word === 'desc';
	if (isOrder && typeof field === 'string' && !isNothing(field)) {
		return { sort: `${word === 'desc' ? '-' : ''}${field}` };
	}
	const given = `Sort: Field is ${show(field)}, Direction is ${show(direction)}`;
	throw badInput(path, given, 'Give it the name of a field, and asc or desc.');
});

/** The date that changes begin with. */
export const startDate = (context: Pick<IExecuteFunctions, 'getTimezone'>) =>
	valueOf(startDateParameter, (given, path) => momentOf(given, context, path, 'Start Date'));

/** A moment as milliseconds. @throws Failure where it is none */
export function momentOf(
	given: unknown,
	context: Pick<IExecuteFunctions, 'getTimezone'>,
	path: string,
	label = path,
	or = '',
): number {
	const time = readValue('dateTime', given, context.getTimezone());
	if (typeof time === 'string') return Date.parse(time);
	throw badInput(path, `${label} is ${show(given)}`, `Enter ${expected.dateTime}${or}.`);
}
