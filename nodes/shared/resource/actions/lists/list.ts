import type { IDataObject } from 'n8n-workflow';

import { nextTurn } from '../../../execution';
import {
	failureOf,
	MAX_PAGE_SIZE,
	settle,
	type RowReceiver,
	type Service,
	type ServiceResponse,
} from '../../../http';
import type { Resource } from '../../definition/resource';
import { readRows, ResponseDifferences } from '../readResponse';
import { requestsOf } from '../requests';
import { Completeness, doubtOfWhole, type ListFacts } from './completeness';
import { pagesOf, placeLate, type ListQuery, type ListSource } from './pages';
import { latestFirst, readLatest, updatedSince } from './updatedAfter';

/** Where the rows of a list go as they come. */
export interface RowSink {
	/** Takes rows that were not given before; a failure ends the reading. */
	take(rows: readonly IDataObject[]): Promise<void>;
	/** What was taken is of no use: the rows begin anew. */
	restart(): Promise<void>;
}

/** A list as far as it was wanted. */
export interface List extends ListFacts {
	/** The rows; none where a sink took them. */
	readonly rows: IDataObject[];
	/** How many rows there are, also where a sink took them. */
	readonly count: number;
	/** Rows that only a later pass has shown, so that a sink got them behind the others. */
	readonly late?: number;
}

/** Up to this limit rows are kept until all are read, which gives them in their order, also where a sink takes them. */
const MAX_KEPT = 10_000;

/** Rows that are handed on at once, so that others have their turn. */
const SLICE = 200;

/**
 * Reads a resource's list, paged or whole, to its end or to the wanted number of records: each once, and none missing
 * as far as that can be found out. Where it cannot, the list says so.
 *
 * @param sink takes the rows as they come. Of a long list no more is kept then than 64 bits of each row's identifier, and
 * nothing of a list without pages; rows that only a later pass shows come behind the others.
 * @throws Failure where the list cannot be read, or is not complete and has to be
 */
export async function readList(
	service: Service,
	resource: Resource,
	wanted: ListQuery,
	sink?: RowSink,
): Promise<List> {
	const differences = new ResponseDifferences();
	const source: ListSource = { differences, ...wanted, service, resource };
	const { limit, updatedAfter } = wanted;
	const isPaged = resource.list.paging !== 'none';
	const kept = !sink || (isPaged && limit <= MAX_KEPT) ? new Rows() : undefined;
	const out = new Delivery(kept ?? sink!, kept ? Infinity : limit, updatedAfter);
	const sorts = isPaged && resource.list.sort === true && wanted.query.sort === undefined;
	if (sorts && updatedAfter !== undefined) {
		const latest = await readLatest({ ...source, updatedAfter, limit: kept ? limit : MAX_KEPT });
		if (latest && (kept || latest.rows.length < MAX_KEPT)) return await handOn(latest, sink);
	}
	const facts = isPaged ? await readPages(source, out, kept) : await readWhole(source, out, !kept);
	if (!kept) return { ...facts, rows: [], count: Math.min(limit, out.matching), late: out.late };
	const rows = sorts && updatedAfter !== undefined ? latestFirst(kept.rows) : kept.rows;
	return await handOn({ ...facts, rows: rows.slice(0, limit) }, sink);
}

/** Hands rows that were kept on to a sink. */
async function handOn(list: ListFacts & Pick<List, 'rows'>, sink?: RowSink): Promise<List> {
	const { rows } = list;
	for (let from = 0; sink && from < rows.length; from += SLICE) {
		await sink.take(rows.slice(from, from + SLICE));
		await nextTurn();
	}
	return { ...list, count: rows.length };
}

/** Gives a sink the rows that are wanted, and counts them. */
class Delivery {
	/** Rows that came, those of them that match, and those given that came late. */
	read = 0;
	matching = 0;
	late = 0;

	constructor(
		private readonly sink: RowSink,
		private readonly limit: number,
		private readonly updatedAfter: number | undefined,
	) {}

