import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import {
	booleanOf,
	eachInSteps,
	inOptions,
	itemReader,
	numberOf,
	parametersOf,
	runInSlices,
	type ItemWork,
	isTool,
	noteList,
	textOf,
} from '../../../execution';
import { badInput, settle, unwrap } from '../../../http';
import { callOptionsReader, type RecordContext } from '../input/itemInput';
import { fileChoiceReader, RecordFiles } from './files';
import { filtersReader, momentOf, sortParameter } from './filters';
import { readList, type List } from './list';
import type { ListSource } from './pages';
import { ACCEPT_INCOMPLETE } from '../../description/options';
import { COMPANY, limitParameter, returnAllParameter } from '../../description/lists';
import { readOutputChoice } from '../outputChoice';
import type { Resource } from '../../definition/resource';

/** Get Many: reads the list as far as the parameters of each item want it. */
export function getManyAction(execution: RecordContext): ItemWork {
	const { context, service, resource, hints, parallel } = execution;
	const readCallOptions = callOptionsReader(context, resource);
	const readLimit = limitReader(context);
	const readFilters = filtersReader(execution);
	const readFile = fileChoiceReader(context);
	const readAsked = askedReader(context, resource);
	const readOptions = itemReader(context, {
		...inOptions({ acceptIncomplete: booleanOf(ACCEPT_INCOMPLETE) }),
		sorted: sortParameter,
	});
	return async (item) => {
		const output = readOutputChoice(context, resource, item, hints);
		const options = readCallOptions(item);
		const limit = readLimit(item);
		const { acceptIncomplete, sorted } = readOptions(item);
		const filters = readFilters(item, options, sorted);
		const asked = readAsked?.(item);
		const updatedAfter = asked?.updatedAfter ?? filters.updatedAfter;
		const wanted: ListSource = {
			service,
			resource,
			query: { ...filters.query, ...asked?.query },
			options,
			limit: asked ? asked.reach(limit) : limit,
			updatedAfter,
			parallel,
			acceptIncomplete,
			note: hints.note,
		};
		const file = readFile(item);
		if (file) {
			const files = new RecordFiles(context, resource, item, file, output);
			const list = await settle(readList(wanted, files));
			if (list.ok) hints.listed(list.value);
			else await files.restart();
			return await files.finish(unwrap(list));
		}
		const read = await readList(wanted);
		const list = asked ? asked.take(read, limit) : read;
		hints.listed(list);
		const { rows } = list;
		// In the place of their rows, so that a long list is never in memory in both forms.
		const shown = eachInSteps(rows, (row, index) => (rows[index] = output(row)));
		return await runInSlices(shown, context.getExecutionCancelSignal());
	};
}

/** Prepares to read how many records an item wants; Infinity for all. */
export function limitReader(context: IExecuteFunctions): (item: number) => number {
	const read = itemReader(context, { returnAll: booleanOf(returnAllParameter) });
	const readLimit = itemReader(context, { limit: numberOf(limitParameter) });
	return (item) => (read(item).returnAll ? Infinity : readLimit(item).limit);
}

/** Records that are read to find those that the service cannot filter. */
const MAX_COMPARED = 1_000;

const NAMES = ['search', 'status', 'company', 'changedSince', 'next'];

/** Prepares the reading of what a model asks a list for, beside what a person has set in the tool; nothing on the canvas. */
function askedReader(context: IExecuteFunctions, resource: Resource) {
	if (!isTool(context)) return undefined;
	const { list, state, plural } = resource;
	const definitions = NAMES.map((name) => ({ displayName: name, name, default: '' }));
	const read = itemReader(context, parametersOf(definitions, textOf));
	return (item: number) => {
		const { search, status, company, changedSince, next } = read(item);
		const isCompared = status !== undefined || company !== undefined;
		const matches = (row: IDataObject) =>
			(status === undefined || isSame(row[state ?? ''], status)) &&
			(company === undefined || COMPANY.some((key) => isSame(row[key], company)));
		const skipped = next === undefined ? 0 : Number(next);
		if (!Number.isInteger(skipped) || skipped < 0) {
			throw badInput('next', `next is "${next}"`, 'Use the value of next of the call before.');
		}
		return {
			query: list.search && search !== undefined ? { [list.search]: search } : {},
			/** Milliseconds since 1970. */
			updatedAfter:
				changedSince === undefined ? undefined : momentOf(changedSince, context, 'changedSince'),
			/** How many records are read where so many are wanted. */
			reach: (limit: number) => (isCompared ? MAX_COMPARED : skipped + limit),
			/** The part of a list that was asked for, at most so many records. */
			take(found: List, limit: number): List {
				const isWhole = found.matching !== undefined && found.matching <= found.count;
				const rows = isCompared ? found.rows.filter(matches) : found.rows;
				const total = isCompared ? (isWhole ? rows.length : undefined) : found.matching;
				const compared =
					isCompared && !isWhole
						? [`Only the first ${found.count} ${plural.toLowerCase()} were compared.`]
						: [];
				const shown = rows.slice(skipped, skipped + limit);
				const end = skipped + shown.length;
				const count = isCompared ? rows.length : (found.matching ?? found.count + 1);
				noteList(context, { skipped, total, hasMore: end < count }, compared);
				return { ...found, rows: shown, count: shown.length, matching: shown.length };
			},
		};
	};
}

const isSame = (shown: unknown, wanted: unknown) =>
	String(shown ?? '').toLowerCase() === String(wanted).toLowerCase();
