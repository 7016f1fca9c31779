import type { IDataObject } from 'n8n-workflow';

import { nextTurn } from '../../../execution';
import { failureOf, MAX_PAGE_SIZE, SECOND_PAGE, settle, type ServiceResponse } from '../../../http';
import { readRows } from '../readResponse';
import { requestsOf } from '../requests';
import { Completeness, doubtOfWhole, type ListFacts } from './completeness';
import {
	expectedRows,
	keyReader,
	NULL_LIST,
	pageReader,
	placeLate,
	type ListSource,
	type WantedList,
} from './pages';
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
export async function readList(given: ListSource, sink?: RowSink): Promise<List> {
	const wanted: WantedList = { ...given, query: given.query ?? {}, limit: given.limit ?? Infinity };
	const { limit, resource, updatedAfter } = wanted;
	const isPaged = resource.list.paging !== undefined;
	const isKept = !sink || (isPaged && limit <= MAX_KEPT);
	const out = new Delivery(wanted, isKept ? undefined : sink);
	const sorts = resource.list.sort === true && wanted.query.sort === undefined;
	if (sorts && updatedAfter !== undefined) {
		const latest = await readLatest({ ...wanted, updatedAfter, limit: isKept ? limit : MAX_KEPT });
		if (latest && (isKept || latest.rows.length < MAX_KEPT)) return await handOn(latest, sink);
	}
	const facts = await (isPaged ? readPages : readWhole)(wanted, out);
	if (!isKept) return { ...facts, rows: [], count: Math.min(limit, out.matching), late: out.late };
	const rows = sorts && updatedAfter !== undefined ? latestFirst(out.kept) : out.kept;
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

/** Gives a sink the rows that are wanted, or keeps all that match, and counts them. */
class Delivery {
	/** Rows that came, those of them that match, and those given that came late. */
	read = 0;
	matching = 0;
	late = 0;

	/** The first row, and those that are kept. */
	first?: IDataObject;
	kept: IDataObject[] = [];

	constructor(
		private readonly wanted: Pick<WantedList, 'limit' | 'updatedAfter'>,
		readonly sink?: RowSink,
	) {}

	async take(rows: readonly IDataObject[], areLate = false): Promise<void> {
		const { limit, updatedAfter } = this.wanted;
		const matching = updatedAfter === undefined ? rows : updatedSince(rows, updatedAfter);
		const room = Math.max(0, limit - this.matching);
		this.read += rows.length;
		this.matching += matching.length;
		this.first ??= rows[0];
		if (!this.sink) for (const row of matching) this.kept.push(row);
		else {
			if (areLate) this.late += Math.min(room, matching.length);
			await this.sink.take(matching.slice(0, room));
		}
	}

	async restart(): Promise<void> {
		this.read = 0;
		this.matching = 0;
		this.first = undefined;
		this.kept = [];
		await this.sink?.restart();
	}
}

/** Reads a paged list in as many passes as it takes. */
async function readPages(wanted: WantedList, out: Delivery): Promise<ListFacts> {
	const { updatedAfter } = wanted;
	const source = updatedAfter === undefined ? wanted : { ...wanted, limit: Infinity };
	const completeness = new Completeness(source, out.sink === undefined);
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
		if (!areLate) inTime = out.kept.length;
	}
	out.kept = placeLate(completeness.first!.order, out.kept, inTime);
	const facts = completeness.result();
	return updatedAfter === undefined ? facts : { ...facts, matching: out.matching };
}

/**
 * Reads a list in one response, of any size: rows that are not kept are handed on while they are received. One that turns
 * out to be a page is read by pages.
 */
async function readWhole(source: WantedList, out: Delivery): Promise<ListFacts> {
	const { service, resource, query, options, limit, note } = source;
	const request = requestsOf(resource).list(query, options);
	const expected = expectedRows(resource);
	const take = async (response: ServiceResponse) => {
		const page = await readRows(request, response, expected, out.read);
		if (page.isNull) note?.(NULL_LIST);
		await out.take(page.rows);
		return page;
	};
	const rows = {
		restart: async () => await out.restart(),
		take: async (body: unknown[]) => void (await take({ status: 200, headers: {}, body })),
	};
	const { next, total } = await take(await service.send(out.sink ? { ...request, rows } : request));
	if (next) {
		await out.restart();
		return await readPages(source, out);
	}
	const { first, matching, read } = out;
	const doubt = matching < limit ? doubtOfWhole(resource, read, total) : undefined;
	const isWhole = doubt !== undefined && (total ?? 0) <= read && (await isAll(source, first));
	return { matching, doubt: isWhole ? undefined : doubt, isUncounted: total === undefined };
}

/** Whether there is no second page: asked for, the service sends none, or the same rows again. */
async function isAll(source: ListSource, first: IDataObject = {}): Promise<boolean> {
	const fetch = pageReader({ ...source, note: undefined });
	const second = await settle(fetch(1, MAX_PAGE_SIZE, SECOND_PAGE));
	if (!second.ok) return false;
	const [again] = second.value.rows;
	const keyOf = keyReader(source.resource);
	const printOf = (row: IDataObject) => keyOf(row) ?? JSON.stringify(row);
	return again === undefined || printOf(again) === printOf(first);
}