	async take(rows: readonly IDataObject[], areLate = false): Promise<void> {
		const { limit, sink, updatedAfter } = this;
		const matching = updatedAfter === undefined ? rows : updatedSince(rows, updatedAfter);
		const given = matching.slice(0, Math.max(0, limit - this.matching));
		this.read += rows.length;
		this.matching += matching.length;
		if (areLate) this.late += given.length;
		await sink.take(given);
	}

	async restart(): Promise<void> {
		this.read = 0;
		this.matching = 0;
		await this.sink.restart();
	}
}

/** Rows that are kept, as items or until they are written. */
class Rows implements RowSink {
	rows: IDataObject[] = [];

	async take(rows: readonly IDataObject[]) {
		for (const row of rows) this.rows.push(row);
	}

	async restart() {
		this.rows = [];
	}
}

/** Reads a paged list in as many passes as it takes. */
async function readPages(wanted: ListSource, out: Delivery, kept?: Rows): Promise<ListFacts> {
	const { updatedAfter } = wanted;
	const source = updatedAfter === undefined ? wanted : { ...wanted, limit: Infinity };
	const completeness = new Completeness(source, kept !== undefined);
	/** Rows that came in the order of the list. */
	let inTime = 0;
	for (let needsMore = true; needsMore; ) {
		const pass = completeness.next();
		const areLate = completeness.first !== undefined;
		try {
			for await (const page of pass.pages()) {
				await out.take(completeness.newOf(pass, page), areLate);
				if (pass.rows >= pass.source.limit) break;
			}
		} catch (error) {
			const failure = failureOf(error);
			if (!completeness.rejects(pass, failure)) throw failure;
			continue;
		}
		needsMore = await completeness.needsMore(pass);
		if (!areLate && kept) inTime = kept.rows.length;
	}
	if (kept) kept.rows = placeLate(completeness.first!.order, kept.rows, inTime);
	const facts = completeness.result();
	return updatedAfter === undefined ? facts : { ...facts, matching: out.matching };
}

/**
 * Reads a list in one response, of any size.
 *
 * @param isStream hand its rows on while they are received
 */
async function readWhole(source: ListSource, out: Delivery, isStream: boolean): Promise<ListFacts> {
	const { service, resource, query, options, limit, differences } = source;
	const request = requestsOf(resource).list(query, options);
	const { listRecord, record, specified } = resource;
	const expected = { shape: listRecord ?? record, specified: specified?.list };
	let first: IDataObject | undefined;
	const take = async (response: ServiceResponse) => {
		const { rows, total } = await readRows(request, response, expected, differences, out.read);
		first ??= rows[0];
		await out.take(rows);
		return total;
	};
	const receiver: RowReceiver = {
		restart: async () => {
			first = undefined;
			await out.restart();
		},
		take: async (body) => void (await take({ status: 200, headers: {}, body })),
	};
	const response = await service.send(isStream ? { ...request, rows: receiver } : request);
	const total = await take(response);
	const { matching, read } = out;
	const doubt = matching < limit ? doubtOfWhole(resource, read, total) : undefined;
	const isWhole = doubt !== undefined && (total ?? 0) <= read && (await isAll(source, first));
	return { matching, read, doubt: isWhole ? undefined : doubt, isUncounted: total === undefined };
}

/** Whether there is no second page: asked for, the service sends none, or the same rows again. */
async function isAll(source: ListSource, first: IDataObject = {}): Promise<boolean> {
	const differences = new ResponseDifferences();
	const next = { ...source, query: { ...source.query, page: 2 }, differences };
	const { fetch, keyOf, pageSize } = pagesOf(next, undefined, MAX_PAGE_SIZE);
	const second = await settle(fetch(1, pageSize));
	if (!second.ok) return false;
	const [again] = second.value.rows;
	const printOf = (row: IDataObject) => keyOf(row) ?? JSON.stringify(row);
	return again === undefined || printOf(again) === printOf(first);
}
