import type { IDataObject } from 'n8n-workflow';

import { nextTurn } from '../../../execution';
import { failureOf, type RowReceiver, type Service, type ServiceResponse } from '../../../http';
import type { Resource } from '../../definition/resource';
import { readRows, ResponseDifferences } from '../readResponse';
import { requestsOf } from '../requests';
import { Completeness, doubtOfWhole, type ListFacts, type ListPass } from './completeness';
import { newLearnedOfLists, type ListQuery, type ListSource, sortIn } from './pages';
import { latestFirst, readLatest, updatedSince } from './updatedAfter';

/** Where the rows of a list go as they come. */
export interface RowSink {
	/**
	 * Takes rows that were not given before; a failure ends the reading.
	 *
	 * @param areLate only a later pass has shown them, so that they belong somewhere among the rows before
	 */
	take(rows: readonly IDataObject[], areLate: boolean): Promise<void>;
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
	const defaults = { learned: newLearnedOfLists(), differences: new ResponseDifferences() };
	const source: ListSource = { ...defaults, ...wanted, service, resource };
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
		await sink.take(rows.slice(from, from + SLICE), false);
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
		await sink.take(given, areLate);
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

	/** How many of them came in the order of the list. */
	private inTime = 0;

	async take(rows: readonly IDataObject[], areLate: boolean) {
		for (const row of rows) this.rows.push(row);
		if (!areLate) this.inTime = this.rows.length;
	}

	async restart() {
		this.rows = [];
	}

	/** The rows, with those that came late or moved where they belong in the order of the first pass. */
	inOrderOf({ order, steady }: ListPass, resource: Resource): readonly IDataObject[] {
		const { inTime, rows } = this;
		if (!steady || inTime < rows.length) this.rows = sortIn(resource, order, rows, inTime);
		this.inTime = rows.length;
		return this.rows;
	}
}

/** Reads a paged list in as many passes as it takes. */
async function readPages(wanted: ListSource, out: Delivery, kept?: Rows): Promise<ListFacts> {
	const { resource, updatedAfter } = wanted;
	const source = updatedAfter === undefined ? wanted : { ...wanted, limit: Infinity };
	const inOrder = (first: ListPass) => kept!.inOrderOf(first, resource);
	const completeness = new Completeness(source, kept && inOrder);
	for (let needsMore = true; needsMore; ) {
		const pass = completeness.next();
		const areLate = completeness.first !== undefined;
		try {
			for await (const page of pass.pages()) {
				await out.take(completeness.newOf(pass, page), areLate);
				if (completeness.isEnough(pass)) break;
			}
		} catch (error) {
			const failure = failureOf(error);
			if (!completeness.rejects(pass, failure)) throw failure;
			if (!areLate) await out.restart();
			continue;
		}
		needsMore = await completeness.needsMore(pass);
	}
	if (kept) inOrder(completeness.first!);
	const facts = completeness.result();
	return updatedAfter === undefined ? facts : { ...facts, matching: out.matching };
}

/**
 * Reads a list in one response, of any size.
 *
 * @param isStream hand its rows on while they are received
 */
async function readWhole(
	{ service, resource, query, options, differences }: ListSource,
	out: Delivery,
	isStream: boolean,
): Promise<ListFacts> {
	const request = requestsOf(resource).list(query, options);
	const { listRecord, record, specified } = resource;
	const expected = { shape: listRecord ?? record, specified: specified?.list };
	const take = async (response: ServiceResponse) => {
		const { rows, total } = await readRows(request, response, expected, differences, out.read);
		await out.take(rows);
		return total;
	};
	const receiver: RowReceiver = {
		restart: async () => await out.restart(),
		take: async (body) => void (await take({ status: 200, headers: {}, body })),
	};
	const response = await service.send(isStream ? { ...request, rows: receiver } : request);
	const total = await take(response);
	const { matching, read } = out;
	const doubt = doubtOfWhole(resource, read, total);
	return { matching, read, doubt, isUncounted: total === undefined };
}
