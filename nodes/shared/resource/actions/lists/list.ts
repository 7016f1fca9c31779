import type { Service } from '../../../http';
import type { Resource } from '../../definition/resource';
import { readComplete } from './pagedList';
import { readRows, ResponseDifferences, type Expected } from '../readResponse';
import { requestsOf } from '../requests';
import { newLearnedOfLists, type List, type ListQuery } from './readPass';
import { latestFirst, readLatest, updatedSince } from './updatedAfter';

/** Reads a resource's list, paged or whole, to its end or to the wanted number of records. */
export async function readList(
	service: Service,
	resource: Resource,
	wanted: ListQuery,
): Promise<List> {
	const { limit, updatedAfter } = wanted;
	const { paging, sort } = resource.list;
	if (paging === 'none') return await readWhole(service, resource, wanted);
	const source = { service, resource, learned: newLearnedOfLists(), ...wanted };
	if (updatedAfter === undefined) return await readComplete(source);
	const isSorted = sort === true && wanted.query.sort === undefined;
	if (isSorted) {
		const latest = await readLatest({ ...source, updatedAfter });
		if (latest) return latest;
	}
	const all = await readComplete({ ...source, limit: Infinity });
	const rows = updatedSince(all.rows, updatedAfter);
	const ordered = isSorted ? latestFirst(rows) : rows;
	const shown = ordered.slice(0, limit);
	return { ...all, rows: shown, count: shown.length, matching: rows.length };
}

async function readWhole(
	service: Service,
	resource: Resource,
	{ query, options, updatedAfter, limit, differences = new ResponseDifferences() }: ListQuery,
): Promise<List> {
	const request = requestsOf(resource).list(query, options);
	const response = await service.send(request);
	const expected = expectedRows(resource);
	const { rows: all, total } = await readRows(request, response, expected, differences);
	const rows = updatedAfter === undefined ? all : updatedSince(all, updatedAfter);
	const shown = rows.slice(0, limit);
	const doubt = doubtOfWhole(resource, all.length, total);
	return { rows: shown, count: shown.length, matching: rows.length, read: all.length, doubt };
}

/** What the rows of a list without pages are compared with. */
export const expectedRows = ({ listRecord, record, specified }: Resource): Expected => ({
	shape: listRecord ?? record,
	specified: specified?.list,
});

/**
 * Why a list without pages may not be complete.
 *
 * @param total how many rows there are, as the service says
 */
export function doubtOfWhole({ plural }: Resource, rows: number, total = 0): string | undefined {
	const many = `${rows.toLocaleString('en')} ${plural.toLowerCase()}`;
	return total > rows
		? `The service sent ${many} and counts ${total.toLocaleString('en')}; the list has no further pages.`
		: isRound(rows)
			? `The service sent exactly ${many}; it may have left out the rest, and the list has no further pages.`
			: undefined;
}

/** Whether a list without pages is as long as one that a service cuts off. */
const isRound = (rows: number) => rows >= 100 && rows % 100 === 0;
