import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isTool, itemReader, noteList, textOf } from '../../../execution';
import { badInput } from '../../../http';
import { expected, readValue } from '../../../schema/values';
import type { Resource } from '../../definition/resource';
import { COMPANY } from '../../description/lists';
import type { List } from './list';

/** What a model asks a list for, beside what a person has set in the tool. */
interface Asked {
	readonly query: IDataObject;
	/** Milliseconds since 1970. */
	readonly updatedAfter?: number;
	/** How many records are read where so many are wanted. */
	reach(limit: number): number;
	/** The part of a list that was asked for, at most so many records. */
	take(list: List, limit: number): List;
}

/** Records that are read to find those that the service cannot filter. */
const MAX_COMPARED = 1_000;

const NAMES = ['search', 'status', 'company', 'changedSince', 'next'] as const;

const everything: Asked = { query: {}, reach: (limit) => limit, take: (list) => list };

/** Prepares the reading of what a model asks a list for; nothing on the canvas. */
export function askedReader(
	context: IExecuteFunctions,
	resource: Resource,
): (item: number) => Asked {
	if (!isTool(context)) return () => everything;
	const { list, state, plural } = resource;
	const zone = context.getTimezone();
	const parameters = NAMES.map((name) => [name, textOf({ displayName: name, name, default: '' })]);
	const read = itemReader(
		context,
		Object.fromEntries(parameters) as Record<(typeof NAMES)[number], ReturnType<typeof textOf>>,
	);
	return (item) => {
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
			updatedAfter: readSince(changedSince, zone),
			reach: (limit) => (isCompared ? MAX_COMPARED : skipped + limit),
			take(found, limit) {
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

function readSince(given: string | undefined, zone: string): number | undefined {
	if (given === undefined) return undefined;
	const time = readValue('dateTime', given, zone);
	if (typeof time === 'string') return Date.parse(time);
	throw badInput('changedSince', `changedSince is "${given}"`, `Give ${expected.dateTime}.`);
}
